package command

import (
	"slices"

	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/suggest"
	"transat/solver/parallel"
)

// autoRule is the default of solve and estimate: the branching rule that suits the formula. The papers' tables, compare and simulate
// use lex.
const autoRule = parallel.AutoRule

// defaultRule is the branching rule of the papers.
const defaultRule = "lex"

// ruleNames are what --rule takes where auto is among it.
func ruleNames() []string { return append([]string{autoRule}, names(ruleEntries())...) }

// checkRuleOrAuto is checkRule where auto is among the rules.
func checkRuleOrAuto(name string) error {
	if name == autoRule {
		return nil
	}
	return checkRule(name)
}

func known(name string, names []string) bool { return slices.Contains(names, name) }

// checkRule looks a branching rule up.
func checkRule(name string) error {
	if rules := names(ruleEntries()); !known(name, rules) {
		return exit.Misuse(suggest.Unknown("branching rule", name, rules, listHint("branching rule")))
	}
	return nil
}
