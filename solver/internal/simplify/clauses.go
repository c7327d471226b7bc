package simplify

import (
	"context"

	"transat/solver/cnf"
)

// clause is the place of a clause in worker.lits.
type clause struct {
	start, size uint32
	signature   uint64 // a bit for every variable, by its number modulo 64
	gone        bool
	queued      bool // for subsumption
}

// worker holds the clauses, the occurrences of literals, and the work still to do.
type worker struct {
	ctx     context.Context
	proof   cnf.ProofWriter
	budget  int64
	err     error
	checked int64 // work at the last check of the context
	refuted bool

	vars    int
	lits    []cnf.Lit // of all clauses
	clauses []clause
	occurs  [][]int32 // by literal: its clauses, perhaps with some that are gone or have lost the literal
	count   []int32   // by literal: number of clauses that have it
	alive   int       // literals of the clauses that are there
	begun   int       // the same at the start
	vals    []int8    // by literal: 1 true, -1 false
	fixed   []cnf.Lit // true literals
	head    int       // number of propagated literals in fixed
	keep    []bool    // by variable: not to be eliminated
	gone    []bool    // by variable: eliminated
	queue   []int32   // clauses that may subsume others
	touched []bool    // by variable: to be tried again
	stack   []cnf.Lit
	equal   []Equality // in the order of the merges

	marks  []uint32 // by literal: stamp
	stamp  uint32
	made   []cnf.Lit // scratch, as are the next six
	left   []cnf.Lit
	ends   []resolvent
	list   []int32
	sorted []int32
	tries  []candidate
	sizes  [longestSubsuming + 3]int32
	trail  []cnf.Lit // of probing
	probed []int8    // by literal, of probing
	stats  Stats
	hinter
}

func newWorker(ctx context.Context, f *cnf.Formula, opt Options) *worker {
	n := 2*f.Vars() + 2
	w := &worker{
		ctx: ctx, proof: opt.Proof, budget: opt.Work, vars: f.Vars(),
		lits: make([]cnf.Lit, 0, f.Literals()+f.Literals()/4), clauses: make([]clause, 0, f.Len()+f.Len()/4),
		queue:  make([]int32, 0, f.Len()),
		occurs: make([][]int32, n), count: make([]int32, n), vals: make([]int8, n), marks: make([]uint32, n),
		keep: make([]bool, f.Vars()+1), gone: make([]bool, f.Vars()+1), touched: make([]bool, f.Vars()+1),
	}
	w.hinter = newHinter(opt, f)
	for _, v := range opt.Keep {
		if int(v) <= w.vars {
			w.keep[v] = true
		}
	}
	return w
}

// work counts visited literals.
func (w *worker) work(n int) { w.stats.Work += int64(n) }

// checkEvery is the work between two checks of the context.
const checkEvery = 1 << 18

// done reports whether to stop: the work is spent, the formula refuted, or there was an error.
func (w *worker) done() bool {
	if w.err == nil && w.stats.Work-w.checked >= checkEvery {
		w.checked = w.stats.Work
		w.err = w.ctx.Err()
	}
	return w.err != nil || w.refuted || w.stats.Work > w.budget
}

// load copies the clauses of f, without repeated literals and tautologies.
func (w *worker) load(f *cnf.Formula) {
	if w.err = w.ctx.Err(); w.err != nil {
		return
	}
	w.reserve(f)
	for i := range f.Len() {
		given := f.Clause(i)
		w.stamp++
		w.made = w.made[:0]
		always := false
		for _, l := range given {
			always = always || w.marks[l.Not().Code()] == w.stamp
			if w.marks[l.Code()] != w.stamp {
				w.marks[l.Code()] = w.stamp
				w.made = append(w.made, l)
			}
		}
		w.work(len(given))
		if w.stats.Work-w.checked >= checkEvery {
			w.checked = w.stats.Work
			if w.err = w.ctx.Err(); w.err != nil {
				return
			}
		}
		if always {
			continue
		}
		w.last = w.given(i)
		if len(w.made) != len(given) {
			w.because1(w.last)
			w.prove(w.made)
		}
		w.enter(w.made)
	}
	w.begun = w.alive
}

// reserve gives all lists of clauses room in one slice: for their clauses, a quarter more, and two.
func (w *worker) reserve(f *cnf.Formula) {
	ends := make([]int32, len(w.occurs))
	for i := range f.Len() {
		for _, l := range f.Clause(i) {
			ends[l.Code()]++
		}
	}
	room := 0
	for _, n := range ends {
		room += roomFor(n)
	}
	all := make([]int32, room)
	for l, n := range ends {
		w.occurs[l], all = all[:0:roomFor(n)], all[roomFor(n):]
	}
}

func roomFor(n int32) int {
	if n == 0 {
		return 0
	}
	return int(n) + int(n)/4 + 2
}

// add proves a clause for the reason in w.because, and enters it.
func (w *worker) add(lits []cnf.Lit) {
	w.prove(lits)
	w.enter(lits)
}

// enter adds the clause with number w.last: the empty one refutes the formula, and a unit is assigned.
func (w *worker) enter(lits []cnf.Lit) {
	switch len(lits) {
	case 0:
		w.because1(w.last)
		w.refute()
	case 1:
		w.assign(lits[0])
	default:
		id := int32(len(w.clauses))
		c := clause{start: uint32(len(w.lits)), size: uint32(len(lits)), queued: true}
		w.lits = append(w.lits, lits...)
		for _, l := range lits {
			c.signature |= 1 << (l.Var() & 63)
			w.occurs[l.Code()] = append(w.occurs[l.Code()], id)
			w.count[l.Code()]++
			w.touched[l.Var()] = true
		}
		w.alive += len(lits)
		w.clauses = append(w.clauses, c)
		w.nameClause()
		w.queue = append(w.queue, id)
	}
}

// of returns the literals of a clause. They belong to the worker.
func (w *worker) of(id int32) []cnf.Lit {
	c := &w.clauses[id]
	return w.lits[c.start : c.start+c.size]
}

// remove deletes a clause.
func (w *worker) remove(id int32) {
	w.proveDeletion(w.of(id), w.number(id))
	w.drop(id)
}

// drop removes a clause, but not from the proof.
func (w *worker) drop(id int32) {
	w.clauses[id].gone = true
	w.alive -= int(w.clauses[id].size)
	for _, l := range w.of(id) {
		w.count[l.Code()]--
		w.touched[l.Var()] = true
	}
}

// strengthen removes a literal from a clause. The shorter one must follow from the clause itself and the one with
// number by.
func (w *worker) strengthen(id int32, out cnf.Lit, by int64) {
	lits := w.of(id)
	number := w.number(id)
	w.because2(by, number)
	w.left = w.left[:0]
	for _, l := range lits {
		if l != out {
			w.left = append(w.left, l)
		}
	}
	if len(w.left) == 0 {
		w.refute()
		return
	}
	w.prove(w.left)
	w.proveDeletion(lits, number)
	w.rename(id)
	if len(w.left) < 2 {
		w.drop(id)
		w.enter(w.left)
		return
	}
	c := &w.clauses[id]
	copy(lits, w.left)
	c.size--
	c.signature = 0
	w.alive--
	w.count[out.Code()]--
	w.forget(out, id)
	w.touched[out.Var()] = true
	for _, l := range w.of(id) {
		c.signature |= 1 << (l.Var() & 63)
		w.touched[l.Var()] = true
	}
	w.enqueue(id)
}

// forget removes a clause from the list of a literal.
func (w *worker) forget(l cnf.Lit, id int32) {
	list := w.occurs[l.Code()]
	w.work(len(list) / 4)
	for i := range list {
		if list[i] == id {
			w.occurs[l.Code()] = append(list[:i], list[i+1:]...)
			return
		}
	}
}

// with returns the clauses of a literal, after removing those that are gone from its list.
func (w *worker) with(l cnf.Lit) []int32 {
	list := w.occurs[l.Code()]
	if len(list) != int(w.count[l.Code()]) {
		kept := list[:0]
		for _, id := range list {
			if !w.clauses[id].gone {
				kept = append(kept, id)
			}
		}
		w.work(len(list))
		w.occurs[l.Code()] = kept
		list = kept
	}
	return list
}

// enqueue adds a clause to those that may subsume others.
func (w *worker) enqueue(id int32) {
	if !w.clauses[id].queued {
		w.clauses[id].queued = true
		w.queue = append(w.queue, id)
	}
}

// touchAll marks every variable to be tried.
func (w *worker) touchAll() {
	for v := range w.touched {
		w.touched[v] = true
	}
}

// formula returns the remaining clauses.
func (w *worker) formula() (f *cnf.Formula, numbers []int64) {
	f = cnf.NewFormula(w.vars)
	n := 0
	for i := range w.clauses {
		if !w.clauses[i].gone {
			n++
		}
	}
	f.Grow(n, w.alive)
	for i := range w.clauses {
		if !w.clauses[i].gone {
			f.Add(w.of(int32(i))...)
			if w.hints != nil {
				numbers = append(numbers, w.numbers[i])
			}
		}
	}
	return f, numbers
}

// refute records that there is no model, for the reason in w.because.
func (w *worker) refute() {
	if !w.refuted {
		w.prove(nil)
		w.refuted = true
	}
}
