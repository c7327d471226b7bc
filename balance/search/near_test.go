package search

import (
	"testing"
	"testing/synctest"
	"time"

	"transat/balance/cores"
)

// rabbits is the tree of Fibonacci: below a node of n months are one of n-1 and one of n-2. A node knows its number depth first.
type rabbits struct {
	months   int
	solution int64
}

type rabbit struct {
	months int
	number int64
}

// below is the number of nodes of a subtree.
func below(months int) int64 {
	a, b := int64(1), int64(1)
	for range months - 1 {
		a, b = b, 1+a+b
	}
	return b
}

func (r rabbits) Root() rabbit { return rabbit{r.months, 1} }

func (r rabbits) Children(e rabbit, dst []rabbit) []rabbit {
	if e.months < 2 {
		return dst
	}
	return append(dst, rabbit{e.months - 1, e.number + 1}, rabbit{e.months - 2, e.number + 1 + below(e.months-1)})
}

func (r rabbits) Solution(e rabbit) bool { return e.number == r.solution }

// virtually searches with processors that take a microsecond for each node, and no time for anything else.
func virtually(t *testing.T, p rabbits, o Options) (result Result[rabbit]) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := newRun(p, o, "find", func(w *walk[rabbit]) cores.Outcome {
			before := w.nodes
			outcome := w.find()
			time.Sleep(time.Duration(w.nodes-before) * time.Microsecond)
			return outcome
		})
		var err error
		if result, err = r.search(t.Context()); err != nil || result.Node.number != p.solution {
			t.Errorf("%+v: %v", result, err)
		}
	})
	return result
}

// Two processors that look for a solution stay close to where one would be, so they visit few nodes behind it, and take half as long.
func TestFindVisitsLittleBehindTheSolution(t *testing.T) {
	all := below(25)
	for _, tenths := range []int64{3, 6, 9} {
		p := rabbits{25, all * tenths / 10}
		one := virtually(t, p, Options{Procs: 1})
		for _, ordered := range []bool{false, true} {
			two := virtually(t, p, Options{Procs: 2, Ordered: ordered})
			nodes, times := float64(two.Nodes)/float64(one.Nodes), float64(one.Machine.Time)/float64(two.Machine.Time)
			if one.Nodes != p.solution || nodes > 1.1 || times < 1.6 {
				t.Errorf("the solution at %d of %d, ordered %v: %.2f times the nodes, and %.2f times as fast", p.solution, all, ordered, nodes, times)
			}
		}
	}
}

// finishing counts subtrees by itself.
type finishing struct{ rabbits }

func (f finishing) Finish(e rabbit, limit int64) (solutions, nodes int64) {
	if nodes = below(e.months); nodes > limit {
		nodes = limit + 1
	}
	return 0, nodes
}

// Where the subtrees of a level are alike, nearly all nodes are visited by Finish soon, and few in vain.
func TestFinishVisitsNearlyAllNodes(t *testing.T) {
	r := newRun[rabbit](finishing{rabbits{months: 25}}, Options{Procs: 1}, "count", (*walk[rabbit]).count)
	result, err := r.search(t.Context())
	w := r.walks[0]
	if err != nil || result.Nodes != below(25) || w.won < result.Nodes*9/10 || w.lost > result.Nodes/mostLost {
		t.Errorf("%d of %d nodes, %d of them by Finish and %d in vain (%v)", result.Nodes, below(25), w.won, w.lost, err)
	}
}

// What is given away at once lies together, and comes back as it was, with its places.
func TestNearNodesKeepTheirPlaces(t *testing.T) {
	r := newRun[int](fan{}, Options{Ordered: true}, "find", (*walk[int]).maximise)
	r.near = 8
	w := newWalk(r)
	if err := w.Begin(part[int]{{e: 5, share: 1}}); err != nil {
		t.Fatal(err)
	}
	i, end, level, _ := w.next()
	w.expand(i, end, level)
	w.next()
	w.offered, w.group = 1, 2
	given := append(w.giveNear(0), w.giveNear(0)...)
	thief := newWalk(r)
	if err := thief.Begin(given); err != nil || len(given) != 2 || len(thief.frames) != 1 {
		t.Fatalf("%+v in %d frames, %v", given, len(thief.frames), err)
	}
	for k, want := range []uint32{2, 3} {
		i, _, _, _ := thief.next()
		if place := thief.place(0, i); len(place) != 1 || place[0] != want || given[k].e != 4-int(want) {
			t.Errorf("node %d at %v, want %d", given[k].e, place, want)
		}
	}
}
