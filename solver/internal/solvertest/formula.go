// Package solvertest has what the tests of several packages below solver need: formulas, random and structured, an oracle that tries
// all assignments, and contexts that end.
package solvertest

import (
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

// Cases returns how many of n random cases to try: a tenth with -short.
func Cases(t *testing.T, n int) int {
	t.Helper()
	if testing.Short() {
		return n / 10
	}
	return n
}
