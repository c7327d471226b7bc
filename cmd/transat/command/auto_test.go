package command

import (
	"context"
	"strings"
	"testing"

	"transat/cmd/transat/internal/input"
	"transat/solver"
)

func TestChooseEngine(t *testing.T) {
	for _, test := range []struct {
		name    string
		formula *solver.Formula
		flags   solveFlags
		engine  string
		why     string
	}{
		{"empty", solver.NewFormula(0), solveFlags{threads: 2}, "dpll", "a search tree of about 1 nodes"},
		{"random", sample(t, "200-860-3/1"), solveFlags{threads: 2}, "dpll", "860 random clauses of 3 literals"},
		{"random and small", sample(t, "20-91-3/1"), solveFlags{threads: 2}, "dpll", "91 random clauses of 3 literals"},
		{"random clauses of 5", sample(t, "60-1200-5/1"), solveFlags{threads: 2}, "dpll", "1200 random clauses of 5 literals"},
		{"few pigeons", sample(t, "php-5-4"), solveFlags{threads: 2}, "dpll", "a search tree of about 47 nodes"},
		{"parity", parity(60), solveFlags{threads: 2}, "cube", "a structured formula with a search tree of about "},
		{"parity on one core", parity(60), solveFlags{threads: 1}, "cdcl", "a structured formula with a search tree of about "},
		{
			"parity, but a tree is asked for", parity(60),
			solveFlags{threads: 2, cube: cubeFlags{against: "--max-nodes"}},
			"dpll", "--max-nodes is for a search of the tree",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			engine, why, err := test.flags.chooseEngine(t.Context(), test.formula)
			if err != nil || engine != test.engine || !strings.HasPrefix(why, test.why) {
				t.Errorf("%s, %q, %v; want %s, %q", engine, why, err, test.engine, test.why)
			}
		})
	}
}

func TestChooseEngineWithoutTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if engine, _, err := new(solveFlags).chooseEngine(ctx, parity(60)); engine != "dpll" || err != nil {
		t.Errorf("%s, %v", engine, err)
	}
}

func sample(t *testing.T, name string) *solver.Formula {
	t.Helper()
	all, err := input.Sample(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := all[0].Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return f
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
