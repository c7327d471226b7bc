package command

import "transat/solver/parallel"

// autoRule is the default of solve and estimate: the branching rule that suits the formula. The papers' tables, compare and simulate
// use lex.
const autoRule = parallel.AutoRule

// ruleNames are what --rule takes where auto is among it.
func ruleNames() []string { return append([]string{autoRule}, names(ruleEntries())...) }

// checkRuleOrAuto is checkRule where auto is among the rules.
func checkRuleOrAuto(name string) error {
	if name == autoRule {
		return nil
	}
	return checkRule(name)
}
