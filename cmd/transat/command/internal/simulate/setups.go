package simulate

import (
	"errors"
	"fmt"
	"math"
	"runtime"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/suggest"
)

// SetupFlags are the flags that simulate, compare, sweep and explain share. What the last two set or read themselves is exported.
type SetupFlags struct {
	registry             balance.Registry // of the policies to choose from
	Policies             []string
	Grid, topology, load string
	procs                int // 0 for those of grid
	Machine, start, deal string
	grain                float64
	Seed                 uint64
	rule, cache          string
	maxNodes             int64
	threads              int
	lenient              bool
	Style                report.Style

	given func(flag string) bool // on the command line; a flag that the command does not have counts as given
}

const defaultGrain = compare.DefaultGrain

// AddRunSetupFlags adds the flags of a run to cmd, with the given default policies.
func AddRunSetupFlags(a *cli.App, cmd *cobra.Command, x *SetupFlags, policies []string) {
	cmd.Flags().SortFlags = false
	AddPolicyFlag(a, cmd, x, policies)
	cmd.Flags().StringVar(&x.Grid, "grid", cli.DefaultGrid, "`SIDES` of the machine's mesh of processors")
	cmd.Flags().IntVar(&x.procs, "procs", 0, "so `MANY` processors, in a mesh as square as can be (instead of --grid)")
	AddSetupFlags(a, cmd, x)
}

// AddPolicyFlag adds --policy.
func AddPolicyFlag(a *cli.App, cmd *cobra.Command, x *SetupFlags, policies []string) {
	x.registry = a.Policies
	cli.AddPolicies(cmd, &x.Policies, policies, "policies, as `NAME`, FILE.star or NAME:PARAMETER=VALUE; all for every one")
	all := cli.Choice{Name: allPolicies, Title: "every policy that is defined there"}
	a.CompletePolicies(cmd, append(cli.PolicyChoices(a.Policies.Specs()), all))
}

// AddSetupFlags adds the flags that do not depend on the size of the machine.
func AddSetupFlags(a *cli.App, cmd *cobra.Command, x *SetupFlags) {
	f := cmd.Flags()
	x.given = func(name string) bool {
		flag := f.Lookup(name)
		return flag == nil || flag.Changed
	}
	f.StringVar(&x.topology, "topology", "", "`NAME` of the network that the policies see (default: each policy's own)")
	f.StringVar(&x.load, "load", "", "load estimate, as `NAME` or NAME:PARAMETER=VALUE (default: each policy's own)")
	f.StringVar(&x.Machine, "machine", sim.CostModels()[0].Name, "`NAME` of the machine")
	f.StringVar(&x.start, "start", string(sim.StartRoot), "`PLACE` of the first elements: root (one processor) or spread (all)")
	f.StringVar(&x.deal, "deal", "", "load estimate by which a spread start deals out elements, as `NAME` or NAME:PARAMETER=VALUE; count: all policies begin alike (default: each policy's own)")
	f.Float64Var(&x.grain, "grain", defaultGrain, "solve elements to their end if their load is below this `SHARE` of λ(root)/n")
	f.Uint64Var(&x.Seed, "seed", 1, "seed of all random choices")
	f.StringVar(&x.rule, "rule", cli.DefaultRule, "`NAME` of the search tree's branching rule")
	f.Int64Var(&x.maxNodes, "max-nodes", cli.DefaultMaxNodes, "give up on a search tree with more nodes; a frozen subtree of rule weights counts as one (0: never)")
	f.StringVar(&x.cache, "cache", "", "folder `DIR` for search trees, or off (default: TRANSAT_CACHE, or the user's cache folder)")
	f.IntVarP(&x.threads, "threads", "j", runtime.GOMAXPROCS(0), "simulations at the same time; the results do not depend on it")
	f.BoolVar(&x.lenient, "lenient", false, "take a file whose number of clauses is not the declared one")
	a.AddStyleFlags(cmd, &x.Style)

	cli.CompleteWith(cmd, "topology", cli.TopologyNames())
	cli.CompleteChoices(cmd, "load", cli.LoadChoices(), "", nil)
	cli.CompleteWith(cmd, "machine", cli.Names(cli.MachineEntries(a.Policies)))
	cli.CompleteWith(cmd, "start", starts())
	cli.CompleteChoices(cmd, "deal", cli.LoadChoices(), "", nil)
	cli.CompleteWith(cmd, "rule", cli.Names(cli.RuleEntries()))
}

// Setups returns one setup for each policy. It warns of those that are left out, or run on a topology that was
// not asked for.
func (x *SetupFlags) Setups(warn func(string)) ([]experiment.Setup, error) {
	if err := x.Check(); err != nil {
		return nil, err
	}
	o := compare.Options{Topology: x.topology, Start: sim.Start(x.start), Seed: x.Seed, Warn: warn}
	var err error
	if o.Machine, err = x.chooseMachine(); err != nil {
		return nil, err
	}
	if o.Sides, err = x.sides(); err != nil {
		return nil, cli.Misuse(fmt.Errorf("--grid: %w", err))
	}
	if o.Policies, o.Optional, err = x.choosePolicies(); err != nil {
		return nil, err
	}
	switch {
	case o.Machine.Lockstep != nil:
		o.Admit = x.refuseInStep
	case cli.Real(x.Machine):
		o.Admit = x.refuseReal
	}
	o.Load, o.Grain, o.Deal = x.load, x.grain, x.deal
	setups, err := o.Setups()
	if missing := (*topology.SizeError)(nil); x.topology != "" && errors.As(err, &missing) {
		err = fmt.Errorf("--topology=%s with --grid=%s: %w", x.topology, x.Grid, err)
	}
	return setups, cli.UnknownName(err)
}

// Check looks at the flags that need no other package to be understood.
func (x *SetupFlags) Check() error {
	switch {
	case len(x.Policies) == 0:
		return cli.Misuse(errors.New("--policy: want at least one policy (transat list policies shows all)"))
	case x.topology != "" && !cli.Known(x.topology, cli.TopologyNames()):
		return cli.Misuse(suggest.Unknown("topology", x.topology, cli.TopologyNames(), cli.ListHint("topology")))
	case !cli.Known(x.start, starts()):
		return cli.Misuse(suggest.Unknown("start", x.start, starts(), "root or spread"))
	case x.deal != "" && x.start != string(sim.StartSpread):
		return cli.Misuse(fmt.Errorf("--deal=%s: elements are dealt out only with --start=%s", x.deal, sim.StartSpread))
	case math.IsNaN(x.grain) || x.grain < 0:
		return cli.Misuse(fmt.Errorf("--grain=%v: want a share that is not negative", x.grain))
	case x.maxNodes < 0:
		return cli.Misuse(fmt.Errorf("--max-nodes=%d: want a number that is not negative", x.maxNodes))
	case x.threads < 1:
		return cli.Misuse(fmt.Errorf("--threads=%d: want at least 1", x.threads))
	}
	return cli.CheckRule(x.rule)
}
