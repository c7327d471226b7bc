package experiment

import (
	"testing"

	"transat/balance"
	"transat/balance/sim"
)

func TestStartsTellStaticPoliciesApart(t *testing.T) {
	row := func(policy string, start sim.Start) Row {
		chosen, err := balance.Choose(policy)
		if err != nil {
			t.Fatal(err)
		}
		return Row{Setup: Setup{Policy: chosen, Start: start}}
	}
	for _, tc := range []struct {
		name string
		rows []Row
		want string
	}{
		{"root", []Row{row("plb", sim.StartRoot), row("dn", sim.StartRoot)}, "start at root"},
		{"spread", []Row{row("plb", sim.StartSpread)}, "start spread over all"},
		{"static", []Row{row("physical", sim.StartRoot)}, "start at a frontier"},
		{
			"both",
			[]Row{row("physical", sim.StartRoot), row("dn", sim.StartRoot), row("physical:mu=0.5", sim.StartRoot)},
			"start at root (physical, physical:mu=0.5: at a frontier)",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := Starts(tc.rows); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}
