package simplify

import (
	"runtime"
	"slices"

	"transat/solver/cnf"
	"transat/solver/internal/pages"
)

// Forward subsumption with one watch: the clauses come in order, short ones first. Each is compared with the shorter
// ones before it, which stand in the list of one of their variables, the rarest, so a clause finds all that could
// subsume it in the lists of its own variables. An entry has the signature of its clause, so that few clauses are read.
//
// Source: R. Bayardo, B. Panda, "Fast algorithms for finding extremal sets", SDM 2011; A. Biere et al., "CaDiCaL", 2018-2023.

const (
	longestSubsumed = 1000    // longer clauses are not tried
	longestWatched  = 1000    // nor the entries of longer lists
	manyWatched     = 1 << 16 // entries that are not kept for the next call
	largeGarbage    = 1 << 18 // literals of a formula for which it pays to collect them at once
)

// watcher has the lists of one pass, by variable.
type watcher struct {
	sorted       []int32 // the clauses, short ones first
	slots        []int32 // by place in sorted: the variable in whose list the clause will stand
	begins, ends []uint32
	entries      []entry
}

// entry is a clause that may subsume others.
type entry struct {
	id        int32
	signature uint32
}

// subsume removes the clauses that others subsume, and strengthens those that others would subsume if one literal were
// complemented. It looks at clauses that came, or became shorter, since the last call. All units are propagated at its end.
func (w *worker) subsume() {
	w.begin(subsumption)
	w.propagate()
	for len(w.fresh) > 0 && !w.done() {
		w.watchNone(w.candidates())
		for i, id := range w.sorted {
			w.clearFlag(id, flagQueued)
			if w.done() || w.dead(id) {
				continue
			}
			w.forward(id)
			w.watch(i)
			w.propagate()
		}
	}
	if cap(w.sorted) > manyWatched { // of the first pass, which has all clauses
		pages.Discard(w.sorted)
		pages.Discard(w.slots)
		pages.Discard(w.entries)
		pages.Discard(w.list)
		w.watcher, w.list = watcher{}, nil
		if w.begun > largeGarbage && !w.again {
			runtime.GC() // or the next slices would lie beside them
		}
	}
}

// candidates returns the clauses that may subsume others or be subsumed: all variables of one of the two are fresh. Then no
// variable is fresh.
func (w *worker) candidates() []int32 {
	found := w.list[:0]
	try := func(id int32) {
		fresh := 0
		lits := w.of(id)
		for _, l := range lits {
			if w.isFresh[l.Var()] {
				fresh++
			}
		}
		if fresh > 1 && len(lits) <= longestSubsumed && w.lits[id+1].Code()&flagQueued == 0 {
			w.setFlag(id, flagQueued)
			found = append(found, id)
		}
	}
	all := 0
	for _, v := range w.fresh {
		all += int(w.count[cnf.Pos(v).Code()] + w.count[cnf.Neg(v).Code()])
	}
	if all >= w.alive/4 {
		w.work(len(w.lits) / 16)
		found = slices.Grow(found, w.alive/2)
		for id := range w.all() {
			try(id)
		}
	} else {
		for _, v := range w.fresh {
			for _, l := range [...]cnf.Lit{cnf.Pos(v), cnf.Neg(v)} {
				ids := w.with(l)
				w.work(len(ids))
				for _, id := range ids {
					try(id)
				}
			}
		}
	}
	w.list = found
	for _, v := range w.fresh {
		w.isFresh[v] = false
	}
	w.fresh = w.fresh[:0]
	return found
}

// watchNone sorts clauses by their size, and makes room for them in the lists of their rarest variables. It keeps ids, for the slots.
func (w *worker) watchNone(ids []int32) {
	var sizes [longestSubsumed + 2]int32
	for _, id := range ids {
		sizes[w.size(id)+1]++
	}
	for i := range len(sizes) - 1 {
		sizes[i+1] += sizes[i]
	}
	w.sorted = slices.Grow(w.sorted[:0], len(ids))[:len(ids)]
	for _, id := range ids {
		place := &sizes[w.size(id)]
		w.sorted[*place] = id
		*place++
	}
	w.slots = ids
	w.entries = slices.Grow(w.entries[:0], len(ids))[:len(ids)]
	w.begins = slices.Grow(w.begins[:0], w.vars+2)[:w.vars+2]
	clear(w.begins)
	for i, id := range w.sorted {
		v := w.rarest(id)
		w.slots[i] = int32(v)
		w.begins[v+1]++
	}
	for v := range w.vars + 1 {
		w.begins[v+1] += w.begins[v]
	}
	w.ends = append(w.ends[:0], w.begins...)
}

// rarest returns the variable of a clause that occurs least.
func (w *worker) rarest(id int32) cnf.Var {
	lits := w.of(id)
	rarest, least := lits[0].Var(), w.both(lits[0].Var())
	for _, l := range lits[1:] {
		if n := w.both(l.Var()); n < least {
			rarest, least = l.Var(), n
		}
	}
	return rarest
}

// both returns the number of clauses of a variable.
func (w *worker) both(v cnf.Var) int32 {
	return w.count[cnf.Pos(v).Code()] + w.count[cnf.Neg(v).Code()]
}

// watch adds clause i of sorted to its list, unless it has lost the variable: then it has become shorter, and comes
// again in the next pass.
func (w *worker) watch(i int) {
	id, v := w.sorted[i], cnf.Var(w.slots[i])
	if !w.dead(id) && slices.ContainsFunc(w.of(id), func(l cnf.Lit) bool { return l.Var() == v }) {
		w.entries[w.ends[v]] = entry{id, w.signature(id)}
		w.ends[v]++
	}
}

// forward removes or strengthens a clause by the watched ones.
func (w *worker) forward(id int32) {
	for again := true; again && !w.dead(id) && !w.refuted; {
		again = false
		lits := w.of(id)
		w.mark(lits)
		by, turned := w.subsumer(id, lits)
		w.unmark(lits)
		switch {
		case by == 0:
		case turned.IsNone():
			w.stats.Subsumed++
			w.remove(id)
		default:
			w.stats.Strengthened++
			w.strengthen(id, turned.Not(), w.number(by))
			again = true
		}
	}
}

// subsumer looks for a watched clause that has only marked literals, but perhaps one complemented: turned. The marked
// ones are lits, of clause id.
func (w *worker) subsumer(id int32, lits []cnf.Lit) (by int32, turned cnf.Lit) {
	missing := ^w.signature(id)
	for _, l := range lits {
		list := w.entries[w.begins[l.Var()]:w.ends[l.Var()]]
		if len(list) > longestWatched {
			continue
		}
		w.work(1 + len(list)/8)
		for _, e := range list {
			if e.signature&missing != 0 || w.dead(e.id) {
				continue
			}
			if hit, turned := w.compare(e.id); hit {
				return e.id, turned
			}
		}
	}
	return 0, cnf.Lit{}
}

// compare reports whether all literals of a clause are marked, but perhaps one complemented: turned.
func (w *worker) compare(id int32) (hit bool, turned cnf.Lit) {
	w.work(1)
	for _, l := range w.of(id) {
		if w.marks[l.Code()] {
			continue
		}
		if !turned.IsNone() || !w.marks[l.Not().Code()] {
			return false, cnf.Lit{}
		}
		turned = l
	}
	return true, turned
}
