package command

import (
	"context"
	"testing"

	"transat/cmd/transat/internal/exit"
	"transat/instances"
	"transat/solver"
)

func TestCompareOnCoresInterrupted(t *testing.T) {
	for _, line := range []string{"compare --machine=cores --repeat=2 php-5-4", "compare --machine=cores --repeat=2 uts-default"} {
		t.Run(line, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			code, stdout, stderr := transat(t, ctx, line)
			if want := "transat: interrupted after 0 of 10 runs\n"; code != exit.Interrupted || stdout != "" || stderr != want {
				t.Errorf("exit code %d, stdout %q, stderr %q; want %d and %q", code, stdout, stderr, exit.Interrupted, want)
			}
		})
	}
}

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
