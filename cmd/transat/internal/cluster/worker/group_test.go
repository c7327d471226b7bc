package worker

import (
	"testing"

	"transat/cmd/transat/internal/cluster"
)

// A policy that fails again and again is left out: nothing is balanced then, on as many processors.
func TestPolicyThatFailsIsLeftOut(t *testing.T) {
	for _, p := range []cluster.Plan{
		{Policy: "plb", Topology: "mesh"},
		{Policy: "dimension-exchange"},
		{Policy: "steal", Sides: []int{2, 4}},
	} {
		for failed, want := range map[int]bool{0: false, mostFailed - 1: false, mostFailed: true} {
			layout, err := (&group{plan: &p, failed: failed}).lay(8)
			if err != nil {
				t.Fatal(err)
			}
			quiet := layout.Network.Kind() == "line"
			if quiet != want || layout.Network.Procs() != 8 {
				t.Errorf("%s has failed %d times: the network is %v", p.Policy, failed, layout.Network)
			}
		}
	}
}
