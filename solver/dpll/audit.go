package dpll

import (
	"errors"
	"fmt"
	"slices"

	"transat/solver/cnf"
)

// Audit follows a search of a branch by its lemmas alone, to find out whether another computer has done the search that it reports. The
// lemmas of a search are its tree, depth first:
//
//	at a node      the next lemma names all first children on the path, as complements, and k more literals: the search has
//	               gone down k first children, and refuted the last of them. With k = 0 the node itself is a leaf.
//	after a lemma  the search is at the second child; or if that was given away, its piece belongs here, and k is 0.
//
// So the branch and the lemmas determine the decisions, the deletions, and the place where the search ends. If an Audit accepts them, they
// are the work of a search of this tree, provided that each lemma follows by propagation (which a checker tells), and that the rest is a
// branch under the rule (which [Worker.Begin] tells). Only the variables of nodes that have been refuted are not compared with the rule.
//
// An Audit writes the proof that the worker would have written, lemmas and deletions, to a ProofWriter.
type Audit struct {
	proof     *proof
	derived   [][]cnf.Lit // clauses that must come before the first lemma
	owed      int         // how many of them there were at the beginning
	path      []decision
	base      int
	piece     uint64
	at        auditPlace
	decisions int64
}

// auditPlace says where the search stands.
type auditPlace uint8

const (
	atNode auditPlace = iota // the node at the end of the path is next
	atMark                   // the first child at the end of the path is refuted, and the second one was given away: its piece is next
	atLeaf                   // the second child at the end of the path is refuted: it belongs to a piece
	atEnd                    // the root is refuted
)

// NewAudit returns an audit of a search that goes on from a branch. The derived clauses are searched besides the formula. It panics without
// a writer.
func NewAudit(from Branch, derived [][]cnf.Lit, w cnf.ProofWriter) *Audit {
	a := &Audit{proof: newProof(w), path: slices.Clone(from.path), base: from.base, piece: from.piece}
	if len(a.path) == 0 {
		a.derived, a.owed = derived, len(derived)
	}
	return a
}

// Decisions returns how many inner nodes have been visited.
func (a *Audit) Decisions() int64 { return a.decisions }

// AuditError says why no search that goes on from a branch writes the lemmas.
type AuditError struct{ Reason string }

func (e *AuditError) Error() string { return e.Reason }

func auditError(format string, args ...any) error {
	return &AuditError{fmt.Sprintf(format, args...)}
}

// Lemma takes the next lemma. The error is an *AuditError, or the writer's.
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

// below returns the literals of a lemma that are not on the path. ok is false if the other literals are not the path's.
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

// leave leaves a refuted node, and then each node above it whose second child has been refuted. It returns the decisions that it leaves.
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

// Rest compares the place where the lemmas end with the rest of the branch and the branches that were given away last. The rest must have
// the levels of its decisions, as [Worker.Rest] returns it, since the levels of the branches given away are compared.
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

// said returns an error unless all derived clauses have been written.
func (a *Audit) said() error {
	if len(a.derived) > 0 {
		return &AuditError{"the clauses that were derived do not come first"}
	}
	return nil
}

// equal compares branches without the levels on their paths.
func (b Branch) equal(other Branch) bool {
	same := func(x, y decision) bool {
		return x.lit == y.lit && x.child == y.child && (x.child != firstOnly || x.piece == y.piece)
	}
	return b.base == other.base && b.level == other.level && b.piece == other.piece && slices.EqualFunc(b.path, other.path, same)
}

// Complete returns a branch with the levels of its decisions, which an encoding leaves out. The error is the one of Begin, or says that the
// level of the branch is wrong. No branch must be under way.
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

// Lemmas returns the lemmas of the branch that hold at its next node: one for each second child on the path below the root of the branch,
// the lemma of its sibling. The search on the way there has left them in its proof.
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
