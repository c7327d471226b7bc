package simulate

import (
	"testing"

	"transat/cmd/transat/command/internal/cli"
	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// The formula that is taken if none is given has no model: runs that stop at one cannot be compared.
func TestCoresDemoIsUnsatisfiable(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	set, err := instances.Open(cli.CoresDemo)
	if err != nil {
		t.Fatal(err)
	}
	f, err := set.Instances[0].Formula()
	if err != nil {
		t.Fatal(err)
	}
	result, err := dpll.Solve(t.Context(), f, dpll.Options{Rule: "weights"})
	if err != nil || result.Verdict != cnf.Unsatisfiable {
		t.Errorf("%s is %v, error %v", cli.CoresDemo, result.Verdict, err)
	}
}
