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
	format dimacs.ProofFormat
	vars   int
	tree   *conquer.TreeChecker
}

// NewCubes returns a verifier of searches of f under a rule, with lemmas in a format. The error is that of conquer.NewTreeChecker.
func NewCubes(ctx context.Context, f *cnf.Formula, rule string, format dimacs.ProofFormat) (*Cubes, error) {
	tree, err := conquer.NewTreeChecker(ctx, f, rule)
	return &Cubes{format, f.Vars(), tree}, err
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
	n, err := v.lemmas(lemmas, text)
	if err != nil {
		return err
	}
	if n != record.Lemmas {
		return fmt.Errorf("it counts %d lemmas, and its proof has %d", record.Lemmas, n)
	}
	s, err := v.stretch(state, record)
	if err != nil {
		return err
	}
	cubes, inner := int64(0), int64(0)
	for _, n := range s.Shown {
		if n.Split {
			inner++
			continue
		}
		cubes++
		if err := lemmas.Refuted(n.Cube); err != nil {
			return fmt.Errorf("cube %v: %w", n.Cube, err)
		}
	}
	if c := record.Tree.CubeCounts; cubes != c.Cubes || cubes+inner != record.Stats.Nodes {
		return fmt.Errorf("it counts %d nodes, %d of them cubes, and shows %d and %d", record.Stats.Nodes, c.Cubes, cubes+inner, cubes)
	}
	return v.tree.Check(s)
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
func (v *Cubes) stretch(state ledger.Branch, record *ledger.Record) (s conquer.Stretch, err error) {
	s.Before, err = Open(state, v.vars)
	after := record.Given
	if record.Rest != nil {
		after = append([]ledger.Branch{*record.Rest}, after...)
	}
	for _, b := range after {
		open, failed := Open(b, v.vars)
		s.After, err = append(s.After, open...), errors.Join(err, failed)
	}
	failed := conquer.ReadShown(record.Tree.Shown, v.vars, func(n conquer.Shown) error {
		s.Shown = append(s.Shown, conquer.Shown{Split: n.Split, Cube: append([]cnf.Lit(nil), n.Cube...)})
		return nil
	})
	return s, errors.Join(err, failed)
}

// Open returns the cubes that are open in a piece of a formula with that many variables.
func Open(b ledger.Branch, vars int) (all [][]cnf.Lit, err error) {
	for _, n := range b.Nodes.List {
		cube, err := conquer.ReadCube(n.Data, vars)
		if err != nil {
			return nil, err
		}
		if len(cube) != n.Depth {
			return nil, fmt.Errorf("cube %v is said to have the depth %d", cube, n.Depth)
		}
		all = append(all, cube)
	}
	return all, nil
}
