package command

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/balance/topology"
	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/parallel"
	"transat/cmd/transat/internal/suggest"
	"transat/cmd/transat/internal/sweep"
)

// How the processors of a search work together.

const (
	// defaultShare is the policy under which processors share the work, on defaultNetwork.
	defaultShare   = "steal"
	defaultNetwork = "clique"
	maxThreads     = 1 << 12
)

func (a *app) addLayoutFlags(cmd *cobra.Command, flags *solveFlags) {
	flags.registry = a.policies
	f := cmd.Flags()
	f.StringVar(&flags.policy, "policy", defaultShare, "policy by which processors share the work, as `NAME` or NAME:PARAMETER=VALUE")
	f.StringVar(&flags.topology, "topology", "", "`NAME` of their network (default: clique for steal, else the policy's own)")
	f.IntVar(&flags.procs, "procs", 0, "processors, which take turns if there are more than cores (default: -j)")
	f.BoolVar(&flags.deterministic, "deterministic", false, "find the model that -j 1 finds, with as many nodes up to it")
	completeWith(cmd, "policy", names(policyEntries(a.policies)))
	completeWith(cmd, "topology", topologyNames())
}

// checkLayout looks at how processors are to work together.
func (f *solveFlags) checkLayout(given func(flag string) bool) error {
	switch {
	case f.threads < 1 || f.threads > maxThreads:
		return exit.Misuse(fmt.Errorf("-j %d: want 1 to %d cores", f.threads, maxThreads))
	case given("procs") && (f.procs < 1 || f.procs > topology.MaxProcs):
		return exit.Misuse(fmt.Errorf("--procs=%d: want 1 to %d", f.procs, topology.MaxProcs))
	case f.topology != "" && !known(f.topology, topologyNames()):
		return exit.Misuse(suggest.Unknown("topology", f.topology, topologyNames(), listHint("topology")))
	}
	_, err := f.layout(f.processors())
	return err
}

// processors is how many there are.
func (f *solveFlags) processors() int {
	if f.procs == 0 {
		return f.threads
	}
	return f.procs
}

// layout returns how so many processors work together.
func (f *solveFlags) layout(procs int) (parallel.Layout, error) {
	policy, err := f.registry.Choose(f.policy)
	if err != nil {
		return parallel.Layout{}, unknownName(err)
	}
	if policy.Spec.Bound || policy.Spec.Place != nil {
		return parallel.Layout{}, exit.Misuse(fmt.Errorf("--policy=%s: %w", f.policy, errNoSharing))
	}
	estimate, err := balance.ChooseEstimate(policy.Spec.Estimate)
	if err != nil {
		return parallel.Layout{}, err
	}
	network, err := f.network(policy, procs)
	if err != nil {
		return parallel.Layout{}, err
	}
	maker, err := policy.For(network)
	if err != nil {
		return parallel.Layout{}, exit.Misuse(err)
	}
	return parallel.Layout{Network: network, Policy: maker, Received: policy.Spec.Received, Estimate: estimate}, nil
}

var errNoSharing = errors.New("it is not for a search: want a policy that shares out work while it is done, such as steal")

// network returns the network that the policy runs on.
func (f *solveFlags) network(policy balance.Chosen, procs int) (topology.Network, error) {
	kind, sides := f.topology, sweep.Grid(procs)
	if kind == "" && policy.Spec.Name == defaultShare {
		kind = defaultNetwork
	}
	if kind == "" {
		return ownNetwork(policy, sides, func(string) {})
	}
	network, err := topology.New(kind, sides...)
	if err != nil {
		return nil, exit.Misuse(fmt.Errorf("--topology=%s: %w", kind, err))
	}
	return network, nil
}
