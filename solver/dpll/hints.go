package dpll

import (
	"fmt"
	"math/bits"
	"slices"

	"transat/solver/cnf"
	"transat/solver/engine"
)

// A proof with hints says of every lemma which clauses it follows from. The engine notes why a literal became true while it propagates, in a
// propagation that searches without hints do not use. From a conflict, the way back along the trail leads to the decisions that it rests on:
//
//	literal   its reason: the clause that made it true
//	decision  if it is a second child: the lemma of the first; a first child is an assumption
//
// Only the first-child decisions that are reached are in the lemma (and the last one in any case, so that the lemma makes the second child's decision
// hold), so lemmas are shorter than those of a proof without hints, and still one for each leaf. A lemma is kept as a set of decisions, so that to rest on
// one costs an "or" of a word. The proof is told the clauses in the order of the trail.

// explainer finds hints for the lemmas of a search.
type explainer struct {
	w      cnf.HintWriter
	engine engine.Noting
	trace  engine.Trace
	lemma  []cnf.Lit
	below  []int64 // lemmas that are not needed any more
	done   []int64 // hints of a formula that is refuted before anything is propagated
}

// newExplainer returns an explainer for the clauses of f and those that the engine has derived from them, and makes the engine note reasons.
func newExplainer(w cnf.HintWriter, e engine.Noting, f *cnf.Formula, derived [][]cnf.Lit) (*explainer, error) {
	n, err := newNumbers(w, f, derived)
	if err != nil {
		return nil, err
	}
	e.Note(n.of)
	return &explainer{w: w, engine: e, done: n.contradiction(f)}, nil
}

// refuted proves the lemma of the node at the end of path[:first], where the engine is in conflict at the end of path: those that follow first are second children.
func (x *explainer) refuted(path []decision, first int) error {
	hints := x.explain(path, first)
	x.lemma = x.lemma[:0]
	for w, word := range x.trace.Needed {
		for ; word != 0; word &= word - 1 {
			x.lemma = append(x.lemma, path[w<<6+bits.TrailingZeros64(word)].lit.Not())
		}
	}
	number, err := x.w.Infer(x.lemma, hints)
	if err != nil {
		return &cnf.ProofError{Err: err}
	}
	if first == 0 {
		return nil
	}
	return x.close(path, first, number)
}

// explain finds what the conflict rests on, for trace.Needed, and returns the hints.
func (x *explainer) explain(path []decision, first int) []int64 {
	t := &x.trace
	for i := len(t.Closed); i < len(path); i++ {
		t.Closed = append(t.Closed, engine.Lemma{})
		x.first(i)
	}
	words := engine.Words(len(path))
	t.Needed = slices.Grow(t.Needed[:0], words)[:words]
	clear(t.Needed)
	if first > 0 {
		t.Needed.Add(first - 1)
	}
	if x.done != nil {
		return x.done
	}
	return x.engine.Explain(t)
}

// close notes the lemma of the node at the end of path[:first], and forgets those below it.
func (x *explainer) close(path []decision, first int, number int64) error {
	x.below = x.below[:0]
	for i := len(path) - 1; i >= first; i-- {
		x.below = append(x.below, x.trace.Closed[i].Number)
		x.first(i)
	}
	c := &x.trace.Closed[first-1]
	c.Number, c.Needs = number, append(c.Needs[:0], x.trace.Needed[:engine.Words(first)]...)
	c.Needs.Remove(first - 1)
	if len(x.below) == 0 {
		return nil
	}
	if err := x.w.Forget(x.below...); err != nil {
		return &cnf.ProofError{Err: err}
	}
	return nil
}

// first makes decision i a first child, that rests on nothing but itself.
func (x *explainer) first(i int) {
	c := &x.trace.Closed[i]
	words := engine.Words(i + 1)
	c.Number, c.Needs = 0, slices.Grow(c.Needs[:0], words)[:words]
	clear(c.Needs)
	c.Needs.Add(i)
}

// numbers knows what hints call the clauses of a formula.
type numbers struct {
	byClause map[string]int64
	key      []byte
	sorted   []cnf.Lit
}

// newNumbers numbers the clauses of f and those that were derived from them. What hints need besides them it writes to w as lemmas.
func newNumbers(w cnf.HintWriter, f *cnf.Formula, derived [][]cnf.Lit) (*numbers, error) {
	n := &numbers{byClause: make(map[string]int64, f.Len()+len(derived))}
	for i := range f.Len() {
		clause, number := f.Clause(i), int64(i+1)
		key := n.keyOf(clause)
		if len(n.sorted) < len(clause) { // checkers may not see that a clause with a literal twice is a unit clause
			var err error
			if number, err = w.Infer(n.sorted, []int64{number}); err != nil {
				return nil, &cnf.ProofError{Err: err}
			}
		}
		if _, again := n.byClause[string(key)]; !again {
			n.byClause[string(key)] = number
		}
	}
	r := newResolutions(f, derived)
	for _, clause := range derived {
		hints := r.of(clause)
		if hints == nil {
			return nil, &cnf.ProofError{Err: fmt.Errorf("no two clauses of the formula have the resolvent %v", clause)}
		}
		for i, h := range hints {
			hints[i] = n.of(f.Clause(int(h)))
		}
		number, err := w.Infer(clause, hints)
		if err != nil {
			return nil, &cnf.ProofError{Err: err}
		}
		n.byClause[string(n.keyOf(clause))] = number
	}
	return n, nil
}

// keyOf returns the key of a clause, which sorted then has in order and without repetitions.
func (n *numbers) keyOf(clause []cnf.Lit) []byte {
	n.sorted = append(n.sorted[:0], clause...)
	slices.Sort(n.sorted)
	n.sorted = slices.Compact(n.sorted)
	n.key = n.key[:0]
	for _, l := range n.sorted {
		n.key = append(n.key, byte(l), byte(l>>8), byte(l>>16), byte(l>>24))
	}
	return n.key
}

// of returns the number of a clause, 0 if there is none.
func (n *numbers) of(clause []cnf.Lit) int64 { return n.byClause[string(n.keyOf(clause))] }

// contradiction returns the hints of the empty clause if it is one of f, or if two unit clauses of f contradict each other; otherwise nil.
func (n *numbers) contradiction(f *cnf.Formula) []int64 {
	if number := n.of(nil); number != 0 {
		return []int64{number}
	}
	for i := range f.Len() {
		unit := f.Clause(i)
		if number := n.of(unit); number != 0 && len(n.sorted) == 1 {
			if other := n.of([]cnf.Lit{unit[0].Not()}); other != 0 {
				return []int64{number, other}
			}
		}
	}
	return nil
}

// resolutions knows which clauses of a formula the literals of some derived ones occur in.
type resolutions struct {
	f     *cnf.Formula
	lists map[cnf.Lit][]int64 // places of clauses
}

func newResolutions(f *cnf.Formula, derived [][]cnf.Lit) *resolutions {
	r := &resolutions{f, map[cnf.Lit][]int64{}}
	for _, clause := range derived {
		for _, l := range clause {
			r.lists[l] = nil
		}
	}
	if len(r.lists) == 0 {
		return r
	}
	for i := range f.Len() {
		for _, l := range f.Clause(i) {
			if list, wanted := r.lists[l]; wanted {
				r.lists[l] = append(list, int64(i))
			}
		}
	}
	return r
}

// of returns the places of two clauses with the resolvent clause, or of one that has no other literals. It returns nil if there are none.
func (r *resolutions) of(clause []cnf.Lit) []int64 {
	by := map[cnf.Lit]int64{} // by the literal that they have besides
	for _, l := range clause {
		for _, i := range r.lists[l] {
			other, others := cnf.Lit(0), 0
			for _, m := range r.f.Clause(int(i)) {
				if m != other && !slices.Contains(clause, m) {
					other, others = m, others+1
				}
			}
			switch {
			case others == 0:
				return []int64{i}
			case others > 1:
				continue
			}
			if first, ok := by[other.Not()]; ok {
				return []int64{first, i}
			}
			by[other] = i
		}
	}
	return nil
}
