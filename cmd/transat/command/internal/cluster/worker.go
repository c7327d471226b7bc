// Package cluster is the subcommands worker and cluster: a worker of a run that `transat solve --cluster` leads, and how such runs stand.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/solver"
)

// workerFlags are what worker can be told.
type workerFlags struct {
	options    cluster.WorkOptions
	processors string
	memory     cli.ByteSize
	conquer    solver.Conquer
}

const defaultPatience = 10 * time.Minute

// What the cores of a worker are to the others: a processor each, or one.
const (
	eachCore = "each"
	oneCore  = "one"
)

// WorkerCommand returns the subcommand worker.
func WorkerCommand(a *cli.App) *cobra.Command {
	var flags workerFlags
	cmd := &cobra.Command{
		Use:   "worker --join=URL",
		Short: "Lend the cores of this computer to a search on another one",
		Long: `Lend the cores of this computer to a search that transat solve --cluster leads on another
one, which prints the line to be typed here. The formula comes over the network. The
worker ends with the run. It may join late, leave early (Ctrl-C: what it has searched is
reported first), or be killed: what is not reported is searched again by others.

Where the run splits a formula into cubes, --conqueror="kissat -q --no-factor {cnf} {proof}"
has another solver decide those of this worker. No command ever comes over the network: a
worker runs what its own command line names, and nothing else.

If the other side goes away the worker waits for it, as long as --patience says.

Exit codes: 0 the run has ended or the worker has left, 1 an error, 64 wrong usage.`,
		Example: `  transat worker --join=nats://192.168.1.20:4333 --token-file=token --fingerprint=PRINT
  transat worker -j 4 --join=nats://192.168.1.20:4333 --token-file=token --fingerprint=PRINT
  transat worker --max-memory=2GiB --join=nats://192.168.1.20:4333 --token-file=token --fingerprint=PRINT`,
		Args: cli.Between(0, 0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("conqueror") {
				if err := cli.CheckConqueror(flags.conquer.Command); err != nil {
					return cli.Misuse(err)
				}
			}
			if err := flags.check(); err != nil {
				return err
			}
			if cmd.Flags().Changed("conqueror-time") && flags.conquer.Command == "" {
				return cli.Misuse(errors.New("--conqueror-time is for --conqueror"))
			}
			if err := cli.FindToken(&flags.options.Access); err != nil {
				return err
			}
			return work(a, cmd.Context(), flags)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&flags.options.URL, "join", "", "`URL` of the NATS server, such as nats://HOST:PORT")
	f.IntVarP(&flags.options.Procs, "threads", "j", runtime.GOMAXPROCS(0), "cores to search with")
	f.StringVar(&flags.processors, "processors", eachCore,
		"each: every core is a processor that asks for work; one: the cores share among themselves, and ask when all have none")
	f.StringVar(&flags.options.Run, "run", "", "`RUN` to join, if the server has several")
	f.Var(&flags.memory, "max-memory", "memory for the search, such as 512MB or 2GiB (0: no limit)")
	f.StringVar(&flags.conquer.Command, "conqueror", "", "another solver that decides cubes here, as in `\"kissat -q {cnf} {proof}\"`")
	f.DurationVar(&flags.conquer.Time, "conqueror-time", time.Hour, "time that it may take for a cube, which is then split")
	f.BoolVar(&flags.options.Stay, "stay", false, "when a run has ended, wait for the next one")
	f.DurationVar(&flags.options.Patience, "patience", defaultPatience, "how long to wait for a run that does not answer (0: for ever)")
	cli.AddAccessFlags(cmd, &flags.options.Access)
	return cmd
}

// check looks at the flags.
func (f *workerFlags) check() error {
	o := f.options
	if err := checkURL("join", o.URL); err != nil {
		return err
	}
	switch {
	case o.Procs < 1 || o.Procs > solver.MaxThreads:
		return cli.Misuse(fmt.Errorf("-j %d: want 1 to %d cores", o.Procs, solver.MaxThreads))
	case f.processors != eachCore && f.processors != oneCore:
		return cli.Misuse(fmt.Errorf("--processors=%s: want %s or %s", f.processors, eachCore, oneCore))
	case o.Patience < 0:
		return cli.Misuse(fmt.Errorf("--patience=%v: want a time that is not negative, such as 10m", o.Patience))
	case f.conquer.Time <= 0:
		return cli.Misuse(fmt.Errorf("--conqueror-time=%v: want a time above 0, such as 10m", f.conquer.Time))
	}
	var option *solver.OptionError
	if err := (solver.Options{Conquer: f.conquer}).Check(); errors.As(err, &option) {
		return cli.Misuse(fmt.Errorf("--conqueror=%s: %w", option.Value, option.Err))
	}
	return nil
}

// checkURL refuses what is no URL of a server.
func checkURL(flag, url string) error {
	switch {
	case url == "":
		return cli.Misuse(fmt.Errorf("want --%s=URL, such as --%s=nats://HOST:PORT: transat solve --cluster prints it", flag, flag))
	case !strings.Contains(url, "://"):
		return cli.Misuse(fmt.Errorf("--%s=%s: want a URL, such as nats://HOST:PORT", flag, url))
	}
	return nil
}

// work searches until the run ends.
func work(a *cli.App, ctx context.Context, flags workerFlags) error {
	network, err := a.Networked(ctx)
	if err != nil {
		return err
	}
	o := flags.options
	o.One = flags.processors == oneCore
	o.MaxMemory, o.Version = int64(flags.memory), cluster.Version()
	o.Log = func(line string) { _ = a.Tell("%s", line) }
	o.Conqueror = cluster.Conqueror{Command: flags.conquer.Command, Time: flags.conquer.Time, Warn: cluster.Once(a.Line.Warn)}
	result, err := network.Work(ctx, o)
	switch {
	case err != nil && ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		o.Log("left before joining a run")
		return nil
	case err != nil:
		return err
	case result.End == nil:
		o.Log(fmt.Sprintf("left; %s nodes visited", cli.Grouped(result.Nodes)))
	default:
		o.Log(fmt.Sprintf("the run has ended: %s; %s nodes visited here, %.2f s without work", result.End.Verdict, cli.Grouped(result.Nodes),
			result.Idle.Seconds()))
	}
	return nil
}
