// Package check is the subcommand check: it checks a model or a proof against its formula, and says what it found as text
// or as one JSON object.
package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/app"
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
	output      string
}

const autoFormat = "auto"

// Command returns the subcommand.
func Command(a *app.App) *cobra.Command {
	var flags checkFlags
	cmd := &cobra.Command{
		Use:   "check FILE|SAMPLE|- MODEL|PROOF|- [flags]",
		Short: "Check a model or a proof of unsatisfiability",
		Long: `Check what a solver has answered, without trusting it: a MODEL against every clause
of the formula, or a DRAT PROOF of its unsatisfiability lemma by lemma. A line
"s VERIFIED" or "s NOT VERIFIED" says what came of it, and a comment above it why.

MODEL is a file with "v" lines, such as the answer of transat solve, or with literals
alone. PROOF is a DRAT proof of any solver, text or binary. Both are told apart by
their content, and may be compressed. Of a proof, those lemmas are checked that
the contradiction rests on; --forward checks all of them up to the contradiction.

--format=json prints one object, whose keys transat help proofs explains.

` + app.InputHelp + `

Exit codes: 0 verified, 1 not verified or an error, 2 wrong usage, 130 interrupted.`,
		Example: `  transat solve --proof=php.drat php-5-4
  transat check php-5-4 php.drat`,
		Args: app.Between(2, 2, "a formula (FILE, SAMPLE or -), and a MODEL or PROOF"),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 1 {
				return nil, cobra.ShellCompDirectiveDefault // a file
			}
			return app.CompleteInput(cmd, args, word)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if formats := append(app.ProofFormats(), autoFormat); !slices.Contains(formats, flags.proofFormat) {
				return exit.Misuse(suggest.Unknown("proof format", flags.proofFormat, formats, "auto, drat or drat-binary"))
			}
			if !slices.Contains(app.AnswerFormats(), flags.output) {
				return exit.Misuse(suggest.Unknown("format", flags.output, app.AnswerFormats(), "text or json"))
			}
			if args[0] == "-" && args[1] == "-" {
				return exit.Misuse(errors.New("stdin cannot be both the formula and what is to be checked"))
			}
			return check(a, cmd.Context(), args[0], args[1], flags)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&flags.forward, "forward", false, "check every lemma of a proof, in their order")
	f.StringVar(&flags.proofFormat, "proof-format", autoFormat, "auto, or that of a PROOF: drat (text) or drat-binary")
	f.BoolVar(&flags.lenient, "lenient", false, "take a file whose number of clauses is not the declared one")
	f.StringVar(&flags.output, "format", app.TextFormat, "output format: text or json")
	f.BoolVar(&flags.quiet, "quiet", false, "print no c lines")
	app.CompleteWith(cmd, "format", app.AnswerFormats())
	app.CompleteWith(cmd, "proof-format", append(app.ProofFormats(), autoFormat))
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
func check(a *app.App, ctx context.Context, name, what string, flags checkFlags) error {
	out := newCheckOutput(a.Out, flags)
	err := checkNamed(a, ctx, name, what, flags, out)
	var wrong *wrongError
	switch {
	case err == nil:
		return out.verdict(verified)
	case errors.Is(err, context.Canceled):
		return cmp.Or(out.verdict(unknown, "interrupted"), error(exit.Interrupted))
	case errors.As(err, &wrong):
		out.answer.at(wrong.at)
		return cmp.Or(out.verdict(notVerified, err.Error()), error(exit.Failure))
	}
	return err
}

// wrongError says why a model is no model, or a proof proves nothing.
type wrongError struct {
	error
	at *dimacs.ProofPos // nil if it is no single place
}

func (e *wrongError) Unwrap() error { return e.error }

// checkNamed reads what it is to check, and checks it.
func checkNamed(a *app.App, ctx context.Context, name, what string, flags checkFlags, out *checkOutput) error {
	formula, err := a.OneFormula(name, flags.lenient)
	if err != nil {
		return err
	}
	f, err := formula.Read(ctx)
	if err != nil {
		return err
	}
	out.formula(formula.Name, f)
	out.file(what)
	bar := a.Line.Start("reading " + what)
	e, err := input.Await(ctx, func() (*evidence.Evidence, error) {
		return evidence.Read(what, a.In, evidence.Options{Vars: f.Vars(), Format: flags.format()})
	})
	bar.Done()
	if err != nil {
		return cutFault(err)
	}
	switch {
	case e.Proof == nil:
		return checkModel(f, e, out)
	case e.Model == nil && e.NoModel == nil:
		return checkProof(a, ctx, f, e, flags, out)
	}
	return checkEither(a, ctx, f, e, flags, out)
}

// checkEither checks a list of literals, which may be a model, or a proof of a single lemma. It is taken
// for a model if it is neither.
func checkEither(a *app.App, ctx context.Context, f *solver.Formula, e *evidence.Evidence, flags checkFlags, out *checkOutput) error {
	if e.Model == nil || e.Model.Check(f) != nil {
		_, err := runChecker(a, ctx, f, e, flags.forward)
		switch {
		case err == nil:
			return checkProof(a, ctx, f, e, flags, out)
		case ctx.Err() != nil:
			return err
		case e.Model == nil:
			return &wrongError{e.NoModel, placeOf(e.NoModel)}
		}
	}
	return checkModel(f, e, out)
}

// cutFault makes what is cut short wrong: whatever is missing, what is there proves nothing.
func cutFault(err error) error {
	var syntax *dimacs.SyntaxError
	if errors.As(err, &syntax) && syntax.Cut {
		return &wrongError{err, placeOf(err)}
	}
	return err
}

// placeOf returns where in a file something is wrong, or nil.
func placeOf(err error) *dimacs.ProofPos {
	var syntax *dimacs.SyntaxError
	if !errors.As(err, &syntax) {
		return nil
	}
	return &dimacs.ProofPos{Line: syntax.Line, Byte: syntax.Byte}
}

// checkModel returns nil if the model satisfies all clauses.
func checkModel(f *solver.Formula, e *evidence.Evidence, out *checkOutput) error {
	out.model(e, f)
	if err := e.Model.Check(f); err != nil {
		return &wrongError{fmt.Errorf("%s: %w", e.Name, err), nil}
	}
	out.comment("all clauses are satisfied")
	return nil
}

// checkProof returns nil if the proof is one of the formula's unsatisfiability.
func checkProof(a *app.App, ctx context.Context, f *solver.Formula, e *evidence.Evidence, flags checkFlags, out *checkOutput) error {
	out.proof(e)
	began := time.Now()
	report, err := runChecker(a, ctx, f, e, flags.forward)
	var wrong *drat.StepError
	if errors.As(err, &wrong) && !flags.forward {
		// Backward, the last wrong lemma is met first; people look for the first.
		if _, first := runChecker(a, ctx, f, e, true); errors.As(first, &wrong) {
			err = first
		}
	}
	if err != nil {
		return proofFault(e, err)
	}
	out.checked(report, flags, time.Since(began))
	return nil
}

// runChecker is drat.Check with a progress bar.
func runChecker(a *app.App, ctx context.Context, f *solver.Formula, e *evidence.Evidence, forward bool) (drat.Report, error) {
	what := "checking " + e.Name
	bar := a.Line.Start(what)
	defer bar.Done()
	return drat.Check(ctx, f, &e.Proof.Proof, drat.Options{
		Forward:  forward,
		Progress: func(done float64) { bar.Set(done, what) },
	})
}

// proofFault explains why a proof proves nothing, if that is what err says.
func proofFault(e *evidence.Evidence, err error) error {
	var wrong *drat.StepError
	switch {
	case errors.As(err, &wrong):
		at := e.Proof.Pos(wrong.Step)
		return &wrongError{fmt.Errorf("%s: %s: %s", e.Name, at, stepFault(wrong)), &at}
	case errors.Is(err, drat.ErrNoRefutation), errors.Is(err, drat.ErrEmptyProof):
		return &wrongError{fmt.Errorf("%s: %w", e.Name, err), nil}
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
