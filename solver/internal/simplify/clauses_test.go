package simplify

import (
	"slices"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// Closing holes leaves the clauses, their order, their numbers and their occurrences.
func TestSqueeze(t *testing.T) {
	f := solvertest.RandomKSAT(4, 30, 100, 4)
	var none numbered
	w := newWorker(t.Context(), f, Options{Hints: &none})
	w.load(f)
	for i, id := range slices.Collect(w.all()) {
		switch i % 3 {
		case 0:
			w.remove(id)
		case 1:
			w.strengthen(id, w.of(id)[1], 1)
		}
	}
	type named struct {
		number int64
		lits   []cnf.Lit
	}
	list := func() (all []named) {
		for id := range w.all() {
			all = append(all, named{w.number(id), slices.Clone(w.of(id))})
		}
		return all
	}
	before, holes := list(), w.holes
	if holes == 0 || len(w.lits)-1-holes != w.alive+w.head*len(before) {
		t.Fatalf("%d holes in %d words of %d clauses with %d literals", holes, len(w.lits), len(before), w.alive)
	}
	w.squeeze()
	if after := list(); w.holes != 0 || !slices.EqualFunc(before, after, func(a, b named) bool {
		return a.number == b.number && slices.Equal(a.lits, b.lits)
	}) {
		t.Errorf("%v became %v", before, after)
	}
	for code := uint32(2); code < uint32(len(w.count)); code++ {
		l := cnf.FromCode(code)
		var want []int32
		for id := range w.all() {
			if slices.Contains(w.of(id), l) {
				want = append(want, id)
			}
		}
		if got := w.with(l); !slices.Equal(got, want) || int(w.count[code]) != len(want) {
			t.Errorf("%v is in %v, want %v", l, got, want)
		}
	}
}

// numbered numbers the clauses of a proof.
type numbered struct{ last int64 }

func (n *numbered) Infer([]cnf.Lit, []int64) (int64, error) {
	n.last++
	return 1000 + n.last, nil
}

func (n *numbered) Forget(...int64) error { return nil }

// A formula whose arena and lists fill up while variables are eliminated is squeezed on the way.
func TestEliminationSqueezes(t *testing.T) {
	f := chain(3000)
	w := newWorker(t.Context(), f, Options{})
	w.load(f)
	room, lists := cap(w.lits), cap(w.ids)
	for range rounds {
		w.eliminate(8)
	}
	if w.stats.Eliminated < 1000 || cap(w.lits) > 2*room || cap(w.ids) > 2*lists {
		t.Errorf("%d variables eliminated, room for %d words and %d occurrences became one for %d and %d", w.stats.Eliminated, room, lists,
			cap(w.lits), cap(w.ids))
	}
}
