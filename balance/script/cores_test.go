package script_test

import (
	"errors"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/cores"
	"transat/balance/script"
	"transat/balance/topology"
)

// search searches a synthetic tree on real cores under a policy.
func search(t testing.TB, spec balance.Spec) (balance.Result, error) {
	t.Helper()
	kind := spec.Kinds[0]
	g, err := topology.New(kind, 5)
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := spec.Choose("")
	if err != nil {
		t.Fatal(err)
	}
	maker, err := chosen.For(g)
	if err != nil {
		t.Fatal(err)
	}
	estimate, err := balance.ChooseEstimate(spec.Estimate)
	if err != nil {
		t.Fatal(err)
	}
	tree := &balancetest.Tree{Nodes: 20_000, Seed: 1}
	walk := cores.NewWalk(tree)
	m, err := cores.New(cores.Config[cores.Part[balancetest.Element]]{
		Topology: g, Policy: maker, Received: spec.Received, Estimate: estimate, Threads: 2, Quantum: 20,
		Search:   func(int) (cores.Search[cores.Part[balancetest.Element]], error) { return cores.NewWalk(tree), nil },
		Level:    walk.Level,
		Elements: []cores.Part[balancetest.Element]{walk.Root()},
	})
	if err != nil {
		return balance.Result{}, err
	}
	return m.Run(t.Context())
}

// On real cores, the scripts search a tree to its end: several processors are in callbacks of one program at the same
// time (run with -race).
func TestScriptsOnCores(t *testing.T) {
	for _, x := range twins(t) {
		if x.name == "liquid-c5" || x.name == "lade" { // defined on grids with two sides first
			x.script.Kinds = []string{"ring"}
		}
		if x.name == "dn" || x.name == "diffusion" {
			x.script.Kinds = []string{"clique"}
		}
		t.Run(x.name, func(t *testing.T) {
			result, err := search(t, x.script)
			if err != nil || result.Nodes != 20_000 {
				t.Errorf("%d nodes, %v", result.Nodes, err)
			}
		})
	}
}

// A mistake in one of the processors ends the run on all of them.
func TestMistakesOnCores(t *testing.T) {
	spec, err := script.Open(write(t, "x.star",
		"topologies = [\"ring\"]\nstart = lambda p: p.wake_after(p.rank)\nwake = lambda p: [][p.rank]\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = search(t, spec)
	var wrong *script.Error
	if !errors.As(err, &wrong) || wrong.Line != 3 || wrong.Where == "" {
		t.Errorf("%v, want a mistake in line 3", err)
	}
}
