package coordinator

import (
	"context"

	"transat/cmd/transat/internal/cluster"
	"transat/solver/cnf"
)

// result is that of a run that is decided.
func (c *coordinator) result() cluster.Result {
	r := cluster.Result{
		Verdict: cnf.Unsatisfiable, Model: c.model, Totals: c.books.Totals(), Workers: c.joined, Moved: c.books.Moved(), Recounted: c.right,
	}
	if r.Totals.Best != nil {
		r.Node = r.Totals.Best.Node
	}
	if c.node != nil {
		r.Node = c.node
	}
	if c.model != nil || c.node != nil {
		r.Verdict = cnf.Satisfiable
	}
	r.Lemmas = c.lemmas
	if c.given != nil {
		r.Checked = c.given.Checked()
	}
	if procs := c.procs(); c.views == nil && c.waited.Tells(c.clock(), procs) {
		r.Long, r.Waited = true, c.waited.Share(c.clock(), procs)
	}
	c.views.result(&r, c.clock())
	return r
}

// ended is the result of a run that was stopped, or the error if it is another one.
func (c *coordinator) ended(ctx context.Context, err error) (cluster.Result, error) {
	if ctx.Err() == nil {
		return cluster.Result{}, err
	}
	return cluster.Result{Reason: context.Cause(ctx), Workers: c.joined, Totals: c.stored}, nil
}

// verdict is how a run has ended, for people.
func (c *coordinator) verdict(v cnf.Verdict) string {
	switch {
	case c.cfg.Problem == nil:
		return v.String()
	case v == cnf.Satisfiable:
		return "a solution is found"
	default:
		return "all is searched"
	}
}
