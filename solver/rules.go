package solver

import "transat/solver/rules"

// Rule is a branching rule: it picks the variable whose two values split a node. See package rules.
type Rule = rules.Rule

// Rules returns the branching rules, the default first.
func Rules() []Rule { return rules.All() }
