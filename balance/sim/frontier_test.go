package sim

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// Whatever goes where, every node is expanded, once as far as the work counts, and the books balance.
func TestFrontierStartLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := randomConfig(t)
		cfg.Start = StartFrontier
		procs := cfg.Topology.Procs()
		cfg.Placement = &Placement{
			Pieces: rapid.IntRange(1, 5).Draw(t, "pieces"),
			Deal: func(loads []float64) []int {
				return rapid.SliceOfN(rapid.IntRange(0, procs-1), len(loads), len(loads)).Draw(t, "ranks")
			},
		}
		r, _, done := explore(t, cfg)
		checkBooks(t, r)
		if !done {
			return
		}
		tree := cfg.Tree.(*balancetest.Tree)
		if r.Found != (tree.Solution > 0) || !r.Found && r.Nodes != tree.Nodes {
			t.Fatalf("found: %v, %d nodes; the tree has %d, and solution %d", r.Found, r.Nodes, tree.Nodes, tree.Solution)
		}
	})
}

// twin is a complete binary tree of work 1000 a node; nodes are numbered like a heap, from 1.
type twin struct{ nodes int }

func (twin) Root() int { return 1 }

func (t twin) Expand(e int, dst []int) ([]int, int64, int64, bool) {
	if 2*e < t.nodes {
		dst = append(dst, 2*e, 2*e+1)
	}
	return dst, 1000, 1, false
}

func (t twin) Finish(e int) (work, nodes int64, found bool) {
	work, nodes, _ = t.Subtree(e)
	return work, nodes, false
}

func (twin) Level(e int) int {
	level := 0
	for ; e > 1; e /= 2 {
		level++
	}
	return level
}

func (t twin) Subtree(e int) (work, nodes, elements int64) {
	for width := 1; e <= t.nodes; e, width = 2*e, 2*width {
		nodes += int64(width)
	}
	return 1000 * nodes, nodes, nodes
}

// Four elements on two processors, of a tree of 15 nodes: neighbours share all but one of the nodes
// above them, and strangers share the root alone.
func TestFrontierStartChargesSharedNodesOnce(t *testing.T) {
	line := grid(t, "line", 2)
	for _, tc := range []struct {
		name  string
		ranks []int
		nodes balance.Ticks // that both processors expand to find their elements
	}{
		{"neighbours together", []int{0, 0, 1, 1}, 4},
		{"neighbours apart", []int{0, 1, 0, 1}, 6},
		{"all on one", []int{1, 1, 1, 1}, 3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := CostModel{Name: "plain", WorkTime: 1000, TakeTime: 7, LinkTime: 1}
			var got []float64
			r, err := Run(context.Background(), Config[int]{
				Tree: twin{15}, Topology: line, Physical: line, Cost: m, Estimate: estimate(t, "alpha"), Start: StartFrontier,
				Placement: &Placement{Pieces: 2, Deal: func(loads []float64) []int { got = loads; return tc.ranks }},
				Policy:    func(int) balance.Policy { return balance.Base{} },
			})
			if err != nil {
				t.Fatal(err)
			}
			checkBooks(t, r)
			if want := tc.nodes * (1000*1000 + 7); r.Placing != want || r.Nodes != 15 {
				t.Errorf("placing takes %d ns, %d nodes are expanded; want %d, 15", r.Placing, r.Nodes, want)
			}
			if len(got) != 4 || slices.Min(got) != slices.Max(got) {
				t.Errorf("the loads are %v, want four equal ones", got)
			}
		})
	}
}

// Of a tree of 15 nodes, 1, 2, 3 and 4 are expanded for five elements: depth first these are 8, 9, 5,
// 6, 7.
func TestFrontierIsDepthFirst(t *testing.T) {
	line := grid(t, "line", 1)
	alpha := estimate(t, "alpha")
	var got []float64
	cfg := Config[int]{
		Tree: twin{15}, Topology: line, Physical: line, Cost: costs(), Estimate: alpha, Start: StartFrontier,
		Placement: &Placement{Pieces: 5, Deal: func(loads []float64) []int { got = loads; return make([]int, len(loads)) }},
		Policy:    func(int) balance.Policy { return balance.Base{} },
	}
	if _, err := Run(context.Background(), cfg); err != nil {
		t.Fatal(err)
	}
	deep, shallow := alpha.Load(3), alpha.Load(2)
	want := []float64{deep, deep, shallow, shallow, shallow}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestFrontierStartErrors(t *testing.T) {
	for _, tc := range []struct {
		name      string
		placement *Placement
		want      string
	}{
		{"none", nil, "start frontier: want a placement of at least 1 element a processor, or in all"},
		{"no pieces", &Placement{}, "start frontier: want a placement of at least 1 element a processor, or in all"},
		{
			"few", &Placement{Pieces: 1, Deal: func([]float64) []int { return []int{0} }},
			"start frontier: want a processor from 0 to 1 for each of 2 elements, not [0]",
		},
		{
			"far", &Placement{Pieces: 1, Deal: func([]float64) []int { return []int{0, 2} }},
			"start frontier: want a processor from 0 to 1 for each of 2 elements, not [0 2]",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cfg := config(t, "none", "line", []int{2}, &balancetest.Tree{Nodes: 100, Seed: 1})
			cfg.Start, cfg.Placement = StartFrontier, tc.placement
			if _, err := Run(context.Background(), cfg); err == nil || err.Error() != tc.want {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
}
