package cli

import (
	"slices"

	"transat/cmd/transat/internal/settings"
	"transat/cmd/transat/internal/suggest"
	"transat/solver"
)

// AutoRule is the default of solve and estimate: the branching rule that suits the formula. The papers' tables, compare and simulate
// use lex.
const AutoRule = solver.AutoRule

// DefaultRule is the branching rule of the papers.
const DefaultRule = settings.DefaultRule

// RuleNames are the values of --rule, auto included.
func RuleNames() []string { return append([]string{AutoRule}, Names(RuleEntries())...) }

// CheckRuleOrAuto is [CheckRule] where auto is among the rules.
func CheckRuleOrAuto(name string) error {
	if name == AutoRule {
		return nil
	}
	return CheckRule(name)
}

// Known reports whether name is one of names.
func Known(name string, names []string) bool { return slices.Contains(names, name) }

// CheckRule looks a branching rule up.
func CheckRule(name string) error {
	if rules := Names(RuleEntries()); !Known(name, rules) {
		return Misuse(suggest.Unknown("branching rule", name, rules, ListHint("branching rule")))
	}
	return nil
}
