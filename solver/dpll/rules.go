package dpll

import "transat/solver/internal/rules"

// Rule describes a branching rule: it picks the variable whose two values split a node of the search tree.
type Rule struct {
	Name   string // what Options.Rule takes
	Title  string // one line
	Source string // where the rule comes from
	// Snapshots says that trees under the rule have subtrees that are searched as a whole, from a snapshot: they are one load element each.
	Snapshots bool
}

// Rules returns the branching rules, the default first.
func Rules() []Rule {
	var list []Rule
	for _, r := range rules.All() {
		list = append(list, Rule{Name: r.Name, Title: r.Title, Source: r.Source, Snapshots: r.Freezes()})
	}
	return list
}
