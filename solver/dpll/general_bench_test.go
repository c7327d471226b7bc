package dpll

import (
	"context"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

// BenchmarkGeneral runs the general engine on formulas with clauses of all lengths, and on what the
// packed one would get: the first two are to be compared with BenchmarkSolve.
func BenchmarkGeneral(b *testing.B) {
	classes := []struct {
		name string
		f    *cnf.Formula
	}{
		{"250-1075-3", solvertest.RandomKSAT(1, 250, 1075, 3)},
		{"350-1505-3", solvertest.RandomKSAT(1, 350, 1505, 3)},
		{"70-1480-5", solvertest.RandomKSAT(1, 70, 1480, 5)},
		{"45-3950-7", solvertest.RandomKSAT(1, 45, 3950, 7)},
		{"mixed-2-to-10", mixedLengths(150, 0.2, 2.2, 2, 4, 4, 4, 4, 4, 4)},
		{"2+p", mixedLengths(500, 0.3, 3.2)},
		{"pigeons-9", families.Pigeons(9, 8, families.Pairwise)},
	}
	for _, rule := range rules.All() {
		for _, class := range classes {
			b.Run(rule.Name+"/"+class.name, func(b *testing.B) {
				nodes := int64(0)
				for b.Loop() {
					s := newGeneralSearch(b, class.f, Options{Rule: rule.Name, MaxNodes: solvertest.BenchmarkNodes / 4})
					result, err := s.solve(context.Background(), class.f)
					if err != nil {
						b.Fatal(err)
					}
					nodes += result.Stats.Nodes
				}
				solvertest.ReportNodes(b, nodes)
			})
		}
	}
}

// mixedLengths returns a random formula in which the ratios of clauses to variables are given for each
// length, from 2 on.
func mixedLengths(vars int, ratios ...float64) *cnf.Formula {
	f := cnf.NewFormula(vars)
	for i, ratio := range ratios {
		part := solvertest.RandomKSAT(uint64(i), vars, int(ratio*float64(vars)), i+2)
		for c := range part.Len() {
			f.Add(part.Clause(c)...)
		}
	}
	return f
}
