package solvertest

import (
	"errors"
	"fmt"
	"slices"

	"transat/solver/cnf"
)

// CheckStrict is CheckProof for proofs that also delete clauses of the formula, and clauses with their literals in another order. It
// deletes every such clause, even a unit clause or the reason for one: other checkers ignore such deletions.
func CheckStrict(f *cnf.Formula, p *ProofList) error {
	set := func(clause []cnf.Lit) []cnf.Lit {
		return slices.Compact(slices.SortedFunc(slices.Values(clause), cnf.Lit.Compare))
	}
	var clauses [][]cnf.Lit
	for i := range f.Len() {
		clauses = append(clauses, set(f.Clause(i)))
	}
	for i, s := range p.Steps {
		clause := set(s.Clause)
		if s.Deletion {
			at := slices.IndexFunc(clauses, func(c []cnf.Lit) bool { return slices.Equal(c, clause) })
			if at < 0 {
				return fmt.Errorf("step %d deletes %v, which is not there", i, s.Clause)
			}
			clauses = slices.Delete(clauses, at, at+1)
			continue
		}
		if !followsByPropagation(clauses, clause) {
			return fmt.Errorf("step %d: %v does not follow", i, s.Clause)
		}
		if len(clause) == 0 {
			return nil
		}
		clauses = append(clauses, clause)
	}
	return errors.New("there is no empty clause")
}
