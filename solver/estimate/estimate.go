// Package estimate tells the size of a search tree before it is searched ([Size]), and how much of a search is left
// ([Estimator]).
//
// Knuth (Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975) walks down at random,
// and counts every node with the product of the branching factors above it. The mean of such walks is right, but few of
// them meet the large subtrees. Chen (Heuristic sampling, SIAM Journal on Computing 21, 1992) divides nodes into
// strata, here by their level, and lets one node stand for the others of its stratum. Kilby, Slaney, Thiébaux and Walsh
// (Estimating search tree size, AAAI 2006) search subtrees instead of walking, and weigh them. Size combines the three:
//
//  1. It searches from the beginning, for an eighth of the time. If the search ends, the answer is exact. It also
//     measures the speed.
//
//  2. Chen's probes estimate the mean size of a subtree by its level (pilot.go). If the tree seems small enough,
//     the first search goes on.
//
//  3. It takes independent samples (sample.go). Cuts divide the tree at levels where subtrees are four times smaller
//     from cut to cut. A sample draws nodes at each cut by their expected share of the tree, and goes on from these;
//     below the last cut it searches their subtrees to the end.
//
//     ●            cut     weights            A drawn subtree stands for those that were not drawn:
//     ┌──┴──┐                                     its weight grows by the inverse of its probability.
//     - - -●- - -●- - - -  size/4  1  1                So every sample is right on average, however
//     ┌─┴─┐ ┌─┴─┐                                   wrong the expected sizes are; these only change
//     - -●- -╳-●- -●- - -  size/16 2     2  -          how much the samples differ.
//     ▲     ▲
//
// The interval follows from how much the samples differ (interval.go).
//
// Errors, as standard deviations of the logarithm, of 12 unsatisfiable formulas each and two seeds, rule lex, when all
// three methods visit the same number of nodes:
//
//	                  mean size   nodes visited  Knuth   Chen          Size  size within its 95 % interval
//	250-1075-3          216,000         20,000  0.200  0.116         0.100  24 of 24
//	300-1290-3        1,930,000         20,000  0.276  0.340         0.204  23 of 24
//	                                   200,000  0.201  0.081         0.051  24 of 24
//	350-1505-3        7,070,000         20,000  0.293  0.296         0.243  21 of 24
//	                                   200,000  0.134  0.110         0.027  24 of 24
//	                                 2,000,000  0.057  0.027         0.010  24 of 24
//
// Left out: trees of satisfiable formulas can have few, very large subtrees around their models, which samples miss.
// For 60 satisfiable formulas 170-731-3, the 95 % interval held the size for 42.
package estimate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/rules"
)

// Options configure Size. The zero value visits a million nodes under the rule "lex".
type Options struct {
	Rule string // name of the branching rule, one of rules.All; "" is "lex"
	// MaxNodes is about how many nodes each thread visits; 0 means as many as Time allows, or a million without a clock.
	MaxNodes int64
	// Time is about how long the estimate may take, and Clock tells the time since a fixed moment. Several goroutines call
	// it at the same time. Without a clock Size measures no speed, and the estimate depends on the other options alone.
	Time  time.Duration
	Clock func() time.Duration
	// Threads is the number of goroutines that take samples; with 0 and 1 only the caller's does.
	Threads    int
	Seed       uint64
	Confidence float64 // of the interval, between 0 and 1; 0 is 0.95
}

// Result is the estimated size of a search tree.
type Result struct {
	Nodes     float64 // of the whole tree; +Inf if beyond a float64
	Low, High float64 // the interval; both are Nodes if Exact
	Exact     bool    // the tree was searched to its end

	Models  bool  // a visited leaf was a model, so a search that stops at models may be far shorter
	Visited int64 // nodes visited by all threads
	Samples int   // number of independent estimates, whose mean is Nodes; 0 if Exact

	Speed      float64 // nodes a second of one thread that runs alone; 0 without a clock
	SpeedOfAll float64 // nodes a second of all threads together; 0 without a clock, or if the tree is too small to measure

	sizes levelSizes // nil if Exact
}

// Size estimates the number of nodes of the search tree of f, which does not end at models. If the tree is small
// enough, Size searches it to its end, and the answer is exact.
//
// If the context ends first, the error is the context's, and the estimate is the best so far: Low is the number of
// nodes certainly visited, at least 1, or 0 before the root. Nodes is 0 before the first probe, and rests on a few
// probes while Samples is less than 2; High is then +Inf. Other errors are as for Solve, or name a wrong option. Each
// thread needs memory as Solve does, and a few megabytes more.
func Size(ctx context.Context, f *cnf.Formula, opt Options) (Result, error) {
	if opt.Confidence == 0 {
		opt.Confidence = 0.95
	}
	if opt.MaxNodes == 0 && (opt.Clock == nil || opt.Time == 0) {
		opt.MaxNodes = defaultNodes
	}
	switch {
	case !(opt.Confidence > 0 && opt.Confidence < 1):
		return Result{}, fmt.Errorf("confidence %v: want a number between 0 and 1", opt.Confidence)
	case opt.MaxNodes < 0 || opt.Time < 0:
		return Result{}, fmt.Errorf("%d nodes, %v: want numbers that are not negative", opt.MaxNodes, opt.Time)
	}
	e := &estimation{opt: opt, walker: func() (*walker, error) {
		rule, err := rules.Find(opt.Rule)
		if err != nil {
			return nil, err
		}
		e, _, err := rule.Engine(ctx, f)
		if err != nil {
			return nil, err
		}
		return newWalker(ctx, e)
	}}
	return e.run()
}

// estimation is the state of Size.
type estimation struct {
	opt      Options
	walker   func() (*walker, error) // makes one for each thread
	began    time.Duration
	speed    float64 // nodes a second of one thread
	jumpCost float64 // cost of a node far from the one before, in plain nodes
}

const defaultNodes = 1_000_000

// Shares of the nodes, or of the time, that an estimate may take.
const (
	headShare  = 1.0 / 8  // for a search from the beginning, which ends small trees and measures the speed
	pilotShare = 1.0 / 16 // for probes
	raceShare  = 1.0 / 12 // for measuring the speed of all threads
)

func (e *estimation) run() (Result, error) {
	e.began = e.now()
	w, err := e.walker()
	if err != nil {
		return Result{}, err
	}
	whole := &wholeSearch{level: w.root.Assigned}
	if w.root.End == engine.Conflict { // units alone refute the formula: the tree is the root
		whole.nodes = 1
		if e.opt.Clock != nil { // its propagation was part of the preparation
			e.speed = 1 / max((e.now()-e.began).Seconds(), 1e-9)
		}
		return e.exact(w, whole), nil
	}
	switch err := e.head(w, whole); {
	case err != nil:
		return e.soFar(w, whole, nil), err
	case whole.done:
		return e.exact(w, whole), nil
	}
	rng := rand.New(rand.NewPCG(e.opt.Seed, 0))
	cost, steps := w.cost, w.steps
	sizes, err := w.pilot(rng, int64(pilotShare*float64(e.opt.MaxNodes)))
	if err != nil {
		return e.soFar(w, whole, sizes), err
	}
	e.jumpCost = float64(w.cost-cost) / float64(max(w.steps-steps, 1))
	if left := float64(e.opt.MaxNodes - w.cost); sizes.at(w.root.Assigned) < left/2 {
		switch err := w.resume(whole, int64(left*3/4)); {
		case err != nil:
			return e.soFar(w, whole, sizes), err
		case whole.done:
			return e.exact(w, whole), nil
		}
	}
	return e.sample(w, whole, sizes)
}

// now returns the time, if there is a clock.
func (e *estimation) now() time.Duration {
	if e.opt.Clock == nil {
		return 0
	}
	return e.opt.Clock()
}

// exact returns the result after a search of the whole tree.
func (e *estimation) exact(w *walker, whole *wholeSearch) Result {
	n := float64(whole.nodes)
	return Result{Nodes: n, Low: n, High: n, Exact: true, Models: w.models > 0, Visited: w.steps + 1, Speed: e.speed}
}

// soFar returns the estimate without samples: the nodes certainly visited, and the estimate of the probes, if any.
func (e *estimation) soFar(w *walker, whole *wholeSearch, sizes levelSizes) Result {
	soFar := Result{
		Low: float64(whole.nodes) + 1, High: math.Inf(1), // the next node, too
		Models: w.models > 0, Visited: w.steps + 1, Speed: e.speed, sizes: sizes,
	}
	if sizes != nil {
		soFar.Nodes = max(sizes.at(w.root.Assigned), soFar.Low)
	}
	return soFar
}

// head searches from the beginning. If only a time is given, it sets the number of nodes that this time allows.
func (e *estimation) head(w *walker, whole *wholeSearch) error {
	start := e.now()
	for chunk, spent := int64(1), time.Duration(0); !whole.done && !e.headDone(whole.nodes, spent); {
		if err := w.resume(whole, chunk); err != nil {
			return err
		}
		chunk = min(2*chunk, 1<<12)
		spent = e.now() - start
		e.speed = float64(whole.nodes) / max(spent.Seconds(), 1e-9)
	}
	if e.opt.Clock == nil {
		e.speed = 0
	}
	if e.opt.MaxNodes == 0 {
		setUp := start - e.began
		e.opt.MaxNodes = int64(e.speed * max(e.opt.Time-setUp, e.opt.Time/2).Seconds())
	}
	return nil
}

// headDone reports whether the search from the beginning is long enough.
func (e *estimation) headDone(nodes int64, spent time.Duration) bool {
	if e.opt.MaxNodes == 0 {
		return spent.Seconds() >= headShare*e.opt.Time.Seconds()
	}
	return float64(nodes) >= headShare*float64(e.opt.MaxNodes)
}
