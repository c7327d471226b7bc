package dpll

import (
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"sync/atomic"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
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

// A log of the search is all that this takes, so it is done on another core if there is one: a third of the time that such a proof takes.

// explainer tells the log of a search to a prover.
type explainer struct {
	engine engine.Noting
	prover *prover
	same   int      // so many decisions of the path are those of the conflict before
	batch  []uint64 // the log since it was handed on

	full   chan []uint64 // for the prover
	empty  chan []uint64
	done   chan struct{} // closed when the prover has got all
	failed atomic.Bool   // the prover has an error, which then stays as it is
}

const (
	logBatch   = 1 << 13 // words in a batch, or more by one conflict
	logBatches = 4
)

// newExplainer returns an explainer for the clauses of f and those that the engine has derived from them, and makes the engine note reasons. It must be
// ended.
func newExplainer(w cnf.HintWriter, e engine.Noting, f *cnf.Formula, derived [][]cnf.Lit) (*explainer, error) {
	n, err := newNumbers(w, f, derived)
	if err != nil {
		return nil, err
	}
	x := &explainer{engine: e, prover: &prover{w: w, engine: e.Note(n.of), done: n.contradiction(f)}}
	if runtime.GOMAXPROCS(0) == 1 {
		return x, nil
	}
	x.full, x.empty, x.done = make(chan []uint64, logBatches), make(chan []uint64, logBatches), make(chan struct{})
	for range logBatches {
		x.empty <- nil
	}
	go x.prove()
	return x, nil
}

// refuted proves the lemma of the node at the end of path[:first], where the engine is in conflict at the end of path: those that follow first are second
// children. An error comes now, with a later conflict, or with end.
//
// Of each conflict the batch has two lengths of the path, its own and first; how many decisions are those of the conflict before, and the others; the length
// of the engine's log, and that.
func (x *explainer) refuted(path []decision, first int) error {
	log := append(x.batch, uint64(len(path)), uint64(first), uint64(x.same))
	for _, d := range path[x.same:] {
		log = append(log, uint64(d.lit.Code()))
	}
	x.same = max(first-1, 0)
	log = append(log, 0)
	length := len(log)
	if x.prover.done == nil {
		log = x.engine.Log(log)
	}
	log[length-1] = uint64(len(log) - length)
	x.batch = log
	return x.send(logBatch)
}

// send hands the batch on if it is at least that long.
func (x *explainer) send(least int) error {
	switch {
	case len(x.batch) < least:
		return nil
	case x.full == nil:
		err := x.prover.prove(x.batch)
		x.batch = x.batch[:0]
		return err
	case x.failed.Load():
		return x.prover.err
	}
	x.full <- x.batch
	x.batch = (<-x.empty)[:0]
	return nil
}

// prove proves batch after batch. After an error it takes the others, and does nothing with them.
func (x *explainer) prove() {
	defer close(x.done)
	for batch := range x.full {
		if x.prover.prove(batch) != nil {
			x.failed.Store(true)
		}
		x.empty <- batch
	}
}

// end proves all that is left, and waits for that.
func (x *explainer) end() error {
	err := x.send(1)
	if x.full != nil {
		close(x.full)
		<-x.done
		err = x.prover.err
	}
	return err
}

// prover finds hints for the lemmas of a search, and writes them.
type prover struct {
	w      cnf.HintWriter
	engine engine.Explainer
	path   []cnf.Lit
	trace  engine.Trace
	lemma  []cnf.Lit
	below  []int64 // lemmas that are not needed any more
	done   []int64 // hints of a formula that is refuted before anything is propagated
	err    error   // the first one: nothing is written after it
}

// prove proves the lemmas of a batch.
func (p *prover) prove(batch []uint64) error {
	for len(batch) > 0 && p.err == nil {
		depth, first, same := int(batch[0]), int(batch[1]), int(batch[2])
		batch = batch[3:]
		p.path = p.path[:same]
		for _, l := range batch[:depth-same] {
			p.path = append(p.path, cnf.FromCode(uint32(l)))
		}
		batch = batch[depth-same:]
		log := batch[1:][:batch[0]]
		batch = batch[1:][len(log):]
		if err := p.refuted(first, log); err != nil {
			p.err = &cnf.ProofError{Err: err}
		}
	}
	return p.err
}

// refuted proves the lemma of the node at the end of path[:first], by the engine's log of a conflict at the end of path.
func (p *prover) refuted(first int, log []uint64) error {
	hints := p.explain(first, log)
	p.lemma = p.lemma[:0]
	for w, word := range p.trace.Needed {
		for ; word != 0; word &= word - 1 {
			p.lemma = append(p.lemma, p.path[w<<6+bits.TrailingZeros64(word)].Not())
		}
	}
	number, err := p.w.Infer(p.lemma, hints)
	if err != nil || first == 0 {
		return err
	}
	return p.close(first, number)
}

// explain finds what the conflict rests on, for trace.Needed, and returns the hints.
func (p *prover) explain(first int, log []uint64) []int64 {
	t := &p.trace
	for i := len(t.Closed); i < len(p.path); i++ {
		t.Closed = append(t.Closed, engine.Lemma{})
		p.first(i)
	}
	words := engine.Words(len(p.path))
	t.Needed = slices.Grow(t.Needed[:0], words)[:words]
	clear(t.Needed)
	if first > 0 {
		t.Needed.Add(first - 1)
	}
	if p.done != nil {
		return p.done
	}
	return p.engine.Explain(log, t)
}

// close notes the lemma of the node at the end of path[:first], and forgets those below it.
func (p *prover) close(first int, number int64) error {
	p.below = p.below[:0]
	for i := len(p.path) - 1; i >= first; i-- {
		p.below = append(p.below, p.trace.Closed[i].Number)
		p.first(i)
	}
	c := &p.trace.Closed[first-1]
	c.Number, c.Needs = number, append(c.Needs[:0], p.trace.Needed[:engine.Words(first)]...)
	c.Needs.Remove(first - 1)
	if len(p.below) == 0 {
		return nil
	}
	return p.w.Forget(p.below...)
}

// first makes decision i a first child, that rests on nothing but itself.
func (p *prover) first(i int) {
	c := &p.trace.Closed[i]
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
	slices.SortFunc(n.sorted, cnf.Lit.Compare)
	n.sorted = slices.Compact(n.sorted)
	n.key = n.key[:0]
	for _, l := range n.sorted {
		n.key = append(n.key, byte(l.Code()), byte(l.Code()>>8), byte(l.Code()>>16), byte(l.Code()>>24))
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
			other, others := cnf.Lit{}, 0
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
