package dpll

import (
	"errors"
	"fmt"
	"slices"

	"transat/solver/cnf"
)

// Audit follows what someone says to have searched of a branch, by its lemmas alone. The lemmas of a search are its tree, depth first:
//
//	at a node      the next lemma names all first children on the way there, as complements, and k more literals: the search has
//	               gone down k first children, and refuted the last of them. With k = 0 the node itself is a leaf.
//	after a lemma  the search is at the second child, or if that was given away, its piece belongs here, and k is 0.
//
// So from the branch and the lemmas follow the decisions, what else was written, and where the search stands at the end. What an Audit
// accepts is the work of a search of this tree, provided that each lemma follows by propagation, which is for a checker to say, and that what is left is a
// branch under the rule, which is for [Worker.Begin]. Left open is only which variables were chosen in what has been refuted.
//
// What a worker would have written is told to a ProofWriter, lemmas and deletions.
type Audit struct {
	proof     *proof
	derived   [][]cnf.Lit // that are to come before the first lemma
	owed      int         // so many, at the beginning
	path      []decision
	base      int
	piece     uint64
	at        auditPlace
	decisions int64
}

// auditPlace says where a search stands that is followed.
type auditPlace uint8

const (
	atNode auditPlace = iota // the node at the end of the path is next
	atMark                   // the first child at the end of the path is refuted, and the second one was given away: its piece is next
	atLeaf                   // the second child at the end of the path is refuted: it belongs to a piece
	atEnd                    // the root is refuted, and all is said
)

// NewAudit returns an audit of a search that goes on from a branch, and has derived clauses besides those of the formula. It panics without a writer.
func NewAudit(from Branch, derived [][]cnf.Lit, w cnf.ProofWriter) *Audit {
	a := &Audit{proof: newProof(w), path: slices.Clone(from.path), base: from.base, piece: from.piece}
	if len(a.path) == 0 {
		a.derived, a.owed = derived, len(derived)
	}
	return a
}

// Decisions returns how many inner nodes have been visited.
func (a *Audit) Decisions() int64 { return a.decisions }

// AuditError says why lemmas are not those of a search that goes on from a branch.
type AuditError struct{ Reason string }

func (e *AuditError) Error() string { return e.Reason }

func auditError(format string, args ...any) error {
	return &AuditError{fmt.Sprintf(format, args...)}
}

// Lemma takes the next lemma. The error is an *AuditError, or that of the writer.
func (a *Audit) Lemma(lemma []cnf.Lit) error {
	if len(a.derived) > 0 {
		return a.first(lemma)
	}
	switch a.at {
	case atMark:
		return auditError("the lemma %v comes where piece %d belongs", lemma, a.path[len(a.path)-1].piece)
	case atEnd:
		return auditError("the lemma %v comes after the last one", lemma)
	}
	more, ok := a.below(lemma)
	switch {
	case !ok:
		return auditError("the lemma %v is not of a node below the path", lemma)
	case a.at == atLeaf && len(more) > 0:
		return auditError("the lemma %v is of a node below one that is refuted", lemma)
	}
	for _, l := range more {
		if err := a.push(decision{lit: l.Not()}); err != nil {
			return err
		}
	}
	closed := a.leave()
	if len(a.path) == a.base && a.base > 0 {
		return auditError("the lemma %v is of the piece, which has none of its own", lemma)
	}
	if err := a.proof.refuted(a.path, closed); err != nil {
		return err
	}
	if len(a.path) == 0 {
		a.at = atEnd
		return nil
	}
	last := &a.path[len(a.path)-1]
	a.at = atNode
	if last.child == firstOnly {
		a.at = atMark
	}
	last.lit, last.child = last.lit.Not(), secondChild
	return nil
}

// first takes one of the derived clauses.
func (a *Audit) first(clause []cnf.Lit) error {
	if !slices.Equal(clause, a.derived[0]) {
		return auditError("the lemma %v comes where %v was derived", clause, a.derived[0])
	}
	err := a.proof.begin(a.derived[:1])
	a.derived = a.derived[1:]
	return err
}

// below returns the literals of a lemma that are not on the path. ok is false if the others are not those of the path.
func (a *Audit) below(lemma []cnf.Lit) (more []cnf.Lit, ok bool) {
	for _, d := range a.path {
		if d.child == secondChild {
			continue
		}
		if len(lemma) == 0 || lemma[0] != d.lit.Not() {
			return nil, false
		}
		lemma = lemma[1:]
	}
	return lemma, true
}

// push goes down.
func (a *Audit) push(d decision) error {
	for _, other := range a.path {
		if other.lit.Var() == d.lit.Var() {
			return auditError("variable %d is decided twice on a path", d.lit.Var())
		}
	}
	a.path = append(a.path, d)
	a.decisions++
	return nil
}

// leave leaves a node that is refuted, and those above it of which it was the second child, and returns these decisions.
func (a *Audit) leave() (closed []decision) {
	leaf := a.path
	for len(a.path) > a.base && a.path[len(a.path)-1].child == secondChild {
		a.path = a.path[:len(a.path)-1]
	}
	return leaf[len(a.path):]
}

// Include says that another piece belongs here. It returns the decisions that lead to it.
func (a *Audit) Include(piece uint64) ([]cnf.Lit, error) {
	if a.at != atMark || a.path[len(a.path)-1].piece != piece {
		return nil, auditError("piece %d does not belong here", piece)
	}
	a.at = atLeaf
	return decisionLits(a.path), nil
}

// Close says that nothing of the branch is left.
func (a *Audit) Close() error {
	if a.at != atEnd {
		if a.leave(); a.at == atMark || a.base == 0 || len(a.path) > a.base {
			return auditError("piece %d is said to have ended, and has not", a.piece)
		}
	}
	return a.said()
}

// Rest says what is left, and what was given away at last. Rest must be as [Worker.Rest] returns it, with the levels of its decisions, since
// those of what was given away are compared.
func (a *Audit) Rest(rest Branch, given []Branch) error {
	switch {
	case a.at != atNode:
		return auditError("something is said to be left of piece %d where nothing can be", a.piece)
	case rest.base != a.base || rest.piece != a.piece || len(rest.path) < len(a.path):
		return auditError("what is left of piece %d is no part of it", a.piece)
	}
	depth, gifts := len(a.path), 0
	for i, d := range rest.path {
		if i >= depth {
			if err := a.push(decision{lit: d.lit}); err != nil {
				return err
			}
		}
		mine := a.path[i]
		gives := i >= a.base && mine.child == firstChild && d.child == firstOnly
		if mine.lit != d.lit || !gives && (mine.child != d.child || i >= a.base && mine.piece != d.piece) {
			return auditError("what is left of piece %d does not go on from where its lemmas end", a.piece)
		}
		if !gives {
			continue
		}
		if !slices.ContainsFunc(given, sibling(rest.path, i, d.piece).equal) {
			return auditError("piece %d was not given away, or not in its place", d.piece)
		}
		gifts++
	}
	if gifts != len(given) {
		return auditError("%d pieces were given away, and %d are missing in what is left", len(given), gifts)
	}
	if len(rest.path) == 0 && len(a.derived) == a.owed { // the search has not begun
		return nil
	}
	return a.said()
}

// said looks whether all that was derived has been written.
func (a *Audit) said() error {
	if len(a.derived) > 0 {
		return &AuditError{"the clauses that were derived do not come first"}
	}
	return nil
}

// equal compares branches, but for the levels on their paths.
func (b Branch) equal(other Branch) bool {
	return b.base == other.base && b.level == other.level && b.piece == other.piece && slices.EqualFunc(b.path, other.path, func(x, y decision) bool {
		return x.lit == y.lit && x.child == y.child && (x.child != firstOnly || x.piece == y.piece)
	})
}

// Complete returns a branch with the levels of its decisions, which an encoding leaves out. The error is that of Begin, or says that the level of
// the branch is not what it should be. No branch must be under way.
func (w *Worker) Complete(b Branch) (Branch, error) {
	if err := w.Begin(b); err != nil {
		return Branch{}, err
	}
	defer w.Drop()
	whole := w.Rest()
	if whole.level != b.level {
		return Branch{}, errLevel
	}
	return whole, nil
}

var errLevel = errors.New("the level of the branch is not that of its shallowest open node")

// Lemmas returns the lemmas that hold where the branch goes on, and are not of the formula: those of the first children, below its root, whose second
// child it is in. They are what the search on the way there has left in its proof, as far as that belongs to the branch.
func (b Branch) Lemmas() (all [][]cnf.Lit) {
	var firsts []cnf.Lit
	for i, d := range b.path {
		switch {
		case d.child != secondChild:
			firsts = append(firsts, d.lit.Not())
		case i >= b.base:
			all = append(all, append(slices.Clone(firsts), d.lit))
		}
	}
	return all
}

// decisionLits returns the literals of decisions.
func decisionLits(path []decision) []cnf.Lit {
	all := make([]cnf.Lit, len(path))
	for i, d := range path {
		all[i] = d.lit
	}
	return all
}
