package cube

import (
	"context"
	"errors"
	"fmt"

	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/conqueror"
)

// conquered is a leaf that another program decides, as long as its answers are good.
type conquered struct {
	solver *conqueror.Solver
	inside Leaf
	opt    LeafOptions
	faults int // in a row
	vain   int // cubes in a row that it gave up, or had no time for
	warned map[string]bool
}

// How many faults in a row end the use of the program, and how many cubes in a row that it leaves undecided. Cubes that are too hard for
// its limits are split, and their parts are soon easy enough; if none is, the program decides nothing.
const (
	mostFaults = 3
	mostVain   = 8
)

var errTrust = errors.New("conqueror: its answers are to be checked, and it writes no proof: want {proof} among its arguments")

// Solve implements Leaf. The program knows no conflicts, so the budget is for cubes that are decided here.
func (c *conquered) Solve(ctx context.Context, cube []cnf.Lit, budget int64) (cdcl.CubeResult, error) {
	if c.faults >= mostFaults || c.vain >= mostVain {
		return c.inside.Solve(ctx, cube, budget)
	}
	a, err := c.solver.Solve(ctx, cube)
	if ctx.Err() != nil {
		return cdcl.CubeResult{}, ctx.Err()
	}
	if c.solver.Left() {
		c.warn("conqueror: it leaves a program at work, out of reach, that holds its output open: each such cube takes a second longer")
	}
	if err != nil {
		c.fault(err)
		return c.inside.Solve(ctx, cube, budget)
	}
	c.faults = 0
	if a.Verdict == cnf.Unknown {
		if c.vain++; c.vain == mostVain {
			const line = "conqueror: it has left %d cubes in a row undecided; the built-in engine solves all others on this core"
			c.warn(fmt.Sprintf(line, mostVain))
			return c.inside.Solve(ctx, cube, budget)
		}
	} else {
		c.vain = 0
	}
	result := cdcl.CubeResult{Verdict: a.Verdict, Model: a.Model, Outside: true}
	if a.Verdict != cnf.Unsatisfiable {
		return result, nil
	}
	result.Trusted = a.Lemmas == nil
	if err := c.tell(a.Lemmas); err != nil {
		return cdcl.CubeResult{}, &cnf.ProofError{Err: err}
	}
	return result, nil
}

// tell adds lemmas to the proof. Only the last is of use after that.
func (c *conquered) tell(lemmas [][]cnf.Lit) error {
	if c.opt.Proof == nil {
		return nil
	}
	for _, lemma := range lemmas {
		if err := c.opt.Proof.Add(lemma); err != nil {
			return err
		}
	}
	for _, lemma := range lemmas[:len(lemmas)-1] {
		if err := c.opt.Proof.Delete(lemma); err != nil {
			return err
		}
	}
	return nil
}

// fault notes a fault of the program, and tells it if it is a new one.
func (c *conquered) fault(err error) {
	c.faults++
	line := "conqueror: " + err.Error() + "; this cube is solved by the built-in engine"
	if c.faults == mostFaults {
		line += ", and all that follow on this core"
	}
	c.warn(line)
}

// warn tells a line, once.
func (c *conquered) warn(line string) {
	if c.opt.Warn != nil && !c.warned[line] {
		c.warned[line] = true
		c.opt.Warn(line)
	}
}

// Close implements Leaf.
func (c *conquered) Close() error { return errors.Join(c.solver.Close(), c.inside.Close()) }

// conquer checks the command of a conqueror, and makes a folder for its files.
func (r *run) conquer() error {
	if r.cfg.Conqueror == "" {
		return nil
	}
	command, err := conqueror.Parse(r.cfg.Conqueror)
	if err != nil {
		return fmt.Errorf("conqueror: %w", err)
	}
	if err := command.Find(); err != nil {
		return err
	}
	if (r.cfg.Proof != nil || r.cfg.Verify) && !command.Proves() {
		return errTrust
	}
	r.folder, err = conqueror.NewFolder("", "transat-cubes-")
	return err
}

// warn passes a line on, once.
func (r *run) warn(line string) {
	r.mu.Lock()
	known := r.warned[line]
	if r.warned == nil {
		r.warned = map[string]bool{}
	}
	r.warned[line] = true
	r.mu.Unlock()
	if r.cfg.Warn != nil && !known {
		r.cfg.Warn(line)
	}
}
