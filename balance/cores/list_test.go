package cores

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
)

// deep is a node at a depth, which is also its level; first tells it from others.
func deep(depth int32, first int64) balancetest.Element {
	return balancetest.Element{Nodes: 1, First: first, Depth: depth}
}

// holder is a processor that searches a part, whose nodes are all old enough to go, and keeps received
// elements where so ordered. Loads are 1/2, 1/4, … at the depths 1, 2, ….
func holder(t *testing.T, order balance.End, part element) *proc[element] {
	t.Helper()
	cfg := small(t)
	cfg.Received = order
	cfg.Level = func(e element) int { return int(e[0].Depth) }
	var err error
	if cfg.Estimate, err = balance.ChooseEstimate("alpha:alpha=2"); err != nil {
		t.Fatal(err)
	}
	cfg.Elements = nil
	m, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	p := m.procs[0]
	if part != nil {
		if err := p.begin(received[element]{e: part, load: 1}); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// sent sends elements by send, and returns the numbers of the nodes that arrive.
func sent(p *proc[element], send func(balance.Proc)) []int64 {
	send(p)
	var firsts []int64
	for _, x := range p.machine.procs[1].box.take(nil) {
		for _, e := range x.elements {
			firsts = append(firsts, e[0].First)
		}
	}
	return firsts
}

func all(p balance.Proc) { p.Transfer(1, p.Len()) }

// giver is a search that gives several branches at once.
type (
	giver struct{ aSearch }

	aSearch = Search[element]
)

// GiveAll implements Giver.
func (g giver) GiveAll(branches []int) (given []element) {
	for i, at := range branches {
		given = append(given, g.Give(at-i)) // those before it are gone
	}
	return given
}

func one(s Search[element]) Search[element]     { return s }
func several(s Search[element]) Search[element] { return giver{s} }

// The walk's levels are 8 times the depths, so in these tests the branches have the depths 1, 2 and 3, and
// the loads 2^-8, 2^-16 and 2^-24; the node on top is in work.
func TestReceivedElementsLieWhereThePolicyWantsThem(t *testing.T) {
	for _, c := range []struct {
		name  string
		order balance.End
		gives func(Search[element]) Search[element]
		want  []int64
	}{
		{"bottom", balance.Bottom, one, []int64{14, 13, 11, 12, 1, 2, 3}},
		{"top", balance.Top, one, []int64{1, 2, 3, 11, 12, 13, 14}},
		{"in order of load", balance.InOrder, one, []int64{14, 11, 1, 13, 2, 12, 3}},
		{"in order of load, all branches given at once", balance.InOrder, several, []int64{14, 11, 1, 13, 2, 12, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := holder(t, c.order, element{deep(1, 1), deep(2, 2), deep(3, 3), deep(4, 4)})
			p.search = c.gives(p.search)
			p.insert([]element{{deep(2, 11)}, {deep(20, 12)}})
			p.insert([]element{{deep(16, 13)}})
			p.insert([]element{{deep(2, 14)}}) // as large as 11
			if diff := cmp.Diff(c.want, sent(p, all)); diff != "" {
				t.Errorf("order of sending (-want +got):\n%s", diff)
			}
			if p.Len() != 0 || p.Load() != 0 || len(p.search.Open(nil)) != 0 {
				t.Errorf("%d elements with load %v and %d branches are left", p.Len(), p.Load(), len(p.search.Open(nil)))
			}
		})
	}
}

// What a thread takes next is the topmost received element.
func TestWorkerTakesFromTheTop(t *testing.T) {
	for _, c := range []struct {
		order balance.End
		want  int64
	}{{balance.Bottom, 12}, {balance.Top, 13}, {balance.InOrder, 12}} {
		p := holder(t, c.order, nil)
		p.insert([]element{{deep(2, 11)}, {deep(20, 12)}})
		p.insert([]element{{deep(16, 13)}})
		p.take()
		if rest := p.search.Rest(); rest[0].First != c.want {
			t.Errorf("order %d: node %d is taken, want %d", c.order, rest[0].First, c.want)
		}
	}
}

// Elements are picked by load from both sources, and the others stay in order.
func TestTransferLoadPicksFromBranchesAndReceivedOnes(t *testing.T) {
	p := holder(t, balance.InOrder, element{deep(1, 1), deep(2, 2), deep(3, 3), deep(4, 4)})
	p.insert([]element{{deep(2, 11)}, {deep(20, 12)}, {deep(16, 13)}})
	atMost := p.weight(8) // not the largest element, 11, but the branch 1, and of the rest nothing
	got := sent(p, func(p balance.Proc) {
		if sent := p.TransferLoad(1, atMost, atMost); sent != atMost {
			t.Errorf("the load %v is sent, want %v", sent, atMost)
		}
	})
	got = append(got, sent(p, all)...)
	if diff := cmp.Diff([]int64{1, 11, 13, 2, 12, 3}, got); diff != "" {
		t.Errorf("what is sent (-want +got):\n%s", diff)
	}
}

// fixed is a search with certain open branches.
type fixed []int

// Open returns the branches.
func (f fixed) Open(dst []int) []int { return append(dst, f...) }

// A branch can go from the second safe point on that it is open at, if its load is at least the grain.
func TestYoungBranchesAndSmallOnesStay(t *testing.T) {
	p := holder(t, balance.Top, nil)
	p.SetGrain(p.weight(9))
	p.list.stale = true
	for _, c := range []struct {
		open fixed
		want int // waiting
		work float64
	}{
		{fixed{3, 5, 8}, 0, p.weight(3)},
		{fixed{3, 5, 8}, 3, p.weight(8)},
		{fixed{3, 5, 9, 10}, 2, p.weight(9)},
		{fixed{3, 5, 9, 10, 11}, 3, p.weight(11)},
		{fixed{4, 5, 9, 10}, 0, p.weight(4)},
		{fixed{4, 5}, 2, p.weight(5)},
		{fixed{}, 0, 1},
	} {
		p.running, p.begun = true, 1
		p.list.stock(c.open)
		if got := p.Len(); got != c.want {
			t.Errorf("of %v, %d are waiting, want %d", c.open, got, c.want)
		}
		if got := p.Working(); got != c.work {
			t.Errorf("with %v, the load in work is %v, want %v", c.open, got, c.work)
		}
	}
}

// A search that was half done when it was begun has branches that are old.
func TestHalfDoneElementsCanBeDividedAtOnce(t *testing.T) {
	p := holder(t, balance.Top, element{deep(1, 1), deep(2, 2), deep(3, 3)})
	if p.Len() != 2 {
		t.Errorf("%d branches are waiting, want 2", p.Len())
	}
	if fresh := holder(t, balance.Top, element{deep(1, 1)}); fresh.Len() != 0 || !fresh.Busy() {
		t.Errorf("%d branches are waiting in a fresh element; busy: %v", fresh.Len(), fresh.Busy())
	}
}

// With a fixed grain, a policy's own does nothing.
func TestFixedGrainStays(t *testing.T) {
	p := holder(t, balance.Top, nil)
	p.machine.cfg.FixedGrain = true
	p.SetGrain(p.weight(9))
	p.running = true
	for range 2 { // branches can go from the second safe point on
		p.list.stock(fixed{3, 5, 9, 10})
	}
	if got := p.Len(); got != 4 {
		t.Errorf("%d branches are waiting, want 4", got)
	}
}
