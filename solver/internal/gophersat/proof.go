package gophersat

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"transat/solver/cnf"
)

// gophersat's certificate is a line of DIMACS for every clause it learns, and "0" when a conflict
// remains without any decision. It is sent on a channel, at which gophersat waits for its reader.
// Every learned clause follows by unit propagation from the formula and the clauses before it. What
// gophersat does not certify are the unit clauses that it finds while it reads the formula, and that
// the formula is refuted by them; but those a checker finds by propagation as well, and so all that
// can be missing is the empty clause at the end.

// certificateAhead is the number of lines that gophersat may be ahead of the reader of its certificate.
const certificateAhead = 1 << 10

// certificate passes gophersat's certificate on to a proof.
type certificate struct {
	w      cnf.ProofWriter // or nil
	vars   int             // of the formula
	clause []cnf.Lit       // scratch
	ended  bool            // with the empty clause
}

// read passes on what comes from lines until they are closed. It returns the context's error if that
// ends first, and otherwise an error if a clause could not be written.
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

// finish ends the proof if the result is that there is one, and gophersat has not ended it.
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

// discard reads lines until they are closed, so that gophersat comes to its end.
func discard(lines <-chan string) {
	for range lines {
	}
}
