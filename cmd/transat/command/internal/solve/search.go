package solve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"strconv"
	"time"

	"transat/balance"
	"transat/balance/script"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/resident"
	"transat/dimacs"
	"transat/solver"
	"transat/solver/cnf"
)

// options converts the flags to the options of package solver.
func (f *solveFlags) options() solver.Options {
	opt := solver.Options{
		Engine: solver.Engine(f.engine), Rule: f.rule,
		Threads: f.threads, Procs: f.procs,
		Policy: f.policy, Policies: f.registry, Topology: f.topology, Deterministic: f.deterministic,
		LocalSearch: f.flips(), NoNewVariables: f.noNew, MaxNodes: f.maxNodes, MaxMemory: f.memory.bytes,
		Proof:      solver.Proof{Name: f.proof, Format: dimacs.ProofFormat(f.proofFormat)},
		Checkpoint: solver.Checkpoint{File: f.checkpoint, Every: f.checkpointEvery, Resume: f.resume, Repair: f.repair},
		Verify:     f.verify,
		CubeDepth:  f.cube.depth,
		Conquer:    f.cube.conquer,
		Assume:     f.assume,
	}
	if f.stats {
		began := time.Now()
		opt.Clock = func() time.Duration { return time.Since(began) }
	}
	return opt
}

// flips is the number of flips of --local-search, checked by checkLocalSearch.
func (f *solveFlags) flips() int64 {
	switch n, err := strconv.ParseInt(f.localSearch, 10, 64); {
	case err != nil:
		return solver.AutoFlips
	case n == 0 || f.cube.write != "":
		return solver.NoFlips
	default:
		return n
	}
}

const autoLocalSearch = "auto"

// small is the size of a file, in bytes, for which it does not pay to save a megabyte of memory in a millisecond.
const small = 64 << 10

// checkLocalSearch checks --local-search.
func (f *solveFlags) checkLocalSearch(func(flag string) bool) error {
	if f.localSearch == autoLocalSearch {
		return nil
	}
	n, err := strconv.ParseInt(f.localSearch, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) && n > 0:
		return cli.Misuse(fmt.Errorf("--local-search=%s is out of range: want at most %d flips", f.localSearch, n))
	case err != nil || n < 0:
		return cli.Misuse(fmt.Errorf("--local-search=%s: want a number of flips that is not negative, or auto", f.localSearch))
	}
	return nil
}

// checked lets package solver check options, and words its errors in terms of flags.
func (f *solveFlags) checked(opt solver.Options) error {
	err := opt.Check()
	var option *solver.OptionError
	var kind *balance.KindError
	flags := map[string]string{
		"Engine": "engine", "Rule": "rule", "Threads": "threads", "Procs": "procs", "Policy": "policy", "Topology": "topology",
		"Checkpoint.File": "checkpoint", "CubeDepth": "cube-depth", "Verify": "verify",
		"Conquer.Splitter": "splitter", "Conquer.Command": "conqueror", "Conquer.Time": "conqueror-time",
	}
	switch {
	case !errors.As(err, &option):
		return err
	case errors.As(err, &kind):
		return cli.Misuse(kind)
	case errors.Is(err, solver.ErrHeld):
		return cli.Misuse(fmt.Errorf("--checkpoint=%s holds a search already: go on with it (--resume), or remove the file", f.checkpoint))
	case option.Option == "Conquer.Command": // the name of a program is no file of the user's
	case errors.As(err, new(*balance.UnknownError)), errors.As(err, new(*script.Error)), errors.Is(err, fs.ErrNotExist):
		return cli.UnknownName(option.Err)
	}
	return cli.Misuse(fmt.Errorf("--%s=%s: %w", flags[option.Option], option.Value, option.Err))
}

// saveMemory lets the garbage of a search be at most a seventh of its data, unless GOGC says otherwise, and gives pages of the program back
// until stop is called. Clauses and lists of watches have few pointers, so a collection takes milliseconds, and all together a hundredth of
// the time at most. A tiny formula needs none.
func saveMemory(f *cnf.Formula) (stop func()) {
	const tiny, percent = 1 << 13, 15
	if f.Literals() <= tiny {
		return resident.GiveBackOften(resident.FirstWait) // its search may be long
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
	return resident.GiveBackOften(0)
}

// search solves a formula that has been read.
func search(a *cli.App, ctx context.Context, f *cnf.Formula, cubes [][]cnf.Lit, flags solveFlags, out *solveOutput) (solver.Result, error) {
	opt := flags.options()
	opt.Cubes, opt.OnlyCubes = cubes, flags.cube.only
	if out.proof != nil {
		opt.Proof.W, opt.Proof.Folder, opt.Proof.Formula = out.proof, output.Nearby(out.proof.name), out.proof.sum
	}
	opt.Warn = func(err error) { a.Line.Warn(err.Error()) }
	opt.Log = out.comment
	ended, err := keepCosts(a, f, cubes, flags, out, &opt)
	if err != nil {
		return solver.Result{}, err
	}
	watch := newWatched(a, f, flags, out)
	opt.Progress = watch.set
	defer saveMemory(f)()
	result, err := solver.Solve(ctx, f, opt)
	watch.done(result)
	ended(&result)
	var damaged *solver.DamagedError
	if errors.As(err, &damaged) {
		err = fmt.Errorf("%w; --repair searches it again", err)
	}
	if errors.As(err, new(*solver.VerifyError)) {
		return result, faultOf(err)
	}
	return result, ofFormula(err)
}

// faultOf is the error of an answer that could not be verified.
func faultOf(err error) error {
	return cli.With(cli.Fault, fmt.Errorf("%w; there is a fault in this program or this computer: please report it with the formula", err))
}
