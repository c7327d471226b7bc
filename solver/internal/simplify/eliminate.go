package simplify

import (
	"slices"

	"transat/solver/cnf"
)

// Variables with more occurrences of a sign, or with longer resolvents, stay.
const (
	mostOccurrences  = 400
	longestResolvent = 100
)

// eliminate tries all touched variables, those with the fewest pairs of clauses first. An elimination may add at most
// bound clauses. It reports whether it eliminated any variable.
func (w *worker) eliminate(bound int) bool {
	w.begin(elimination)
	all := w.candidatesByPairs()
	before := w.stats.Eliminated
	for i, key := range all {
		if w.done() {
			for _, key := range all[i:] {
				w.touched[cnf.Var(key)] = touched
			}
			break
		}
		if w.crowded() {
			w.squeeze()
		}
		if v := cnf.Var(key); w.open(v) {
			w.try(v, bound)
			w.propagate()
		}
	}
	return w.stats.Eliminated > before
}

// candidatesByPairs returns the variables to be tried, with the number of pairs of their clauses in the high half.
func (w *worker) candidatesByPairs() []uint64 {
	all := w.tries[:0]
	for v := cnf.Var(1); int(v) <= w.vars; v++ {
		if w.touched[v] != touched {
			continue
		}
		w.touched[v] = untouched
		pos, neg := w.count[cnf.Pos(v).Code()], w.count[cnf.Neg(v).Code()]
		if w.open(v) && pos+neg > 0 && pos <= mostOccurrences && neg <= mostOccurrences {
			all = append(all, uint64(pos)*uint64(neg)<<32|uint64(v))
		}
	}
	w.tries = all
	slices.Sort(all)
	return all
}

// open reports whether a variable can be eliminated.
func (w *worker) open(v cnf.Var) bool {
	return !w.gone[v] && !w.keep[v] && w.vals[cnf.Pos(v).Code()] == 0
}

// sizes is the number of literals of clauses.
func (w *worker) sizes(ids []int32) int {
	n := 0
	for _, id := range ids {
		n += w.size(id)
	}
	return n
}

// try eliminates a variable if that leaves fewer clauses, or at most bound-1 more, and at most half as many literals again. So the chains
// of counters stay, whose variables clause learning uses often: nine pigeons with sequential counters take half as many
// conflicts with them.
//
// If some clauses define the variable (define.go), a resolvent of two of them is a tautology, and one of two others
// follows from the rest, so only the pairs of a defining clause and another count.
func (w *worker) try(v cnf.Var, bound int) {
	pos, neg := w.with(cnf.Pos(v)), w.with(cnf.Neg(v))
	if len(pos)+len(neg) == 0 {
		return
	}
	if int(v) > w.own {
		bound = 0 // or this would undo addVariables
	}
	limit := len(pos) + len(neg) - 1 + bound
	before := w.sizes(pos) + w.sizes(neg)
	most := before + before/2 // literals that may replace them
	w.work(len(pos) + len(neg) + before/16)
	defined := w.define(v, pos, neg)
	w.made = w.made[:0]
	w.resolvents = w.resolvents[:0]
	fits := true
	for i, p := range pos {
		lits := w.of(p)
		w.mark(lits)
		first, last := 0, len(neg)
		if defined.pos > 0 { // the defining clauses come first
			if i < defined.pos {
				first = defined.neg
			} else {
				last = defined.neg
			}
		}
		w.work(1 + (last-first)/2)
		for _, n := range neg[first:last] {
			begin := len(w.made)
			if !w.resolve(lits, n, v) {
				w.made = w.made[:begin]
				continue
			}
			w.resolvents = append(w.resolvents, resolvent{len(w.made), p, n})
			if len(w.made)-begin > longestResolvent || len(w.made) > most {
				w.touched[v] = stuck
				fits = false
			}
			if len(w.resolvents) > limit || w.alive+len(w.made) > 2*w.begun+1000 {
				fits = false
			}
			if !fits {
				break
			}
		}
		w.unmark(lits)
		if !fits {
			return
		}
	}
	if len(w.lits)+len(w.made)+w.head*len(w.resolvents) <= mostWords {
		w.replace(v, pos, neg)
	}
}

// resolvent is the end of one in worker.made, and its two clauses.
type resolvent struct {
	end      int
	pos, neg int32
}

// resolve appends the resolvent of two clauses to w.made; the literals of the first, p, are marked. It reports false if
// the resolvent is a tautology.
func (w *worker) resolve(p []cnf.Lit, n int32, v cnf.Var) bool {
	lits := w.of(n)
	for _, l := range lits {
		if w.marks[l.Not().Code()] && l.Var() != v {
			return false
		}
	}
	for _, l := range p {
		if l.Var() != v {
			w.made = append(w.made, l)
		}
	}
	for _, l := range lits {
		if l.Var() != v && !w.marks[l.Code()] {
			w.made = append(w.made, l)
		}
	}
	return true
}

// replace exchanges the clauses of a variable for the resolvents in w.made, which do not have it, so pos and neg stay
// as they are.
func (w *worker) replace(v cnf.Var, pos, neg []int32) {
	w.stats.Eliminated++
	w.gone[v] = true
	begin := 0
	for _, r := range w.resolvents {
		w.because2(w.number(r.pos), w.number(r.neg))
		w.add(w.made[begin:r.end])
		begin = r.end
	}
	w.push(v, pos, neg)
	for _, ids := range [...][]int32{pos, neg} {
		for _, id := range ids {
			w.remove(id)
		}
	}
	w.disconnect(cnf.Pos(v))
	w.disconnect(cnf.Neg(v))
}
