package cube

import (
	"errors"
	"fmt"

	"transat/solver/cnf"
	"transat/solver/drat/stream"
)

// Each solver has a verifier of its own, which checks its lemmas and, for each cube, the clause that excludes it. The verifier of
// the run takes these clauses as shown, and checks the clauses of the tree: the same clauses as in a proof.

// checks is the verifier of a solver. A nil checks stands for none.
type checks struct {
	verifier *stream.Verifier
	log      *stream.Log
	counted  int64 // lemmas
}

func newChecks(f *cnf.Formula) *checks {
	c := &checks{verifier: stream.New(f)}
	c.log = c.verifier.Log()
	_ = c.log.Begin(0) // an error comes again
	return c
}

func (c *checks) close() {
	if c != nil {
		c.verifier.Close()
	}
}

// refuted checks that a cube is refuted, and returns how many lemmas were checked since the last one.
func (c *checks) refuted(cube []cnf.Lit) (lemmas int64, err error) {
	if c == nil {
		return 0, nil
	}
	if err := c.log.Add(excluding(cube)); err != nil {
		return 0, err
	}
	if err := c.verifier.Wait(); err != nil {
		return 0, err
	}
	lemmas = c.verifier.Lemmas() - c.counted
	c.counted += lemmas
	return lemmas, nil
}

// settle checks the lemmas so far.
func (c *checks) settle() error {
	if c == nil {
		return nil
	}
	return c.verifier.Wait()
}

// excluding returns the clause that excludes a cube.
func excluding(cube []cnf.Lit) []cnf.Lit {
	clause := make([]cnf.Lit, len(cube))
	for i, l := range cube {
		clause[i] = l.Not()
	}
	return clause
}

// verify checks that the refuted cubes leave nothing out; or, if cubes are from a list, of those that were split.
func (p *lemmas) verify(v *stream.Verifier, list bool) error {
	log := v.Log()
	if err := log.Derived(p.derived); err != nil {
		return err
	}
	_ = log.Begin(0)
	_ = log.Shown(p.shown)
	for _, clause := range p.tree() {
		if err := log.Add(clause); err != nil {
			return err
		}
	}
	if list {
		return v.Wait()
	}
	return errors.Join(log.End(), v.Conclude())
}

// verified brings verifying to its end, now that every cube is refuted.
func (r *run) verified(result *Result) error {
	if !r.cfg.Verify {
		return nil
	}
	result.Checked = r.proof.checked
	list := r.cfg.Cubes != nil
	if n := len(r.cfg.Cubes); list && r.proof.listed != n {
		return &stream.WrongError{Reason: fmt.Sprintf("has %d cubes, of which %d were refuted", n, r.proof.listed)}
	}
	if list && len(r.proof.refuted) == 0 {
		return nil
	}
	v := stream.New(r.cfg.Formula)
	defer v.Close()
	err := r.proof.verify(v, list)
	result.Checked += v.Lemmas()
	return err
}
