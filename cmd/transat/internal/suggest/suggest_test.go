package suggest_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"transat/cmd/transat/internal/suggest"
)

func TestNearest(t *testing.T) {
	policies := []string{"none", "plb", "liquid-c5", "lade", "steal", "steal-half"}
	for _, tc := range []struct{ name, given, want string }{
		{"missing letter and end", "liqid", "liquid-c5"},
		{"wrong letter", "pib", "plb"},
		{"swapped letters", "stela", "steal"},
		{"beginning", "liq", "liquid-c5"},
		{"shorter of two beginnings", "stea", "steal"},
		{"letter too many", "steal-halff", "steal-half"},
		{"nothing near", "diffusion", ""},
		{"one letter", "x", ""},
		{"empty", "", ""},
		{"not ASCII", "plß", "plb"},
		{"half of it, another first letter", "leer", ""},
		{"half of it, the same first letter", "luda", "lade"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := suggest.Nearest(tc.given, policies); got != tc.want {
				t.Errorf("Nearest(%q) = %q, want %q", tc.given, got, tc.want)
			}
		})
	}
}

func TestNearestOfFlags(t *testing.T) {
	flags := []string{"--topology", "--grid", "--lenient"}
	for given, want := range map[string]string{"--nope": "", "--engine": "", "--gird": "--grid", "--top": "--topology", "--": "", "--l": ""} {
		if got := suggest.Nearest(given, flags); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", given, got, want)
		}
	}
}

func TestNearestFindsEveryNameAgainAfterOneSlip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[a-m]{5,12}`).Draw(t, "name")
		at := rapid.IntRange(0, len(name)-1).Draw(t, "at")
		slip := rapid.SampledFrom([]string{"", "z", name[at : at+1]}).Draw(t, "slip")
		given := name[:at] + slip + name[at+1:]
		candidates := []string{strings.Repeat("x", 5), name, strings.Repeat("y", 12)}
		if got := suggest.Nearest(given, candidates); got != name {
			t.Fatalf("Nearest(%q) = %q, want %q", given, got, name)
		}
	})
}

func ExampleUnknown() {
	fmt.Println(suggest.Unknown("policy", "liqid", []string{"plb", "liquid-c5"}, "transat list policies shows all"))
	fmt.Println(suggest.Unknown("engine", "walksat", []string{"dpll", "cdcl"}, ""))
	// Output:
	// unknown policy "liqid"; did you mean "liquid-c5"? (transat list policies shows all)
	// unknown engine "walksat"
}
