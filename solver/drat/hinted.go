package drat

import (
	"errors"
	"fmt"
	"slices"

	"transat/solver/cnf"
)

// Hinted checks a proof with hints (LRAT), whose lemmas name the clauses that they follow from, step by step. A step
// takes time linear in the literals of the lemma and of its hints. Memory is that of the present clauses: 4 bytes a
// literal and 8 a clause, or up to 130 if their numbers lie far apart.
//
//	h, err := drat.NewHinted(formula)
//	for !h.Refuted() {
//		… h.Add(number, clause, hints) or h.Delete(numbers), as the proof says
//	}
//
// It shares no code with [Check] or the search. The clauses of the formula have the numbers from 1 on; lemmas have
// higher numbers, in ascending order. If all literals of a lemma are false, each of its hints must be a unit clause,
// whose literal becomes true, up to a hint that is a conflict. Without such a conflict, the lemma must have the RAT
// property: a negative hint -n names clause n, which has the complement of the lemma's first literal, and the hints for
// their resolvent follow it. The hints must name all clauses with that complement.
type Hinted struct {
	pages   []*page          // of clauses by number
	made    int              // pages in use
	alive   int              // number of present clauses
	far     map[int64]span32 // clauses whose page would be nearly empty, since their numbers lie far apart
	arena   []cnf.Lit        // their literals, each once in a clause; collect removes those of deleted clauses
	garbage int
	counts  []uint32 // by literal: number of present clauses that have it
	values  []int8   // by literal: 1 true, -1 false
	trail   []cnf.Lit
	last    int64 // the highest number so far
	refuted bool
	report  Report
	scratch []int64

	known cnf.Var             // variables up to this keep their numbers
	names map[cnf.Var]cnf.Var // new numbers of the others, in the order in which they occur
	vars  cnf.Var
	lits  []cnf.Lit
}

// page holds the clauses of pageSize consecutive numbers.
type page struct {
	spans [pageSize]span32
	alive int
}

// span32 is the place of a clause in the arena; size is its length plus one, or 0 if there is no clause.
type span32 struct{ start, size uint32 }

const (
	pageSize  = 1 << 12
	mostPages = 1 << 21

	fewPages = 1 << 6 // number of pages that are always allowed
	leastUse = 1 << 8 // and clauses for each further page
)

// HintError says that a step of a proof with hints is wrong.
type HintError struct {
	Number int64 // of the lemma, or of the clause to be deleted
	Lemma  []cnf.Lit
	Msg    string // the fault
}

func (e *HintError) Error() string { return fmt.Sprintf("lemma %d %v: %s", e.Number, e.Lemma, e.Msg) }

// NewHinted returns a checker for proofs of f. The error is a *cnf.LiteralError, or wraps ErrTooLarge.
func NewHinted(f *cnf.Formula) (*Hinted, error) {
	const few = 1 << 16 // up to here the highest variable does not matter
	if err := f.Err(); err != nil {
		return nil, err
	}
	h := &Hinted{names: map[cnf.Var]cnf.Var{}, far: map[int64]span32{}}
	if f.Vars() <= max(few, f.Literals()) {
		h.known = cnf.Var(f.Vars())
		h.vars = h.known
	}
	h.arena = make([]cnf.Lit, 0, f.Literals())
	for i := range f.Len() {
		clause := h.rename(f.Clause(i))
		h.last++
		if err := h.enter(h.last, clause); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// Refuted reports whether the empty clause was added. Steps after it do not matter.
func (h *Hinted) Refuted() bool { return h.refuted }

// Report counts the work so far. Propagations counts the hints that made a literal true.
func (h *Hinted) Report() Report { return h.report }

// Add checks a lemma and adds it. The error is a *HintError, a *cnf.LiteralError, or wraps ErrTooLarge.
func (h *Hinted) Add(number int64, lemma []cnf.Lit, hints []int64) error {
	h.report.Steps++
	h.report.Lemmas++
	wrong := func(format string, args ...any) error {
		return &HintError{Number: number, Lemma: slices.Clone(lemma), Msg: fmt.Sprintf(format, args...)}
	}
	if err := cnf.CheckLiterals(fmt.Sprintf("lemma %d", number), lemma); err != nil {
		return err
	}
	if number <= h.last {
		return wrong("its number is not above %d, which came before", h.last)
	}
	h.report.Checked++
	clause := h.rename(lemma)
	err := h.follows(clause, hints)
	h.undo(0)
	if err != nil {
		return wrong("%s", err)
	}
	h.last = number
	h.refuted = h.refuted || len(clause) == 0
	return h.enter(number, clause)
}

// Delete deletes clauses. The report counts numbers of missing ones.
func (h *Hinted) Delete(numbers []int64) {
	h.report.Steps++
	for _, n := range numbers {
		h.report.Deletions++
		clause, there := h.clause(n)
		if !there {
			h.report.IgnoredMissing++
			continue
		}
		for _, l := range clause {
			h.counts[l.Code()]--
		}
		h.garbage += len(clause)
		h.forget(n)
	}
	if h.garbage > len(h.arena)/2+pageSize {
		h.collect()
	}
}

// follows returns an error unless a clause follows by its hints, or has the RAT property by them.
func (h *Hinted) follows(clause []cnf.Lit, hints []int64) error {
	if h.assumeFalse(clause, cnf.Lit{}) {
		return nil // it is a tautology
	}
	rest, conflict, err := h.propagate(hints)
	if conflict || err != nil {
		return err
	}
	if len(clause) == 0 {
		return errNoConflict
	}
	pivot := clause[0]
	h.report.RATLemmas++
	if len(rest) == 0 && h.counts[pivot.Not().Code()] > 0 {
		return errNoConflict
	}
	named := h.scratch[:0]
	base := len(h.trail)
	for len(rest) > 0 {
		n := -rest[0]
		with, there := h.clause(n)
		if !there || !slices.Contains(with, pivot.Not()) {
			return fmt.Errorf("hint %d: clause %d is not there, or has no literal %v", -n, n, h.original(pivot.Not()))
		}
		named = append(named, n)
		blocked := h.assumeFalse(with, pivot.Not())
		hints = rest[1:]
		if blocked {
			rest = skip(hints)
		} else if rest, conflict, err = h.propagate(hints); err != nil {
			return fmt.Errorf("the resolvent with clause %d: %w", n, err)
		} else if !conflict {
			return fmt.Errorf("the resolvent with clause %d: %w", n, errNoConflict)
		}
		h.undo(base)
	}
	slices.Sort(named)
	h.scratch = named
	if named = slices.Compact(named); len(named) != int(h.counts[pivot.Not().Code()]) {
		return fmt.Errorf("it names %d of %d clauses with literal %v to resolve with",
			len(named), h.counts[pivot.Not().Code()], h.original(pivot.Not()))
	}
	return nil
}

var errNoConflict = errors.New("the hints end without a conflict")

// assumeFalse makes the literals of a clause false, except one. It reports whether one of them is true.
func (h *Hinted) assumeFalse(clause []cnf.Lit, except cnf.Lit) (satisfied bool) {
	for _, l := range clause {
		switch {
		case l == except:
		case h.values[l.Code()] > 0:
			return true
		case h.values[l.Code()] == 0:
			h.assign(l.Not())
		}
	}
	return false
}

func (h *Hinted) assign(l cnf.Lit) {
	h.values[l.Code()], h.values[l.Not().Code()] = 1, -1
	h.trail = append(h.trail, l)
}

// undo undoes the assignments from a place of the trail on.
func (h *Hinted) undo(to int) {
	for _, l := range h.trail[to:] {
		h.values[l.Code()], h.values[l.Not().Code()] = 0, 0
	}
	h.trail = h.trail[:to]
}

// propagate makes the literals of hints true, up to the first negative hint, or to a conflict; rest begins with that
// negative hint, even after a conflict.
func (h *Hinted) propagate(hints []int64) (rest []int64, conflict bool, err error) {
	for i, n := range hints {
		if n < 0 {
			return hints[i:], false, nil
		}
		clause, there := h.clause(n)
		if !there {
			return nil, false, fmt.Errorf("hint %d: there is no such clause", n)
		}
		unit := cnf.Lit{}
		for _, l := range clause {
			if h.values[l.Code()] < 0 {
				continue
			}
			if !unit.IsNone() {
				return nil, false, fmt.Errorf("hint %d: neither %v nor %v of the clause is false", n, h.original(unit), h.original(l))
			}
			unit = l
		}
		switch {
		case unit.IsNone():
			return skip(hints[i:]), true, nil
		case h.values[unit.Code()] == 0:
			h.assign(unit)
			h.report.Propagations++
		}
	}
	return nil, false, nil
}

// skip returns the hints from the first negative one on.
func skip(hints []int64) []int64 {
	for i, n := range hints {
		if n < 0 {
			return hints[i:]
		}
	}
	return nil
}

// clause returns the literals of a clause, and whether it is present.
func (h *Hinted) clause(n int64) ([]cnf.Lit, bool) {
	var s span32
	if p := h.page(n); p != nil {
		s = p.spans[n%pageSize]
	}
	if s.size == 0 && len(h.far) > 0 {
		s = h.far[n]
	}
	if s.size == 0 {
		return nil, false
	}
	return h.arena[s.start : s.start+s.size-1], true
}

// page returns the page of a number, or nil.
func (h *Hinted) page(n int64) *page {
	if n <= 0 || n/pageSize >= int64(len(h.pages)) {
		return nil
	}
	return h.pages[n/pageSize]
}

// put records the place of a new clause.
func (h *Hinted) put(n int64, s span32) {
	h.alive++
	p := h.page(n)
	if p == nil && h.made > fewPages && h.made > h.alive/leastUse {
		h.far[n] = s
		return
	}
	if p == nil {
		for int(n/pageSize) >= len(h.pages) {
			h.pages = append(h.pages, nil)
		}
		p = new(page)
		h.pages[n/pageSize] = p
		h.made++
	}
	p.alive++
	p.spans[n%pageSize] = s
}

// forget removes a present clause.
func (h *Hinted) forget(n int64) {
	h.alive--
	p := h.page(n)
	if p == nil || p.spans[n%pageSize].size == 0 {
		delete(h.far, n)
		return
	}
	p.spans[n%pageSize] = span32{}
	if p.alive--; p.alive == 0 {
		h.pages[n/pageSize] = nil
		h.made--
	}
}

// enter stores a clause, each literal once.
func (h *Hinted) enter(n int64, clause []cnf.Lit) error {
	const most = 1<<32 - 1
	if n >= pageSize*mostPages || int64(len(h.arena)+len(clause)) >= most {
		return fmt.Errorf("%w: clause %d, and %d literals", ErrTooLarge, n, len(h.arena))
	}
	start := len(h.arena)
	for _, l := range clause {
		if h.values[l.Code()] == 0 {
			h.values[l.Code()] = 1
			h.arena = append(h.arena, l)
			h.counts[l.Code()]++
		}
	}
	for _, l := range clause {
		h.values[l.Code()] = 0
	}
	h.put(n, span32{uint32(start), uint32(len(h.arena)-start) + 1})
	return nil
}

// collect closes the holes in the arena.
func (h *Hinted) collect() {
	moved := make([]cnf.Lit, 0, len(h.arena)-h.garbage+h.garbage/2)
	move := func(s span32) span32 {
		start := len(moved)
		moved = append(moved, h.arena[s.start:s.start+s.size-1]...)
		return span32{uint32(start), s.size}
	}
	for _, p := range h.pages {
		if p == nil {
			continue
		}
		for i, s := range p.spans {
			if s.size > 0 {
				p.spans[i] = move(s)
			}
		}
	}
	for n, s := range h.far {
		h.far[n] = move(s)
	}
	h.arena, h.garbage = moved, 0
}

// rename returns a clause with new numbers for variables that are not in the formula, so that a high number costs no
// memory. The slice is valid until the next call.
func (h *Hinted) rename(clause []cnf.Lit) []cnf.Lit {
	h.lits = h.lits[:0]
	for _, l := range clause {
		if v := l.Var(); v > h.known {
			number, known := h.names[v]
			if !known {
				h.vars++
				number = h.vars
				h.names[v] = number
			}
			l = cnf.Signed(number, l.Negative())
		}
		h.lits = append(h.lits, l)
	}
	if missing := 2*int(h.vars) + 2 - len(h.values); missing > 0 {
		h.values = append(h.values, make([]int8, missing)...)
		h.counts = append(h.counts, make([]uint32, missing)...)
	}
	return h.lits
}

// original returns a literal with the caller's number.
func (h *Hinted) original(l cnf.Lit) cnf.Lit {
	for name, v := range h.names { // used for errors only
		if v == l.Var() {
			return cnf.Signed(name, l.Negative())
		}
	}
	return l
}
