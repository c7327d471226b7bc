package command

import (
	"context"
	"errors"
	"fmt"
	"time"

	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/memory"
	"transat/cmd/transat/internal/progress"
	"transat/dimacs"
	"transat/solver"
)

// answer prints the s and v lines, why there is no answer, and what became of the proof.
func (a *app) answer(end ending, proof *proofFile, flags solveFlags) error {
	if !flags.quiet {
		if end.Verdict == solver.Unknown {
			fmt.Fprintf(a.out, "c stopped: %s\n", stopReason(end.Reason, flags))
		}
		for _, note := range end.notes {
			fmt.Fprintf(a.out, "c %s\n", note)
		}
		if proof != nil {
			fmt.Fprintf(a.out, "c %s\n", proof.outcome(end.Verdict))
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

func stopReason(err error, flags solveFlags) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("the time limit of %v was reached", flags.timeLimit)
	case errors.Is(err, context.Canceled):
		return "interrupted"
	case errors.Is(err, memory.ErrLimit):
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
	what     string
	began    time.Time
	bar      *progress.Bar
	forecast *forecast // nil if there is nobody to tell, or no memory for it
}

// watch shows the search for t.
func (a *app) watch(t task, flags solveFlags) *watched {
	what := "solving " + t.name
	w := &watched{what: what, began: time.Now(), bar: a.line.Start(what)}
	if a.line.Bars() && flags.maxMemory == 0 {
		w.forecast = newForecast(t.formula, flags.rule)
	}
	return w
}

// goOn tells that so many nodes were visited before the program was started.
func (w *watched) goOn(nodes int64) {
	if w.forecast != nil {
		w.forecast.before = nodes
	}
}

func (w *watched) set(closed float64, nodes int64) {
	elapsed := time.Since(w.began)
	left := ""
	if w.forecast != nil {
		if left = w.forecast.text(nodes, elapsed); left != "" {
			left = ", " + left
		}
	}
	w.bar.SetLeft(closed, w.what+", "+rate(nodes, elapsed), left)
}

func (w *watched) done() {
	if w.forecast != nil {
		w.forecast.end()
	}
	w.bar.Done()
}
