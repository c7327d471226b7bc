package sim

import (
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// tilted is a tree whose levels are not those of its depth.
type tilted struct{ *balancetest.Tree }

func (tilted) Level(e balancetest.Element) int { return 8*int(e.Depth) + 40*int(e.First%7) }

// Elements that are dealt out by an estimate lie where they would if that were the policy's own, and elsewhere than by another one.
func TestDealIsByItsOwnEstimate(t *testing.T) {
	mesh, maker, spec := picked(t, "none", 4, 4)
	run := func(load, deal string) balance.Ticks {
		cfg := Config[balancetest.Element]{
			Tree: tilted{&balancetest.Tree{Nodes: 2000, Seed: 3}}, Topology: mesh, Physical: mesh, Cost: CostModels()[0],
			Policy: maker, Received: spec.Received, Estimate: estimate(t, load), Start: StartSpread, Seed: 1,
		}
		if deal != "" {
			cfg.Deal = estimate(t, deal)
		}
		r, err := Run(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		return r.Time // of the processor that got most
	}
	byAlpha, byNumber := run("alpha", ""), run("count", "")
	if byAlpha == byNumber {
		t.Fatal("the tree does not tell the two apart")
	}
	if got := run("alpha", "count"); got != byNumber {
		t.Errorf("dealt out by number it takes %d ns, want %d", got, byNumber)
	}
	if got := run("count", "alpha"); got != byAlpha {
		t.Errorf("dealt out by alpha it takes %d ns, want %d", got, byAlpha)
	}
}
