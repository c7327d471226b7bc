package sim

import (
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/topology"
)

// even is a tree of which the level tells the size of a subtree: it is binary, and all leaves are on one level, its
// value.
type even int

func (even) Root() int          { return 0 }
func (even) Level(e int) int    { return 8 * e }
func (c even) size(e int) int64 { return 1<<(int(c)-e+1) - 1 }

func (c even) Expand(e int, dst []int) ([]int, int64, int64, bool) {
	if e < int(c) {
		dst = append(dst, e+1, e+1)
	}
	return dst, 200, 1, false
}

func (c even) Finish(e int) (int64, int64, bool) { return 200 * c.size(e), c.size(e), false }

func (even) Subtree(int) (int64, int64, int64) { return 0, 0, 0 }

// wild is a tree of which the level tells nothing: below a broad root, an element has eight children or none, by chance.
type wild struct{ nodes *int64 }

type wildElement struct {
	state uint64
	level int
}

const wildRoot = 400

func (wild) Root() wildElement       { return wildElement{state: 5} }
func (wild) Level(e wildElement) int { return e.level }

func (w wild) Expand(e wildElement, dst []wildElement) ([]wildElement, int64, int64, bool) {
	children := 0
	switch {
	case e.level == 0:
		children = wildRoot
	case mix(e.state)%1000 < 120:
		children = 8
	}
	for i := range children {
		dst = append(dst, wildElement{mix(e.state + uint64(i) + 1), e.level + 1})
	}
	*w.nodes++
	return dst, 200, 1, false
}

func (w wild) Finish(e wildElement) (work, nodes int64, found bool) {
	open := []wildElement{e}
	for len(open) > 0 {
		e, open = open[len(open)-1], open[:len(open)-1]
		open, _, _, _ = w.Expand(e, open)
		nodes++
	}
	return 200 * nodes, nodes, false
}

func (wild) Subtree(wildElement) (int64, int64, int64) { return 0, 0, 0 }

// picked is a policy, made for a mesh.
func picked(t *testing.T, policy string, sides ...int) (*topology.Grid, balance.Maker, balance.Spec) {
	t.Helper()
	chosen, err := balance.Choose(policy)
	if err != nil {
		t.Fatal(err)
	}
	mesh := grid(t, "mesh", sides...)
	maker, err := chosen.For(mesh)
	if err != nil {
		t.Fatal(err)
	}
	return mesh, maker, chosen.Spec
}

// searched searches a tree on a machine of so many processors.
func searched[E any](t *testing.T, tree balance.Tree[E], policy string, cost CostModel, sides ...int) balance.Result {
	t.Helper()
	return searchedLate(t, tree, policy, cost, Late{}, sides...)
}

// searchedLate is searched where some processors join late.
func searchedLate[E any](t *testing.T, tree balance.Tree[E], policy string, cost CostModel, late Late, sides ...int) balance.Result {
	t.Helper()
	mesh, maker, spec := picked(t, policy, sides...)
	r, err := Run(t.Context(), Config[E]{
		Tree: tree, Topology: mesh, Physical: mesh, Cost: cost, Speeds: Speeds{Late: late},
		Policy: maker, Received: spec.Received, Estimate: estimate(t, spec.Estimate), Seed: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// adaptively searches a tree on 4x4 processors.
func adaptively[E any](t *testing.T, tree balance.Tree[E], policy string) balance.Result {
	t.Helper()
	return searched(t, tree, policy, CostModels()[0], 4, 4)
}

// Where loads tell the sizes of subtrees, most nodes pass through no list, and that saves time.
func TestAdaptiveFindsTheGrainWhereLoadTellsSize(t *testing.T) {
	tree := even(16)
	all, some := adaptively(t, tree, "adaptive:block=0"), adaptively(t, tree, "adaptive")
	if all.Taken != all.Nodes || some.Nodes != all.Nodes {
		t.Errorf("without a grain %d of %d nodes are taken from lists, with one %d are expanded", all.Taken, all.Nodes, some.Nodes)
	}
	if 2*some.Taken > all.Taken || some.Time >= all.Time {
		t.Errorf("with a grain %d elements are taken in %d ns, without %d in %d ns", some.Taken, some.Time, all.Taken, all.Time)
	}
}

// Where they do not, nothing is risked: as good as all is split.
func TestAdaptiveSplitsAllWhereLoadTellsNothing(t *testing.T) {
	tree := wild{new(int64)}
	all, some := adaptively(t, tree, "adaptive:block=0"), adaptively(t, tree, "adaptive")
	if float64(some.Taken) < 0.99*float64(all.Taken) || float64(some.Time) > 1.02*float64(all.Time) {
		t.Errorf("%d elements are taken in %d ns, want about %d in %d ns", some.Taken, some.Time, all.Taken, all.Time)
	}
}

// slowly searches a tree on 16x16 processors whose links are slow: moving an element takes as long as several nodes on every one.
func slowly(t *testing.T, policy string) balance.Result {
	t.Helper()
	return searched(t, even(14), policy, meiko(t), 16, 16)
}

// It pays to ask near there.
func TestAdaptiveAsksNearWhereMovingTakesLong(t *testing.T) {
	near, anybody := slowly(t, "adaptive:even=0"), slowly(t, "adaptive:even=0:near=0")
	if float64(near.Time) > 0.9*float64(anybody.Time) {
		t.Errorf("it takes %d ns, and %d ns if anybody is asked", near.Time, anybody.Time)
	}
}

// It pays more to even out loads before anybody is idle. Where links are fast, nobody does.
func TestAdaptiveEvensOutOnSlowLinks(t *testing.T) {
	balancetest.SkipShort(t)
	evened, asked := slowly(t, "adaptive"), slowly(t, "adaptive:even=0")
	if float64(evened.Time) > 0.9*float64(asked.Time) {
		t.Errorf("it takes %d ns, and %d ns by asking alone", evened.Time, asked.Time)
	}
	if evened.Phases == 0 || asked.Phases > 0 {
		t.Errorf("%d elements were sent to even out loads, and %d by asking alone", evened.Phases, asked.Phases)
	}
	if fast := adaptively(t, even(16), "adaptive"); fast.Phases > 0 {
		t.Errorf("%d elements were sent to even out loads on fast links", fast.Phases)
	}
}
