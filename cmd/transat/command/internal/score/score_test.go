package score

import (
	"context"
	"errors"
	"strings"
	"testing"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/arena"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/report"
)

// made is the result of a case in which the policies have these efficiencies, and the best known has 0.9.
func made(t *testing.T, efficiencies map[string]float64, policies ...string) *result {
	t.Helper()
	references, err := arena.References()
	if err != nil {
		t.Fatal(err)
	}
	played := arena.Played{Sealed: &arena.Sealed{}, Best: references[0].String(), Known: 0.9}
	for range references {
		played.References = append(played.References, arena.Run{Efficiency: 0.9})
	}
	r := &result{Options: arena.Options{References: references, Seed: 1, Unsealed: true, Cases: 1, Threads: 1}}
	for _, name := range policies {
		chosen, err := balance.Choose(name)
		if err != nil {
			t.Fatal(err)
		}
		r.Policies = append(r.Policies, chosen)
		played.Runs = append(played.Runs, arena.Run{Efficiency: efficiencies[name]})
	}
	r.cases = []arena.Played{played}
	r.scores = arena.Scores(r.cases, r.Policies)
	return r
}

// An interruption while one policy is explained is not forgotten because of another one, which has nothing to explain.
func TestExplanationsEndWithAnInterruption(t *testing.T) {
	r := made(t, map[string]float64{"steal": 0.5, "lifeline": 0.9}, "steal", "lifeline")
	ctx, end := context.WithCancel(t.Context())
	end()
	if err := r.findLosses(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// Several policies stand side by side if all are about as good as the best known, too, unless they are many.
func TestPoliciesStandSideBySide(t *testing.T) {
	for many, want := range map[int]bool{2: true, explained: true, explained + 1: false} {
		text := printed(t, made(t, map[string]float64{}, []string{"steal", "lifeline", "acwn", "diffusion", "plb"}[:many]...))
		if got := strings.Contains(text, "Mean regret by kinds of cases"); got != want {
			t.Errorf("of %d policies: %v, want %v:\n%s", many, got, want, text)
		}
	}
}

// What is said of a policy that sends no element.
func TestStill(t *testing.T) {
	r := made(t, map[string]float64{}, "physical", "steal")
	if got := strings.Join(r.caption(), "\n"); !strings.Contains(got, "physical places elements at the start, and moves none later") ||
		!strings.Contains(got, "steal has moved no element in any case: it balances nothing") {
		t.Error(got)
	}
}

// printed is what people see of a result.
func printed(t *testing.T, r *result) string {
	t.Helper()
	var out strings.Builder
	a := &cli.App{Out: &output.Checked{W: &out}, Policies: balance.Builtin()}
	if err := r.print(a, report.Style{Format: report.Text, Wide: true}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
