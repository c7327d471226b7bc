package solvertest

import "transat/solver/cnf"

// This file holds the slow, obvious versions of the engines.

// BruteForce tries all assignments.
func BruteForce(f *cnf.Formula) cnf.Verdict {
	type signs struct{ positive, negative uint64 } // bit v-1: variable v occurs with this sign
	clauses := make([]signs, f.Len())
	for i := range clauses {
		for _, l := range f.Clause(i) {
			bit := uint64(1) << (l.Var() - 1)
			if l.Negative() {
				clauses[i].negative |= bit
			} else {
				clauses[i].positive |= bit
			}
		}
	}
assignments:
	for ones := range uint64(1) << f.Vars() {
		for _, c := range clauses {
			if c.positive&ones|c.negative&^ones == 0 {
				continue assignments
			}
		}
		return cnf.Satisfiable
	}
	return cnf.Unsatisfiable
}
