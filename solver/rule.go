package solver

import (
	"fmt"

	"transat/solver/cnf"
)

// Up to this length of clauses, and this number of literals in all, weights are taken.
const (
	longestWeighted = 8
	largestWeighted = 1 << 17
	defaultRule     = "lex"
)

// ChooseRule returns the branching rule that suits a formula, which [AutoRule] stands for, and why if it is not that of the papers:
//
//	random clauses of 3 to 8 literals   weights: a tenth of the nodes or less for 3, and nodes that take a third of the time
//	                                    for 7
//	anything else                       lex: where there is structure, the weights mislead now and then; multipliers
//	                                    and pigeons take up to twice as long with them
func ChooseRule(f *cnf.Formula) (rule, why string) {
	return chooseRule(f, randomLength(f))
}

// chooseRule does so if the length of random clauses is known, or 0.
func chooseRule(f *cnf.Formula, length int) (rule, why string) {
	if length > 0 && length <= longestWeighted && f.Literals() <= largestWeighted {
		return "weights", fmt.Sprintf("%d random clauses of %d literals", f.Len(), length)
	}
	return defaultRule, ""
}
