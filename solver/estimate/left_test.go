package estimate

import (
	"math"
	"testing"

	"transat/solver/tree"
)

// halfway is the state of a depth-first search of a recorded tree.
type halfway struct {
	visited int64
	open    []int   // levels of open branches
	share   float64 // closed, if siblings were equally large
}

// walkTo searches a tree without models depth first until it has visited a number of nodes.
func walkTo(tree *tree.Tree, nodes int64) halfway {
	h := halfway{visited: nodes}
	weight := 1.0
	for n := tree.Root(); int64(n) < nodes; {
		children, _, _, _ := tree.Expand(n, nil)
		if _, below, _ := tree.Subtree(n); int64(n)+below <= nodes || len(children) == 0 {
			break
		}
		first, second := children[0], children[1]
		weight /= 2
		level := tree.Level(n) + 1
		if int64(second) <= nodes {
			h.share += weight
			n = second
			continue
		}
		h.open = append(h.open, level)
		n = first
	}
	return h
}

func TestRemainingIsNearerThanTheShare(t *testing.T) {
	var errShare, errOurs float64
	held, cases := 0, 0
	for seed, tree := range unsatisfiable(t, 200, 860, 8, "lex") {
		before := replay(t, tree, Options{MaxNodes: 8000, Seed: uint64(seed)})
		for _, done := range []float64{0.01, 0.05, 0.25, 0.5, 0.9} {
			e := NewEstimator(before)
			h := walkTo(tree, int64(done*float64(tree.Nodes()))+1)
			left := float64(tree.Nodes() - h.visited)
			nodes, low, high := e.Remaining(h.visited, h.open)
			if low <= left && left <= high {
				held++
			}
			cases++
			byShare := float64(h.visited)/max(h.share, 1e-3) - float64(h.visited)
			errShare += math.Pow(math.Log(byShare/left), 2)
			errOurs += math.Pow(math.Log(nodes/left), 2)
		}
	}
	t.Logf("sums of squares: share %.1f, ours %.1f; %d of %d within the bounds", errShare, errOurs, held, cases)
	if errOurs > errShare/3 {
		t.Errorf("sums of squares of the logarithmic error: share %.1f, ours %.1f", errShare, errOurs)
	}
	if held < cases*80/100 {
		t.Errorf("what is left lay between the bounds in %d of %d cases", held, cases)
	}
}

func TestRemaining(t *testing.T) {
	about := Result{Nodes: 1000, Low: 800, High: 1300, sizes: levelSizes{1000, 401, 101}}
	for _, tc := range []struct {
		name     string
		before   Result
		visited  int64
		open     []int
		from, to float64
	}{
		{"exact", Result{Nodes: 1000, Low: 1000, High: 1000, Exact: true}, 400, []int{1}, 600, 600},
		{"exact, but more", Result{Nodes: 1000, Low: 1000, High: 1000, Exact: true}, 1400, nil, 0, 0},
		{"at the beginning", about, 0, nil, 1000, 1000},
		{"branches unknown", about, 400, nil, 600, 600},
		{"both agree", about, 750, []int{2, 3}, 249, 251},
		{"larger than estimated", about, 5000, []int{2, 2}, 395, 405},
		{"done", about, 990, []int{}, 0, 3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			nodes, low, high := NewEstimator(tc.before).Remaining(tc.visited, tc.open)
			if !(tc.from <= nodes && nodes <= tc.to) {
				t.Errorf("%v nodes left, want %v to %v", nodes, tc.from, tc.to)
			}
			if !(0 <= low && low <= nodes && nodes <= high) {
				t.Errorf("%v nodes are not between %v and %v", nodes, low, high)
			}
		})
	}
}
