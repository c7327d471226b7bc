package dpll_test

import (
	"context"
	"strings"
	"testing"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/rules"
	"transat/solver/tree"
)

func TestSolveRefuses(t *testing.T) {
	var known []string
	for _, rule := range rules.All() {
		known = append(known, rule.Name)
	}
	tests := []struct {
		name string
		f    *cnf.Formula
		rule string
		want string
	}{
		{"rule", cnf.NewFormula(1), "bohm", `unknown branching rule "bohm"; the rules are ` + strings.Join(known, ", ")},
		{
			"variables", cnf.NewFormula(cnf.MaxVars + 1), "",
			"formula too large: 268435457 variables and 0 literals, at most 268435456 and 2147483647 are allowed",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := dpll.Solve(context.Background(), test.f, dpll.Options{Rule: test.rule})
			if err == nil || err.Error() != test.want {
				t.Errorf("the error is %v, want %s", err, test.want)
			}
			if _, err := dpll.NewLive(context.Background(), test.f, dpll.LiveOptions{Rule: test.rule}); err == nil {
				t.Error("NewLive accepts it")
			}
			if _, err := tree.Record(context.Background(), test.f, tree.Options{Rule: test.rule}); err == nil {
				t.Error("Record accepts it")
			}
		})
	}
}
