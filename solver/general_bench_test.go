package solver

import (
	"context"
	"testing"
)

// BenchmarkGeneral runs the general engine on formulas with clauses of all kinds, and on what the packed
// one would get.
func BenchmarkGeneral(b *testing.B) {
	classes := []struct {
		name string
		f    *Formula
	}{
		{"250-1075-3", randomKSAT(1, 250, 1075, 3)},
		{"350-1505-3", randomKSAT(1, 350, 1505, 3)},
		{"80-1700-5", randomKSAT(1, 80, 1700, 5)},
		{"50-4400-7", randomKSAT(1, 50, 4400, 7)},
		{"mixed", mixedLengths(1, 100, 1100)},
		{"2+p", twoPlusP(1, 400, 1.8)},
		{"pigeons-9", pigeons(9)},
	}
	for _, rule := range Rules() {
		for _, class := range classes {
			b.Run(rule.Name+"/"+class.name, func(b *testing.B) {
				nodes := int64(0)
				for b.Loop() {
					s := newGeneralSearch(b, class.f, Options{Rule: rule.Name, MaxNodes: benchmarkNodes / 4})
					result, err := s.solve(context.Background(), class.f)
					if err != nil {
						b.Fatal(err)
					}
					nodes += result.Stats.Nodes
				}
				reportNodes(b, nodes)
			})
		}
	}
}

// mixedLengths returns a random formula whose clauses have lengths from 3 to 10.
func mixedLengths(seed uint64, vars, clauses int) *Formula {
	f := NewFormula(vars)
	for length := 3; length <= 10; length++ {
		n := clauses / 8
		if length == 3 {
			n = 3 * vars
		}
		part := randomKSAT(seed, vars, n, length)
		for i := range part.Len() {
			f.Add(part.Clause(i)...)
		}
	}
	return f
}

// twoPlusP returns a random formula whose clauses have lengths 2, 3 and 4.
func twoPlusP(seed uint64, vars int, ratio float64) *Formula {
	f := NewFormula(vars)
	for length, share := range []float64{2: 0.35, 3: 0.45, 4: 0.2} {
		part := randomKSAT(seed, vars, int(share*ratio*float64(vars)), max(length, 1))
		for i := range part.Len() {
			f.Add(part.Clause(i)...)
		}
	}
	return f
}
