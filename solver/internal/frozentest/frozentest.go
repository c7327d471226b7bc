// Package frozentest has formulas whose trees under the rule "weights" have frozen subtrees, for the tests of several packages.
package frozentest

import (
	"context"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/engine/general"
	"transat/solver/internal/engine/packed"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

// Below returns the engine of the rule "weights" that freezes subtrees of about e^below nodes, fewer than usual.
func Below(below float64) rules.Build {
	return func(ctx context.Context, p *cnf.Problem) (engine.Engine, error) {
		weights, err := rules.Find("weights")
		if err != nil {
			return nil, err
		}
		e, err := weights.Build(ctx, p)
		switch e := e.(type) {
		case *packed.Weighted:
			e.Below = below
		case *general.Weighted:
			e.Below = below
		}
		return e, err
	}
}

// Case is a formula with an engine whose tree under the rule "weights" has frozen subtrees.
type Case struct {
	Name   string
	F      *cnf.Formula
	Engine rules.Build // nil is the rule's own
}

// Cases returns formulas of all kinds.
func Cases() []Case {
	return []Case{
		{"3-SAT", solvertest.RandomKSAT(3, 200, 860, 3), nil},
		{"3-SAT, small subtrees", solvertest.RandomKSAT(3, 120, 540, 3), Below(3)},
		{"3-SAT with models", solvertest.RandomKSAT(5, 100, 415, 3), Below(3)},
		{"3-SAT frozen at the root", solvertest.RandomKSAT(3, 40, 180, 3), nil},
		{"4-SAT", solvertest.RandomKSAT(3, 70, 730, 4), Below(4)},
		{"mixed lengths", solvertest.RandomLengths(1, 90, 730, 3, 5), Below(3)},
		{"mixed lengths with models", solvertest.RandomLengths(2, 50, 360, 3, 5), Below(3)},
		{"structured", families.Pigeons(7, 6, families.Pairwise), nil},
	}
}
