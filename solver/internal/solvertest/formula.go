// Package solvertest has code that tests of several packages below solver share: formulas, an oracle that tries all assignments, checkers
// of proofs, and contexts that end.
package solvertest

import (
	"os"
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

// Cases returns how many of n random cases to try: a third, a tenth with -short, and all where TRANSAT_TEST_MORE is set.
func Cases(t *testing.T, n int) int {
	t.Helper()
	switch {
	case testing.Short():
		return n / 10
	case os.Getenv("TRANSAT_TEST_MORE") == "":
		return (n + 2) / 3
	}
	return n
}
