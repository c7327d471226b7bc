package drat

import (
	"slices"

	"transat/solver/cnf"
)

// trace records, going backward, the clauses that each core lemma follows from, and the last use of each clause. At the
// end it writes that forward, as a proof with hints: only the core lemmas, and each clause is deleted after its last
// use.
//
// # Hints
//
// A check ends in a clause whose literals are all false. Some of these are assumed; each of the others is false for a
// reason, whose literals have reasons, and so on. The hints are all these reasons in the order of the trail, and the
// clause at the end: each is a unit clause when its turn comes. A literal of the lemma counts as assumed, even if
// propagation implied it before it was.
//
// If a lemma has only the RAT property, there are such hints for each resolvent. Writing the proof leaves out clauses
// that need no resolvent, because they are lemmas that are not core.
type trace struct {
	stamp   uint32
	assumed []uint32 // by literal: stamp if it is assumed to be false
	reached []uint32 // by variable: stamp if the hints need its value
	places  []uint32 // scratch: places of these variables
	hints   []ref    // of all records; 0 and a clause come before the hints for the resolvent with that clause
	dropped []ref    // clauses after their last use, of all records
	records []record
}

// record is the record of a core lemma: its hints end at hints, and the clauses to delete with it at dropped.
type record struct {
	step           int // of the lemma, -1 for the empty one at the end
	hints, dropped int
}

func newTrace(literals int) *trace {
	return &trace{assumed: make([]uint32, literals), reached: make([]uint32, literals/2)}
}

// begin starts a new set of assumptions.
func (t *trace) begin() { t.stamp++ }

// assume records that a literal is assumed to be false.
func (t *trace) assume(l uint32) { t.assumed[l] = t.stamp }

// explain appends the hints for a conflict with a clause.
func (c *checker) explain(clause ref) {
	t := c.trace
	t.places = t.places[:0]
	c.reach(clause)
	for i := 0; i < len(t.places); i++ {
		c.reach(c.trail[t.places[i]].reason)
	}
	slices.Sort(t.places)
	for _, at := range t.places {
		e := &c.trail[at]
		c.hint(e.reason)
		if t.assumed[e.lit] == t.stamp {
			return // the lemma has it: this is the conflict
		}
	}
	c.hint(clause)
}

// reach records the variables of a clause that is a conflict or a unit clause.
func (c *checker) reach(r ref) {
	t := c.trace
	for _, l := range c.lits(r) {
		if c.values[l] == isFalse && t.assumed[l] != t.stamp && t.reached[l>>1] != t.stamp {
			t.reached[l>>1] = t.stamp
			t.places = append(t.places, c.places[l>>1])
		}
	}
}

// hint appends a hint.
func (c *checker) hint(r ref) {
	c.trace.hints = append(c.trace.hints, r)
	c.used(r)
}

// used records that a clause is needed up to this record, the first one going backward.
func (c *checker) used(r ref) {
	if !c.has(r, flagUsed) {
		c.set(r, flagUsed)
		c.trace.dropped = append(c.trace.dropped, r)
	}
}

// explainLemma records the hints of a lemma that has just been refuted.
func (c *checker) explainLemma(lemma []cnf.Lit) {
	if c.trace == nil {
		return
	}
	c.trace.begin()
	for _, l := range lemma {
		c.trace.assume(l.Code())
	}
	c.explain(c.cause)
}

// explainResolvent records the hints of the resolvent of a lemma with a clause.
func (c *checker) explainResolvent(lemma []cnf.Lit, r ref) {
	t := c.trace
	if t == nil {
		return
	}
	t.begin()
	for _, l := range lemma {
		t.assume(l.Code())
	}
	for _, l := range c.lits(r) {
		if l != lemma[0].Code()^1 {
			t.assume(l)
		}
	}
	t.hints = append(t.hints, 0, r)
	c.used(r)
	if c.cause != 0 {
		c.explain(c.cause)
	}
}

// close ends the record of a step.
func (t *trace) close(step int) {
	if t != nil {
		t.records = append(t.records, record{step, len(t.hints), len(t.dropped)})
	}
}

// write writes the proof. The error is a *cnf.ProofError, or the context's.
func (r *run) write(w cnf.HintWriter) error {
	t := r.trace
	if err := r.number(w); err != nil {
		return err
	}
	var numbers []int64
	for i := len(t.records) - 1; i >= 0; i-- {
		if err := r.poll(1); err != nil {
			return err
		}
		at, before := t.records[i], record{}
		if i > 0 {
			before = t.records[i-1]
		}
		numbers = r.numbers(numbers[:0], t.hints[before.hints:at.hints])
		var clause []cnf.Lit
		if at.step >= 0 {
			clause, _ = r.proof.Step(at.step)
			clause = r.rename(r.distinct(clause))
		}
		number, err := w.Infer(clause, numbers)
		if err != nil {
			return &cnf.ProofError{Err: err}
		}
		if at.step < 0 {
			break
		}
		r.words[r.clauses[at.step]+2] = uint32(number)
		numbers = numbers[:0]
		for _, c := range t.dropped[before.dropped:at.dropped] {
			if n := r.words[c+2]; n != 0 {
				numbers = append(numbers, int64(n))
			}
		}
		if err := forget(w, numbers); err != nil {
			return err
		}
	}
	return nil
}

// number numbers the clauses of the formula, and the lemmas 0 for now. The number lies where the finder had its chain,
// which is no longer used. Clauses that are not core are deleted. A clause with a repeated literal is replaced by a
// lemma without, since other checkers may not see that it is a unit clause.
func (r *run) number(w cnf.HintWriter) error {
	var useless []int64
	c := ref(1)
	for i := range r.formula.Len() {
		number := int64(i + 1)
		switch {
		case !r.has(c, flagUsed):
			useless = append(useless, number)
		case int(r.size(c)) < len(r.formula.Clause(i)):
			useless = append(useless, number)
			var err error
			if number, err = w.Infer(r.rename(r.distinct(r.formula.Clause(i))), []int64{number}); err != nil {
				return &cnf.ProofError{Err: err}
			}
		}
		r.words[c+2] = uint32(number)
		c = r.behind(c)
	}
	for ; int(c) < len(r.words); c = r.behind(c) {
		r.words[c+2] = 0
	}
	return forget(w, useless)
}

// forget deletes clauses, in several steps.
func forget(w cnf.HintWriter, numbers []int64) error {
	const some = 1000
	for some := range slices.Chunk(numbers, some) {
		if err := w.Forget(some...); err != nil {
			return &cnf.ProofError{Err: err}
		}
	}
	return nil
}

// numbers appends the numbers of hints to dst. Clauses to resolve with come in the order of their numbers, without
// those that have none.
func (r *run) numbers(dst []int64, hints []ref) []int64 {
	i := slices.Index(hints, 0)
	if i < 0 {
		i = len(hints)
	}
	for _, h := range hints[:i] {
		dst = append(dst, int64(r.words[h+2]))
	}
	type resolvent struct {
		number int64
		hints  []ref
	}
	var resolvents []resolvent
	for rest := hints[i:]; len(rest) > 0; {
		end := len(rest)
		if next := slices.Index(rest[2:], 0); next >= 0 {
			end = 2 + next
		}
		if number := int64(r.words[rest[1]+2]); number != 0 {
			resolvents = append(resolvents, resolvent{number, rest[2:end]})
		}
		rest = rest[end:]
	}
	slices.SortFunc(resolvents, func(a, b resolvent) int { return int(a.number - b.number) })
	for _, x := range resolvents {
		dst = append(dst, -x.number)
		for _, h := range x.hints {
			dst = append(dst, int64(r.words[h+2]))
		}
	}
	return dst
}

// distinct returns a clause with each literal once.
func (r *run) distinct(clause []cnf.Lit) []cnf.Lit {
	if n, _ := r.mark(clause); int(n) == len(clause) {
		return clause
	}
	var once []cnf.Lit
	for _, l := range clause {
		if !slices.Contains(once, l) {
			once = append(once, l)
		}
	}
	return once
}
