package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/memory"
	"transat/cmd/transat/internal/suggest"
	"transat/dimacs"
	"transat/solver"
)

// solveFlags are what solve can be told.
type solveFlags struct {
	engine, rule string
	timeLimit    time.Duration
	maxNodes     int64
	maxMemory    byteSize
	stats, quiet bool
	lenient      bool

	proof       string // file, "" for none
	proofFormat string
}

func engines() []string { return []string{"dpll", "cdcl"} }

func (a *app) solveCommand() *cobra.Command {
	var flags solveFlags
	cmd := &cobra.Command{
		Use:   "solve FILE|SAMPLE|- [flags]",
		Short: "Answer whether a formula is satisfiable",
		Long: `Answer whether a formula is satisfiable, as the SAT competitions want it: a line
"s SATISFIABLE", "s UNSATISFIABLE" or "s UNKNOWN", and a model in "v" lines. Lines
with "c" are comments; --quiet leaves them out, except for those that --stats asks for.
Every model is checked against every clause before it is printed. With --proof, an
unsatisfiable answer leaves a DRAT proof in a file, for transat check or any other
checker; the file appears when the proof is complete.

` + inputHelp + `

Exit codes: 10 satisfiable, 20 unsatisfiable, 0 unknown (a limit was reached, or
Ctrl-C), 1 an error, 2 wrong usage.`,
		Example: `  transat solve php-5-4
  transat solve --stats --proof=120.drat 120-516-3/1`,
		Args:              between(1, 1, "one FILE, SAMPLE or -"),
		ValidArgsFunction: completeInput,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(); err != nil {
				return err
			}
			if cmd.Flags().Changed("proof-format") && flags.proof == "" {
				return exit.Misuse(errors.New("--proof-format is for --proof=FILE"))
			}
			for _, name := range []string{"rule", "max-nodes"} {
				if flags.engine == "cdcl" && cmd.Flags().Changed(name) {
					return exit.Misuse(fmt.Errorf("--%s is for --engine=dpll, which searches a tree", name))
				}
			}
			return a.solve(cmd.Context(), args[0], flags)
		},
	}
	f := cmd.Flags()
	f.StringVar(&flags.engine, "engine", "dpll", "dpll: Davis-Putnam search, or cdcl: clause learning (gophersat)")
	f.StringVar(&flags.rule, "rule", "lex", "branching rule of dpll")
	f.DurationVar(&flags.timeLimit, "time-limit", 0, "give up after this time, such as 10s or 5m (0: never)")
	f.Int64Var(&flags.maxNodes, "max-nodes", 0, "let dpll give up before it has visited more nodes (0: never)")
	f.Var(&flags.maxMemory, "max-memory", "give up before more memory is used, such as 512MB or 2GiB (0: never)")
	f.StringVar(&flags.proof, "proof", "", "file for the proof of an unsatisfiable answer")
	f.StringVar(&flags.proofFormat, "proof-format", string(dimacs.ProofText), "format of the proof: drat (text) or drat-binary (smaller)")
	f.BoolVar(&flags.stats, "stats", false, "print counts and times as c lines")
	f.BoolVar(&flags.quiet, "quiet", false, "print no other c lines")
	f.BoolVar(&flags.lenient, "lenient", false, "take a file whose number of clauses is not the declared one")
	completeWith(cmd, "engine", engines())
	completeWith(cmd, "rule", names(ruleEntries()))
	completeWith(cmd, "proof-format", proofFormats())
	return cmd
}

func (f *solveFlags) check() error {
	switch {
	case !slices.Contains(engines(), f.engine):
		return exit.Misuse(suggest.Unknown("engine", f.engine, engines(), "dpll or cdcl"))
	case f.timeLimit < 0:
		return exit.Misuse(fmt.Errorf("--time-limit=%v: want a time that is not negative, such as 10s", f.timeLimit))
	case f.maxNodes < 0:
		return exit.Misuse(fmt.Errorf("--max-nodes=%d: want a number that is not negative", f.maxNodes))
	case !slices.Contains(proofFormats(), f.proofFormat):
		return exit.Misuse(suggest.Unknown("proof format", f.proofFormat, proofFormats(), "drat or drat-binary"))
	case f.proof == "-":
		return exit.Misuse(errors.New("--proof=-: stdout is for the answer; want the name of a file"))
	}
	return checkRule(f.rule)
}

// solve prints the answer for the named formula and returns it as an exit code.
func (a *app) solve(ctx context.Context, name string, flags solveFlags) error {
	if flags.timeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, flags.timeLimit)
		defer cancel()
	}
	if flags.maxMemory > 0 {
		var stop func()
		ctx, stop = memory.Limit(ctx, int64(flags.maxMemory))
		defer stop()
	}
	formula, err := a.oneFormula(name, flags.lenient)
	if err != nil {
		return err
	}
	proof, err := createProof(flags, name)
	if err != nil {
		return err
	}
	defer proof.discard()
	began := time.Now()
	f, err := formula.Read(ctx)
	if ctx.Err() != nil {
		return a.answer(solver.Result{Reason: context.Cause(ctx)}, proof, flags)
	}
	if err != nil {
		return err
	}
	parsed := time.Now()
	if !flags.quiet {
		fmt.Fprintf(a.out, "c %s: %d variables, %d clauses\n", formula.Name, f.Vars(), f.Len())
	}
	result, err := a.search(ctx, formula.Name, f, proof.writer(), flags)
	if errors.Is(result.Reason, context.Canceled) {
		result.Reason = context.Cause(ctx)
	}
	if err == nil && result.Verdict == solver.Unsatisfiable {
		err = proof.commit()
	}
	if err != nil {
		return err
	}
	if flags.stats {
		a.printStats(result, proof, flags, parsed.Sub(began), time.Since(parsed))
	}
	return a.answer(result, proof, flags)
}

func (a *app) search(ctx context.Context, name string, f *solver.Formula, proof solver.ProofWriter, flags solveFlags) (solver.Result, error) {
	if flags.engine == "cdcl" {
		return solver.SolveCDCL(ctx, f, proof)
	}
	what := "solving " + name
	bar := a.line.Start(what)
	defer bar.Done()
	began := time.Now()
	opt := solver.Options{
		Rule:     flags.rule,
		MaxNodes: flags.maxNodes,
		Proof:    proof,
		Progress: func(p solver.Progress) { bar.Set(p.Closed, what+", "+rate(p.Nodes, time.Since(began))) },
	}
	if flags.maxMemory > 0 {
		opt.MaxMemory = max(int64(flags.maxMemory)-memory.Used(), 1)
	}
	if flags.stats {
		opt.Clock = func() time.Duration { return time.Since(began) }
	}
	return solver.Solve(ctx, f, opt)
}

// answer prints the s and v lines, why there is no answer, and what became of the proof.
func (a *app) answer(result solver.Result, proof *proofFile, flags solveFlags) error {
	if result.Verdict == solver.Unknown && !flags.quiet {
		fmt.Fprintf(a.out, "c stopped: %s\n", stopReason(result.Reason, flags))
	}
	if proof != nil && !flags.quiet {
		fmt.Fprintf(a.out, "c %s\n", proof.outcome(result.Verdict))
	}
	fmt.Fprintf(a.out, "s %s\n", result.Verdict)
	switch result.Verdict {
	case solver.Satisfiable:
		if err := dimacs.WriteModel(a.out, result.Model); err != nil {
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
