package conformance_test

import (
	"slices"
	"testing"

	"transat/balance"
	"transat/balance/conformance"
	"transat/balance/script"
)

// The policies that are built in, and their twins, do nothing wrong. What is no policy cannot be checked.
func TestPoliciesConform(t *testing.T) {
	shipped, err := script.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range append(balance.Policies(), shipped...) {
		if testing.Short() && !slices.Contains([]string{"ideal", "physical", "lade", "liquid-c5.star", "steal.star", "plb"}, spec.Name) {
			continue
		}
		t.Run(spec.Name, func(t *testing.T) {
			t.Parallel()
			chosen, err := spec.Choose("")
			if err != nil {
				t.Fatal(err)
			}
			report, err := conformance.Check(t.Context(), chosen)
			if spec.Bound || spec.Place != nil {
				if err == nil {
					t.Error("it is checked")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range report.Faults {
				t.Error(f)
			}
			if report.Runs < 10 || len(report.Topologies) == 0 {
				t.Errorf("%d runs, on %v", report.Runs, report.Topologies)
			}
		})
	}
}
