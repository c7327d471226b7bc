// Package solvertest has what the tests of several packages below solver need: formulas, random and structured, an oracle that tries
// all assignments, and contexts that end.
package solvertest

import (
	"math/rand/v2"
	"testing"

	"transat/solver/cnf"
)

// Formula builds a formula from DIMACS integers.
func Formula(vars int, clauses ...[]int) *cnf.Formula {
	f := cnf.NewFormula(vars)
	for _, clause := range clauses {
		lits := make([]cnf.Lit, len(clause))
		for i, n := range clause {
			lits[i] = cnf.FromDIMACS(n)
		}
		f.Add(lits...)
	}
	return f
}

// Pigeons says that n pigeons fit into n-1 holes.
func Pigeons(n int) *cnf.Formula {
	in := func(pigeon, hole int) cnf.Lit { return cnf.Pos(cnf.Var(1 + pigeon*(n-1) + hole)) }
	f := cnf.NewFormula(n * (n - 1))
	for p := range n {
		var some []cnf.Lit
		for h := range n - 1 {
			some = append(some, in(p, h))
			for q := range p {
				f.Add(in(p, h).Not(), in(q, h).Not())
			}
		}
		f.Add(some...)
	}
	return f
}

// Cases returns how many of n random cases to try: a tenth with -short.
func Cases(t *testing.T, n int) int {
	t.Helper()
	if testing.Short() {
		return n / 10
	}
	return n
}

// Parity says that in a random graph with degree edges at each of n nodes some of the edges can be chosen so that an odd
// number of them is at the first node, and an even one at each other: that is impossible.
func Parity(rng *rand.Rand, n, degree int) *cnf.Formula {
	edges := make([][]cnf.Var, n)
	for i, end := range rng.Perm(n * degree) {
		edges[end/degree] = append(edges[end/degree], cnf.Var(i/2+1))
	}
	f := cnf.NewFormula(n * degree / 2)
	for node, at := range edges {
		for signs := range 1 << degree {
			clause, negative := make([]cnf.Lit, degree), 0
			for i, v := range at {
				sign := signs >> i & 1
				clause[i] = cnf.Signed(v, sign == 1)
				negative += sign
			}
			if odd := negative%2 == 1; odd == (node > 0) {
				f.Add(clause...)
			}
		}
	}
	return f
}

// Colouring says that the nodes of a random graph can be coloured.
func Colouring(rng *rand.Rand, nodes, edges, colours int) *cnf.Formula {
	f := cnf.NewFormula(nodes * colours)
	has := func(node, colour int) cnf.Lit { return cnf.Pos(cnf.Var(1 + node*colours + colour)) }
	for node := range nodes {
		var some []cnf.Lit
		for colour := range colours {
			some = append(some, has(node, colour))
		}
		f.Add(some...)
	}
	for range edges {
		ends := rng.Perm(nodes)
		for colour := range colours {
			f.Add(has(ends[0], colour).Not(), has(ends[1], colour).Not())
		}
	}
	return f
}
