package simplify

import (
	"cmp"
	"slices"

	"transat/solver/cnf"
)

// Variables with more occurrences of a sign, or with longer resolvents, stay.
const (
	mostOccurrences  = 400
	longestResolvent = 100
)

// candidate is a variable that eliminate may try.
type candidate struct {
	v     cnf.Var
	pairs int64 // of clauses
}

// eliminate tries all touched variables, those with the fewest pairs of clauses first. An elimination may add at most
// bound clauses. It reports whether it eliminated any variable.
func (w *worker) eliminate(bound int) bool {
	all := w.tries[:0]
	for v := cnf.Var(1); int(v) <= w.vars; v++ {
		if !w.touched[v] {
			continue
		}
		w.touched[v] = false
		pos, neg := w.count[cnf.Pos(v).Code()], w.count[cnf.Neg(v).Code()]
		if w.open(v) && pos+neg > 0 && pos <= mostOccurrences && neg <= mostOccurrences {
			all = append(all, candidate{v, int64(pos) * int64(neg)})
		}
	}
	w.tries = all
	slices.SortFunc(all, func(a, b candidate) int { return cmp.Or(cmp.Compare(a.pairs, b.pairs), cmp.Compare(a.v, b.v)) })
	before := w.stats.Eliminated
	for i, c := range all {
		if w.done() {
			for _, c := range all[i:] {
				w.touched[c.v] = true
			}
			break
		}
		if w.open(c.v) {
			w.try(c.v, bound)
			w.propagate()
		}
	}
	return w.stats.Eliminated > before
}

// open reports whether a variable can be eliminated.
func (w *worker) open(v cnf.Var) bool {
	return !w.gone[v] && !w.keep[v] && w.vals[cnf.Pos(v).Code()] == 0
}

// size is the number of literals of clauses.
func (w *worker) size(ids []int32) int {
	n := 0
	for _, id := range ids {
		n += int(w.clauses[id].size)
	}
	return n
}

// try eliminates a variable if that leaves fewer clauses, or at most bound-1 more, and no more literals. So the chains
// of counters stay, whose variables clause learning uses often: nine pigeons with sequential counters take half as many
// conflicts with them.
func (w *worker) try(v cnf.Var, bound int) {
	pos, neg := w.with(cnf.Pos(v)), w.with(cnf.Neg(v))
	if len(pos)+len(neg) == 0 {
		return
	}
	limit := len(pos) + len(neg) - 1 + bound
	most := w.size(pos) + w.size(neg) // the most literals that may replace them
	w.made = w.made[:0]
	w.ends = w.ends[:0]
	for _, p := range pos {
		w.stamp++
		for _, l := range w.of(p) {
			w.marks[l.Code()] = w.stamp
		}
		w.work(len(w.of(p)))
		for _, n := range neg {
			begin := len(w.made)
			if !w.resolve(p, n, v) {
				w.made = w.made[:begin]
				continue
			}
			w.ends = append(w.ends, resolvent{len(w.made), p, n})
			if len(w.ends) > limit || len(w.made)-begin > longestResolvent || len(w.made) > most || w.alive+len(w.made) > 2*w.begun+1000 {
				return
			}
		}
		if w.done() {
			return
		}
	}
	w.replace(v, pos, neg)
}

// resolvent is the end of one in worker.made, and its two clauses.
type resolvent struct {
	end      int
	pos, neg int32
}

// resolve appends the resolvent of two clauses to w.made; the literals of the first are marked. It reports false if the
// resolvent is a tautology.
func (w *worker) resolve(p, n int32, v cnf.Var) bool {
	lits := w.of(n)
	w.work(len(lits))
	for _, l := range lits {
		if l.Var() != v && w.marks[l.Not().Code()] == w.stamp {
			return false
		}
	}
	for _, l := range w.of(p) {
		if l.Var() != v {
			w.made = append(w.made, l)
		}
	}
	for _, l := range lits {
		if l.Var() != v && w.marks[l.Code()] != w.stamp {
			w.made = append(w.made, l)
		}
	}
	w.work(len(w.of(p)))
	return true
}

// replace exchanges the clauses of a variable for the resolvents in w.made, which do not have it, so pos and neg stay
// as they are.
func (w *worker) replace(v cnf.Var, pos, neg []int32) {
	w.stats.Eliminated++
	w.gone[v] = true
	begin := 0
	for _, r := range w.ends {
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
	w.occurs[cnf.Pos(v).Code()], w.occurs[cnf.Neg(v).Code()] = nil, nil
}
