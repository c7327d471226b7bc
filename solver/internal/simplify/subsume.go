package simplify

import (
	"slices"

	"transat/solver/cnf"
)

// Longer clauses, and literals in more clauses, are not tried.
const (
	longestSubsuming  = 100
	mostFrequentTried = 2000
)

// subsume lets every clause in the queue remove the clauses that it subsumes, and strengthen those that it would
// subsume if one literal were complemented. All units are propagated at its end.
func (w *worker) subsume() {
	w.propagate()
	for len(w.queue) > 0 && !w.done() {
		queue := w.bySize()
		for i, id := range queue {
			w.clauses[id].queued = false
			if w.done() {
				w.requeue(queue[i+1:])
				break
			}
			if !w.clauses[id].gone && w.clauses[id].size <= longestSubsuming {
				w.subsumeBy(id)
				w.propagate()
			}
		}
	}
}

// bySize empties the queue and returns its clauses, short ones first. The slice is valid until the next call.
func (w *worker) bySize() []int32 {
	w.sizes = [len(w.sizes)]int32{}
	class := func(id int32) uint32 { return min(w.clauses[id].size, longestSubsuming+1) }
	for _, id := range w.queue {
		w.sizes[class(id)+1]++
	}
	for i := range len(w.sizes) - 1 {
		w.sizes[i+1] += w.sizes[i]
	}
	w.sorted = slices.Grow(w.sorted[:0], len(w.queue))[:len(w.queue)]
	for _, id := range w.queue {
		place := &w.sizes[class(id)]
		w.sorted[*place] = id
		*place++
	}
	w.queue = w.queue[:0]
	return w.sorted
}

// requeue puts back the clauses that were not tried.
func (w *worker) requeue(rest []int32) {
	for _, id := range rest {
		w.clauses[id].queued = false
		w.enqueue(id)
	}
}

// subsumeBy tries one clause on all that share its rarest variable.
func (w *worker) subsumeBy(id int32) {
	lits := w.of(id)
	rarest := lits[0]
	for _, l := range lits[1:] {
		if w.count[l.Code()]+w.count[l.Not().Code()] < w.count[rarest.Code()]+w.count[rarest.Not().Code()] {
			rarest = l
		}
	}
	if w.count[rarest.Code()]+w.count[rarest.Not().Code()] > mostFrequentTried {
		return
	}
	w.stamp++
	for _, l := range lits {
		w.marks[l.Code()] = w.stamp
	}
	size, signature := w.clauses[id].size, w.clauses[id].signature
	for _, l := range [...]cnf.Lit{rarest, rarest.Not()} {
		list := w.with(l)
		for i := 0; i < len(list); i++ {
			other := list[i]
			c := &w.clauses[other]
			w.work(1)
			if other == id || c.gone || c.size < size || signature&^c.signature != 0 {
				continue
			}
			hit, turned := w.compare(other, int(size))
			switch {
			case !hit:
			case turned.IsNone():
				w.stats.Subsumed++
				w.remove(other)
			default:
				w.stats.Strengthened++
				w.strengthen(other, turned, w.number(id))
				list = w.occurs[l.Code()] // the list may have lost this clause
				if turned == l {
					i--
				}
				if w.clauses[id].gone { // strengthened to a unit
					return
				}
			}
		}
	}
}

// compare looks for the marked literals in a clause. hit says that it has all of them, but perhaps one complemented:
// turned.
func (w *worker) compare(id int32, size int) (hit bool, turned cnf.Lit) {
	lits := w.of(id)
	w.work(len(lits))
	found := 0
	for _, l := range lits {
		switch {
		case w.marks[l.Code()] == w.stamp:
			found++
		case w.marks[l.Not().Code()] == w.stamp:
			if !turned.IsNone() {
				return false, cnf.Lit{}
			}
			turned = l
			found++
		}
	}
	return found == size, turned
}
