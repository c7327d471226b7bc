// Package rules has the table of branching rules. A rule says which literal splits a node, and which engine branches so.
//
// A new rule is a file like lex.go and a line in [All]. If no engine branches as the rule does, the file has a type that embeds
// one, and has a Branch of its own. Everything else, from --rule and its completion to the cache of recorded trees and the tests,
// reads the table.
package rules

import (
	"context"
	"fmt"
	"strings"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// Rule is a branching rule: it picks the variable whose two values split a node.
type Rule struct {
	Name   string // the value of Options.Rule and --rule
	Title  string // one line
	Source string // where the rule comes from
	// Version is the version of the trees under the rule. Recorded trees carry it, in the name of the file and inside, so a rule that
	// picks differently than before needs a higher one. A test notices.
	Version uint32

	freezes bool // trees have frozen subtrees
	// derive adds clauses to a formula that follow from it, or is nil.
	derive func(*cnf.Problem) *cnf.Problem
	// Build makes the fastest engine for a formula.
	Build Build
}

// Build makes an engine for a formula that branches in one way. It is a function of the formula alone. The engine stops its work
// when the context ends.
type Build func(context.Context, *cnf.Problem) (engine.Engine, error)

// Freezes reports whether trees under the rule have frozen subtrees, which are one load element each.
func (r Rule) Freezes() bool { return r.freezes }

// All returns the branching rules, the default first.
func All() []Rule {
	return []Rule{
		lex(),
		boehm(),
		weights(),
	}
}

// Find returns the rule of that name; "" is the first one.
func Find(name string) (Rule, error) {
	rules := All()
	if name == "" {
		return rules[0], nil
	}
	known := make([]string, len(rules))
	for i, r := range rules {
		if r.Name == name {
			return r, nil
		}
		known[i] = r.Name
	}
	return Rule{}, fmt.Errorf("unknown branching rule %q; the rules are %s", name, strings.Join(known, ", "))
}

// Engine returns an engine for f that branches by the rule, and f as the engine has it. Large formulas take seconds to set up
// and to propagate; when ctx ends meanwhile, Engine returns its error, and later the engine interrupts its work.
func (r Rule) Engine(ctx context.Context, f *cnf.Formula) (engine.Engine, *cnf.Problem, error) {
	p, err := cnf.Normalise(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	if r.derive != nil {
		p = r.derive(p)
	}
	e, err := r.Build(ctx, p)
	return e, p, err
}
