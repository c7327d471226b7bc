package cube

import (
	"cmp"
	"errors"
	"slices"
	"sync"

	"transat/solver/cnf"
)

// lemmas is the proof that solvers and splitting write together. It needs no order among the solvers:
//
// A learned clause follows from the formula and from the clauses that the same solver has learned before, whatever
// is assumed, because the literals of the cube are decisions like others. So the lemmas of a solver in
// their order, with lemmas of other solvers in between, are a proof; and the clause that excludes a cube follows when
// the cube is refuted. A leaf that propagation refutes has the same clause, the complements of its decisions.
// A node follows from its two children: let its decisions hold, and the clauses of the children contain
// complementary units. So the clauses of the tree come last, the deepest first, and that of the root is empty. The first clauses
// are the derived ones, which propagation in the tree uses besides the formula.
//
// Look-ahead finds literals that hold at a node, since propagation refutes their complements there. Each is a lemma, with the
// complements of the node's decisions. It rests on such lemmas of the same node and of those above, so the highest nodes come first.
//
// A short lemma that a solver passes on to others is a step of it twice, and one of the two is never deleted. It writes both before
// the others hear of it, so what they add follows from it.
//
// A solver deletes what it has learned, and nothing else. If others have learned the same clause, the proof has it several times, and a
// deletion takes one of them back.
type lemmas struct {
	mu      sync.Mutex
	w       cnf.ProofWriter // or nil
	refuted [][]cnf.Lit     // decisions that lead to inner nodes and refuted leaves
	failed  [][]cnf.Lit     // lemmas that look-ahead has found

	verifies bool
	derived  [][]cnf.Lit // clauses that are searched besides those of the formula
	shown    [][]cnf.Lit // clauses that exclude cubes, each checked by a solver
	checked  int64       // lemmas, by solvers
	listed   int         // cubes of a list that were refuted, or split into nodes that were
}

// begin writes the clauses that are searched besides those of the formula.
func (p *lemmas) begin(derived [][]cnf.Lit) error {
	p.derived = derived
	if p.w == nil {
		return nil
	}
	return p.write(derived)
}

// unwritten says that the proof could not be written.
func unwritten(err error) error {
	if errors.As(err, new(*cnf.ProofError)) {
		return err
	}
	return &cnf.ProofError{Err: err}
}

// write adds clauses to the proof.
func (p *lemmas) write(clauses [][]cnf.Lit) error {
	for _, clause := range clauses {
		if err := p.w.Add(clause); err != nil {
			return unwritten(err)
		}
	}
	return nil
}

// add writes lemmas of a solver, each with a 0 behind it.
func (p *lemmas) add(codes []uint32) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var clause []cnf.Lit
	for len(codes) > 0 {
		end := slices.Index(codes, 0)
		step, write := codes[:end], p.w.Add
		if len(step) > 0 && step[0] == deletion {
			step, write = step[1:], p.w.Delete
		}
		clause = cnf.AppendFromCodes(clause[:0], step)
		if err := write(clause); err != nil {
			return unwritten(err)
		}
		codes = codes[end+1:]
	}
	return nil
}

// note notes a node of the tree that clause learning does not decide.
func (p *lemmas) note(n node) {
	if p.w == nil && !p.verifies {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuted = append(p.refuted, n.path)
	if n.listed {
		p.listed++
	}
}

// holds notes literals that hold at a node, in their order.
func (p *lemmas) holds(decisions, failed []cnf.Lit) {
	if p.w == nil && !p.verifies || len(failed) == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range failed {
		p.failed = append(p.failed, append(excluding(decisions), l))
	}
}

// refutedWhole notes that a solver has refuted the formula as a whole, and how many lemmas it has checked for that.
func (p *lemmas) refutedWhole(checked int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.checked += checked
}

// excluded notes a cube that a solver has refuted, and how many lemmas it has checked for that.
func (p *lemmas) excluded(cube []cnf.Lit, checked int64, listed bool) {
	if !p.verifies {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown = append(p.shown, excluding(cube))
	p.checked += checked
	if listed {
		p.listed++
	}
}

// tree returns the clauses of the tree, in the order of a proof.
func (p *lemmas) tree() [][]cnf.Lit {
	slices.SortStableFunc(p.failed, func(a, b []cnf.Lit) int { return cmp.Compare(len(a), len(b)) })
	slices.SortStableFunc(p.refuted, func(a, b []cnf.Lit) int { return cmp.Compare(len(b), len(a)) })
	all := slices.Clone(p.failed)
	for _, decisions := range p.refuted {
		all = append(all, excluding(decisions))
	}
	return all
}

// finish writes the clauses of the tree.
func (p *lemmas) finish() error {
	if p.w == nil {
		return nil
	}
	return p.write(p.tree())
}
