package solver

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/dustin/go-humanize"

	"transat/solver/cnf"
	"transat/solver/internal/localsearch"
)

// On random formulas, Solve tries local search first, for a few percent of the time that the tree would take. It finds models of
// formulas near the threshold in a fraction of the time, and models of large formulas that no tree search finds.
const (
	localSearchSeed = 1
	mostFlips       = 1 << 27 // half a minute, or one with clauses of 5 literals
	longFlips       = 1 << 22 // a second
	mostLiterals    = 1 << 21 // to see whether that many seem random takes half a second
)

// treeGrowth tells by the length of clauses how the tree grows near the threshold, the ratio of clauses to variables where a
// formula is as likely satisfiable as not: doubling is the number of variables by which its nodes double. A flip takes about an
// eighth of the time of a node with clauses of three literals, and longer with long ones.
type treeGrowth struct {
	threshold float64
	doubling  float64 // variables
	head      float64 // doublings before a flip pays
}

func treeGrowthOf(length int) treeGrowth {
	return map[int]treeGrowth{
		3: {threshold: 4.267, doubling: 20},
		4: {threshold: 9.931, doubling: 6, head: 5},
		5: {threshold: 21.117, doubling: 3.6, head: 6},
		6: {threshold: 43.37, doubling: 2.8, head: 5},
		7: {threshold: 87.79, doubling: 2.3, head: 5},
	}[length]
}

// flipsFor returns how many flips suit a formula whose random clauses have that length: none if it is 0, since they are not random.
func flipsFor(f *cnf.Formula, random int) int64 {
	growth := treeGrowthOf(random)
	vars, ratio := float64(f.Vars()), float64(f.Len())/float64(f.Vars())
	if growth.doubling == 0 || ratio > 1.05*growth.threshold {
		return 0 // or a model would be a wonder
	}
	return int64(min(math.Exp2(vars/growth.doubling-growth.head), mostFlips))
}

// flips returns how long to look for a model of f before the search begins: with AutoFlips not at all unless the rule was left to
// Solve too, and the clauses are random. A search that goes on has done so.
func (s *session) flips() int64 {
	switch {
	case len(s.opt.Cubes) > 0 || s.checkpoint.goesOn() || s.opt.LocalSearch == NoFlips:
		return 0
	case s.opt.LocalSearch != AutoFlips:
		return s.opt.LocalSearch
	case !s.autoRule || s.opt.Engine != DPLL || s.formula.Literals() > mostLiterals:
		return 0
	}
	return flipsFor(s.formula, s.random)
}

// local looks for a model by local search. It reports whether that decides it: there is a model, or no time left.
func (s *session) local(ctx context.Context) (decided bool, err error) {
	flips := s.flips()
	if flips == 0 {
		return false, nil
	}
	if flips >= longFlips {
		s.opt.Log(fmt.Sprintf("local search for a model first: at most %s flips", humanize.Comma(flips)))
	}
	opt := localsearch.Options{Flips: flips, Seed: localSearchSeed, MaxMemory: s.memoryLeft()}
	if s.opt.Progress != nil {
		opt.Progress = func(flips int64, least int) { s.opt.Progress(Progress{Flips: flips, Least: least}) }
	}
	found, err := localsearch.Run(ctx, s.formula, opt)
	s.result.Flips = found.Flips
	switch {
	case ctx.Err() != nil:
		s.result.Reason = ctx.Err()
		return true, nil
	case err != nil && !errors.Is(err, cnf.ErrMemory): // without the memory for it, there may still be enough for a search
		return true, err
	case found.Model != nil:
		s.result.Verdict, s.result.Model, s.result.Local = cnf.Satisfiable, found.Model, true
		s.note("local search found a model, with %s", counted(found.Flips, "flip"))
		return true, nil
	}
	return false, nil
}
