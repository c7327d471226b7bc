package simd

import (
	"context"
	"errors"
	"fmt"
	"math"

	"transat/balance"
	"transat/balance/topology"
)

// Config is everything a search depends on.
type Config[E any] struct {
	Tree    balance.Tree[E]
	Network topology.Network
	// Policy is one that works in lockstep: its Spec has a Rule or a FrontEnd.
	Policy balance.Chosen
	Cost   CostModel
	// Expansions is the number of expansions between balancing, and Balances the number of balancing steps
	// that follow each other; 0 stands for 1.
	Expansions, Balances int
	// Limit is the time after which the search is given up; 0 is none but what an int64 holds.
	Limit balance.Ticks

	// Progress, if not nil, is called now and then with the work done so far.
	Progress func(work int64)
	// Trace, if not nil, is called after balancing, and at the end.
	Trace func(Step)
}

// Step is what Config.Trace sees.
type Step struct {
	Step    int           // expansion steps so far
	Time    balance.Ticks // since the start
	Working int           // processors that had an element in the last expansion
	Sent    int64         // elements that moved since the step before
	Loads   []int32       // elements per processor; valid during the call
}

// Result is what a search comes to. For its times
//
//	Busy + Wait + Idle + Message + Balance == Procs · Time
//
// to the nanosecond. All processors take part in every balancing step.
type Result struct {
	balance.Result
	Steps     int   // expansions, each by all who had an element
	IdleSteps int64 // expansions in which a processor had none, all processors together
	Balances  int   // balancing steps; of a front end, balancing phases
	// Shifts counts the instructions that moved elements: one element a processor, all in one direction.
	Shifts int64
}

// checkEvery is how many processor-steps pass between two looks at the context, about a millisecond's
// worth.
const checkEvery = 1 << 16

// ErrLimit says that a search was given up at Config.Limit.
var ErrLimit = errors.New("the limit on simulated time was reached")

// Run expands a tree, beginning with its root on processor 0, until nothing is left or a solution is
// found. It refuses a policy that has no rule in steps (*balance.NoRuleError) or is not defined on the network
// (*balance.KindError). If the context ends or the limit is reached, the result says how far it has
// come.
//
// A step takes time proportional to the number of processors, 20 to 100 ns for each; memory is
// proportional to the numbers of processors and elements.
func Run[E any](ctx context.Context, cfg Config[E]) (_ Result, err error) {
	defer balance.CatchFault(&err)
	s, err := newRun(cfg)
	if err != nil {
		return Result{}, err
	}
	s.lists.pushTop(0, cfg.Tree.Root())
	s.alive = 1
	err = s.run(ctx)
	r := &s.result
	r.Hops, r.Phases = r.Messages+r.Sent, int64(r.Procs)*int64(r.Balances)
	return *r, err
}

// search is a search under way.
type search[E any] struct {
	cfg     Config[E]
	lists   lists[E]
	balance balancer
	result  Result
	limit   balance.Ticks
	most    struct{ work, nodes uint64 } // that an element may come to; a negative number, seen without its sign, is above it

	bounded balance.Bounded[E] // the tree, if it is one
	best    balance.Incumbent  // that all know in this step

	alive    int64 // elements
	children []E   // scratch space of expand
	working  int   // processors in the last expansion
}

func newRun[E any](cfg Config[E]) (*search[E], error) {
	if err := cfg.Cost.check(); err != nil {
		return nil, err
	}
	if cfg.Expansions < 0 || cfg.Balances < 0 {
		return nil, fmt.Errorf("%d expansions and then %d balancing steps: both must be at least 1", cfg.Expansions, cfg.Balances)
	}
	n := cfg.Network.Procs()
	s := &search[E]{cfg: cfg, lists: newLists[E](n), limit: math.MaxInt64 / balance.Ticks(2*n)}
	s.most.work = uint64(s.limit / 4 / cfg.Cost.WorkTime)
	s.most.nodes = uint64(s.limit / 4 / max(1, cfg.Cost.NodeTime))
	s.cfg.Expansions, s.cfg.Balances = max(1, cfg.Expansions), max(1, cfg.Balances)
	if cfg.Limit > 0 {
		s.limit = min(s.limit, cfg.Limit)
	}
	s.result.Procs = n
	if s.bounded, s.result.Bounded = cfg.Tree.(balance.Bounded[E]); s.result.Bounded {
		s.result.Best = balance.NoIncumbent
		s.best = balance.NoIncumbent
	}
	var err error
	s.balance, err = newBalancer(&s.cfg, &s.lists)
	return s, err
}

// run does steps until the search is over.
func (s *search[E]) run(ctx context.Context) error {
	patience := max(1, checkEvery/len(s.lists.loads))
	for round := 0; ; round++ {
		switch {
		case round%patience > 0:
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case s.cfg.Progress != nil:
			s.cfg.Progress(s.result.Work)
		}
		for range s.cfg.Expansions {
			if s.expand(); s.over() {
				s.trace(0)
				return nil
			}
		}
		sent := s.result.Sent
		for range s.cfg.Balances {
			s.balance.step(&s.result)
		}
		s.trace(s.result.Sent - sent)
		if s.result.Time > s.limit {
			return ErrLimit
		}
	}
}

func (s *search[E]) over() bool { return s.alive == 0 || s.result.Found }

// expand does one expansion step.
func (s *search[E]) expand() {
	r, cost, tree, l := &s.result, &s.cfg.Cost, s.cfg.Tree, &s.lists // s.best is what all know; r.Best, what anyone has found
	work, nodes, working, longest := int64(0), int64(0), 0, balance.Ticks(0)
	for p, load := range l.loads {
		if load == 0 {
			continue
		}
		e := l.popTop(int32(p))
		working++
		if s.drops(e, s.best) {
			s.alive--
			longest = max(longest, cost.expand(0, 1))
			continue
		}
		children, ownWork, ownNodes, found := tree.Expand(e, s.children[:0])
		s.children = children
		known := s.best
		if s.bounded != nil {
			own := balance.ValueOf(s.bounded, e)
			known, r.Best = max(known, own), max(r.Best, own)
		}
		listed := s.list(int32(p), children, known)
		if uint64(ownWork) > s.most.work || uint64(ownNodes) > s.most.nodes {
			s.tooMuch(ownWork, ownNodes)
		}
		s.alive += int64(listed - 1)
		r.Found = r.Found || found
		work += ownWork
		nodes += ownNodes
		longest = max(longest, cost.expand(ownWork, ownNodes))
	}
	s.best = r.Best
	n := len(l.loads)
	busy := cost.expand(work, nodes)
	s.working = working
	r.Steps++
	r.IdleSteps += int64(n - working)
	r.Work += work
	r.Nodes += nodes
	r.Sequential += busy
	r.Busy += busy
	r.Wait += balance.Ticks(working)*longest - busy
	r.Idle += balance.Ticks(n-working) * longest
	r.Message += balance.Ticks(n) * cost.StepTime
	r.Time += longest + cost.StepTime
}

// drops reports whether an element of a tree with bounds is dropped, since a value is known that is as good.
func (s *search[E]) drops(e E, known balance.Incumbent) bool {
	if s.bounded == nil || !known.Drops(s.bounded.Bound(e)) {
		return false
	}
	s.result.Pruned++
	return true
}

// list puts children into the list of a processor, the first one on top, but for those that are dropped. It returns their number.
func (s *search[E]) list(p int32, children []E, known balance.Incumbent) (listed int) {
	for i := len(children) - 1; i >= 0; i-- {
		if !s.drops(children[i], known) {
			s.lists.pushTop(p, children[i])
			listed++
		}
	}
	return listed
}

// tooMuch ends the search: an element comes to less than nothing, or to more than the clock can tell.
func (s *search[E]) tooMuch(work, nodes int64) {
	what := fmt.Sprintf("an element comes to work %d in %d nodes: want at least 0, and no more than the simulated time can tell", work, nodes)
	panic(balance.Fault{Err: &balance.TreeError{Tree: fmt.Sprintf("%T", s.cfg.Tree), Method: "Expand", What: what}})
}

// trace reports what has been done.
func (s *search[E]) trace(sent int64) {
	if s.cfg.Trace != nil {
		s.cfg.Trace(Step{Step: s.result.Steps, Time: s.result.Time, Working: s.working, Sent: sent, Loads: s.lists.loads})
	}
}
