package command

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"transat/cmd/transat/internal/exit"
	"transat/solver"
)

// Before solve searches the tree of a random formula, it looks for a model by local search, for a few percent of the time
// that the tree would take. Models of formulas near the threshold are found in a fraction of the time that way, and of large
// ones at all.
//
// autoLocalSearch takes as many flips as suit the formula: none unless the rule was left to the program too, and clauses are random.
const (
	autoLocalSearch = "auto"

	localSearchSeed = 1
	mostFlips       = 1 << 27 // half a minute, or one with clauses of 5 literals
	longFlips       = 1 << 22 // a second
	mostLiterals    = 1 << 21 // to look whether so many seem random takes half a second
)

// treeGrowth tells by the length of clauses how the tree grows near the threshold, the ratio of clauses to variables where a
// formula is as likely satisfiable as not: its nodes double every so many variables. A flip takes about an eighth of the time of
// a node with clauses of three literals, and longer with long ones.
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

// checkLocalSearch looks at the flag.
func (f *solveFlags) checkLocalSearch(given func(flag string) bool) error {
	if f.localSearch == autoLocalSearch {
		return nil
	}
	if n, err := strconv.ParseInt(f.localSearch, 10, 64); err != nil || n < 0 {
		return exit.Misuse(fmt.Errorf("--local-search=%s: want a number of flips that is not negative, or auto", f.localSearch))
	}
	return nil
}

// flips returns how long to look for a model of f before the search begins. A search that goes on has done so.
func (f *solveFlags) flips(t task, auto bool) int64 {
	switch {
	case t.cubes != nil || t.checkpoint != nil && t.checkpoint.resumed || f.cube.write != "":
		return 0
	case f.localSearch != autoLocalSearch:
		n, _ := strconv.ParseInt(f.localSearch, 10, 64) // which checkLocalSearch has looked at
		return n
	case !auto || f.engine != "dpll" || t.formula.Literals() > mostLiterals:
		return 0
	}
	return flipsFor(t.formula)
}

// flipsFor returns how many flips suit a formula: none if its clauses are not random.
func flipsFor(f *solver.Formula) int64 {
	growth := treeGrowthOf(uniform(f))
	vars, ratio := float64(f.Vars()), float64(f.Len())/float64(f.Vars())
	if growth.doubling == 0 || ratio > 1.05*growth.threshold || !looksRandom(f) {
		return 0 // or a model would be a wonder
	}
	return int64(min(math.Exp2(vars/growth.doubling-growth.head), mostFlips))
}

// solveTask looks for a model by local search, if that may pay, and then searches.
func (a *app) solveTask(ctx context.Context, t task, flags solveFlags, auto bool) (ending, error) {
	flips := flags.flips(t, auto)
	if flips == 0 {
		return a.search(ctx, t, flags)
	}
	if flips >= longFlips && !flags.quiet {
		fmt.Fprintf(a.out, "c local search for a model first: at most %s flips\n", grouped(flips))
	}
	result, err := solver.LocalSearch(ctx, t.formula, solver.LocalSearchOptions{
		Flips: flips, Seed: localSearchSeed, MaxMemory: flags.memoryLeft(),
	})
	switch {
	case ctx.Err() != nil:
		return ending{Result: solver.Result{Reason: ctx.Err()}, flips: result.Flips}, nil
	case err != nil && !errors.Is(err, solver.ErrMemory): // without the memory for it, there may still be enough for a search
		return ending{}, err
	case result.Model != nil:
		end := ending{Result: solver.Result{Verdict: solver.Satisfiable, Model: result.Model}, flips: result.Flips, local: true}
		end.note("local search found a model, with %s", counted(int(result.Flips), "flip"))
		return end, nil
	}
	end, err := a.search(ctx, t, flags)
	end.flips = result.Flips
	return end, err
}
