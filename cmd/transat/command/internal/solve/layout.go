package solve

import (
	"fmt"

	"github.com/spf13/cobra"

	"transat/balance/topology"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/suggest"
	"transat/solver"
)

// The flags for sharing the work among processors.

const (
	// defaultShare is the policy under which processors share the work.
	defaultShare = solver.DefaultPolicy
	maxThreads   = solver.MaxThreads
)

func addLayoutFlags(a *cli.App, cmd *cobra.Command, flags *solveFlags) {
	flags.registry = a.Policies
	f := cmd.Flags()
	f.StringVar(&flags.policy, "policy", defaultShare, "policy by which processors share the work, as `NAME` or NAME:PARAMETER=VALUE")
	f.StringVar(&flags.topology, "topology", "", "`NAME` of their network (default: clique for steal, else the policy's own)")
	f.IntVar(&flags.procs, "procs", 0, "processors, which take turns if there are more than cores (default: -j)")
	f.BoolVar(&flags.deterministic, "deterministic", false, "find the model that -j 1 finds, with as many nodes up to it")
	a.CompletePolicies(cmd, a.PolicyChoices)
	cli.CompleteWith(cmd, "topology", cli.TopologyNames)
}

// checkLayout checks the flags for sharing the work.
func (f *solveFlags) checkLayout(given func(flag string) bool) error {
	switch {
	case f.threads < 1 || f.threads > maxThreads:
		return cli.Misuse(fmt.Errorf("-j %d: want 1 to %d cores", f.threads, maxThreads))
	case given("procs") && (f.procs < 1 || f.procs > topology.MaxProcs):
		return cli.Misuse(fmt.Errorf("--procs=%d: want 1 to %d", f.procs, topology.MaxProcs))
	case f.topology != "" && !cli.Known(f.topology, cli.TopologyNames()):
		return cli.Misuse(suggest.Unknown("topology", f.topology, cli.TopologyNames(), cli.ListHint("topology")))
	}
	return nil
}
