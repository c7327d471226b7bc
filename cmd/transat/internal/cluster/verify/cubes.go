package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/conquer"
)

// Cubes checks records of a tree of cubes, one at a time: each lemma must follow from the lemmas before it in its stream, each cube must
// be refuted by them, and what was open before must be refuted if what is open afterwards is. So a worker may split as it likes, and need
// not be trusted.
type Cubes struct {
	given  *conquer.Given
	split  conquer.Splitting
	format dimacs.ProofFormat
	trees  map[bool]*checkedTree // by whether it is that of what given cubes leave out
}

// checkedTree is a tree, and what checks it.
type checkedTree struct {
	conquer.Tree
	checker *conquer.TreeChecker
}

// NewCubes returns a verifier of searches of a formula, perhaps with given cubes, with lemmas in a format.
func NewCubes(g *conquer.Given, split conquer.Splitting, format dimacs.ProofFormat) *Cubes {
	return &Cubes{g, split, format, map[bool]*checkedTree{}}
}

// tree returns the tree to which a piece belongs. The error is that of conquer.NewTreeChecker.
func (v *Cubes) tree(ctx context.Context, b ledger.Branch) (_ *checkedTree, err error) {
	data := b.Nodes.List[0].Data
	rest := v.given.OfRest(data)
	if t := v.trees[rest]; t != nil {
		return t, nil
	}
	t := &checkedTree{Tree: v.given.Of(data)}
	if t.checker, err = conquer.NewTreeChecker(ctx, t.Tree, v.split); err != nil {
		return nil, err
	}
	v.trees[rest] = t
	return t, nil
}

// Check checks a record of a piece that was in a state, with the text of its lemmas, which go on with a stream. The error is a
// *WrongError, or that of the context, and then nothing is known. After an error the stream cannot be used.
func (v *Cubes) Check(ctx context.Context, lemmas *conquer.Stream, state ledger.Branch, record *ledger.Record, text []byte) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal error: %v", fault)
		}
		if err != nil && ctx.Err() == nil {
			err = &WrongError{record.Piece, err}
		}
	}()
	tree, err := v.tree(ctx, state)
	if err != nil {
		return err
	}
	n, err := v.lemmas(lemmas, text)
	if err != nil {
		return err
	}
	shared, err := conquer.ReadLemmas(record.Shared, tree.Formula.Vars())
	if err != nil {
		return err
	}
	for _, lemma := range conquer.SplitLemmas(shared) {
		if err := lemmas.Follows(lemma); err != nil {
			return fmt.Errorf("a lemma for others: %w", err)
		}
	}
	if n != record.Lemmas {
		return fmt.Errorf("it counts %d lemmas, and its proof has %d", record.Lemmas, n)
	}
	s, err := tree.stretch(state, record)
	if err != nil {
		return err
	}
	cubes, inner := int64(0), int64(0)
	for _, n := range s.Shown {
		switch n.By {
		case conquer.Split:
			inner++
		case conquer.Leaf:
			cubes++
			if err := lemmas.Refuted(n.Cube); err != nil {
				return fmt.Errorf("cube %v: %w", n.Cube, err)
			}
		}
	}
	halved, err := tree.checker.Check(s)
	if err != nil {
		return err
	}
	if c := record.Tree.CubeCounts; cubes != c.Cubes || cubes+inner+halved != record.Stats.Nodes {
		return fmt.Errorf("it counts %d nodes, %d of them cubes, and shows %d and %d",
			record.Stats.Nodes, c.Cubes, cubes+inner+halved, cubes)
	}
	return nil
}

// lemmas checks lemmas, and returns how many there are.
func (v *Cubes) lemmas(lemmas *conquer.Stream, text []byte) (n int64, err error) {
	steps, err := dimacs.NewProofReader("its proof", bytes.NewReader(text), dimacs.ProofOptions{Format: v.format})
	for err == nil {
		var step dimacs.ProofStep
		if step, err = steps.Next(); err != nil {
			break
		}
		if step.Deletion {
			err = lemmas.Delete(step.Clause)
		} else {
			n++
			err = lemmas.Add(step.Clause)
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

// stretch reads what a record says.
func (t *checkedTree) stretch(state ledger.Branch, record *ledger.Record) (s conquer.Stretch, err error) {
	s.Before, err = Open(t.Tree, state)
	after := record.Given
	if record.Rest != nil {
		after = append([]ledger.Branch{*record.Rest}, after...)
	}
	for _, b := range after {
		open, failed := Open(t.Tree, b)
		s.After, err = append(s.After, open...), errors.Join(err, failed)
	}
	failed := conquer.ReadShown(record.Tree.Shown, t.Formula.Vars(), func(n conquer.Shown) error {
		s.Shown = append(s.Shown, conquer.Shown{By: n.By, Cube: append([]cnf.Lit(nil), n.Cube...)})
		return nil
	})
	return s, errors.Join(err, failed)
}

// Open returns the nodes that are open in a piece of a tree.
func Open(t conquer.Tree, b ledger.Branch) (all []conquer.Node, err error) {
	for _, n := range b.Nodes.List {
		node, err := t.Read(n.Data, n.Depth)
		if err != nil {
			return nil, err
		}
		all = append(all, node)
	}
	return all, nil
}
