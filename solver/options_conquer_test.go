package solver

import (
	"errors"
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
)

func TestConquerOptions(t *testing.T) {
	for _, test := range []struct {
		opt  Options
		want string
	}{
		{Options{Conquer: Conquer{Splitter: "random"}}, `Conquer.Splitter`},
		{Options{Conquer: Conquer{Time: -1}}, "not negative"},
		{Options{Conquer: Conquer{Command: "kissat"}}, "want {cnf} where"},
		{Options{Conquer: Conquer{Command: "/no/such/solver {cnf}"}}, "no such file"},
		{Options{Verify: true, Conquer: Conquer{Command: os.Args[0] + " {cnf}"}}, "want {proof}"},
	} {
		if err := test.opt.Check(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %s", test.opt.Conquer, err, test.want)
		}
	}
}

// Every splitter leads to the verdict, and structured formulas are split by look-ahead, unless a rule is asked for.
func TestSplitters(t *testing.T) {
	for _, splitter := range Splitters() {
		opt := Options{
			Engine: Cube, Threads: 2, Conquer: Conquer{Splitter: splitter}, Verify: true,
		}
		result, err := Solve(t.Context(), families.Pigeons(7, 6, families.Pairwise), opt)
		if err != nil || result.Verdict != cnf.Unsatisfiable || result.Verified == nil {
			t.Errorf("%s: %v, %v", splitter, result.Verdict, err)
		}
	}
	for rule, want := range map[bool]string{false: "lookahead", true: "rule"} {
		if got := (Options{}).splitter(rule); got != want {
			t.Errorf("rule %v: %s", rule, got)
		}
	}
}

// A formula that simplifying refutes has no cubes, and a note says why.
func TestCubesOfNothing(t *testing.T) {
	opt := Options{Engine: Cube, Threads: 1, Verify: true}
	result, err := Solve(t.Context(), families.MultiplierMiter(4), opt)
	if err != nil || result.Verdict != cnf.Unsatisfiable || result.Cubes.Cubes != 0 || result.Verified.Lemmas == 0 {
		t.Errorf("%+v, %v", result, err)
	}
	if !strings.Contains(strings.Join(result.Notes, "\n"), "simplifying has refuted the formula") {
		t.Errorf("%q", result.Notes)
	}
}

// A cube that takes hours ends when the memory is used up.
func TestCubesWithoutMemory(t *testing.T) {
	for _, threads := range []int{1, 3} {
		debug.FreeOSMemory() // what others have left would make room below the limit
		opt := Options{Engine: Cube, Threads: threads, CubeDepth: 1, Verify: true, MaxMemory: MemoryUsed() + 2<<20}
		result, err := Solve(t.Context(), families.Pigeons(14, 13, families.Pairwise), opt)
		if err != nil || result.Verdict != cnf.Unknown || !errors.Is(result.Reason, ErrMemoryLimit) {
			t.Errorf("%d threads: %v, %v, %v", threads, result.Verdict, result.Reason, err)
		}
	}
}
