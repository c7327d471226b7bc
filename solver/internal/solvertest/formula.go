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

// Asked returns how many random cases to try: as many as a flag asks for, or, if that is 0, Cases of n.
func Asked(t *testing.T, flag, n int) int {
	t.Helper()
	if flag > 0 {
		return flag
	}
	return Cases(t, n)
}

// Cases returns how many of n random cases to try: a sixth, a tenth with -short, and all where TRANSAT_TEST_MORE is set; one at least.
func Cases(t *testing.T, n int) int {
	t.Helper()
	switch {
	case testing.Short():
		return (n + 9) / 10
	case os.Getenv("TRANSAT_TEST_MORE") == "":
		return (n + 5) / 6
	}
	return n
}
