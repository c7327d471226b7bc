package dpll

import "transat/solver/cnf"

// A proof of unsatisfiability is a list of lemmas that ends with the empty clause. Each follows from
// the formula and the lemmas before it by reverse unit propagation (RUP): make all its literals
// false, apply the unit clause rule, and some clause loses all its literals. That is easy to check
// for a program that knows nothing of search trees, and it is part of the formats DRUP and DRAT.
//
// # Which lemmas
//
// When the first child of a node has been refuted, its lemma is written: the complements of the
// decisions that lead to it, without the decisions for a second child. When the root has been
// refuted, that is the empty clause. Here a node is named by its decisions, and a, b, c are first:
//
//	            ●                lemmas in their order
//	      a ╱       ╲ ¬a         ab refuted:     (¬a ¬b)
//	      ●           ✕          a¬bc refuted:   (¬a ¬c)
//	  b ╱   ╲ ¬b                 a refuted:      (¬a), and (¬a ¬c) and (¬a ¬b) are deleted
//	  ✕       ●                  root refuted:   ()
//	      c ╱   ╲ ¬c
//	      ✕       ✕
//
// Under the rule "weights" the proof begins with the resolvents that the rule adds to the formula, see resolvents.go of package packed.
//
// # Why they follow
//
// Let the literals of the lemma of a node be false, so that the first-child decisions above it hold.
// A decision d that was taken as second child holds too: the lemma of its sibling consists of ¬¬d
// and of complements of first-child decisions further up, so it has become a unit clause; from the
// root down, one after the other. So propagation arrives where the engine was at this node. If that
// is a conflict leaf, it ends there. If it is an inner node, then its first child's lemma makes the
// second child's decision hold, and the same is true of the second child, and of its second child,
// until the chain of second children ends in a leaf, which is a conflict. The lemma of a second
// child would be the lemma of its parent again, and is not written.
//
// # Deletions
//
// When the lemma of a node is written, the only lemmas left from below it belong to the first children along
// its chain of second children. Each is the node's lemma and one literal more: it is not needed any more, and
// is deleted. So a checker never holds more lemmas than the path has second children. The lemmas below the
// root stay, since the proof is at its end; and so no unit clause is ever deleted, which checkers disagree about.
//
// # How long
//
// A tree of n nodes gives (n-1)/2 lemmas and the empty clause. A lemma has about half as many literals
// as the path has decisions. They stand in the order of the path, so that a lemma often begins as the
// one before it did.
//
// # Proofs in pieces
//
// A Worker can give away the second child of a node while it searches below the first. Of the branch that
// it has given, another worker writes the proof, with lemmas as they would be in the proof of the whole: the
// decisions above the branch count as they were taken. When the worker has written the lemma of the
// first child, it tells its Pieces that the other proof belongs here:
//
//	piece 0                                piece 1, of a¬b
//	(¬a ¬b)                                (¬a ¬c)
//	here belongs piece 1
//	(¬a), and (¬a ¬b) is deleted
//	()
//
// So the proof of the whole is put together depth first: a piece up to the place of another one, all of the other
// one, and then the rest. It has the lemmas that a single search writes, in the same order, whichever worker
// writes them. A branch that was given away ends without a lemma of its own, since it is a
// second child. Lemmas along the chain of second children that begins there, (¬a ¬c) above, would be
// deleted with the lemma of a node that is in the other piece: these deletions, and no others, are left
// out.

// Pieces is told how the branches and proofs of several workers belong together. Each Worker has its own.
//
// A branch that is given away is a piece with a number of its own; the whole tree, as far as it is not
// given away, is piece 0. The lemmas of a branch go to the worker's ProofWriter and belong to the piece
// of that branch. If a method returns an error the search ends.
type Pieces interface {
	// New returns the number of a new piece: one that no worker has had before, and not 0.
	New() uint64
	// Begin says that the next lemmas belong to the piece: to its beginning if nothing of it has been
	// searched, or else to the place where it was left.
	Begin(piece uint64) error
	// Include says that here, in depth-first order, belongs all of another piece, which may be under way
	// elsewhere, done, or not even begun.
	Include(piece uint64) error
}

// proof writes a lemma for each node that a search refutes.
type proof struct {
	w     cnf.ProofWriter
	lemma []cnf.Lit // scratch
}

// newProof returns the proof that goes to w, or nil if there is no w.
func newProof(w cnf.ProofWriter) *proof {
	if w == nil {
		return nil
	}
	return &proof{w: w}
}

// begin writes the clauses that the engine has derived from the formula before the search.
func (p *proof) begin(derived [][]cnf.Lit) error {
	for _, clause := range derived {
		if err := p.w.Add(clause); err != nil {
			return &cnf.ProofError{Err: err}
		}
	}
	return nil
}

// refuted writes that the node at the end of path, a first child or the root, is refuted. closed are
// the decisions of the chain of second children below it.
func (p *proof) refuted(path, closed []decision) error {
	p.lemma = p.lemma[:0]
	for _, d := range path {
		if d.child != secondChild {
			p.lemma = append(p.lemma, d.lit.Not())
		}
	}
	if err := p.w.Add(p.lemma); err != nil {
		return &cnf.ProofError{Err: err}
	}
	if len(path) == 0 {
		return nil
	}
	end := len(p.lemma)
	for i := len(closed) - 1; i >= 0; i-- {
		p.lemma = append(p.lemma[:end], closed[i].lit)
		if err := p.w.Delete(p.lemma); err != nil {
			return &cnf.ProofError{Err: err}
		}
	}
	return nil
}
