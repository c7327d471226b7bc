package command

import (
	"context"
	"fmt"
	"time"

	"transat/balance/cores"
	"transat/cmd/transat/internal/memory"
	"transat/cmd/transat/internal/parallel"
	"transat/cmd/transat/internal/pieces"
	"transat/solver"
)

// ending is how a search has ended, whatever the engine.
type ending struct {
	solver.Result
	notes   []string      // what else there is to know, for c lines
	procs   int           // processors of the engine, 0 if it searches no tree
	visited int64         // nodes visited in all, if more than Stats.Nodes
	now     int64         // nodes visited since the program was started
	flips   int64         // of a local search before it
	local   bool          // which has found a model, so that there was no search
	machine *cores.Result // nil if one processor was enough
}

// task is what a search is about.
type task struct {
	name       string
	formula    *solver.Formula
	cubes      [][]solver.Lit  // nil if it is about the formula as it is
	proof      *proofFile      // nil if none is wanted
	checkpoint *checkpointFile // nil if none is wanted
}

// search runs the engine that is asked for.
func (a *app) search(ctx context.Context, t task, flags solveFlags) (ending, error) {
	switch {
	case flags.engine == "cdcl":
		result, err := solver.SolveCDCL(ctx, t.formula, t.proof.writer())
		return ending{Result: result}, err
	case flags.engine == "cube":
		return a.searchCubes(ctx, t, flags)
	case flags.processors() == 1 && t.checkpoint == nil:
		return a.searchAlone(ctx, t, flags)
	default:
		return a.searchTogether(ctx, t, flags)
	}
}

// searchAlone searches the tree with a single processor, and needs nothing to do so.
func (a *app) searchAlone(ctx context.Context, t task, flags solveFlags) (ending, error) {
	bar := a.watch(t, flags)
	defer bar.done()
	opt := solver.Options{
		Rule:      flags.rule,
		MaxNodes:  flags.maxNodes,
		MaxMemory: flags.memoryLeft(),
		Proof:     t.proof.writer(),
		Progress:  func(p solver.Progress) { bar.set(p.Closed, p.Nodes) },
		Clock:     flags.clock(),
	}
	result, err := solver.Solve(ctx, t.formula, opt)
	return ending{Result: result, procs: 1, now: result.Stats.Nodes}, err
}

// searchTogether searches the tree with several processors, or so that the search can be gone on with.
func (a *app) searchTogether(ctx context.Context, t task, flags solveFlags) (ending, error) {
	cfg := parallel.Config{
		Formula:       t.formula,
		Rule:          flags.rule,
		MaxNodes:      flags.maxNodes,
		MaxMemory:     flags.memoryLeft(),
		Clock:         flags.clock(),
		Procs:         flags.processors(),
		Threads:       flags.threads,
		Layout:        flags.layout,
		Deterministic: flags.deterministic,
	}
	if err := a.prepare(&cfg, t, flags); err != nil {
		return ending{}, err
	}
	bar := a.watch(t, flags)
	defer bar.done()
	bar.goOn(cfg.Before.Nodes)
	cfg.Progress = func(p parallel.Progress) { bar.set(p.Closed, p.Nodes) }
	cfg.Warn = func(err error) { a.line.Warn(err.Error()) }
	result, err := parallel.Search(ctx, cfg)
	end := ending{
		Result: result.Result, procs: result.Procs, visited: result.Visited, now: result.Now, machine: result.Machine,
	}
	if result.Machine != nil && result.Procs < flags.processors() {
		end.note("%s, since the engines of %d do not fit in --max-memory", counted(result.Procs, "processor"), flags.processors())
	}
	if result.Cut {
		end.note("a model, but perhaps not that of -j 1: the search was stopped (%s)", stopReason(context.Cause(ctx), flags))
	}
	if result.Verdict == solver.Unknown {
		end.notes = append(end.notes, t.checkpoint.outcome()...)
	}
	return end, err
}

// prepare sees to the books, and to the checkpoint from which a search goes on.
func (a *app) prepare(cfg *parallel.Config, t task, flags solveFlags) error {
	var lengths []int64
	if flags.deterministic || t.proof != nil {
		cfg.Ledger = pieces.New()
	}
	if t.checkpoint != nil {
		note, err := t.checkpoint.begin(cfg, t, flags)
		if err != nil {
			return err
		}
		lengths = t.checkpoint.state.Books.Spools
		if note != "" && !flags.quiet {
			fmt.Fprintf(a.out, "c %s\n", note)
		}
	}
	return t.proof.spool(cfg.Ledger, lengths)
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
