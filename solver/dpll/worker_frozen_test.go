package dpll

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/internal/frozentest"
	"transat/solver/internal/solvertest"
)

func workerOf(t testing.TB, c frozentest.Case) *Worker {
	t.Helper()
	return mustWorker(t, c.F, WorkerOptions{Rule: "weights", Engine: c.Engine})
}

// elementsOpen returns the levels of the open branches of a worker that are elements of the tree.
func elementsOpen(w *Worker, tree *elementTree) []int {
	var open []int
	node := 0
	for i, d := range w.search.path {
		if tree.kinds[node] != Inner {
			break // the rest lies in a frozen subtree
		}
		if i >= w.search.base && d.child == firstChild {
			open = append(open, tree.levels[node]+1)
		}
		if d.child == secondChild {
			node = tree.end(node + 1)
		} else {
			node++
		}
	}
	return open
}

// At every node of the search, a worker offers the open branches that are elements, and no others. Some are given away, and
// others are searched in between.
func TestWorkerOffersElements(t *testing.T) {
	inside, given := 0, 0
	for _, c := range frozentest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(62, 0))
			tree, w := elementsOf(t, c.F, Options{Rule: "weights", Engine: c.Engine}), workerOf(t, c)
			waiting := []Branch{w.Root()}
			for len(waiting) > 0 {
				last := len(waiting) - 1
				if err := w.Begin(waiting[last]); err != nil {
					t.Fatal(err)
				}
				waiting = waiting[:last]
				for outcome := Running; outcome == Running; {
					open, want := w.Open(nil), elementsOpen(w, tree)
					if diff := cmp.Diff(want, open); diff != "" {
						t.Fatalf("open at %v (-elements +offered):\n%s", w.search.path, diff)
					}
					if all := openIn(w.under()); all > len(open) {
						inside++
					}
					switch k := rng.IntN(100); {
					case k == 0 && len(open) > 0:
						waiting = append(waiting, w.Give(rng.IntN(len(open))))
						given++
					case k == 1: // in the midst of a frozen subtree, maybe
						waiting = append(waiting, w.Rest())
						w.Drop()
						outcome = Closed
						continue
					}
					var err error
					if outcome, err = w.Search(1 + rng.Int64N(3)); err != nil {
						t.Fatal(err)
					}
				}
			}
			if got := w.Stats().Nodes; tree.models == 0 && got != tree.nodes {
				t.Errorf("%d nodes were visited of %d", got, tree.nodes)
			}
		})
	}
	if inside < 1000 || given < 20 {
		t.Errorf("at %d stops there were branches that are no elements, and %d were given away", inside, given)
	}
}

// openIn counts open branches.
func openIn(path []decision) int {
	n := 0
	for _, d := range path {
		if d.child == firstChild {
			n++
		}
	}
	return n
}

func TestWorkerGivesNothingInsideAFrozenSubtree(t *testing.T) {
	w := workerOf(t, frozentest.Cases()[3])
	if err := w.Begin(w.Root()); err != nil {
		t.Fatal(err)
	}
	if outcome, err := w.Search(8); outcome != Running || err != nil || openIn(w.under()) == 0 {
		t.Fatalf("%v, %v, %d open", outcome, err, openIn(w.under()))
	}
	defer func() {
		if recover() == nil {
			t.Error("a branch is given away")
		}
	}()
	w.Give(0)
}

// A frozen subtree that is far larger than was estimated is divided after a while.
func TestWorkerDividesWhatShouldNotHaveBeenFrozen(t *testing.T) {
	c := frozentest.Case{F: solvertest.RandomKSAT(1, 220, 946, 3), Engine: frozentest.Below(1000)}
	w, other := workerOf(t, c), workerOf(t, c)
	if err := w.Begin(w.Root()); err != nil {
		t.Fatal(err)
	}
	const step = mostFrozen / 8
	for len(w.Open(nil)) == 0 {
		if outcome, err := w.Search(step); outcome != Running || err != nil {
			t.Fatalf("%v, %v after %d nodes", outcome, err, w.Stats().Nodes)
		}
	}
	if n := w.Stats().Nodes; n < mostFrozen || n > mostFrozen+step {
		t.Errorf("divided after %d nodes, want %d", n, mostFrozen)
	}
	if err := other.Begin(w.Give(0)); err != nil {
		t.Fatal(err)
	}
	if open := other.Open(nil); len(open) > 0 {
		t.Errorf("before the search of what was given away, branches at the levels %v are open", open)
	}
}
