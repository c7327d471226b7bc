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
// Where TRANSAT_TEST_NO_SKIP is set, as in .ci/run, short tests are those for other computers, and try a sixth.
func Cases(t *testing.T, n int) int {
	t.Helper()
	switch {
	case testing.Short() && os.Getenv("TRANSAT_TEST_NO_SKIP") == "":
		return (n + 9) / 10
	case testing.Short() || os.Getenv("TRANSAT_TEST_MORE") == "":
		return (n + 5) / 6
	}
	return n
}
