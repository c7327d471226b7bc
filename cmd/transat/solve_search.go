package main

import (
	"context"
	"fmt"
	"time"

	"transat/balance/cores"
	"transat/cmd/transat/internal/memory"
	"transat/cmd/transat/internal/parallel"
	"transat/solver"
)

// ending is how a search has ended, whatever the engine.
type ending struct {
	solver.Result
	notes   []string      // what else there is to know, for c lines
	procs   int           // processors of the engine, 0 if it searches no tree
	visited int64         // nodes visited by all processors, if more than Stats.Nodes
	machine *cores.Result // nil if one processor was enough
}

// search runs the engine that is asked for.
func (a *app) search(ctx context.Context, name string, f *solver.Formula, proof *proofFile, flags solveFlags) (ending, error) {
	switch {
	case flags.engine == "cdcl":
		result, err := solver.SolveCDCL(ctx, f, proof.writer())
		return ending{Result: result}, err
	case flags.processors() == 1:
		return a.searchAlone(ctx, name, f, proof, flags)
	default:
		return a.searchTogether(ctx, name, f, proof, flags)
	}
}

// searchAlone searches the tree with a single processor.
func (a *app) searchAlone(ctx context.Context, name string, f *solver.Formula, proof *proofFile, flags solveFlags) (ending, error) {
	bar := a.watch(name)
	defer bar.done()
	opt := solver.Options{
		Rule:      flags.rule,
		MaxNodes:  flags.maxNodes,
		MaxMemory: flags.memoryLeft(),
		Proof:     proof.writer(),
		Progress:  func(p solver.Progress) { bar.set(p.Closed, p.Nodes) },
		Clock:     flags.clock(),
	}
	result, err := solver.Solve(ctx, f, opt)
	return ending{Result: result, procs: 1}, err
}

// searchTogether searches the tree with several processors.
func (a *app) searchTogether(ctx context.Context, name string, f *solver.Formula, proof *proofFile, flags solveFlags) (ending, error) {
	bar := a.watch(name)
	defer bar.done()
	ledger, err := proof.ledger(flags.deterministic)
	if err != nil {
		return ending{}, err
	}
	result, err := parallel.Search(ctx, parallel.Config{
		Formula:       f,
		Rule:          flags.rule,
		MaxNodes:      flags.maxNodes,
		MaxMemory:     flags.memoryLeft(),
		Clock:         flags.clock(),
		Procs:         flags.processors(),
		Threads:       flags.threads,
		Layout:        flags.layout,
		Deterministic: flags.deterministic,
		Ledger:        ledger,
		Progress:      func(p parallel.Progress) { bar.set(p.Closed, p.Nodes) },
	})
	end := ending{Result: result.Result, procs: result.Procs, visited: result.Visited, machine: result.Machine}
	if result.Procs < flags.processors() && result.Machine != nil {
		end.note("%s, since the engines of %d do not fit in --max-memory", counted(result.Procs, "processor"), flags.processors())
	}
	if result.Cut {
		end.note("a model, but perhaps not that of -j 1: the search was stopped (%s)", stopReason(context.Cause(ctx), flags))
	}
	return end, err
}

// note adds a c line.
func (e *ending) note(format string, args ...any) {
	e.notes = append(e.notes, fmt.Sprintf(format, args...))
}

// memoryLeft is what the engines may take of --max-memory, 0 if there is no limit.
func (f *solveFlags) memoryLeft() int64 {
	if f.maxMemory == 0 {
		return 0
	}
	return max(int64(f.maxMemory)-memory.Used(), 1)
}

// clock is what the engines tell the time by, for --stats.
func (f *solveFlags) clock() func() time.Duration {
	if !f.stats {
		return nil
	}
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}
