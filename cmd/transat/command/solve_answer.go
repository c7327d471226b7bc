package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/progress"
	"transat/dimacs"
	"transat/solver"
	"transat/solver/parallel"
)

// answer prints the s and v lines, why there is no answer, and what became of the proof.
func (a *app) answer(end parallel.Result, proof *proofFile, flags solveFlags) error {
	if !flags.quiet {
		if end.Verdict == solver.Unknown {
			fmt.Fprintf(a.out, "c stopped: %s\n", stopReason(end.Reason, flags))
		}
		for _, note := range notes(end, flags) {
			fmt.Fprintf(a.out, "c %s\n", note)
		}
		if proof != nil {
			fmt.Fprintf(a.out, "c %s\n", proof.outcome(end))
		}
	}
	fmt.Fprintf(a.out, "s %s\n", end.Verdict)
	switch end.Verdict {
	case solver.Satisfiable:
		if err := dimacs.WriteModel(a.out, end.Model); err != nil {
			return err
		}
		return exit.Satisfiable
	case solver.Unsatisfiable:
		return exit.Unsatisfiable
	}
	return nil
}

// notes are what else there is to know.
func notes(end parallel.Result, flags solveFlags) []string {
	all := end.Notes
	if procs := cmp.Or(flags.procs, flags.threads); end.Machine != nil && 0 < end.Procs && end.Procs < procs {
		all = append(all, fmt.Sprintf("%s, since the engines of %d do not fit in --max-memory", counted(end.Procs, "processor"), procs))
	}
	if end.Cut != nil {
		all = append(all, fmt.Sprintf("a model, but perhaps not that of -j 1: the search was stopped (%s)", stopReason(end.Cut, flags)))
	}
	if end.Kept != nil {
		all = append(all, fmt.Sprintf("checkpoint: %s, with %.1f %% of the tree closed; --resume goes on", end.Kept.File, 100*end.Kept.Closed))
	}
	return all
}

func stopReason(err error, flags solveFlags) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("the time limit of %v was reached", flags.timeLimit)
	case errors.Is(err, context.Canceled):
		return "interrupted"
	case errors.Is(err, parallel.ErrMemoryLimit):
		return fmt.Sprintf("the memory limit of %v was reached", &flags.maxMemory)
	case errors.Is(err, solver.ErrMemory):
		return fmt.Sprintf("%v (--max-memory=%v, less what is in use)", err, &flags.maxMemory)
	case errors.Is(err, solver.ErrNodeLimit):
		return fmt.Sprintf("the limit of %d nodes was reached", flags.maxNodes)
	}
	return err.Error()
}

// watched is a search under way, as a terminal shows it.
type watched struct {
	line     *progress.Line
	what     string
	began    time.Time
	bar      *progress.Bar // nil before there is something to show
	forecast *forecast     // nil if no one sees it, there is no memory for it, or no tree
}

// watch shows the search for a formula of that name.
func (a *app) watch(name string, f *solver.Formula, flags solveFlags) *watched {
	w := &watched{line: a.line, what: "solving " + name, began: time.Now()}
	if a.line.Bars() && flags.maxMemory == 0 && flags.engine == "dpll" {
		w.forecast = newForecast(f, flags.rule)
	}
	return w
}

// set shows how far the search has come.
func (w *watched) set(p parallel.Progress) {
	if w.bar == nil {
		w.bar = w.line.Start(w.what)
	}
	elapsed := time.Since(w.began)
	left := ""
	if w.forecast != nil {
		w.forecast.before = p.Before
		if left = w.forecast.text(p.Nodes, elapsed); left != "" {
			left = ", " + left
		}
	}
	w.bar.SetLeft(p.Closed, w.what+", "+rate(p.Nodes, elapsed), left)
}

func (w *watched) done() {
	if w.forecast != nil {
		w.forecast.end()
	}
	if w.bar != nil {
		w.bar.Done()
	}
}
