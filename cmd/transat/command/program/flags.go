package program

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"transat/balance/search"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/solver"
)

// flags are what the user says.
type flags struct {
	threads         int
	policy, load    string
	seed            uint64
	ordered, quiet  bool
	checkpoint      string
	checkpointEvery time.Duration
	timeLimit       cli.Seconds

	cluster, listen, resume, join, run string
	lease                              time.Duration
	verify                             share
	access                             cluster.Access

	sample bool
	record string
}

// share is a share of all, larger than 0; 0 stands for none.
type share float64

// Set implements pflag.Value.
func (s *share) Set(text string) error {
	number, percent := strings.CutSuffix(text, "%")
	x, err := strconv.ParseFloat(number, 64)
	if percent {
		x /= 100
	}
	if err != nil || !(x > 0 && x <= 1) {
		return errors.New("want a share above 0 and up to 1, such as 0.05 or 5%")
	}
	*s = share(x)
	return nil
}

// String implements pflag.Value.
func (s *share) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(*s), 'g', -1, 64)
}

// Type implements pflag.Value.
func (s *share) Type() string { return "SHARE" }

// here is --cluster without a value.
const here = "here"

const help = `

On the cores of this computer it can have a policy, an order and a checkpoint.
--cluster leads a search on all computers that join, and prints the line with
which they do; --join joins one.

A worker could tell wrong counts. With --verify, nodes travel with their places
in the tree, each solution is looked up there, and every stretch is searched
again by the program that leads, or --verify=0.05 of them, drawn by chance. A
worker of which one is wrong is cut off, and all that it told is searched again.`

func (j *job[E]) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.IntVarP(&j.threads, "threads", "j", runtime.GOMAXPROCS(0), "cores to search with")
	f.StringVar(&j.policy, "policy", "",
		"policy by which the cores share the search, as `NAME`, FILE.star or NAME:PARAMETER=VALUE (default "+search.DefaultPolicy+")")
	f.StringVar(&j.load, "load", "", "load `ESTIMATE` that the policy sees (default: its own)")
	f.Uint64Var(&j.seed, "seed", 0, "seed of all random choices")
	f.BoolVar(&j.ordered, "ordered", false, "the same result as with one core, in every run")
	f.StringVar(&j.checkpoint, "checkpoint", "", "`FILE` to which the search is written, and from which it goes on")
	f.DurationVar(&j.checkpointEvery, "checkpoint-every", 10*time.Second,
		"time between two checkpoints, or two records of a piece with --cluster")
	f.Var(&j.timeLimit, "time-limit", "end after this time (0: none)")
	f.BoolVar(&j.sample, "check", false, "only look on a sample whether the methods of the problem keep their promises")
	f.StringVar(&j.record, "record", "", "only write the tree that one core goes through to `FILE`, for transat compare, advise and others")
	f.BoolVarP(&j.quiet, "quiet", "q", false, "show no progress")
	f.StringVar(&j.cluster, "cluster", "",
		"search on all computers that join: with a server in this program, or with the NATS server at =`URL`")
	f.Lookup("cluster").NoOptDefVal = here
	f.StringVar(&j.listen, "listen", ":0", "`HOST:PORT` of the server of --cluster (port 0: any that is free)")
	f.DurationVar(&j.lease, "lease", 10*time.Second, "with --cluster, a worker that is not heard of for so long loses its pieces")
	f.Var(&j.verify, "verify", "with --cluster, search this `SHARE` of all stretches again, all without a value")
	f.Lookup("verify").NoOptDefVal = "1"
	f.StringVar(&j.resume, "resume", "", "with --cluster, the `RUN` to go on with")
	f.StringVar(&j.join, "join", "", "lend the cores to the search that another computer leads: `URL` of its server")
	f.StringVar(&j.run, "run", "", "with --join, the `RUN` to join, if the server has several")
	cli.AddAccessFlags(cmd, &j.access)
}

// localFlags are those of a search on this computer alone, and ledFlags those of one who leads.
func localFlags() []string { return []string{"checkpoint", "load", "seed", "check", "record"} }
func ledFlags() []string   { return []string{"listen", "lease", "resume", "verify"} }

// checkFlags looks at the flags.
func (j *job[E]) checkFlags(cmd *cobra.Command) error {
	refuse := func(names []string, why string) error {
		for _, name := range names {
			if cmd.Flags().Changed(name) {
				return cli.Misuse(fmt.Errorf("--%s %s", name, why))
			}
		}
		return nil
	}
	switch {
	case j.threads < 1 || j.threads > solver.MaxThreads:
		return cli.Misuse(fmt.Errorf("-j %d: want 1 to %d cores", j.threads, solver.MaxThreads))
	case j.join != "" && j.cluster != "":
		return cli.Misuse(errors.New("--join and --cluster do not go together: one program leads, and the others join"))
	case j.sample && j.record != "":
		return cli.Misuse(errors.New("--check and --record do not go together: each does nothing else"))
	case j.checkpointEvery <= 0:
		return cli.Misuse(fmt.Errorf("--checkpoint-every=%v: want a time such as 10s", j.checkpointEvery))
	case j.cluster != "" && j.lease < leastLease:
		return cli.Misuse(fmt.Errorf("--lease=%v: want at least %v", j.lease, leastLease))
	case j.cluster != "" && j.run != "":
		return cli.Misuse(errors.New("--run is for --join; --resume=RUN goes on with a run"))
	case j.join == "" && j.cluster == "":
		return refuse(append(append(ledFlags(), "run"), cli.AccessFlags()...), "is for --cluster or --join")
	}
	if err := refuse(localFlags(), "is for a search on this computer: it does not go with --cluster and --join"); err != nil {
		return err
	}
	if j.join != "" {
		if err := refuse(append(ledFlags(), "policy", "ordered"), "is for --cluster: who leads says it"); err != nil {
			return err
		}
	}
	if !strings.Contains(j.join+j.cluster, "://") && j.cluster != here {
		return cli.Misuse(fmt.Errorf("%q is no URL of a server: want one such as nats://HOST:4222", j.join+j.cluster))
	}
	if j.resume != "" && !cmd.Flags().Changed("listen") {
		j.listen = "" // where workers look for it
	}
	j.access.Leader = j.Name
	return cli.FindToken(&j.access)
}

const leastLease = 100 * time.Millisecond
