package simulate

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/experiment"
	"transat/solver/cnf"
)

// Worker processes as a machine next to the cores of this computer: its flags, checks and runs for simulate and compare.

const workersHelp = `--machine=workers is like cores, but the processors live in --workers processes, which this
one starts, and whose messages go through a NATS server in it. With --cluster=URL they go
through that server, and workers join from anywhere: transat worker --stay --join=URL. What is
given to another process is recorded before (transat help cluster).`

const (
	defaultWorkers = 2
	mostWorkers    = 256
)

// workersFlags are flags for runs on workers.
type workersFlags struct {
	count   int // processes, this one among them
	cluster string
	access  cluster.Access
	network *cli.Remote
}

func addWorkersFlags(cmd *cobra.Command, x *workersFlags) {
	f := cmd.Flags()
	f.IntVar(&x.count, "workers", defaultWorkers, "on workers, how `MANY` processes there are, this one among them")
	f.StringVar(
		&x.cluster, "cluster", "", "on workers, `URL` of a NATS server that all but this one of them join (default: they are started here)",
	)
	cli.AddAccessFlags(cmd, &x.access)
}

// check checks the flags.
func (w *workersFlags) check(x *runFlags) error {
	if x.Machine.V != cli.WorkersMachine {
		return x.refuse([]refusal{
			{"workers", "the flag is for --machine=" + cli.WorkersMachine},
			{"cluster", "the flag is for --machine=" + cli.WorkersMachine},
		})
	}
	switch {
	case w.count < 1 || w.count > mostWorkers:
		return cli.Misuse(fmt.Errorf("--workers=%d: want 1 to %d", w.count, mostWorkers))
	case w.cluster != "" && !strings.Contains(w.cluster, "://"):
		return cli.Misuse(fmt.Errorf("--cluster=%s: want the URL of a NATS server, such as nats://HOST:4222", w.cluster))
	case w.cluster == "":
		for _, name := range cli.AccessFlags() {
			if x.Given(name) {
				return cli.Misuse(fmt.Errorf("--%s is for --cluster=URL", name))
			}
		}
	}
	if w.access.URL = w.cluster; w.cluster != "" {
		return cli.FindToken(&w.access)
	}
	return nil
}

var errNoFormula = errors.New("workers search formulas, and this is a tree without one")

// engage lets workers do the runs of a plan, and returns the number of workers on this computer.
func (w *workersFlags) engage(a *cli.App, p *experiment.CoresPlan) (here int, err error) {
	if p.Formula.Tree != nil || p.Formula.HasTasks() {
		return 0, cli.Misuse(fmt.Errorf("%s: %w", p.Formula.Name, errNoFormula))
	}
	for _, s := range p.Setups {
		if n := s.Topology.Procs(); n > cluster.MostProcs || n < w.count {
			return 0, cli.Misuse(fmt.Errorf(
				"%s for %s: want at least one for each, and at most %d", cli.Counted(n, "processor"), cli.Counted(w.count, "process"),
				cluster.MostProcs))
		}
	}
	each := max(1, p.Threads/w.count)
	here = each // the other processes are on other computers
	if w.cluster == "" {
		p.Threads = each * w.count
		here = p.Threads
	}
	p.Where = fmt.Sprintf(" in %s", cli.Counted(w.count, "process"))
	p.Far = func(ctx context.Context, s experiment.Setup, _ int, watched func(func() int64) func()) (balance.Result, error) {
		f, err := p.Formula.Read(ctx)
		if err != nil {
			return balance.Result{}, err
		}
		r := race{app: a, flags: w, formula: f, threads: each}
		defer watched(r.nodes.Load)()
		return r.run(ctx, s, p)
	}
	return here, nil
}

// race is one run on workers.
type race struct {
	app     *cli.App
	flags   *workersFlags
	formula *cnf.Formula
	threads int // of each worker
	nodes   atomic.Int64
}

// run runs a setup.
func (r *race) run(ctx context.Context, s experiment.Setup, p *experiment.CoresPlan) (_ balance.Result, err error) {
	how := &cluster.Plan{
		Policy: s.Policy.String(), Topology: s.Topology.Kind(), Procs: s.Topology.Procs(), Sides: s.Physical.Sides(),
		Load: s.Estimate.String(), Grain: s.Grain, FixedGrain: s.Budget > 0, Seed: s.Seed, TimeScale: p.TimeScale,
	}
	if err := errors.Join(how.Pack(), how.Check()); err != nil {
		return balance.Result{}, err
	}
	folder, err := os.MkdirTemp("", "transat-compare-")
	if err != nil {
		return balance.Result{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	run, err := r.flags.network.Open(ctx, r.formula, cluster.Options{
		Access: r.flags.access, Listen: "127.0.0.1:0", Dir: folder, Version: cluster.Version(), Name: p.Formula.Name, Rule: p.Rule,
		Plan: how, Await: r.flags.count, Procs: r.threads, Lease: raceLease, Cut: raceCut,
		Progress: func(p cluster.Progress) { r.nodes.Store(p.Nodes) },
		Log:      func(string) {}, Warn: func(err error) { r.app.Line.Warn(err.Error()) },
	})
	if err != nil {
		return balance.Result{}, err
	}
	defer run.Close()
	racing, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var started sync.WaitGroup
	if r.flags.cluster == "" {
		for range r.flags.count - 1 {
			started.Go(func() {
				if err := r.start(racing, run); err != nil && racing.Err() == nil {
					stop(err)
				}
			})
		}
	}
	result, err := run.Lead(racing)
	if err == nil && result.Verdict == cnf.Unknown {
		err = result.Reason
	}
	if err != nil {
		stop(err)
	}
	started.Wait()
	if err != nil {
		return balance.Result{}, errors.Join(err, run.Remove(context.WithoutCancel(ctx)))
	}
	return came(result), run.Remove(context.WithoutCancel(ctx))
}

const (
	raceLease = 10 * time.Second
	raceCut   = 30 * time.Second
)

// start runs a worker process until the run ends.
func (r *race) start(ctx context.Context, run cluster.Run) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var said bytes.Buffer
	token, join := run.Join()
	cmd := exec.CommandContext(ctx, self, append(join, "-j", strconv.Itoa(r.threads))...)
	cmd.Env = append(os.Environ(), cluster.TokenVariable+"="+token)
	cmd.Args[0], cmd.Stderr = os.Args[0], &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("a worker process: %w: %s", err, cmp.Or(strings.TrimSpace(said.String()), "it said nothing"))
	}
	return nil
}

// came is the result of a run, as package cores gives it.
func came(r cluster.Result) balance.Result {
	c := balance.Result{Procs: r.Procs, Threads: min(r.Threads, r.Procs), Time: balance.Ticks(r.Time), Found: r.Verdict == cnf.Satisfiable}
	c.Nodes = r.Totals.Stats.Nodes
	for _, w := range r.Reports {
		c.Messages += w.Messages
		c.Sent += w.Sent
		c.Phases += w.Phases
		c.Busy += w.Busy
		c.Install += w.Install
		c.Balance += w.Balance
		c.Wait += w.Wait
		c.Idle += w.Idle
	}
	return c
}
