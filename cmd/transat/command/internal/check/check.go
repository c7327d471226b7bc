// Package check is the subcommand check: it checks a model or a proof against its formula, and says what it found as text
// or as one JSON object.
package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/evidence"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/suggest"
	"transat/dimacs"

	"transat/solver"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// checkFlags are what check can be told.
type checkFlags struct {
	forward     bool
	lrat        string // file for a proof with hints, "" for none
	lratBinary  bool
	proofFormat string
	lenient     bool
	assumeText  string
	assume      []cnf.Lit
	projectText string
	project     []cnf.Var // nil if it was not given
	quiet       bool
	parts       string // folder, "" for none
	threads     int
	output      string
}

const autoFormat = "auto"

// Command returns the subcommand.
func Command(a *cli.App) *cobra.Command {
	var flags checkFlags
	cmd := &cobra.Command{
		Use:   "check FILE|SAMPLE|- [MODEL|PROOF|-] [flags]",
		Short: "Check a model or a proof of unsatisfiability",
		Long: `Check what a solver has answered, without trusting it: a MODEL against every clause
of the formula, or a PROOF of its unsatisfiability lemma by lemma. A line
"s VERIFIED" or "s NOT VERIFIED" says what came of it, and a comment above it why.

MODEL is a file with "v" lines, such as the answer of transat solve, also with
--format=json, or with literals alone. If it has several models all are checked, and the
first that is wrong is named. What solve has printed with --project is checked with the
same --project, or with that of the formula's comments: values of the other variables are
searched then. PROOF is a DRAT or LRAT proof of any solver, text or binary. All are told apart by
their content, and may be compressed. Of a DRAT proof, those lemmas are checked that
the contradiction rests on; --forward checks all of them up to the contradiction. An LRAT
proof has hints for every lemma, and is checked forward, as it is read.

--lrat=FILE writes an LRAT proof of what has been verified: the lemmas that the contradiction
rests on, with hints, for checkers that have been verified themselves.

If a proof names its formula by a SHA-256, as those of transat solve do, and that is the one
of another file, a c line says so; it is checked all the same, and may be right: one of an
iCNF file is so for its CNF file.

What solve has said under assumptions is checked with the same --assume: they count as
unit clauses of the formula.

--parts=DIR checks a proof by parts, those of transat solve --proof-parts=DIR, on all cores:
a part for each cube, and one that the cubes leave nothing out. FILE may have cubes or
not: those of DIR count.

--format=json prints one object, whose keys transat help proofs explains.

` + cli.InputHelp + `

Exit codes: 0 verified, 1 not verified or an error, 64 wrong usage, 130 interrupted.`,
		Example: `  transat solve --proof=php.drat php-5-4
  transat check php-5-4 php.drat
  transat check --lrat=php.lrat php-5-4 php.drat`,
		Args: cli.Between(1, 2, "a formula (FILE, SAMPLE or -), and a MODEL or PROOF"),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 1 {
				return nil, cobra.ShellCompDirectiveDefault // a file
			}
			return cli.CompleteInput(cmd, args, word)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if formats := append(cli.ProofFormats(), autoFormat); !slices.Contains(formats, flags.proofFormat) {
				return cli.Misuse(suggest.Unknown("proof format", flags.proofFormat, formats, "auto, drat, drat-binary, lrat or lrat-binary"))
			}
			if !slices.Contains(cli.AnswerFormats(), flags.output) {
				return cli.Misuse(suggest.Unknown("format", flags.output, cli.AnswerFormats(), "text or json"))
			}
			if err := flags.checkParts(cmd.Flags().Changed, args); err != nil {
				return cli.Misuse(err)
			}
			if flags.parts != "" {
				return checkFolder(a, cmd.Context(), args[0], flags)
			}
			if args[0] == "-" && args[1] == "-" {
				return cli.Misuse(errors.New("stdin cannot be both the formula and what is to be checked"))
			}
			if err := flags.checkLRAT(args); err != nil {
				return cli.Misuse(err)
			}
			var err error
			if flags.assume, err = cli.ReadAssumptions(flags.assumeText); err != nil {
				return cli.Misuse(err)
			}
			if cmd.Flags().Changed("project") {
				if flags.project, err = cli.ReadVariables(flags.projectText); err != nil {
					return cli.Misuse(err)
				}
			}
			return check(a, cmd.Context(), args[0], args[1], flags)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&flags.forward, "forward", false, "check every lemma of a proof, in their order")
	f.StringVar(&flags.proofFormat, "proof-format", autoFormat, "auto, or that of a PROOF: drat, lrat (text), drat-binary or lrat-binary")
	f.StringVar(&flags.lrat, "lrat", "", "`FILE` for a proof with hints, of the lemmas that are needed")
	f.BoolVar(&flags.lratBinary, "lrat-binary", false, "write that in binary")
	f.StringVar(&flags.assumeText, "assume", "", "`LITERALS` that are taken for unit clauses of the formula, such as 1,-2")
	f.StringVar(&flags.projectText, "project", "", "`VARIABLES` that alone have values in a MODEL, such as 1-20,35")
	f.StringVar(&flags.parts, "parts", "", "folder `DIR` with a proof by parts")
	f.IntVarP(&flags.threads, "threads", "j", runtime.GOMAXPROCS(0), "cores to check parts with")
	f.BoolVar(&flags.lenient, "lenient", false, "take a file whose number of clauses is not the declared one")
	f.StringVar(&flags.output, "format", cli.TextFormat, "output format: text or json")
	f.BoolVar(&flags.quiet, "quiet", false, "print no c lines")
	cli.CompleteWith(cmd, "format", cli.AnswerFormats)
	cli.CompleteWith(cmd, "proof-format", func() []string { return append(cli.ProofFormats(), autoFormat) })
	return cmd
}

// checkLRAT looks at the flags for a proof with hints.
func (f checkFlags) checkLRAT(args []string) error {
	switch {
	case f.lratBinary && f.lrat == "":
		return errors.New("--lrat-binary is for --lrat=FILE")
	case f.lrat == "-":
		return errors.New("--lrat=-: stdout is for the answer; want the name of a file")
	case f.lrat != "" && f.forward:
		return errors.New("--lrat does not go with --forward: which lemmas are needed is known going backward")
	}
	return output.Apart("--lrat", f.lrat, args...)
}

// format is the one that --proof-format names, "" for any.
func (f checkFlags) format() dimacs.ProofFormat {
	if f.proofFormat == autoFormat {
		return ""
	}
	return dimacs.ProofFormat(f.proofFormat)
}

// assumed returns a formula with the assumptions as unit clauses behind its own, which is itself if there are none.
func (f checkFlags) assumed(formula *cnf.Formula) (*cnf.Formula, error) {
	if len(f.assume) == 0 {
		return formula, nil
	}
	all := cnf.NewFormula(formula.Vars())
	all.Grow(formula.Len()+len(f.assume), formula.Literals()+len(f.assume))
	for i := range formula.Len() {
		all.Add(formula.Clause(i)...)
	}
	for _, l := range f.assume {
		if int(l.Var()) > formula.Vars() {
			return nil, cli.Misuse(fmt.Errorf("--assume: %v: the formula has the variables 1 to %d", l, formula.Vars()))
		}
		all.Add(l)
	}
	return all, nil
}

// check checks what the second name stands for against the formula that the first one stands for.
func check(a *cli.App, ctx context.Context, name, what string, flags checkFlags) error {
	out := newCheckOutput(a.Out, flags)
	err := checkNamed(a, ctx, name, what, flags, out)
	var wrong *wrongError
	switch {
	case err == nil:
		return out.verdict(verified)
	case errors.Is(err, context.Canceled):
		return cmp.Or(out.verdict(unknown, "interrupted"), error(cli.Interrupted))
	case errors.As(err, &wrong):
		out.answer.at(wrong.at)
		return cmp.Or(out.verdict(notVerified, err.Error()), error(cli.Failure))
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
func checkNamed(a *cli.App, ctx context.Context, name, what string, flags checkFlags, out *checkOutput) error {
	formula, err := a.OneFormula(name, flags.lenient)
	if err != nil {
		return err
	}
	formula, sum := formula.WithSum()
	f, cubes, err := formula.ReadCubes(ctx)
	if err != nil {
		return err
	}
	read := f
	for _, v := range flags.project {
		if int(v) > f.Vars() {
			return cli.Misuse(fmt.Errorf("--project: %d: the formula has the variables 1 to %d", v, f.Vars()))
		}
	}
	if f, err = flags.assumed(f); err != nil {
		return err
	}
	out.formula(formula.Name, f)
	out.assumed(flags.assume)
	if len(cubes) > 0 {
		out.comment("what is checked is for the formula, whatever its %s", cli.Counted(len(cubes), "cube"))
	}
	trimmed, err := createTrimmed(flags, f)
	if err != nil {
		return err
	}
	defer trimmed.discard()
	out.file(what)
	bar := a.Line.Start("reading " + what)
	e, err := input.Await(ctx, func() (*evidence.Evidence, error) {
		return evidence.Read(what, a.In, evidence.Options{Vars: f.Vars(), Format: flags.format()})
	})
	bar.Done()
	if verdict := (*dimacs.VerdictError)(nil); errors.As(err, &verdict) {
		return fmt.Errorf("%w; for an unsatisfiable formula, want the proof that solve --proof=FILE writes", err)
	}
	if err != nil {
		return cutFault(err)
	}
	defer e.Close()
	run := &checking{App: a, formula: f, evidence: e, flags: flags, out: out, trimmed: trimmed, project: flags.project}
	if run.project == nil {
		run.project = formula.Projection().Vars
	}
	if trimmed != nil && e.Proof == nil {
		return cli.Misuse(fmt.Errorf("--lrat makes hints for a DRAT proof, and %s is none", e.Name))
	}
	otherFormula(e, formula.Name, func() []byte { return sum(read) }, out)
	switch {
	case e.Hinted != nil:
		return run.hinted(ctx)
	case e.Proof == nil:
		return run.models(ctx)
	case e.Model == nil && e.NoModel == nil:
		return run.proof(ctx)
	}
	return run.either(ctx)
}

// checking is a check of what is perhaps a proof.
type checking struct {
	*cli.App
	formula  *cnf.Formula
	evidence *evidence.Evidence
	flags    checkFlags
	out      *checkOutput
	trimmed  *trimmed            // nil if none is to be written
	project  []cnf.Var           // the variables that alone need a value in a model; nil for all
	search   *solver.Incremental // for values of the others; nil before it is needed
}

// either checks a list of literals, which may be a model, or a proof of a single lemma. It is taken
// for a model if it is neither.
func (c *checking) either(ctx context.Context) error {
	f, e := c.formula, c.evidence
	if e.Model == nil || e.Model.Check(f) != nil {
		_, err := c.run(ctx, c.flags.forward, nil)
		switch {
		case err == nil:
			return c.proof(ctx)
		case ctx.Err() != nil:
			return err
		case e.Model == nil:
			return &wrongError{e.NoModel, placeOf(e.NoModel)}
		}
	}
	return c.models(ctx)
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

// proof returns nil if the proof is one of the formula's unsatisfiability.
func (c *checking) proof(ctx context.Context) error {
	c.out.proof(c.evidence)
	began := time.Now()
	report, err := c.run(ctx, c.flags.forward, c.trimmed.writer())
	var wrong *drat.StepError
	if errors.As(err, &wrong) && !c.flags.forward {
		// Backward, the last wrong lemma is met first; people look for the first.
		if _, first := c.run(ctx, true, nil); errors.As(first, &wrong) {
			err = first
		}
	}
	if err != nil {
		return proofFault(c.evidence, err)
	}
	direction := backward
	if c.flags.forward {
		direction = forward
	}
	c.out.checked(report, direction, time.Since(began))
	return c.trimmed.commit(c.out)
}

// run is drat.Check with a progress bar. The hints go to a writer, if that is not nil.
func (c *checking) run(ctx context.Context, forward bool, hints cnf.HintWriter) (drat.Report, error) {
	what := "checking " + c.evidence.Name
	bar := c.Line.Start(what)
	defer bar.Done()
	return drat.Check(ctx, c.formula, &c.evidence.Proof.Proof, drat.Options{
		Forward:  forward,
		Hints:    hints,
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
		evidence.ClauseText(e.Lemma), evidence.ClauseText(e.Clause), e.Lemma[0])
}
