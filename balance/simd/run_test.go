package simd

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

type element = balancetest.Element

// once is a tree that counts how often each of its nodes is expanded.
type once struct {
	*balancetest.Tree
	expanded []int
	elements int64 // that were expanded
}

func (o *once) Expand(e element, dst []element) ([]element, int64, int64, bool) {
	children, work, nodes, found := o.Tree.Expand(e, dst)
	o.elements++
	for i := range nodes { // depth first, as the nodes are numbered
		o.expanded[e.First-1+i]++
	}
	return children, work, nodes, found
}

// randomSearch draws a small search in which anything can be different, solutions among it.
func randomSearch(t *rapid.T) (Config[element], *once) {
	policy := rapid.SampledFrom(append(balancetest.StepPolicies(), frontEnds(t)...)).Draw(t, "policy")
	tree := &balancetest.Tree{Nodes: rapid.Int64Range(1, 2000).Draw(t, "nodes"), Seed: rapid.Uint64().Draw(t, "tree")}
	if rapid.Bool().Draw(t, "satisfiable") {
		tree.Solution = rapid.Int64Range(1, tree.Nodes).Draw(t, "solution")
	}
	tree.Unit = rapid.SampledFrom([]int64{0, 2, 30}).Draw(t, "unit")
	counted := &once{Tree: tree, expanded: make([]int, tree.Nodes)}
	cost := func(name string) balance.Ticks { return balance.Ticks(rapid.Int64Range(0, 1e6).Draw(t, name)) }
	policy.Spec.Received = rapid.SampledFrom([]balance.End{balance.Top, balance.Bottom}).Draw(t, "received")
	return Config[element]{
		Tree: counted, Network: networks(t, policy), Policy: policy,
		Expansions: rapid.IntRange(0, 3).Draw(t, "expansions"), Balances: rapid.IntRange(0, 3).Draw(t, "balances"),
		Cost: CostModel{
			Name: "random", WorkTime: 1 + cost("WorkTime"), NodeTime: cost("NodeTime"), StepTime: cost("StepTime"),
			RuleTime: cost("RuleTime"), ShiftTime: cost("ShiftTime"), ByteTime: cost("ByteTime"), RouterTime: cost("RouterTime"),
			ElementBytes: rapid.IntRange(0, 100).Draw(t, "ElementBytes"),
		},
	}, counted
}

func TestSearchExpandsEveryNodeOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg, tree := randomSearch(t)
		var loads []int32
		cfg.Trace = func(s Step) { loads = s.Loads }
		r, err := Run(context.Background(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		sum := r.Busy + r.Wait + r.Idle + r.Message + r.Balance
		if all := balance.Ticks(r.Procs) * r.Time; sum != all {
			t.Fatalf("the books are off by %d ns: %+v", sum-all, r)
		}
		expanded := int64(0)
		for i, times := range tree.expanded {
			expanded += int64(times)
			if times > 1 || times == 0 && tree.Solution == 0 {
				t.Fatalf("node %d was expanded %d times", i+1, times)
			}
		}
		if r.Nodes != expanded || r.Found != (tree.Solution > 0) || r.Found && tree.expanded[tree.Solution-1] == 0 {
			t.Fatalf("%d nodes were expanded, and the solution is %d: %+v", expanded, tree.Solution, r)
		}
		if r.IdleSteps+tree.elements != int64(r.Procs)*int64(r.Steps) {
			t.Fatalf("idle or expanding, all the time: %+v", r)
		}
		for rank, load := range loads {
			if load < 0 || load > 0 && !r.Found {
				t.Fatalf("at the end, processor %d has %d elements", rank, load)
			}
		}
	})
}

func TestSearchIsTheNaiveOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg, _ := randomSearch(t)
		got, err := Run(context.Background(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(searchNaively(cfg), got); diff != "" {
			t.Fatalf("-naive +got:\n%s", diff)
		}
	})
}

// star is a tree whose root has the given children, and these as many leaves as they are worth. A node's
// work is its own number; so the children may be told apart by it.
type star []int

func (s star) Root() int { return 0 }

func (s star) Expand(e int, dst []int) ([]int, int64, int64, bool) {
	if e == 0 {
		return append(dst, s...), 10, 1, false
	}
	return dst, int64(e), 1, e == 13
}

func (s star) Finish(int) (work, nodes int64, found bool) { panic("the machine expands every node") }

func (s star) Level(int) int                             { panic("the machine does not estimate loads") }
func (s star) Subtree(int) (work, nodes, elements int64) { return 0, 0, 0 }

// unitCost makes hand calculation easy: a unit of work takes 1 ns, and an element 1000 to be shifted.
func unitCost() CostModel {
	return CostModel{
		Name: "unit", WorkTime: 1, NodeTime: 100, StepTime: 7, RuleTime: 20, ShiftTime: 800, ByteTime: 2,
		RouterTime: 1e6, ElementBytes: 100,
	}
}

// A torus of 1×4 is one ring, so a balancing step under C5 is one substep. By hand, the oldest element on the
// left, in brackets the one that is expanded:
//
//	step  processor 0    1    2    3    longest   and then
//	1     [0]                           10+100    the root has five children, the first on top
//	      5 4 3 2 1                               5, the oldest, goes to 1
//	2     4 3 2 [1]      [5]            5+100     4 goes
//	3     3 [2]          [4]            4+100     3 goes
//	4                    [3]            3+100
func TestSearchByHand(t *testing.T) {
	var trace []Step
	got, err := Run(t.Context(), Config[int]{
		Tree: star{1, 2, 3, 4, 5}, Network: network(t, "torus", 1, 4), Policy: choose(t, "liquid-c5"), Cost: unitCost(),
		Trace: func(s Step) {
			s.Loads = append([]int32(nil), s.Loads...)
			trace = append(trace, s)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	const balancing = 20 + 4*2 + 1000 // one direction heard, one shift
	want := Result{
		Steps: 4, IdleSteps: 4*4 - 6, Balances: 3, Shifts: 3,
		Result: balance.Result{
			Procs: 4, Time: 110 + 105 + 104 + 103 + 4*7 + 3*balancing,
			Work: 25, Nodes: 6, Sequential: 25 + 6*100, Sent: 3, Messages: 3 * 4, Hops: 3 + 3*4, Phases: 4 * 3,
			Busy: 625, Wait: 4 + 2, Idle: 3*110 + 2*105 + 2*104 + 3*103, Message: 4 * 4 * 7, Balance: 4 * 3 * balancing,
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	steps := []Step{
		{Step: 1, Time: 117 + balancing, Working: 1, Sent: 1, Loads: []int32{4, 1, 0, 0}},
		{Step: 2, Time: 229 + 2*balancing, Working: 2, Sent: 1, Loads: []int32{2, 1, 0, 0}},
		{Step: 3, Time: 340 + 3*balancing, Working: 2, Sent: 1, Loads: []int32{0, 1, 0, 0}},
		{Step: 4, Time: 450 + 3*balancing, Working: 1, Loads: []int32{0, 0, 0, 0}},
	}
	if diff := cmp.Diff(steps, trace); diff != "" {
		t.Errorf("trace -want +got:\n%s", diff)
	}
}

// All finish the step in which one finds a solution, however early it is found in that step.
func TestSolutionEndsAfterItsStep(t *testing.T) {
	r, err := Run(t.Context(), Config[int]{
		Tree: star{20, 2, 3, 4, 13}, Network: network(t, "torus", 1, 4), Policy: choose(t, "liquid-c5"), Cost: unitCost(),
	})
	if err != nil {
		t.Fatal(err)
	}
	// 13, the oldest, was shifted after the first step; beside it, 20 is expanded.
	if !r.Found || r.Steps != 2 || r.Nodes != 3 || r.Wait != 7 {
		t.Errorf("%+v", r)
	}
}

// Whatever goes one way goes at the same time; what goes several ways takes the sum of the times.
func TestShiftsAreCountedPerDirection(t *testing.T) {
	children := make(star, 50)
	for i := range children {
		children[i] = 100 + i
	}
	for _, c := range []struct {
		policy, kind string
		sides        []int
		shifts       int64
		per          balance.Ticks // a shift
	}{
		{"nna-sync", "torus", []int{5, 5}, 40, 1000},          // four portions of 10
		{"nna-sync", "mesh", []int{5, 5}, 17 + 17, 1000},      // in the corner: two portions of 50/3, rounded up
		{"nna-sync", "clique", []int{5}, 40, 800 + 100*1e6},   // through the router
		{"nna-sync", "torus", []int{5, 1, 5}, 40, 1000},       // still a torus of two dimensions
		{"nna-sync", "torus", []int{3, 3, 3}, 45, 800 + 1e8},  // six portions of 50/7, three rounded up
		{"liquid-c5", "torus", []int{5, 5}, 2, 1000},          // one in each dimension
		{"dimension-exchange", "hypercube", []int{2}, 25, -1}, // half; the times are checked elsewhere
	} {
		cfg := Config[int]{Tree: children, Network: network(t, c.kind, c.sides...), Policy: choose(t, c.policy), Cost: unitCost()}
		cfg.Cost.RuleTime = 0
		cfg.Limit = 1 // the balancing step under way when it is passed is the last
		r, err := Run(t.Context(), cfg)
		if !errors.Is(err, ErrLimit) {
			t.Fatal(err)
		}
		told := balance.Ticks(0)
		if c.policy == "liquid-c5" {
			told = 2 * 4 * 2
		}
		if r.Shifts != c.shifts || c.per > 0 && r.Balance != balance.Ticks(r.Procs)*(balance.Ticks(c.shifts)*c.per+told) {
			t.Errorf("%s on %v: %d shifts in %d ns, want %d of %d ns each", c.policy, cfg.Network, r.Shifts,
				r.Balance/balance.Ticks(r.Procs), c.shifts, c.per)
		}
	}
}

// Lists have room for more than they begin with, wherever their first element lies.
func TestSearchWithLongLists(t *testing.T) {
	children := make(star, 1000)
	for i := range children {
		children[i] = 100 + i
	}
	for _, policy := range []string{"liquid-c1", "nna-sync"} {
		r, err := Run(t.Context(), Config[int]{
			Tree: children, Network: network(t, "torus", 2, 3), Policy: choose(t, policy), Cost: unitCost(),
		})
		if want := int64(1001); err != nil || r.Nodes != want || r.Work != 10+1000*100+999*1000/2 {
			t.Errorf("%s: %+v, %v; want %d nodes", policy, r, err, want)
		}
	}
}

func TestSearchRefuses(t *testing.T) {
	good := Config[element]{
		Tree: &balancetest.Tree{Nodes: 10}, Network: network(t, "torus", 2, 2), Policy: choose(t, "liquid-c5"), Cost: unitCost(),
	}
	for _, c := range []struct {
		name, want string
		spoil      func(*Config[element])
	}{
		{"no rule", "policy plb does not work in synchronous steps", func(c *Config[element]) { c.Policy = choose(t, "plb") }},
		{"no rings", "policy liquid-c5 is not defined on a mesh", func(c *Config[element]) { c.Network = network(t, "mesh", 2, 2) }},
		{"no work time", "machine unit: WorkTime is 0 ns, must be at least 1 ns", func(c *Config[element]) { c.Cost.WorkTime = 0 }},
		{"negative time", "machine unit: a number of its cost model is negative", func(c *Config[element]) { c.Cost.RouterTime = -1 }},
		{"negative size", "machine unit: a number of its cost model is negative", func(c *Config[element]) { c.Cost.ElementBytes = -1 }},
		{
			"balancing backwards", "1 expansions and then -2 balancing steps: both must be at least 1",
			func(c *Config[element]) { c.Expansions, c.Balances = 1, -2 },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := good
			c.spoil(&cfg)
			r, err := Run(t.Context(), cfg)
			if err == nil || !strings.Contains(err.Error(), c.want) || r != (Result{}) {
				t.Errorf("%+v, %v; want %s", r, err, c.want)
			}
		})
	}
}

func TestSearchEndsEarly(t *testing.T) {
	cfg := Config[element]{
		Tree: &balancetest.Tree{Nodes: 1_000_000}, Network: network(t, "torus", 8, 8), Policy: choose(t, "liquid-c5"), Cost: unitCost(),
		Limit: 1e6,
	}
	r, err := Run(t.Context(), cfg)
	if !errors.Is(err, ErrLimit) || r.Time <= cfg.Limit || r.Nodes == 0 {
		t.Errorf("limit: %v, %+v", err, r)
	}
	cfg.Limit = 0
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	told := int64(-1)
	cfg.Progress = func(work int64) {
		if told = work; work > 0 {
			cancel(why)
		}
	}
	r, err = Run(ctx, cfg)
	if !errors.Is(err, why) || told != r.Work && told <= 0 || r.Nodes == 0 || r.Nodes == 1_000_000 {
		t.Errorf("canceled after %d units of work: %v, %+v", told, err, r)
	}
	// A machine so slow that the sum of all processors' times would not fit ends in time.
	cfg.Progress = nil
	cfg.Cost.WorkTime = math.MaxInt64 / 100 / 64 / 150
	if r, err = Run(t.Context(), cfg); !errors.Is(err, ErrLimit) || r.Idle <= 0 {
		t.Errorf("slow machine: %v, %+v", err, r)
	}
}

func TestChooseCostModel(t *testing.T) {
	for _, c := range CostModels() {
		if c.Title == "" || c.Source == "" {
			t.Errorf("%s: title %q, source %q", c.Name, c.Title, c.Source)
		}
		got, err := ChooseCostModel(c.Name)
		if diff := cmp.Diff(c, got); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
		if err := c.check(); err != nil {
			t.Error(err)
		}
	}
	unknown := &balance.UnknownError{}
	if _, err := ChooseCostModel("maspar"); !errors.As(err, &unknown) || len(unknown.Known) != len(CostModels()) {
		t.Errorf("%v", err)
	}
}

// The numbers of the preset follow from those of its source.
func TestMasParSource(t *testing.T) {
	c, err := ChooseCostModel("maspar-mp1")
	if err != nil {
		t.Fatal(err)
	}
	const procs = 128 * 128
	for _, n := range []struct {
		name      string
		got, want float64 // ns
	}{
		{"ByteTime", float64(c.ByteTime), procs / 23.0},
		{"RouterTime", float64(c.RouterTime), procs / 1.28},
		{"WorkTime", float64(c.WorkTime), 47_350 * 15e6 / (26_000e6 / procs)},
	} {
		if math.Abs(n.got/n.want-1) > 0.01 {
			t.Errorf("%s is %v, want about %v", n.name, n.got, n.want)
		}
	}
}
