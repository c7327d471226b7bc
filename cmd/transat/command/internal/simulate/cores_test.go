package simulate

import (
	"testing"

	"transat/instances"
	"transat/solver"
)

// The formula that is taken if none is given has no model: runs that stop at one cannot be compared.
func TestCoresDemoIsUnsatisfiable(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	set, err := instances.Open(coresDemo)
	if err != nil {
		t.Fatal(err)
	}
	f, err := set.Instances[0].Formula()
	if err != nil {
		t.Fatal(err)
	}
	result, err := solver.Solve(t.Context(), f, solver.Options{Rule: "weights"})
	if err != nil || result.Verdict != solver.Unsatisfiable {
		t.Errorf("%s is %v, error %v", coresDemo, result.Verdict, err)
	}
}
