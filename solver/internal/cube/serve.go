package cube

import (
	"bufio"
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"transat/solver/cnf"
	"transat/solver/drat/stream"
	"transat/solver/internal/memory"
	"transat/solver/internal/wire"
)

// Serve is the life of a child: it reads a problem and orders from r, and writes its replies to w. It
// returns when r ends, even in the middle of a cube: so a child does not outlive its parent.
func Serve(r io.Reader, w io.Writer) error {
	in := bufio.NewReader(polled(r))
	var p problem
	if err := wire.Read(in, &p); err != nil {
		return err
	}
	ctx := context.Background()
	if p.Memory > 0 {
		var stop func()
		ctx, stop = memory.Limit(ctx, p.Memory, memory.ErrLimit)
		defer stop()
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	c := &clerk{ctx: ctx, out: bufio.NewWriter(w)}
	c.share.Open()
	jobs := make(chan job, 1) // so that lemmas of others are read while the first order waits
	gone, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		receive(ctx, in, jobs, &c.share, p.Vars)
	}()
	var worked error
	go func() {
		defer close(done)
		worked = c.work(p, jobs)
	}()
	select {
	case <-done:
		if ctx.Err() == nil {
			return worked
		}
	case <-gone:
	case <-ctx.Done():
	}
	var err error
	if ctx.Err() != nil {
		err = c.send(reply{Done: true, Memory: true})
	}
	if p.Conqueror != "" { // it is to end before this process does
		end()
		<-done
	}
	return err
}

// job is an order that stands until its context ends.
type job struct {
	order
	ctx context.Context
}

// receive hands orders on until the input or ctx ends. An order to stop ends the context of the job before; the end of the input does not,
// or an answer that the job was stopped might still be sent. Lemmas of other children, about that many variables, go to share.
func receive(ctx context.Context, in *bufio.Reader, jobs chan<- job, share *Exchange, vars int) {
	stop := func() {}
	for {
		var o order
		if wire.Read(in, &o) != nil {
			return
		}
		if len(o.Shared) > 0 {
			if CheckLemmas(o.Shared, vars) == nil {
				share.Put([32]byte{}, o.Shared)
			}
			continue
		}
		stop()
		if o.Stop {
			continue
		}
		within, cancel := context.WithCancel(ctx)
		stop = cancel
		select {
		case jobs <- job{order: o, ctx: within}:
		case <-ctx.Done():
			return
		}
	}
}

// clerk does the work of a child.
type clerk struct {
	ctx context.Context

	mu  sync.Mutex // for the rest
	out *bufio.Writer

	lemmas []uint32

	share Exchange // with other children
	check *checks  // nil if lemmas are not checked
	sent  time.Time
}

// Give implements cdcl.LemmaExchange.
func (c *clerk) Give(lemma []cnf.Lit) bool { return c.share.Give(lemma) }

// shareEvery is the time between two messages with lemmas for other children.
const shareEvery = 5 * time.Millisecond

// Take implements cdcl.LemmaExchange. What this child has given goes out, behind its lemmas; but if they are checked only with the answer,
// when they have been.
func (c *clerk) Take() [][]cnf.Lit {
	if now := time.Now(); c.check == nil && now.Sub(c.sent) >= shareEvery {
		c.sent = now
		if given := c.share.Given(); len(given) > 0 {
			_ = c.send(reply{Lemmas: c.lemmas, Shared: given}) // an error comes again
			c.lemmas = c.lemmas[:0]
		}
	}
	taken := c.share.Take()
	if c.check != nil && len(taken) > 0 {
		_ = c.check.log.Shown(taken) // the child that gave them has checked them
	}
	return taken
}

// lemmasAhead is how many literals of lemmas are sent at a time.
const lemmasAhead = 1 << 12

// work solves cube after cube. If the context ends meanwhile, it is silent: Serve replies.
func (c *clerk) work(p problem, jobs <-chan job) error {
	var proof cnf.ProofWriter
	if p.Proof {
		proof = c
	}
	f := p.formula()
	if p.Verify {
		c.check = newChecks(f)
		defer c.check.close()
		proof = cnf.Both(proof, c.check.log)
	}
	opt := LeafOptions{
		Proof: proof, Memory: p.Memory, Conqueror: p.Conqueror, Folder: p.Folder, Limit: time.Duration(p.Limit),
		Warn: func(line string) { _ = c.send(reply{Warning: line}) },
	}
	if p.Share {
		opt.Share = c
	}
	leaf, err := NewLeaf(c.ctx, f, opt)
	if c.stopped(err) {
		return nil
	}
	if err != nil {
		return c.send(reply{Done: true, Failure: err.Error()})
	}
	defer leaf.Close()
	for {
		var j job
		select {
		case j = <-jobs:
		case <-c.ctx.Done():
			return nil
		}
		cube := cnf.AppendFromCodes(nil, j.Cube)
		result, err := leaf.Solve(j.ctx, cube, j.Budget)
		if c.ctx.Err() == nil && err != nil && errors.Is(err, j.ctx.Err()) {
			err = nil // interrupted: Unknown
		}
		answer := reply{Done: true, Result: result, Lemmas: c.lemmas, Shared: c.share.Given()}
		if err == nil && result.Verdict == cnf.Unsatisfiable {
			answer.Checked, err = c.check.refuted(cube)
		} else if err == nil && len(answer.Shared) > 0 {
			err = c.check.settle()
		}
		if c.stopped(err) {
			return nil
		}
		if err != nil {
			answer.Failure, answer.Wrong = err.Error(), errors.As(err, new(*stream.WrongError))
		}
		if err := c.send(answer); err != nil {
			return err
		}
		c.lemmas = c.lemmas[:0]
	}
}

// stopped reports whether err says that the context has ended.
func (c *clerk) stopped(err error) bool { return err != nil && errors.Is(err, c.ctx.Err()) }

// deletion stands before the literals of a lemma that is deleted. It is the code of no literal.
const deletion = 1

// Add implements cnf.ProofWriter.
func (c *clerk) Add(clause []cnf.Lit) error {
	c.lemmas = append(cnf.AppendCodes(c.lemmas, clause), 0)
	return c.ahead()
}

// Delete implements cnf.ProofWriter.
func (c *clerk) Delete(clause []cnf.Lit) error {
	c.lemmas = append(cnf.AppendCodes(append(c.lemmas, deletion), clause), 0)
	return c.ahead()
}

// ahead sends the lemmas so far, if they are many.
func (c *clerk) ahead() error {
	if len(c.lemmas) < lemmasAhead {
		return nil
	}
	err := c.send(reply{Lemmas: c.lemmas})
	c.lemmas = c.lemmas[:0]
	return err
}

func (c *clerk) send(r reply) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := wire.Write(c.out, r); err != nil {
		return err
	}
	return c.out.Flush()
}
