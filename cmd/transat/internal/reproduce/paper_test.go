package reproduce_test

import (
	"fmt"
	"math"
	"testing"

	"transat/balance"
	"transat/balance/topology"
	"transat/cmd/transat/internal/reproduce"
	"transat/instances"
)

// The sequential time that no row prints follows from each of them, but for the rounding of its time
// (to half a second of 108 at the worst).
func TestRowsAgreeOnTheSequentialTime(t *testing.T) {
	for _, r := range reproduce.Rows() {
		got := float64(r.Procs()) * r.Time * r.Efficiency / 100
		if want := reproduce.Sequential(r.Sample); math.Abs(got/want-1) > 0.005 {
			t.Errorf("Table %d, n = %d, %s (%s): n · time · efficiency is %.0f s, want about %.0f s",
				r.Table, r.Procs(), r.Topology, r.Estimate, got, want)
		}
	}
}

func TestRowsCanBeSimulated(t *testing.T) {
	if n := len(reproduce.Rows()); n != 6+4+5 {
		t.Errorf("%d rows, want those of three tables", n)
	}
	for _, r := range reproduce.Rows() {
		if _, err := instances.Open(r.Sample); err != nil {
			t.Error(err)
		}
		if _, err := balance.ChooseEstimate(r.Estimate); err != nil {
			t.Error(err)
		}
		policy, err := balance.Choose(r.Policy)
		if err != nil {
			t.Fatal(err)
		}
		network, err := topology.New(r.Topology, r.Sides...)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := policy.For(network); err != nil {
			t.Error(err)
		}
	}
}

func TestSequentialOfOtherSamples(t *testing.T) {
	if got := reproduce.Sequential("100-430-3"); got != 0 {
		t.Errorf("got %v s for a sample that the paper does not have", got)
	}
}

func ExampleTable4() {
	for _, row := range reproduce.Table4() {
		fmt.Println(row.Policy, row.Topology, row.Efficiency)
	}
	// Output:
	// lade mesh 81.3
	// lade debruijn 80.9
	// lade hypercube 68.5
	// lade ring 33.8
	// lade torus 81.5
}
