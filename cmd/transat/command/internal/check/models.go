package check

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"transat/cmd/transat/command/internal/cli"
	"transat/dimacs"
	"transat/solver"
	"transat/solver/cnf"
)

// Models: the one of an answer, or all of them. Where an answer gives values to the variables of a projection alone, values of the others
// are searched; what the search finds is checked like any other model.

// models returns nil if every model satisfies all clauses, and none is there twice.
func (c *checking) models(ctx context.Context) error {
	e := c.evidence
	second, line, err := dimacs.Assignment(nil), 0, io.EOF
	if e.Others != nil {
		second, line, err = e.Others()
	}
	if err != nil && err != io.EOF {
		return cutFault(err)
	}
	if err == io.EOF && e.Count < 0 {
		c.out.model(e, c.formula)
		if err := c.model(ctx, e.Model); err != nil {
			return &wrongError{fmt.Errorf("%s: %w", e.Name, err), nil}
		}
		c.out.comment("all clauses are satisfied")
		return nil
	}
	seen := map[[sha256.Size]byte]int{}
	count := 1
	c.out.models(count)
	if err := c.numbered(ctx, e.Model, count, seen); err != nil {
		return c.wrongModel(err, count, e.Line)
	}
	for m := second; err == nil; m, line, err = e.Others() {
		count++
		c.out.models(count)
		if err := c.numbered(ctx, m, count, seen); err != nil {
			return c.wrongModel(err, count, line)
		}
	}
	if err != io.EOF {
		return cutFault(err)
	}
	c.out.comment("%s: %s checked, each satisfies all clauses, and none is there twice; that there are no others is not checked",
		e.Name, cli.Counted(count, "model"))
	if e.Count >= 0 && e.Count != int64(count) {
		return &wrongError{fmt.Errorf("%s: its model_count is %d, and there are %d", e.Name, e.Count, count), nil}
	}
	return nil
}

// numbered checks a model among several.
func (c *checking) numbered(ctx context.Context, m dimacs.Assignment, number int, seen map[[sha256.Size]byte]int) error {
	if err := c.model(ctx, m); err != nil {
		return err
	}
	key := c.key(m)
	if first := seen[key]; first > 0 {
		return fmt.Errorf("it is model %d again", first)
	}
	seen[key] = number
	return nil
}

// wrongModel names a model that is wrong, and what has ended the check is no such thing.
func (c *checking) wrongModel(err error, number, line int) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	place, where := "", (*dimacs.ProofPos)(nil)
	if line > 0 {
		place, where = fmt.Sprintf(" (line %d)", line), &dimacs.ProofPos{Line: line}
	}
	are := "that are right"
	if number == 2 {
		are = "that is right"
	}
	return &wrongError{fmt.Errorf("%s: model %d%s, after %s %s: %w",
		c.evidence.Name, number, place, cli.Counted(number-1, "model"), are, err), where}
}

// key tells models apart by the values that make them different.
func (c *checking) key(m dimacs.Assignment) [sha256.Size]byte {
	var text []byte
	add := func(v cnf.Var) { text = binary.AppendVarint(text, int64(value(m, v))) }
	if c.project == nil {
		for v := 1; v < len(m); v++ {
			add(cnf.Var(v))
		}
	}
	for _, v := range c.project {
		add(v)
	}
	return sha256.Sum256(text)
}

// value is the literal of a variable that is true, as a number, or 0.
func value(m dimacs.Assignment, v cnf.Var) int {
	switch {
	case m.Satisfies(cnf.Pos(v)):
		return int(v)
	case m.Satisfies(cnf.Neg(v)):
		return -int(v)
	}
	return 0
}

// model returns nil if a model satisfies all clauses, by itself or with values of the variables that are not in the projection.
func (c *checking) model(ctx context.Context, m dimacs.Assignment) error {
	err := m.Check(c.formula)
	var unsatisfied *dimacs.UnsatisfiedError
	if c.project == nil || !errors.As(err, &unsatisfied) || unsatisfied.Missing == 0 {
		return err
	}
	for _, v := range c.project {
		if value(m, v) == 0 {
			return fmt.Errorf("variable %d of the projection has no value", v)
		}
	}
	return c.extended(ctx, m)
}

// extended returns nil if there are values of the variables without one with which a model satisfies all clauses.
func (c *checking) extended(ctx context.Context, m dimacs.Assignment) error {
	if c.search == nil {
		c.search = solver.NewIncremental(nil)
		if err := c.search.AddFormula(c.formula); err != nil {
			return err
		}
	}
	var assume []cnf.Lit
	for v := 1; v <= c.search.Vars(); v++ {
		if n := value(m, cnf.Var(v)); n != 0 {
			assume = append(assume, cnf.FromDIMACS(n))
		}
	}
	found, err := c.search.Solve(ctx, assume...)
	switch {
	case err != nil:
		return err
	case found.Verdict == cnf.Unknown:
		return found.Reason
	case found.Verdict == cnf.Unsatisfiable:
		return errors.New("no values of the variables outside the projection satisfy all clauses")
	}
	whole := make(dimacs.Assignment, len(m))
	copy(whole, m)
	for v := 1; v < len(found.Model); v++ {
		if value(m, cnf.Var(v)) == 0 {
			whole[v] = cnf.Neg(cnf.Var(v))
			if found.Model[v] {
				whole[v] = cnf.Pos(cnf.Var(v))
			}
		}
	}
	return whole.Check(c.formula)
}
