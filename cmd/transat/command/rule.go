package command

import (
	"fmt"

	"transat/solver"
)

// --rule=auto, the default of solve and estimate, takes the branching rule that suits the formula:
//
//	random clauses of 3 to 8 literals   weights: a tenth of the nodes or less for 3, and nodes that take a third of the time
//	                                    for 7
//	anything else                       lex: where there is structure, the weights mislead now and then; multipliers
//	                                    and pigeons take up to twice as long with them
//
// The papers' tables, compare and simulate use lex.
const autoRule = "auto"

// Up to so many literals, in a clause and in all, weights are taken.
const (
	longestWeighted = 8
	largestWeighted = 1 << 17
)

// ruleNames are what --rule takes where auto is among it.
func ruleNames() []string { return append([]string{autoRule}, names(ruleEntries())...) }

// checkRuleOrAuto is checkRule where auto is among the rules.
func checkRuleOrAuto(name string) error {
	if name == autoRule {
		return nil
	}
	return checkRule(name)
}

// chooseRule returns the branching rule that suits a formula, and why if it is not the papers'.
func chooseRule(f *solver.Formula) (rule, why string) {
	if length := uniform(f); length > 0 && length <= longestWeighted && f.Literals() <= largestWeighted && looksRandom(f) {
		return "weights", fmt.Sprintf("%d random clauses of %d literals", f.Len(), length)
	}
	return defaultRule, ""
}

// settleRule makes auto a rule: that of the checkpoint, if a search goes on from one. It returns what there is to
// say of it, if anything.
func (f *solveFlags) settleRule(formula *solver.Formula, kept *checkpointFile) (note string) {
	switch {
	case f.rule != autoRule:
		return ""
	case kept != nil && kept.resumed:
		f.rule = kept.state.Rule
		return ""
	}
	rule, why := chooseRule(formula)
	f.rule = rule
	if why == "" {
		return ""
	}
	return fmt.Sprintf("rule %s: %s", rule, why)
}
