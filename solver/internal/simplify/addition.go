package simplify

import (
	"slices"

	"transat/solver/cnf"
)

// Bounded variable addition is elimination turned round: where all clauses of a factor and a quotient are there, a new variable makes
// their product a sum. From the exclusions of six literals, at most one of which is true, it makes these, of which others follow:
//
//	        -d   -e   -f                   x  -a     -x  -d
//	  -a   -a-d -a-e -a-f                  x  -b     -x  -e      the variable x is true if one of a, b and c is,
//	  -b   -b-d -b-e -b-f        ──▶       x  -c     -x  -f      and then d, e and f are false
//	  -c   -c-d -c-e -c-f
//
// The rows are the factors, and the columns the quotients, which may have more than one literal. The rows grow greedily: the next one is
// the literal that leaves the most columns. Of all numbers of rows on the way the best one counts. So the n(n-1)/2 exclusions of n literals
// become at most 3n-6.
//
// In the proof, the clauses of the factors are blocked, since no clause has -x yet. The resolvents of the clauses with -x are those of the
// matrix. No model is lost, and in a model of what comes out, all clauses of the matrix hold: nothing needs to be extended.
//
// It comes before elimination, whose resolvents have matrices by chance. Elimination then leaves an added variable alone, unless there are
// fewer clauses without it.
//
// Source: N. Manthey, M. Heule, A. Biere, "Automated reencoding of Boolean formulas", HVC 2012.
//
// Differs from the paper: the columns of the first literal are matched once, and lose rows and columns while the matrix grows; of several
// literals that leave as many columns, the one nearest by its number is taken (A. Haberlandt, H. Green, M. Heule, "Effective auxiliary
// variables via structured reencoding", SAT 2023, count paths between them).

const (
	longestFactored = 5       // literals of a clause
	mostCells       = 1 << 20 // of a matrix
	leastShare      = 8       // the part of the literals that variables must save
	earned          = 500     // ticks, for each clause less
	addingRounds    = 20      // through the literals whose clauses have changed
)

// adder is one pass of bounded variable addition.
type adder struct {
	*worker
	matrix
	pending []bool // by literal: to be tried
	given   int    // variables before the pass: only they become factors
}

// addVariables adds variables until that makes no more clauses superfluous. If it saves but a small share of the literals, it takes all of
// them back: in circuits they hide gates from elimination.
func (w *worker) addVariables() {
	w.begin(addition)
	w.propagate()
	if w.done() {
		return
	}
	literals, given := w.alive, w.vars
	w.addEach()
	if literals-w.alive < literals/leastShare && w.err == nil {
		w.takeBack(given)
	}
}

// takeBack eliminates the variables above a number, the latest first, so that the clauses of each matrix come back.
func (w *worker) takeBack(given int) {
	for v := cnf.Var(w.vars); int(v) > given; v-- {
		w.made, w.resolvents = w.made[:0], w.resolvents[:0]
		pos, neg := w.with(cnf.Pos(v)), w.with(cnf.Neg(v))
		for _, p := range pos {
			lits := w.of(p)
			w.mark(lits)
			for _, n := range neg {
				w.resolve(lits, n, v)
				w.resolvents = append(w.resolvents, resolvent{len(w.made), p, n})
			}
			w.unmark(lits)
		}
		w.replace(v, pos, neg)
		w.stats.Eliminated--
		w.stats.Added--
	}
}

// addEach adds one variable after the other.
func (w *worker) addEach() {
	n := len(w.count)
	a := &adder{worker: w, given: w.vars, pending: make([]bool, n), matrix: newMatrix(n)}
	for code := range a.pending {
		a.pending[code] = code > 1
	}
	for range addingRounds {
		before := w.stats.Added
		for _, key := range a.candidates() {
			if w.done() {
				return
			}
			if w.crowded() {
				w.squeeze()
			}
			l := cnf.FromCode(^uint32(key))
			if a.pending[l.Code()] = false; w.active(l) {
				a.try(l)
			}
		}
		if w.stats.Added == before {
			break
		}
	}
}

// candidates returns the literals to be tried, those in most clauses first: the number of clauses is in the high half, and the complement
// of the literal's code in the low one.
func (a *adder) candidates() []uint64 {
	all := a.tries[:0]
	for code, pending := range a.pending {
		if pending && a.count[code] > 1 {
			all = append(all, uint64(a.count[code])<<32|uint64(^uint32(code)))
		}
	}
	a.tries = all
	a.work(len(a.pending)/16 + 1)
	slices.Sort(all)
	slices.Reverse(all)
	return all
}

// try looks for the best matrix whose first row is a literal, and puts a variable in its place, if that pays.
func (a *adder) try(first cnf.Lit) {
	a.match(first)
	a.grow(first)
	rows, saved := a.best()
	if saved > 0 {
		a.replaceMatrix(rows)
		a.budgets.left[addition] += int64(saved) * earned
	}
	a.reset()
}

// match finds the columns of a literal, each with the literals that could take its place, and the clauses of these.
func (a *adder) match(first cnf.Lit) {
	ids := a.with(first)
	a.work(len(ids))
	for _, id := range ids {
		if len(a.cells) > mostCells || a.done() {
			return
		}
		size := a.size(id)
		if size > longestFactored {
			continue
		}
		begin := len(a.cells)
		if size == 2 && a.matchTwo(first, id) || size > 2 && a.matchMore(first, id) {
			a.columns = append(a.columns, column{id: id, begin: int32(begin), end: int32(len(a.cells))})
			continue
		}
		for _, c := range a.cells[begin:] {
			a.counts[c.lit.Code()]--
		}
		a.cells = a.cells[:begin]
	}
}

// matchTwo is match for a clause of two literals. It reports whether the column is worth having.
func (a *adder) matchTwo(first cnf.Lit, id int32) bool {
	q := a.other(id, first)
	begin := len(a.cells)
	a.stamp++
	others := a.with(q)
	a.work(len(others))
	for _, d := range others {
		if a.size(d) == 2 && !a.cell(first, a.other(d, q), id, d) {
			return false
		}
	}
	return len(a.cells) > begin
}

// matchMore is match for a longer clause.
func (a *adder) matchMore(first cnf.Lit, id int32) bool {
	lits := a.of(id)
	rarest := cnf.Lit{}
	for _, l := range lits {
		if l != first && (rarest.IsNone() || a.count[l.Code()] < a.count[rarest.Code()]) {
			rarest = l
		}
	}
	if a.count[rarest.Code()] < 2 {
		return false
	}
	begin := len(a.cells)
	a.stamp++
	a.mark(lits)
	defer a.unmark(lits)
	a.marks[first.Code()] = false
	others := a.with(rarest)
	a.work(len(others))
	for _, d := range others {
		if a.size(d) != len(lits) {
			continue
		}
		if l := a.extra(d); !l.IsNone() && !a.cell(first, l, id, d) {
			return false
		}
	}
	return len(a.cells) > begin
}

// extra returns the literal of a clause that is not marked, none if there are several.
func (a *adder) extra(id int32) (extra cnf.Lit) {
	a.work(1)
	for _, l := range a.of(id) {
		if a.marks[l.Code()] {
			continue
		}
		if !extra.IsNone() {
			return cnf.Lit{}
		}
		extra = l
	}
	return extra
}

// cell notes that clause d is clause id with another literal in place of the first row. It reports false if the same clause came before.
func (a *adder) cell(first, l cnf.Lit, id, d int32) bool {
	switch {
	case l == first:
		return d >= id
	case int(l.Var()) > a.given || a.seen[l.Code()] == a.stamp:
		return true
	}
	a.seen[l.Code()] = a.stamp
	a.counts[l.Code()]++
	a.cells = append(a.cells, cell{l, d})
	return true
}

// replaceMatrix puts a new variable in the place of the first rows.
func (a *adder) replaceMatrix(rows int) {
	ids := a.product(rows)
	columns := len(ids) / rows
	if words := (rows + columns) * (a.head + longestFactored); len(a.lits)+words > mostWords || a.vars >= cnf.MaxVars {
		return
	}
	x := cnf.Pos(a.addVariable())
	numbers := make([]int64, 0, 2*rows)
	for _, r := range a.rows[:rows] {
		a.because = a.because[:0]
		a.add2(x, r.lit)
		numbers = append(numbers, -a.last, 0)
	}
	for c := range columns {
		for r := range rows {
			numbers[2*r+1] = a.number(ids[r*columns+c])
		}
		a.because = append(a.because[:0], numbers...)
		first := a.rows[0].lit
		a.clause = append(a.clause[:0], x.Not())
		for _, l := range a.of(ids[c]) {
			if l != first {
				a.clause = append(a.clause, l)
				a.pending[l.Code()] = true
			}
		}
		a.add(a.clause)
	}
	for _, id := range ids {
		a.remove(id)
	}
	a.stats.Added++
	a.work(len(ids) + rows + columns)
}

// add2 adds a clause of two literals.
func (a *adder) add2(x, l cnf.Lit) {
	a.pending[l.Code()] = true
	a.clause = append(a.clause[:0], x, l)
	a.add(a.clause)
}

// addVariable adds a variable, whose literals are to be tried.
func (a *adder) addVariable() cnf.Var {
	w := a.worker
	w.vars++
	w.count, w.vals, w.marks = append(w.count, 0, 0), append(w.vals, 0, 0), append(w.marks, false, false)
	w.lists = append(w.lists, list{}, list{})
	w.keep, w.gone, w.isFresh = append(w.keep, false), append(w.gone, false), append(w.isFresh, false)
	w.touched = append(w.touched, untouched)
	if w.hints != nil {
		w.units = append(w.units, 0)
	}
	a.pending = append(a.pending, true, true)
	a.matrix.extend()
	return cnf.Var(w.vars)
}
