package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/output"
	"transat/dimacs"
	"transat/instances"
	"transat/solver"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// clusterFlags are the flags of a search on many computers.
type clusterFlags struct {
	where  string // hereCluster, or the URL of a server; "" for a search on this computer
	listen string
	cert   string // file of the server's certificate, "" for one of its own making
	key    string
	lease  time.Duration
	access cluster.Access
	run    string        // to go on with; "" begins one
	plan   *cluster.Plan // how the work is shared; nil if no flag says so
}

// hereCluster is --cluster without a value.
const hereCluster = "here"

func addClusterFlags(cmd *cobra.Command, flags *solveFlags) {
	f := cmd.Flags()
	f.StringVar(&flags.cluster.where, "cluster", "",
		"search on all computers that join: with a server in this program, or with the NATS server at =`URL`")
	f.Lookup("cluster").NoOptDefVal = hereCluster
	f.StringVar(&flags.cluster.listen, "listen", ":0", "`HOST:PORT` of the server of --cluster (port 0: any that is free)")
	f.StringVar(&flags.cluster.cert, "cluster-cert", "", "`FILE` with a certificate for that server (default: one that is not signed)")
	f.StringVar(&flags.cluster.key, "cluster-key", "", "`FILE` with the key of --cluster-cert (default: in the same file)")
	f.DurationVar(&flags.cluster.lease, "lease", defaultLease, "with --cluster, a worker that is not heard of for so long loses its pieces")
	cli.AddAccessFlags(cmd, &flags.cluster.access)
}

const (
	defaultLease = 10 * time.Second
	leastLease   = 100 * time.Millisecond
)

// clusterHelp explains the flags in the help of solve.
const clusterHelp = `--cluster searches with the cores of other computers, too, and prints the line that makes
one a worker; workers come, go and die as they like. --policy, --topology or --procs have
the processors of all workers share the work under a policy. With --cluster=nats://HOST:PORT the run
lies on a NATS server (2.10 or newer, with JetStream). Ctrl-C leaves a run with which
solve --cluster --resume=RUN goes on. transat help cluster has the rest.`

// resumeFlag is the flag --resume: alone, or with the name of a run.
type resumeFlag struct{ flags *solveFlags }

// String implements pflag.Value.
func (r resumeFlag) String() string {
	if r.flags != nil && r.flags.cluster.run != "" {
		return r.flags.cluster.run
	}
	return fmt.Sprint(r.flags != nil && r.flags.resume)
}

// Set implements pflag.Value.
func (r resumeFlag) Set(text string) error {
	r.flags.resume, r.flags.cluster.run = strings.EqualFold(text, "true"), ""
	if !r.flags.resume && !strings.EqualFold(text, "false") {
		r.flags.resume, r.flags.cluster.run = true, text
	}
	return nil
}

// Type implements pflag.Value.
func (r resumeFlag) Type() string { return "run" }

// oneFormula is an error if the arguments are not one formula.
func oneFormula(cmd *cobra.Command, args []string) error {
	err := cli.Between(1, 1, "one FILE, SAMPLE or -")(cmd, args)
	if flag := taker(cmd); err != nil && len(args) == 0 && flag != nil {
		return cli.Misuse(fmt.Errorf("want one FILE, SAMPLE or -: --%s has taken %s for its value", flag.Name, flag.Value))
	}
	return err
}

// taker returns a flag whose value is the name of a formula, which was probably meant to be solved, or nil.
func taker(cmd *cobra.Command) (flag *pflag.Flag) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		text := f.Value.String()
		if _, _, err := instances.ParseSample(text); err == nil || strings.Contains(text, ".cnf") {
			flag = f
		}
	})
	return flag
}

// resumed reports whether a run to resume has the formula.
func (f *solveFlags) resumed() bool { return f.cluster.run != "" && f.cluster.where != "" }

// arguments checks the number of arguments: one formula, or none if a run to resume has it, or if it is piped in.
func (f *solveFlags) arguments(a *cli.App, cmd *cobra.Command, args []string) error {
	if !f.resumed() {
		if len(args) == 0 && a.Piped() {
			return nil
		}
		return oneFormula(cmd, args)
	}
	return cli.Between(0, 0, fmt.Sprintf("no formula, since run %s has one", f.cluster.run))(cmd, args)
}

// solveCluster leads a run and prints the answer.
func solveCluster(a *cli.App, ctx context.Context, args []string, flags solveFlags) error {
	network, err := a.Networked(ctx)
	if err != nil {
		return err
	}
	if flags.timeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, flags.timeLimit)
		defer cancel()
	}
	if flags.cluster.where == hereCluster {
		if err := output.Outside("--proof", flags.proof, cmp.Or(flags.checkpoint, flags.cluster.run), "the folder of the run"); err != nil {
			return cli.Misuse(err)
		}
	}
	proof, err := createProof(a, flags)
	if err != nil {
		return err
	}
	defer proof.discard()
	whole, err := newClusterProof(proof, &flags)
	if err != nil {
		return fmt.Errorf("--proof: %w", err)
	}
	defer whole.discard()
	out := &solveOutput{app: a, flags: flags, proof: proof}
	if flags.anew {
		out.comment(flags.checkpoint + " holds no search: it begins anew")
	}
	began := time.Now()
	f, cubes, err := clusterFormula(a, ctx, args, &flags, out)
	if ctx.Err() != nil {
		return out.end(solver.Result{Result: dpll.Result{Reason: context.Cause(ctx)}})
	}
	if err != nil {
		return err
	}
	parsed := time.Now()
	opt := flags.runOptions(a, out, f, whole)
	var watched *watched // once the run is there
	opt.Progress = func(p cluster.Progress) { watched.onCluster(p) }
	if f != nil {
		flags.engine = clusterEngine(ctx, f, flags, opt.Rule, out)
	}
	var run cluster.Run
	given := &givenCubes{flags: &flags, out: out, formula: f, cubes: cubes, run: func() cluster.Run { return run }}
	if found, err := given.split(ctx, &opt); err != nil || found != nil {
		return given.answered(ctx, found, err)
	}
	if run, err = network.Open(ctx, f, opt); err != nil {
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			return out.end(solver.Result{Result: dpll.Result{Reason: context.Cause(ctx)}})
		}
		return err
	}
	defer run.Close()
	if err := given.fits(run); err != nil {
		return err
	}
	out.formula, out.vars, out.clauses = run.Head().Name, run.Formula().Vars(), run.Formula().Len()
	out.parse = parsed.Sub(began)
	if p := run.Head().Plan; p != nil {
		flags.policy, out.flags.policy = p.Policy, p.Policy
	}
	out.head(&flags)
	out.joinLine(run)
	watched = newWatched(a, run.Formula(), flags, out)
	end, err := leadCluster(ctx, run, flags, whole, given)
	if err != nil {
		return err
	}
	out.solving = time.Since(parsed)
	code := out.end(end)
	if end.Verdict == cnf.Unknown {
		return code
	}
	return flags.remove(a, ctx, run, code)
}

// remove removes a run whose answer has been printed. Code is what that came to; if it is another error, the run stays.
func (f *solveFlags) remove(a *cli.App, ctx context.Context, run cluster.Run, code error) error {
	if !errors.As(code, new(cli.Code)) {
		return fmt.Errorf("the answer cannot be printed, so the run stays: %w; %s", code, f.goesOn(run.Name()))
	}
	err := run.Remove(context.WithoutCancel(ctx))
	switch {
	case errors.As(err, new(*cluster.LeftError)):
		a.Line.Warn(err.Error())
	case err != nil:
		a.Line.Warn(fmt.Sprintf("what is left of run %s: %v", run.Name(), err))
	}
	return code
}

// clusterFormula reads the formula, and its cubes if it has some, or returns nil if the run to resume has it.
func clusterFormula(
	a *cli.App, ctx context.Context, args []string, flags *solveFlags, out *solveOutput,
) (f *cnf.Formula, cubes [][]cnf.Lit, err error) {
	if len(args) == 0 {
		return nil, nil, nil
	}
	formula, err := a.OneFormula(args[0], flags.lenient)
	if err != nil {
		return nil, nil, err
	}
	if err := flags.apart(args[0]); err != nil {
		return nil, nil, cli.Misuse(err)
	}
	out.formula = formula.Name
	if f, cubes, err = readProblem(ctx, out.proof.of(formula), flags, out); err == nil {
		out.proof.read(f)
	}
	return f, cubes, err
}

// runOptions converts the flags to the options of package cluster.
func (f *solveFlags) runOptions(a *cli.App, out *solveOutput, formula *cnf.Formula, proof *clusterProof) cluster.Options {
	c := f.cluster
	opt := cluster.Options{
		Access: c.access, Listen: c.listen, ServerCert: c.cert, ServerKey: c.key,
		Folder: f.checkpoint, Run: c.run, Version: cluster.Version(),
		Name: out.formula, Rule: f.rule, Verify: f.verify,
		Plan: c.plan, Alone: f.kept, Procs: f.threads, Lease: c.lease, Cut: f.checkpointEvery, Log: out.comment,
		Warn: func(err error) { a.Line.Warn(err.Error()) },
	}
	if q := f.cube.conquer; q.Command != "" {
		opt.Conqueror = cluster.Conqueror{Command: q.Command, Time: q.Time, Warn: cluster.Once(a.Line.Warn)}
		opt.JoinFlags = []string{"--conqueror=" + cli.ShellWord(q.Command)}
	}
	if c.where != hereCluster {
		opt.URL = c.where
	}
	if formula != nil && f.rule == cli.AutoRule {
		opt.Rule, _ = solver.ChooseRule(formula)
	}
	if proof != nil {
		opt.Proof, opt.Format = proof, string(proof.written())
		if out.proof.sum != nil && f.proofFormat == string(dimacs.ProofText) {
			opt.Comment = dimacs.FormulaComment(out.proof.sum)
		}
	}
	return opt
}

// onCluster shows the progress of a run.
func (w *watched) onCluster(p cluster.Progress) {
	w.set(solver.Progress{
		Nodes: p.Nodes, Before: p.Before, Closed: p.Closed, Began: p.Began, Off: p.Off, Cubes: p.Cubes, AllCubes: p.AllCubes,
	})
}

// joinLine prints the command with which other computers join: as a c line or, if there are none, on stderr.
func (o *solveOutput) joinLine(run cluster.Run) {
	if o.flags.kept {
		return
	}
	line := "run " + run.Name() + "; other computers join with: " + run.JoinLine()
	if o.flags.format == cli.JSONFormat || o.flags.quiet {
		o.app.Line.Say(line)
		return
	}
	o.comment(line)
}

// goesOn is the command that goes on with a run, in words.
func (f solveFlags) goesOn(run string) string {
	if f.kept {
		return "the same command with --resume goes on"
	}
	words := []string{"transat solve", f.cluster.flag()}
	if f.proof != "" {
		words = append(words, "--proof="+cli.ShellWord(f.proof))
		if f.proofFormat != string(dimacs.ProofText) {
			words = append(words, "--proof-format="+f.proofFormat)
		}
	}
	if f.verify {
		words = append(words, "--verify")
	}
	if f.cube.conquer.Command != "" {
		words = append(words, "--conqueror="+cli.ShellWord(f.cube.conquer.Command))
	}
	return strings.Join(append(words, "--resume="+cli.ShellWord(run), "goes on"), " ")
}

// leadCluster searches, and brings the proof to its place.
func leadCluster(ctx context.Context, run cluster.Run, flags solveFlags, proof *clusterProof, given *givenCubes) (solver.Result, error) {
	result, err := run.Lead(ctx)
	if flags.verify && errors.As(err, new(*cluster.RefusedError)) {
		return solver.Result{}, cli.With(cli.Fault,
			fmt.Errorf("%w; there is a fault in this program or this computer: please report it with the formula", err))
	}
	if err != nil {
		return solver.Result{}, fmt.Errorf("%w; %s", err, flags.goesOn(run.Name()))
	}
	if result.Verdict == cnf.Unsatisfiable && proof != nil {
		err := proof.complete(ctx, run.Formula())
		switch {
		case err != nil && ctx.Err() != nil:
			result = cluster.Result{Reason: context.Cause(ctx), Totals: result.Totals, Procs: result.Procs}
		case err != nil:
			return solver.Result{}, fmt.Errorf("writing the proof: %w; %s", err, flags.goesOn(run.Name()))
		}
	}
	t := result.Totals
	end := solver.Result{
		Result: dpll.Result{Verdict: result.Verdict, Model: result.Model, Stats: t.Stats, Reason: result.Reason},
		Engine: solver.Engine(flags.engine), Rule: run.Head().Rule,
		Cubes: solver.CubeStats(t.CubeCounts),
		Procs: cmp.Or(result.Procs, flags.threads), Now: t.Stats.Nodes, Lemmas: result.Lemmas,
	}
	if result.Verdict == cnf.Unknown {
		end.Notes = append(end.Notes, fmt.Sprintf("run %s is kept, with %.1f %% of the tree closed; %s",
			run.Name(), 100*t.Closed, flags.goesOn(run.Name())))
		return end, nil
	}
	if flags.verify {
		end.Verified = &solver.Verified{}
	}
	if result.Verdict == cnf.Unsatisfiable && flags.verify {
		end.Verified.Lemmas, end.Verified.Parts = t.Lemmas+given.checked()+result.Checked, int64(t.Pieces)
	}
	if result.Verdict == cnf.Unsatisfiable && proof != nil {
		end.ProofBytes = proof.bytes
		if proof.lemmas != nil {
			end.Lemmas = proof.named
		}
	}
	var note []string
	if !flags.kept {
		note = append(note, fmt.Sprintf("%s, %s, %s", cli.Counted(t.Pieces, "piece"), cli.Counted(int(t.Records), "record"),
			cli.Counted(result.Workers, "worker")))
		if result.Moved > 0 {
			note[0] += fmt.Sprintf(", %s went from worker to worker", cli.Counted(int(result.Moved), "piece"))
		}
	}
	if result.Long {
		note = append(note, fmt.Sprintf("processors without work: %.1f %% of the last tenth of the run", 100*result.Waited))
	}
	if len(note) > 0 {
		end.Notes = append(end.Notes, strings.Join(note, "; "))
	}
	end.Notes = append(end.Notes, end.Cubes.Notes(cmp.Or(flags.cube.conquer.Command, "other programs"))...)
	return end, nil
}

// flag is --cluster as the user has written it.
func (c clusterFlags) flag() string {
	if c.where == hereCluster {
		return "--cluster"
	}
	return "--cluster=" + c.where
}
