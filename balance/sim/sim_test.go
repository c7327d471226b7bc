package sim

import (
	"context"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/topology"
)

func TestTry(t *testing.T) {
	for _, name := range []string{"plb", "liquid-c5", "lade", "steal", "none"} {
		c, err := balance.Choose(name)
		if err != nil {
			t.Fatal(err)
		}
		g, _ := topology.New(c.Spec.Kinds[0], 8, 8)
		ph, _ := topology.New("mesh", 8, 8)
		mk, err := c.For(g)
		if err != nil {
			t.Fatal(err)
		}
		est, _ := balance.ChooseEstimate(c.Spec.Estimate)
		r, err := Run(context.Background(), Config[balancetest.Element]{
			Tree: &balancetest.Tree{Nodes: 1000000, Seed: 1}, Topology: g, Physical: ph, Machine: Machines()[0],
			Policy: mk, Received: c.Spec.Received, Estimate: est, Seed: 1,
		})
		t.Logf("%s %v %.2f eff %.3f idle %.2f %+v", name, err, r.Seconds(), r.Efficiency(), r.MeanSeconds(r.Idle), r)
		if r.Busy+r.Take+r.Install+r.Message+r.Route+r.Placing+r.Idle != balance.Ticks(r.Procs)*r.Time {
			t.Errorf("books do not balance")
		}
	}
}
