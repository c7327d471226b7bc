package gophersat

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"transat/solver/cnf"
)

// gophersat's certificate has a line of DIMACS for every learned clause, and "0" when a conflict remains without any
// decision. gophersat sends it on a channel, and waits for the reader. Every learned clause follows by unit propagation
// from the formula and the clauses before it. gophersat does not certify the unit clauses that it finds while it reads
// the formula, nor a refutation by them; but a checker finds those by propagation too. So only the empty clause at the
// end can be missing.

// certificateAhead is the number of lines that gophersat may be ahead of the reader.
const certificateAhead = 1 << 10

// certificate writes gophersat's certificate to a proof.
type certificate struct {
	w      cnf.ProofWriter // or nil
	vars   int             // of the formula
	clause []cnf.Lit       // scratch
	ended  bool            // with the empty clause
}

// read passes on lines until the channel is closed. It returns the context's error if that ends first, and otherwise an
// error if a clause could not be written.
func (c *certificate) read(ctx context.Context, lines <-chan string) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, more := <-lines:
			if !more {
				return nil
			}
			if err := c.add(line); err != nil {
				return err
			}
		}
	}
}

// add passes one line on.
func (c *certificate) add(line string) error {
	c.clause = c.clause[:0]
	for word := range strings.FieldsSeq(line) {
		n, err := strconv.Atoi(word)
		if err != nil || n > c.vars || n < -c.vars {
			return fmt.Errorf("gophersat: cannot read the line %q of its certificate", line)
		}
		if n == 0 {
			break
		}
		c.clause = append(c.clause, cnf.FromDIMACS(n))
	}
	return c.write(c.clause)
}

// finish ends the proof if the formula is refuted and gophersat has not ended it.
func (c *certificate) finish(result Result) (Result, error) {
	if c.w != nil && result.Verdict == cnf.Unsatisfiable && !c.ended {
		if err := c.write(nil); err != nil {
			return Result{}, err
		}
	}
	return result, nil
}

func (c *certificate) write(clause []cnf.Lit) error {
	c.ended = c.ended || len(clause) == 0
	if err := c.w.Add(clause); err != nil {
		return &cnf.ProofError{Err: err}
	}
	return nil
}

// discard reads lines until the channel is closed, so that gophersat comes to its end.
func discard(lines <-chan string) {
	for range lines {
	}
}
