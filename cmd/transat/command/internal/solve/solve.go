// Package solve is the subcommand solve. Package solver searches; this package has the flags and the checks of their combinations (a
// file for each group of flags), the progress (watch.go), and the printing of the answer (answer.go, json.go, stats.go).
package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/process"
	"transat/cmd/transat/internal/resident"
	"transat/cmd/transat/internal/suggest"
	"transat/dimacs"
	"transat/solver"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// solveFlags are the flags of solve.
type solveFlags struct {
	engine, rule string
	timeLimit    time.Duration
	maxNodes     int64
	maxMemory    cli.ByteSize
	memory       memoryLimit // the limit that follows
	stats, quiet bool

	maxMemoryGiven bool
	lenient        bool
	format         string // of the answer
	progress       string // how progress is shown

	procs            int // processors; 0 for as many as threads
	threads          int
	oneCore          string           // the flag that asks for more than one core, "" if none was given
	registry         balance.Registry // of the policies to choose from
	policy, topology string
	deterministic    bool

	localSearch string // flips, or auto
	noNew       bool   // learning defines no variables

	proof       string // file, "" for none
	proofFormat string
	verify      bool

	checkpoint      string // file, "" for none
	checkpointEvery time.Duration
	resume, repair  bool
	kept            bool // the checkpoint is one of cubes: see checkpoint_cubes.go
	anew            bool // it was to go on, and there is none

	cube    cubeFlags
	cluster clusterFlags

	assumeText, models, projectText string // "" if not given
	assume                          []cnf.Lit
	wanted                          solver.Enumeration // by --models
}

func engines() []string { return []string{"auto", "dpll", "cdcl", "cube", "cdcl:gophersat"} }

// Command returns the subcommand.
func Command(a *cli.App) *cobra.Command {
	var flags solveFlags
	cmd := &cobra.Command{
		Use:   "solve [FILE|SAMPLE|-] [flags]",
		Short: "Answer whether a formula is satisfiable",
		Long: `Answer whether a formula is satisfiable, as the SAT competitions want it: a line
"s SATISFIABLE", "s UNSATISFIABLE" or "s UNKNOWN", and a model in "v" lines. Lines
with "c" are comments, the last of which has the nodes and the time; --quiet leaves them
out, except for those that --stats and --verify ask for, and says on stderr why there is
no answer, under what it holds only, or that it is trusted.
Every model is checked against every clause before it is printed. --format=json prints
one object instead, on one line. Where there is no terminal, a c line every 30 s says how
far the search has come, or with --progress=json an object a second on stderr. With --proof, an
unsatisfiable answer leaves a DRAT or LRAT proof in a file, for transat check or any other
checker; the file appears when the proof is complete. With --verify, the answer is checked
while it is made, without any file (transat help proofs).

How a formula is decided is up to --engine. auto searches the tree of random clauses, and
every tiny one. Anything else it simplifies, and learns clauses; if the tree turns out to
be small, or there are cores left, it searches that, too, or cubes. A c line says so each
time. Flags for a search of the tree, such as --rule or --checkpoint, mean --engine=dpll.

The search uses all cores, or as many as -j says. How its processors share the work is
up to a policy (transat list policies); there may be more of them than cores, to see
what a policy does with many. If there are several models, it depends on chance which
one is found, unless --deterministic asks for that of -j 1.

On random formulas, solve tries local search first, for a few percent of the time, unless
--rule is given; --local-search says for how many flips.

Where many clauses exclude things pairwise, clause learning defines new variables that
take the place of several. Models have none of them, but a proof that rests on them
does. --no-new-variables does without.

--checkpoint=FILE keeps the search in a file, now and then and when a limit or Ctrl-C
ends it. With --resume a search that was ended, or killed, goes on there: on any number
of cores, under any policy, and with a proof that is complete in the end, whose pieces
lie in the folder FILE.pieces until then. Both are gone when the formula is decided. If a
piece has been damaged meanwhile, --resume says so, and --repair searches it again.

` + modelHelp + `

` + cubeHelp + `

` + clusterHelp + `

` + cli.InputHelp + `
Without a FILE, solve reads a formula that is piped in; and transat FILE is transat solve FILE.

Exit codes: 10 satisfiable, 20 unsatisfiable, 0 unknown (a limit was reached), 1 an
error, 3 --verify has found a fault, 64 wrong usage. After Ctrl-C it prints what it has and dies of the signal, which
a shell calls 130, so that Ctrl-C ends a loop of many runs, too.`,
		Example: `  transat solve 200-860-3/1
  transat solve -j 2 php-5-4
  transat solve --stats --proof=200.drat 200-860-3/1`,
		Args:              func(cmd *cobra.Command, args []string) error { return flags.arguments(a, cmd, args) },
		ValidArgsFunction: cli.CompleteInput,
		RunE: func(cmd *cobra.Command, args []string) error {
			flags.lookForCubes(args)
			if err := flags.check(cmd.Flags().Changed); err != nil {
				return err
			}
			none := len(args) == 0 && !flags.resumed()
			if none {
				args = []string{"-"}
			}
			if flags.cluster.where != "" {
				return solveCluster(a, cmd.Context(), args, flags)
			}
			in := &watchedInput{Reader: a.In}
			a.In = in
			err := solve(a, cmd.Context(), args[0], flags)
			if none && !in.some.Load() && cli.Of(err) == cli.Failure { // nothing was piped in
				return oneFormula(cmd, nil)
			}
			return err
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.IntVarP(&flags.threads, "threads", "j", runtime.GOMAXPROCS(0), "cores to search with")
	f.StringVar(&flags.engine, "engine", "auto", "auto: whatever decides it, dpll: Davis-Putnam search, cdcl: clause learning, or cube: both")
	f.StringVar(&flags.rule, "rule", cli.AutoRule, "`NAME` of dpll's branching rule, or auto")
	f.StringVar(&flags.localSearch, "local-search", autoLocalSearch,
		"`FLIPS` of a local search for a model before anything else, or auto (0: none)")
	f.BoolVar(&flags.noNew, "no-new-variables", false, "let clause learning define no variables that the formula does not have")
	f.Var((*cli.Seconds)(&flags.timeLimit), "time-limit", "give up after this time, such as 5m or 10s, or seconds (0: never)")
	f.Int64Var(&flags.maxNodes, "max-nodes", 0, "let dpll give up before it has visited more nodes (0: never)")
	f.Var(&flags.maxMemory, "max-memory", "give up before more memory is used, such as 512MB or 2GiB (0: never; default: what there is)")
	f.StringVar(&flags.proof, "proof", "", "`FILE` for the proof of an unsatisfiable answer")
	f.StringVar(&flags.proofFormat, "proof-format", string(dimacs.ProofText),
		"format of the proof: drat or lrat (text), drat-binary or lrat-binary (smaller)")
	f.BoolVar(&flags.verify, "verify", false, "check every lemma as soon as it is found; an answer that is not verified is an error")
	addCheckpointFlags(cmd, &flags)
	addLayoutFlags(a, cmd, &flags)
	addCubeFlags(cmd, &flags.cube)
	addModelFlags(cmd, &flags)
	addClusterFlags(cmd, &flags)
	f.BoolVar(&flags.stats, "stats", false, "print counts and times as c lines")
	f.BoolVarP(&flags.quiet, "quiet", "q", false, "print no other c lines")
	f.BoolVar(&flags.lenient, "lenient", false, "take a file whose number of clauses is not the declared one")
	f.StringVar(&flags.format, "format", cli.TextFormat, "text (that of the SAT competitions) or json (one object)")
	f.StringVar(&flags.progress, "progress", progressAuto,
		"auto (a bar, or c lines where there is no terminal), json (objects on stderr) or none")
	cli.CompleteWith(cmd, "format", cli.AnswerFormats)
	cli.CompleteWith(cmd, "progress", progressKinds)
	cli.CompleteWith(cmd, "engine", engines)
	cli.CompleteWith(cmd, "rule", cli.RuleNames)
	cli.CompleteWith(cmd, "proof-format", cli.ProofFormats)
	return cmd
}

// watchedInput knows whether anything was read from it.
type watchedInput struct {
	io.Reader
	some atomic.Bool
}

func (i *watchedInput) Read(p []byte) (int, error) {
	n, err := i.Reader.Read(p)
	if n > 0 {
		i.some.Store(true)
	}
	return n, err
}

// learns reports whether the engine has no search tree.
func (f *solveFlags) learns() bool { return f.engine == "cdcl" || f.engine == "cdcl:gophersat" }

// treeFlags are for engines that search the tree of the formula.
func treeFlags() []string {
	return []string{
		"rule", "max-nodes", "procs", "policy", "topology", "deterministic",
		"checkpoint", "checkpoint-every", "resume", "repair",
	}
}

// check checks the combinations of flags.
func (f *solveFlags) check(given func(flag string) bool) error {
	switch {
	case !slices.Contains(engines(), f.engine):
		return cli.Misuse(suggest.Unknown("engine", f.engine, engines(), strings.Join(engines(), ", ")))
	case f.timeLimit < 0:
		return cli.Misuse(fmt.Errorf("--time-limit=%v: want a time that is not negative, such as 10s", f.timeLimit))
	case f.maxNodes < 0:
		return cli.Misuse(fmt.Errorf("--max-nodes=%d: want a number that is not negative", f.maxNodes))
	case !slices.Contains(cli.ProofFormats(), f.proofFormat):
		return cli.Misuse(suggest.Unknown("proof format", f.proofFormat, cli.ProofFormats(), "drat, drat-binary, lrat or lrat-binary"))
	case !slices.Contains(cli.AnswerFormats(), f.format):
		return cli.Misuse(suggest.Unknown("format", f.format, cli.AnswerFormats(), "text or json"))
	case !slices.Contains(progressKinds(), f.progress):
		return cli.Misuse(suggest.Unknown("kind of progress", f.progress, progressKinds(), strings.Join(progressKinds(), ", ")))
	case f.proof == "-":
		return cli.Misuse(errors.New("--proof=-: stdout is for the answer; want the name of a file"))
	case given("proof-format") && f.proof == "" && f.cube.parts == "":
		return cli.Misuse(errors.New("--proof-format is for --proof=FILE"))
	}
	f.maxMemoryGiven = given("max-memory")
	if given("threads") && f.threads > 1 {
		f.oneCore = fmt.Sprintf("-j %d", f.threads)
	}
	for _, name := range treeFlags() {
		if f.learns() && given(name) {
			return cli.Misuse(fmt.Errorf("--%s is for --engine=dpll, which searches a tree", name))
		}
	}
	for _, check := range []func(func(string) bool) error{
		f.checkKept, f.checkCluster, f.checkModels, f.checkCubes, f.checkLayout, f.checkCheckpoint, f.checkLocalSearch,
	} {
		if err := check(given); err != nil {
			return err
		}
	}
	if !given("engine") && f.engine == "auto" && slices.ContainsFunc(treeFlags(), given) && f.cluster.run == "" { // a run has its engine
		f.engine = "dpll"
	}
	if err := cli.CheckRuleOrAuto(f.rule); err != nil {
		return err
	}
	if f.kept {
		if err := f.keep(); err != nil {
			return err
		}
	}
	if f.cluster.plan != nil || f.kept {
		if err := f.checked(solver.Options{Conquer: f.cube.conquer, Verify: f.verify, Proof: solver.Proof{Name: f.proof}}); err != nil {
			return err
		}
	}
	if f.cluster.plan != nil {
		return f.cluster.checkPlan()
	}
	if f.kept {
		return nil
	}
	return f.checked(f.options())
}

// solve prints the answer for the named formula and returns it as an exit code.
func solve(a *cli.App, ctx context.Context, name string, flags solveFlags) error {
	if file, err := os.Stat(name); name == "-" || err == nil && file.Size() > small {
		resident.GiveBack() // what the start has touched
	}
	if flags.timeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, flags.timeLimit)
		defer cancel()
	}
	ctx, stop := flags.limitMemory(ctx)
	defer stop()
	formula, err := a.OneFormula(name, flags.lenient)
	if err != nil {
		return err
	}
	if err := flags.apart(name); err != nil {
		return cli.Misuse(err)
	}
	proof, err := createProof(a, flags)
	if err != nil {
		return err
	}
	defer proof.discard()
	formula = proof.of(formula)
	out := &solveOutput{app: a, flags: flags, proof: proof, formula: formula.Name}
	began := time.Now()
	f, cubes, err := readProblem(ctx, formula, &flags, out)
	if ctx.Err() != nil {
		return out.end(solver.Result{Result: dpll.Result{Reason: context.Cause(ctx)}})
	}
	if errors.As(err, new(*process.ShortError)) {
		return out.end(solver.Result{Result: dpll.Result{Reason: err}})
	}
	if err != nil {
		return err
	}
	parsed := time.Now()
	out.parse, out.vars, out.clauses, out.cubes = parsed.Sub(began), f.Vars(), f.Len(), flags.restricting(cubes)
	out.head(&flags)
	if err := flags.project(formula.Projection(), out); err != nil {
		return err
	}
	proof.read(f)
	out.others = process.Start()
	var end solver.Result
	switch {
	case flags.models != "" && len(cubes) > 0:
		return cli.Misuse(fmt.Errorf("%s has cubes: --models does not go with them", formula.Name))
	case flags.models != "":
		end, err = enumerate(a, ctx, f, flags, out)
	case flags.cube.write != "":
		end, err = writeCubes(a, ctx, f, flags, out)
	case flags.cube.parts != "":
		end, err = proveParts(a, ctx, f, cubes, flags, out)
	default:
		end, err = search(a, ctx, f, cubes, flags, out)
	}
	if err != nil {
		return err
	}
	out.solving = time.Since(parsed)
	return out.end(end)
}

// apart returns an error if an output would overwrite the formula or the list of cubes.
func (f *solveFlags) apart(formula string) error {
	return cmp.Or(
		output.Apart("--proof", f.proof, formula, f.cube.list),
		output.Apart("--cubes", f.cube.write, formula),
	)
}

// head prints the name of the formula, and the engine if a flag chose it.
func (o *solveOutput) head(flags *solveFlags) {
	o.heading(fmt.Sprintf("%s: %s, %s", o.formula, cli.Counted(o.vars, "variable"), cli.Counted(o.clauses, "clause")))
	if flags.engine == "auto" && flags.cube.against != "" {
		flags.engine = "dpll"
		o.comment(fmt.Sprintf("engine dpll: %s is for a search of the tree", flags.cube.against))
	}
	if flags.learns() && flags.oneCore != "" && flags.models == "" {
		o.comment(fmt.Sprintf("engine %s learns on one core, whatever %s says (--engine=cube uses all)", flags.engine, flags.oneCore))
	}
}
