package solver

import (
	"context"
	"strings"
	"testing"
)

func TestSolveRefuses(t *testing.T) {
	var known []string
	for _, rule := range Rules() {
		known = append(known, rule.Name)
	}
	tests := []struct {
		name string
		f    *Formula
		rule string
		want string
	}{
		{"rule", NewFormula(1), "bohm", `unknown branching rule "bohm"; the rules are ` + strings.Join(known, ", ")},
		{"variables", NewFormula(MaxVars + 1), "", "formula too large: 268435457 variables and 0 literals, at most 268435456 and 2147483647 are allowed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Solve(context.Background(), test.f, Options{Rule: test.rule})
			if err == nil || err.Error() != test.want {
				t.Errorf("the error is %v, want %s", err, test.want)
			}
			if _, err := NewLive(context.Background(), test.f, LiveOptions{Rule: test.rule}); err == nil {
				t.Error("NewLive accepts it")
			}
			if _, err := Record(context.Background(), test.f, RecordOptions{Rule: test.rule}); err == nil {
				t.Error("Record accepts it")
			}
		})
	}
}
