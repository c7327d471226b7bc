package stream

import (
	"errors"
	"fmt"

	"transat/solver/cnf"
)

// logChecker goes through the messages of a log, on a goroutine of its own.
type logChecker struct {
	*Checker
	log      *Log
	verifier *Verifier
	at       uint64 // the piece
	busy     bool   // a piece is under way
	before   int64  // lemmas of the stretches before this one
	told     int64  // lemmas that the verifier has counted
}

// run goes through the messages until the verifier is closed. After a fault it still takes them, so that nobody waits for it.
func (c *logChecker) run() {
	defer close(c.log.ended)
	c.safely(func() error {
		c.Checker = NewChecker(c.verifier.formula)
		return nil
	})
	for {
		var m message
		select {
		case <-c.verifier.over:
			return
		case m = <-c.log.queue:
		}
		if c.verifier.working() {
			c.safely(func() error { return m.do(c) })
		}
		if m.reply != nil {
			close(m.reply)
		}
	}
}

// safely tells the verifier of an error, or of a fault in the checker.
func (c *logChecker) safely(do func() error) {
	err := func() (err error) {
		defer fault(&err)
		return do()
	}()
	if wrong := (*WrongError)(nil); errors.As(err, &wrong) {
		wrong.Piece = c.at
		if wrong.Number > 0 {
			wrong.Number += c.before
		}
	}
	if err != nil {
		c.verifier.broken(err)
	}
}

// derive adds clauses that follow from the formula.
func (c *logChecker) derive(clauses [][]cnf.Lit) error {
	c.at = 0
	if c.busy {
		return c.wrong(nil, "is told what was derived too late")
	}
	return c.Derived(clauses)
}

// steps adds and deletes lemmas.
func (c *logChecker) steps(steps []uint32) error {
	defer c.count()
	for len(steps) > 0 {
		n := steps[0] >> 1
		deletion := steps[0]&1 == 1
		lits := steps[1 : 1+n]
		steps = steps[1+n:]
		var err error
		switch {
		case deletion:
			err = c.remove(lits)
		case !c.busy:
			c.lemmas++
			if err = c.known(lits); err == nil {
				err = c.wrong(literals(lits), "belongs to no piece")
			}
		default:
			err = c.lemma(lits, true)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// count tells the verifier how many lemmas were checked.
func (c *logChecker) count() {
	c.verifier.mu.Lock()
	defer c.verifier.mu.Unlock()
	all := c.before + c.lemmas
	c.verifier.state.lemmas += all - c.told
	c.told = all
}

// begin goes on with a piece when it is its turn.
func (c *logChecker) begin(number uint64, turn int64) error {
	path, lemmas, ok := c.verifier.take(number, turn)
	if !ok {
		return nil
	}
	c.before += c.lemmas
	c.at, c.busy = number, true
	return c.Begin(path, lemmas)
}

// include counts the claim of another piece as shown, since it is an obligation. All decisions of the claim must hold here, so that
// this is its place; then nothing of it has to be kept.
func (c *logChecker) include(number uint64) error {
	if !c.busy {
		return c.wrong(nil, "rests on a part while no other is under way")
	}
	path, ok := c.verifier.claim(c.at, number)
	if !ok {
		return nil
	}
	if err := c.Include(path); err != nil {
		return c.wrong(nil, fmt.Sprintf("rests on part %d in the wrong place", number))
	}
	return nil
}

// leave ends the turn at a piece that is not refuted yet.
func (c *logChecker) leave() error {
	var lemmas [][]cnf.Lit
	if c.busy {
		lemmas = c.held()
	}
	c.verifier.leave(c.at, lemmas)
	c.busy = false
	return nil
}

// snapshot tells the verifier the lemmas of the piece under way.
func (c *logChecker) snapshot() error {
	if c.busy {
		c.verifier.hold(c.at, c.held())
	}
	return nil
}

// end checks the claim of the piece.
func (c *logChecker) end() error {
	if !c.busy {
		return c.wrong(nil, "is not refuted")
	}
	if err := c.End(); err != nil {
		return err
	}
	c.busy = false
	c.verifier.show(c.at)
	return nil
}
