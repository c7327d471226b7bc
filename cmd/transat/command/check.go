package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/evidence"
	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/suggest"
	"transat/dimacs"
	"transat/solver"
	"transat/solver/drat"
)

// checkFlags are what check can be told.
type checkFlags struct {
	forward     bool
	proofFormat string
	lenient     bool
	quiet       bool
}

const autoFormat = "auto"

func (a *app) checkCommand() *cobra.Command {
	var flags checkFlags
	cmd := &cobra.Command{
		Use:   "check FILE|SAMPLE|- MODEL|PROOF|- [flags]",
		Short: "Check a model or a proof of unsatisfiability",
		Long: `Check what a solver has answered, without trusting it: a MODEL against every clause
of the formula, or a DRAT PROOF of its unsatisfiability lemma by lemma. A line
"s VERIFIED" or "s NOT VERIFIED" says what came of it, and a comment above it why.

MODEL is a file with "v" lines, such as the answer of transat solve, or with literals
alone. PROOF is a DRAT proof, text or binary, of whatever solver. Both are told apart
by their content, and may be compressed. Of a proof, those lemmas are checked that
the contradiction rests on; --forward checks all of them up to the contradiction.

` + inputHelp + `

Exit codes: 0 verified, 1 not verified or an error, 2 wrong usage, 130 interrupted.`,
		Example: `  transat solve --proof=php.drat php-5-4
  transat check php-5-4 php.drat`,
		Args: between(2, 2, "a formula (FILE, SAMPLE or -), and a MODEL or PROOF"),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 1 {
				return nil, cobra.ShellCompDirectiveDefault // a file
			}
			return completeInput(cmd, args, word)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if formats := append(proofFormats(), autoFormat); !slices.Contains(formats, flags.proofFormat) {
				return exit.Misuse(suggest.Unknown("proof format", flags.proofFormat, formats, "auto, drat or drat-binary"))
			}
			if args[0] == "-" && args[1] == "-" {
				return exit.Misuse(errors.New("stdin cannot be both the formula and what is to be checked"))
			}
			return a.check(cmd.Context(), args[0], args[1], flags)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&flags.forward, "forward", false, "check every lemma of a proof, in their order")
	f.StringVar(&flags.proofFormat, "proof-format", autoFormat, "auto, or that of a PROOF: drat (text) or drat-binary")
	f.BoolVar(&flags.lenient, "lenient", false, "take a file whose number of clauses is not the declared one")
	f.BoolVar(&flags.quiet, "quiet", false, "print no c lines")
	completeWith(cmd, "proof-format", append(proofFormats(), autoFormat))
	return cmd
}

// format is the one that --proof-format names, "" for any.
func (f checkFlags) format() dimacs.ProofFormat {
	if f.proofFormat == autoFormat {
		return ""
	}
	return dimacs.ProofFormat(f.proofFormat)
}

// check checks what the second name stands for against the formula that the first one stands for.
func (a *app) check(ctx context.Context, name, what string, flags checkFlags) error {
	comment := func(format string, args ...any) {
		if !flags.quiet {
			fmt.Fprintf(a.out, "c "+format+"\n", args...)
		}
	}
	err := a.checkNamed(ctx, name, what, flags, comment)
	var wrong *wrongError
	switch {
	case err == nil:
		fmt.Fprintln(a.out, "s VERIFIED")
		return nil
	case errors.Is(err, context.Canceled):
		comment("interrupted")
		fmt.Fprintf(a.out, "s %v\n", solver.Unknown)
		return exit.Interrupted
	case errors.As(err, &wrong):
		comment("%v", err)
		fmt.Fprintln(a.out, "s NOT VERIFIED")
		return exit.Failure
	}
	return err
}

// wrongError says why a model is no model, or a proof proves nothing.
type wrongError struct{ error }

func (e *wrongError) Unwrap() error { return e.error }

// comments prints a c line.
type comments func(format string, args ...any)

// checkNamed reads what it is to check, and checks it.
func (a *app) checkNamed(ctx context.Context, name, what string, flags checkFlags, comment comments) error {
	formula, err := a.oneFormula(name, flags.lenient)
	if err != nil {
		return err
	}
	f, err := formula.Read(ctx)
	if err != nil {
		return err
	}
	comment("%s: %d variables, %d clauses", formula.Name, f.Vars(), f.Len())
	bar := a.line.Start("reading " + what)
	e, err := input.Await(ctx, func() (*evidence.Evidence, error) {
		return evidence.Read(what, a.in, evidence.Options{Vars: f.Vars(), Format: flags.format()})
	})
	bar.Done()
	if err != nil {
		return err
	}
	if e.Proof != nil {
		return a.checkProof(ctx, f, e, flags, comment)
	}
	return checkModel(f, e, comment)
}

// checkModel returns nil if the model satisfies all clauses.
func checkModel(f *solver.Formula, e *evidence.Evidence, comment comments) error {
	comment("%s: a model; %d of %d variables have a value", e.Name, f.Vars()-len(e.Model.Missing()), f.Vars())
	if err := e.Model.Check(f); err != nil {
		return &wrongError{fmt.Errorf("%s: %w", e.Name, err)}
	}
	comment("all clauses are satisfied")
	return nil
}

// checkProof returns nil if the proof is one of the formula's unsatisfiability.
func (a *app) checkProof(ctx context.Context, f *solver.Formula, e *evidence.Evidence, flags checkFlags, comment comments) error {
	p := e.Proof
	comment("%s: a proof (%s); %s lemmas, %s deletions", e.Name, p.Format,
		grouped(int64(p.Lemmas)), grouped(int64(p.Len()-p.Lemmas)))
	began := time.Now()
	report, err := a.runChecker(ctx, f, e, flags.forward)
	var wrong *drat.StepError
	if errors.As(err, &wrong) && !flags.forward {
		// Backward, the last wrong lemma is met first; people look for the first.
		if _, first := a.runChecker(ctx, f, e, true); errors.As(first, &wrong) {
			err = first
		}
	}
	if err != nil {
		return proofFault(e, err)
	}
	printReport(comment, f, p, report, flags, time.Since(began))
	return nil
}

// runChecker is drat.Check with a progress bar.
func (a *app) runChecker(ctx context.Context, f *solver.Formula, e *evidence.Evidence, forward bool) (drat.Report, error) {
	what := "checking " + e.Name
	bar := a.line.Start(what)
	defer bar.Done()
	return drat.Check(ctx, f, &e.Proof.Proof, drat.Options{
		Forward:  forward,
		Progress: func(done float64) { bar.Set(done, what) },
	})
}

// printReport prints what was checked.
func printReport(comment comments, f *solver.Formula, p *evidence.Proof, r drat.Report, flags checkFlags, took time.Duration) {
	number := func(n int) string { return grouped(int64(n)) }
	direction := "backward"
	if flags.forward {
		direction = "forward"
	}
	comment("checked %s in %.3f s: %s of %s lemmas, %s of them RAT; %s propagations", direction, took.Seconds(),
		number(r.Checked), number(p.Lemmas), number(r.RATLemmas), grouped(r.Propagations))
	if !flags.forward {
		comment("core: %s lemmas, %s of %s clauses", number(r.CoreLemmas), number(r.CoreClauses), number(f.Len()))
	}
	if r.IgnoredUnits > 0 {
		comment("deletions ignored: %s of clauses that were unit by then", number(r.IgnoredUnits))
	}
	if r.IgnoredMissing > 0 {
		comment("deletions ignored: %s of clauses that were not there", number(r.IgnoredMissing))
	}
}

// proofFault explains why a proof proves nothing, if that is what err says.
func proofFault(e *evidence.Evidence, err error) error {
	var wrong *drat.StepError
	switch {
	case errors.As(err, &wrong):
		return &wrongError{fmt.Errorf("%s: %s: %s", e.Name, e.Proof.Pos(wrong.Step), stepFault(wrong))}
	case errors.Is(err, drat.ErrNoRefutation), errors.Is(err, drat.ErrEmptyProof):
		return &wrongError{fmt.Errorf("%s: %w", e.Name, err)}
	}
	return err
}

// stepFault says what is wrong with a lemma.
func stepFault(e *drat.StepError) string {
	if e.Reason == drat.NotEmpty {
		return "the empty clause does not follow by unit propagation"
	}
	return fmt.Sprintf("lemma %s does not follow by unit propagation, nor does its resolvent with clause %s on literal %v",
		clauseText(e.Lemma), clauseText(e.Clause), e.Lemma[0])
}

// clauseText returns the literals of a clause, or the first ones of a long clause.
func clauseText(clause []solver.Lit) string {
	const enough = 20
	text := strings.Trim(fmt.Sprint(clause[:min(enough, len(clause))]), "[]")
	if len(clause) > enough {
		text += " …"
	}
	return "(" + text + ")"
}
