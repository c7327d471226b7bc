package recording

import (
	"context"
	"errors"
	"slices"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/experiment"
)

// scene is a run to record.
type scene struct {
	policy  string
	kind    string // of topology; "" for the policy's own
	sides   []int
	nodes   int64
	seed    uint64
	options Options
	change  func(*sim.Config[balancetest.Element])
}

// recorded is a run that was recorded, with all that a timeline tells.
type recorded struct {
	scene  scene
	run    *Run
	events []sim.TimelineEvent
	moves  []int32 // by number, from 1 on: the move before
	looks  []worked
	result balance.Result
}

// worked is by which moves all processors have what they work on.
type worked struct {
	at   balance.Ticks
	busy []bool
	move []int32
}

// record runs a scene.
func record(t testing.TB, s scene) recorded {
	t.Helper()
	chosen, err := balance.Choose(s.policy)
	if err != nil {
		t.Fatal(err)
	}
	network := topology.Network(nil)
	if s.kind == "" {
		network, _, err = balance.OwnNetwork(chosen, func(kind string) (topology.Network, error) { return topology.New(kind, s.sides...) })
	} else {
		network, err = topology.New(s.kind, s.sides...)
	}
	if err != nil {
		t.Fatal(err)
	}
	grid, err := topology.NewGrid("mesh", s.sides...)
	if err != nil {
		t.Fatal(err)
	}
	maker, err := chosen.For(network)
	if err != nil {
		t.Fatal(err)
	}
	estimate, err := balance.ChooseEstimate(chosen.Spec.Estimate)
	if err != nil {
		t.Fatal(err)
	}
	tree := &balancetest.Tree{Nodes: s.nodes, Seed: s.seed}
	cfg := sim.Config[balancetest.Element]{
		Tree: tree, Topology: network, Physical: grid, Cost: sim.CostModels()[0], Policy: maker,
		Received: chosen.Spec.Received, Estimate: estimate, Seed: s.seed,
	}
	if place := chosen.Spec.Place; place != nil {
		cfg.Start = sim.StartFrontier
		cfg.Placement = &sim.Placement{Pieces: int(chosen.Values["pieces"]), Deal: func(loads []float64) []int {
			return place(network, chosen.Values, loads, s.seed)
		}}
	}
	if s.change != nil {
		s.change(&cfg)
	}
	recorder := New(s.options)
	work, nodes, _ := tree.Subtree(tree.Root())
	about := experiment.Recording{
		Setup: compare.Setup{
			Policy: chosen, Topology: network, Physical: cfg.Physical, Cost: cfg.Cost, Estimate: estimate, Seed: s.seed,
			Start: "root",
		},
		Tree: "synthetic", Work: work, Nodes: nodes, Expected: cfg.Cost.Expand(work, nodes) / balance.Ticks(grid.Procs()),
	}
	var watch compare.Watch
	recorder.Begin(about, &watch, func(err error) { t.Fatal(err) })
	timeline := watch.Timeline
	r := recorded{scene: s}
	cfg.Timeline = &sim.Timeline{
		Look: func(v *sim.View) balance.Ticks {
			if v.Move != nil {
				r.looks = append(r.looks, worked{v.Time, slices.Clone(v.Busy), slices.Clone(v.Move)})
			}
			return timeline.Look(v)
		},
		Event: func(m sim.TimelineEvent) {
			r.events = append(r.events, m)
			timeline.Event(m)
		},
		Moved: func(number, earlier int32) bool {
			r.moves = append(r.moves, earlier)
			return timeline.Moved(number, earlier)
		},
	}
	if r.result, err = sim.Run(context.Background(), cfg); err != nil && !errors.Is(err, sim.ErrLimit) {
		t.Fatal(err)
	}
	if err := recorder.End(r.result); err != nil {
		t.Fatal(err)
	}
	r.run = recorder.Run()
	return r
}

// scenes are runs of all policies on several networks.
func scenes() []scene {
	var all []scene
	central, others := 0, 0 // each counts by itself, so another policy of the others does not change the seeds of the central ones
	for _, spec := range balance.Policies() {
		if spec.Bound {
			central++
			continue
		}
		i, nodes := central, int64(2000)
		if balancetest.Central(spec) {
			central++
		} else {
			i, nodes = others, 400
			others++
		}
		s := scene{policy: spec.Name, sides: []int{4, 6}, nodes: nodes, seed: uint64(i + 1), options: Options{Looks: 100}}
		switch {
		case spec.Name == "none":
			s.nodes = 200
		case i%3 == 1:
			s.options = Options{Parcels: 300, Looks: 50, Moves: 40}
		case i%3 == 2:
			s.options = Options{Looks: 100, From: 100 * balance.Millisecond, To: 300 * balance.Millisecond}
		}
		all = append(all, s)
	}
	return append(
		all,
		scene{policy: "steal", kind: "hypercube", sides: []int{4, 4}, nodes: 1000, seed: 3},
		scene{policy: "plb", kind: "tree", sides: []int{15}, nodes: 2000, seed: 4},
		scene{policy: "lade", kind: "debruijn", sides: []int{4, 4}, nodes: 1000, seed: 5},
		scene{policy: "lade", kind: "ring", sides: []int{3, 5}, nodes: 1000, seed: 6},
		scene{
			policy: "random-polling", kind: "torus", sides: []int{3, 4, 5}, nodes: 1000, seed: 7,
			options: Options{Looks: 100, Parcels: -1}, change: onTorus,
		},
		scene{
			policy: "steal-half", kind: "clique", sides: []int{4, 3}, nodes: 1000, seed: 8,
			change: func(c *sim.Config[balancetest.Element]) { c.Limit = 100 * balance.Millisecond },
		},
		scene{policy: "plb", sides: []int{1}, nodes: 20, seed: 9},
	)
}

// onTorus gives the machine a torus.
func onTorus(c *sim.Config[balancetest.Element]) {
	grid, err := topology.NewGrid("torus", c.Physical.Sides()...)
	if err != nil {
		panic(err)
	}
	c.Physical = grid
}
