// Package reproducetest runs experiments in the tests of the papers' packages.
package reproducetest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"transat/cmd/transat/internal/reproduce"
)

// Long skips a test whose experiment takes seconds, unless TRANSAT_TEST_MORE is set, as .ci/run does.
func Long(t *testing.T) {
	t.Helper()
	if testing.Short() || os.Getenv("TRANSAT_TEST_MORE") == "" {
		t.Skip("takes seconds: with TRANSAT_TEST_MORE=1 it runs")
	}
}

// Found runs an item at its quick size. Every claim must have a kind and a bound.
func Found(t *testing.T, item reproduce.Item) *reproduce.Result {
	t.Helper()
	results, err := (&reproduce.Plan{Items: []reproduce.Item{item}, Quick: true, Seed: 1, Threads: 2}).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range results[0].Claims {
		if !slices.Contains(reproduce.Kinds(), c.Kind) || c.Bound.Text == "" {
			t.Errorf("%s, %s: the claim does not say whose it is, or what decides: kind %q, bound %q", c.Section, c.Text, c.Kind, c.Bound.Text)
		}
	}
	return results[0]
}

// WantClaim checks the verdict on the claim whose text contains some words.
func WantClaim(t *testing.T, r *reproduce.Result, section, words string, want reproduce.Verdict) {
	t.Helper()
	for _, c := range r.Claims {
		if strings.Contains(c.Text, words) && strings.HasPrefix(c.Section, section) {
			if c.Verdict != want {
				t.Errorf("%s, %s: %v: %s", c.Section, c.Text, c, c.Note)
			}
			return
		}
	}
	t.Errorf("there is no claim with %q in %s", words, section)
}

// WantVerdict checks what became of a claim: "holds", "holds for …" or "does not hold".
func WantVerdict(t *testing.T, name string, claim reproduce.Claim, want string) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		if got := claim.String(); got != want {
			t.Errorf("%s, want %s (%s)", got, want, claim.Note)
		}
	})
}
