package simplify

import (
	"cmp"
	"context"
	"iter"

	"transat/solver/cnf"
	"transat/solver/internal/pages"
)

// Clauses lie in one slice of words, the arena:
//
//	number of literals │ flags, signature │ literal │ literal │ …
//
// In a proof with hints the number of the clause, in two words, comes before the literals. The index of the first word
// names the clause. A removed clause stays where it is, with a flag, and a shortened one leaves zero words behind it, so
// that the arena can be walked through; squeeze closes these holes.

const (
	flagGone    = 1 << 0
	flagQueued  = 1 << 1 // for subsumption
	flags       = flagGone | flagQueued
	signatures  = 30 // bits of a signature, above the flags
	headWords   = 2
	numberWords = 2

	mostWords = 1<<31 - 1 // of the arena
)

// worker holds the clauses, the occurrences of literals, and the work still to do.
type worker struct {
	ctx     context.Context
	proof   cnf.ProofWriter
	budgets budgets
	err     error
	refuted bool

	vars  int
	own   int       // variables that were not added
	lits  []cnf.Lit // the arena
	head  int       // words before the literals of a clause
	holes int       // words of the arena that belong to no clause
	alive int       // literals of the clauses that are there
	begun int       // literals of the formula, without those of clauses that units make true, and those that they make false
	again bool      // the formula was simplified before
	occurrences
	watcher
	count      []int32   // by literal: number of clauses that have it
	vals       []int8    // by literal: 1 true, -1 false
	fixed      []cnf.Lit // true literals
	propagated int       // number of literals of fixed that have been propagated
	keep       []bool    // by variable: not to be eliminated
	gone       []bool    // by variable: eliminated
	touched    []touch   // by variable
	fresh      []cnf.Var // variables of clauses that came, or became shorter, since the last subsumption
	isFresh    []bool    // by variable: it is among them
	stack      []cnf.Lit
	equal      []Equality // in the order of the merges

	marks      []bool    // by literal, all false between two uses
	made       []cnf.Lit // scratch, as are the next four
	left       []cnf.Lit
	resolvents []resolvent
	tries      []uint64
	list       []int32
	trail      []cnf.Lit // of probing
	probed     []int8    // by literal, of probing
	implies    []int32   // by variable, while probing: the clause that implied it
	stats      Stats
	hinter
}

// touch says whether to try a variable again.
type touch uint8

const (
	untouched touch = iota
	touched         // its clauses have changed
	stuck           // more clauses do not help: its resolvents are too long
)

func newWorker(ctx context.Context, f *cnf.Formula, opt Options) *worker {
	n := 2*f.Vars() + 2
	w := &worker{
		ctx: ctx, proof: opt.Proof, vars: f.Vars(), budgets: newBudgets(opt.Work), head: headWords,
		count: make([]int32, n), vals: make([]int8, n), marks: make([]bool, n),
		keep: make([]bool, f.Vars()+1), gone: make([]bool, f.Vars()+1), touched: make([]touch, f.Vars()+1),
		isFresh: make([]bool, f.Vars()+1), again: opt.Again, own: cmp.Or(opt.Own, f.Vars()),
	}
	w.hinter = newHinter(opt, f)
	if opt.Hints != nil {
		w.head += numberWords
	}
	for _, v := range opt.Keep {
		if int(v) <= w.vars {
			w.keep[v] = true
		}
	}
	return w
}

// mark marks literals, and unmark takes the marks away.
func (w *worker) mark(lits []cnf.Lit) {
	for _, l := range lits {
		w.marks[l.Code()] = true
	}
}

func (w *worker) unmark(lits []cnf.Lit) {
	for _, l := range lits {
		w.marks[l.Code()] = false
	}
}

// add proves a clause for the reason in w.because, and enters it.
func (w *worker) add(lits []cnf.Lit) {
	w.prove(lits)
	w.enter(lits)
}

// enter adds the clause with number w.last: the empty one refutes the formula, and a unit is assigned.
func (w *worker) enter(lits []cnf.Lit) {
	if id := w.store(lits); id != 0 {
		for _, l := range lits {
			w.occur(l, id)
			w.changed(l.Var())
		}
	}
}

// store is enter, but the clause is not among the occurrences of its literals. It returns the name of the clause, or 0.
func (w *worker) store(lits []cnf.Lit) int32 {
	switch len(lits) {
	case 0:
		w.because1(w.last)
		w.refute()
		return 0
	case 1:
		w.assign(lits[0])
		return 0
	}
	id := int32(len(w.lits))
	w.lits = append(w.lits, cnf.FromCode(uint32(len(lits))), cnf.FromCode(signatureOf(lits)))
	w.lits = w.appendNumber(w.lits)
	w.lits = append(w.lits, lits...)
	for _, l := range lits {
		w.count[l.Code()]++
	}
	w.alive += len(lits)
	return id
}

// signatureOf has, above the flags, a bit for every variable, by its number modulo their number.
func signatureOf(lits []cnf.Lit) uint32 {
	s := uint32(0)
	for _, l := range lits {
		s |= (flags + 1) << (l.Var() % signatures)
	}
	return s
}

// changed notes that a clause of a variable has come or become shorter.
func (w *worker) changed(v cnf.Var) {
	w.touched[v] = touched
	if !w.isFresh[v] {
		w.isFresh[v] = true
		w.fresh = append(w.fresh, v)
	}
}

// size returns the number of literals of a clause, and dead whether it was removed.
func (w *worker) size(id int32) int  { return int(w.lits[id].Code()) }
func (w *worker) dead(id int32) bool { return w.lits[id+1].Code()&flagGone != 0 }

// signature returns that of a clause, without the flags.
func (w *worker) signature(id int32) uint32 { return w.lits[id+1].Code() &^ flags }

// of returns the literals of a clause. They belong to the worker.
func (w *worker) of(id int32) []cnf.Lit {
	begin := int(id) + w.head
	return w.lits[begin : begin+w.size(id)]
}

func (w *worker) setFlag(id int32, flag uint32) {
	w.lits[id+1] = cnf.FromCode(w.lits[id+1].Code() | flag)
}

func (w *worker) clearFlag(id int32, flag uint32) {
	w.lits[id+1] = cnf.FromCode(w.lits[id+1].Code() &^ flag)
}

// all visits the clauses in the order in which they came.
func (w *worker) all() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for at := 0; at < len(w.lits); {
			size := int(w.lits[at].Code())
			if size == 0 { // a hole
				at++
				continue
			}
			if !w.dead(int32(at)) && !yield(int32(at)) {
				return
			}
			at += w.head + size
		}
	}
}

// remove deletes a clause.
func (w *worker) remove(id int32) {
	w.proveDeletion(w.of(id), w.number(id))
	w.drop(id)
}

// drop removes a clause, but not from the proof.
func (w *worker) drop(id int32) {
	w.setFlag(id, flagGone)
	w.alive -= w.size(id)
	w.holes += w.head + w.size(id)
	for _, l := range w.of(id) {
		w.count[l.Code()]--
		w.touched[l.Var()] = touched
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
	copy(lits, w.left)
	lits[len(w.left)] = cnf.Lit{}
	w.lits[id] = cnf.FromCode(uint32(len(w.left)))
	w.lits[id+1] = cnf.FromCode(w.lits[id+1].Code()&flags | signatureOf(w.left))
	w.alive--
	w.holes++
	w.count[out.Code()]--
	w.touched[out.Var()] = touched
	for _, l := range w.left {
		w.changed(l.Var())
	}
}

// crowded reports whether the clauses or their occurrences soon need more room, although a good part of theirs is holes:
// then squeeze makes room.
func (w *worker) crowded() bool {
	const part = 8
	full := func(length, room, holes int) bool { return part*holes > length && length+length/(2*part) > room }
	return full(len(w.lits), cap(w.lits), w.holes) || full(len(w.ids), cap(w.ids), w.waste)
}

// squeeze closes the holes of the arena. Nothing but the lists of occurrences may name clauses.
func (w *worker) squeeze() {
	to := 1
	for id := range w.all() {
		words := w.head + w.size(id)
		copy(w.lits[to:], w.lits[id:int(id)+words]) // never beyond where the walk goes on
		to += words
	}
	w.lits, w.holes = w.lits[:to], 0
	w.connect()
}

// formula returns the remaining clauses, and their numbers with hints. The worker cannot be used after it.
func (w *worker) formula() (f *cnf.Formula, numbers []int64) {
	pages.Discard(w.ids)
	w.occurrences = occurrences{}
	f = cnf.NewFormula(w.vars)
	n := 0
	for range w.all() {
		n++
	}
	f.Grow(n, w.alive)
	if w.hints != nil {
		numbers = make([]int64, 0, n)
	}
	for id := range w.all() {
		f.Add(w.of(id)...)
		if w.hints != nil {
			numbers = append(numbers, w.number(id))
		}
	}
	pages.Discard(w.lits)
	w.lits = nil
	return f, numbers
}

// refute records that there is no model, for the reason in w.because.
func (w *worker) refute() {
	if !w.refuted {
		w.prove(nil)
		w.refuted = true
	}
}

// touchAll marks the variables to be tried that more clauses may help.
func (w *worker) touchAll() {
	for v, t := range w.touched {
		if t == untouched {
			w.touched[v] = touched
		}
	}
}
