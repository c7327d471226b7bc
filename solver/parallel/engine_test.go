package parallel

import (
	"context"
	"strings"
	"testing"

	"transat/instances/instancetest"
	"transat/solver"
)

// On a slow computer the estimate of parity ends before it has a number; the choice is the same.
func TestChooseEngine(t *testing.T) {
	const structured = "a structured formula with a search tree of about "
	helper := []string{"helper", "helper"}
	two := Options{Threads: 2, Helper: helper}
	for _, test := range []struct {
		name    string
		formula *solver.Formula
		options Options
		engine  Engine
		why     string
	}{
		{"empty", solver.NewFormula(0), two, "dpll", "a search tree of about 1 node"},
		{"random", instancetest.Formula(t, "200-860-3/1"), two, "dpll", "860 random clauses of 3 literals"},
		{"random and small", instancetest.Formula(t, "20-91-3/1"), two, "dpll", "91 random clauses of 3 literals"},
		{"random clauses of 5", instancetest.Formula(t, "60-1200-5/1"), two, "dpll", "1200 random clauses of 5 literals"},
		{"few pigeons", instancetest.Formula(t, "php-5-4"), two, "dpll", "a search tree of about 47 nodes"},
		{"parity", parity(60), two, "cube", structured},
		{"parity on one core", parity(60), Options{Threads: 1, Helper: helper}, "cdcl", structured},
		{
			"parity, but a tree is asked for", parity(60),
			Options{Threads: 2, Helper: helper, MaxNodes: 10},
			"dpll", "a limit of nodes is for a search of the tree",
		},
		{"parity without a helper", parity(60), Options{Threads: 2}, "cdcl", structured},
	} {
		t.Run(test.name, func(t *testing.T) {
			engine, why, err := ChooseEngine(t.Context(), test.formula, test.options)
			slow := test.why == structured && why == "a structured formula whose search tree is too deep to estimate"
			if err != nil || engine != test.engine || !slow && !strings.HasPrefix(why, test.why) {
				t.Errorf("%s, %q, %v; want %s, %q", engine, why, err, test.engine, test.why)
			}
		})
	}
}

func TestChooseEngineWithoutTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if engine, _, err := ChooseEngine(ctx, parity(60), Options{}); engine != "dpll" || err != nil {
		t.Errorf("%s, %v", engine, err)
	}
}

// parity says that around a ring of so many nodes with chords, an odd number of edges is true at one node
// and an even number at all others: all clauses have three literals, and the formula is unsatisfiable.
func parity(nodes int) *solver.Formula {
	f := solver.NewFormula(nodes + nodes/2)
	for i := range nodes {
		ring, next := solver.Var(1+i), solver.Var(1+(i+1)%nodes)
		chord := solver.Var(1 + nodes + (i*7)%(nodes/2))
		for signs := range 8 {
			odd := (signs ^ signs>>1 ^ signs>>2) & 1
			if want := map[bool]int{true: 1}[i == 0]; odd == want {
				continue
			}
			f.Add(solver.Pos(ring)^solver.Lit(signs&1), solver.Pos(next)^solver.Lit(signs>>1&1), solver.Pos(chord)^solver.Lit(signs>>2&1))
		}
	}
	return f
}
