package solver

import (
	"context"
	"errors"
	"math"
	"time"

	"transat/solver/cnf"
	"transat/solver/dpll"
)

// treeSearch is a search of the tree in turns, which knows about how long it will still take.
//
// A search knows which share of the tree it has closed if every two siblings are equally large. They are not, but the growth of the
// share tells how much is left: a tree whose share grows steadily ends at that pace, whatever the share is. A tree whose share has
// stood still for half of its nodes is beyond measure, even if nearly all seemed to be closed before.
type treeSearch struct {
	worker *dpll.Worker // nil before the first turn
	out    bool         // it can do nothing more
	now    mark
	marks  [2]mark // when the nodes had last doubled, and the time before that
}

// mark is how far a search has come.
type mark struct {
	nodes  int64
	closed float64 // share of the tree
	spent  time.Duration
}

// begin sets the search up.
func (t *treeSearch) begin(ctx context.Context, s *session) error {
	began := time.Now()
	opt := dpll.WorkerOptions{Rule: s.opt.Rule, MaxMemory: s.memoryLeft(), Clock: s.opt.Clock, Proof: s.lemmas()}
	w, err := dpll.NewWorker(ctx, s.formula, opt)
	if err == nil {
		err = w.Begin(w.Root())
	}
	t.worker = w
	t.now.spent = time.Since(began)
	t.marks[1] = t.now
	return err
}

// search visits at most that many nodes.
func (t *treeSearch) search(nodes int64) (dpll.Outcome, error) {
	began := time.Now()
	outcome, err := t.worker.Search(nodes)
	t.now.nodes = t.worker.Stats().Nodes
	t.now.closed = t.worker.Closed()
	t.now.spent += time.Since(began)
	if t.now.nodes >= 2*t.marks[1].nodes {
		t.marks[0], t.marks[1] = t.marks[1], t.now
	}
	return outcome, err
}

// since is the mark to compare with: the search was at most half as far.
func (t *treeSearch) since() mark {
	if m := t.marks[1]; t.now.nodes >= m.nodes+m.nodes/2 && m.nodes > 0 {
		return m
	}
	return t.marks[0]
}

// left says how many nodes the tree still has if it goes on as of late: +Inf if that is beyond measure.
func (t *treeSearch) left() float64 {
	before := t.since()
	grown := t.now.closed - before.closed
	if !(grown > 0) || t.now.nodes == 0 {
		return math.Inf(1)
	}
	return (1 - t.now.closed) / grown * float64(t.now.nodes-before.nodes)
}

// nodeTime is the time of a node, in seconds.
func (t *treeSearch) nodeTime() float64 {
	before := t.since()
	return max((t.now.spent-before.spent).Seconds(), 1e-9) / float64(max(t.now.nodes-before.nodes, 1))
}

// timeLeft is the time that it still takes, in seconds.
func (t *treeSearch) timeLeft() float64 { return t.left() * t.nodeTime() }

// result is the result of the search.
func (t *treeSearch) result(outcome dpll.Outcome) dpll.Result {
	r := dpll.Result{Stats: t.worker.Stats(), Resources: t.worker.Resources()}
	switch outcome {
	case dpll.Found:
		r.Verdict, r.Model = cnf.Satisfiable, t.worker.Model()
	case dpll.Closed:
		r.Verdict = cnf.Unsatisfiable
	}
	return r
}

// searchTree lets the tree have a turn of about that long. If there is not enough memory for it, and learning has begun, it has had
// its last one.
func (s *session) searchTree(ctx context.Context, t *treeSearch, learns bool, long time.Duration) (decided bool, err error) {
	if t.worker == nil {
		if err := t.begin(ctx, s); err != nil {
			return s.leaveTree(ctx, t, learns, err)
		}
	}
	nodes := max(1, min(firstNodes, s.pace.look), t.now.nodes)
	if t.now.nodes > 0 {
		nodes = int64(min(float64(nodes), 1+long.Seconds()/t.nodeTime()))
	}
	before := t.now.nodes
	outcome, err := t.search(nodes)
	if s.opt.Progress != nil && t.now.nodes/dpll.ProgressNodes > before/dpll.ProgressNodes {
		s.opt.Progress(Progress{Nodes: t.now.nodes, Closed: t.now.closed})
	}
	switch {
	case err != nil:
		return s.leaveTree(ctx, t, learns, err)
	case outcome == dpll.Running:
		return false, nil
	}
	s.takeTree(t.result(outcome))
	return true, nil
}

// takeTree takes over the result of the tree.
func (s *session) takeTree(r dpll.Result) {
	s.opt.Engine, s.result.Result = DPLL, r
	s.result.Procs, s.result.Now = 1, r.Stats.Nodes
}

// leaveTree ends the search of the tree with an error: that of the context ends all; a lack of memory only the tree, if learning has begun.
func (s *session) leaveTree(ctx context.Context, t *treeSearch, learns bool, err error) (decided bool, _ error) {
	t.out = true
	switch {
	case errors.Is(err, cnf.ErrMemory) && learns:
		t.worker = nil
		return false, nil
	case errors.Is(err, cnf.ErrMemory): // if there is none for a first look, there is none
	case ctx.Err() == nil || !errors.Is(err, ctx.Err()):
		return false, err
	}
	r := dpll.Result{Reason: err}
	if t.worker != nil {
		r.Stats = t.worker.Stats()
	}
	s.takeTree(r)
	return true, nil
}
