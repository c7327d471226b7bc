// Package setup has the flags of simulated runs, which simulate, compare, sweep and explain share, and makes setups (this file) and a
// plan (plan.go) of them. The table of package settings lists the settings.
package setup

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/balance/topology"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/settings"
	"transat/cmd/transat/internal/sweep"
)

// Flags are the values of the flags.
type Flags struct {
	settings.Values
	Policies []string
	Threads  int
	Style    report.Style

	registry balance.Registry // of the policies to choose from
	procs    int              // instead of Grid; 0 if it was not given
	cache    string
	maxNodes int64
	lenient  bool
	warned   bool // of a large machine
	// published says that each policy has what its paper gives it.
	published bool
	given     func(flag string) bool
}

// Given reports whether a flag is on the command line. One that the command does not have counts as given.
func (x *Flags) Given(flag string) bool { return x.given(flag) }

// AddAll adds the flags to a command, with the given default policies.
func AddAll(a *cli.App, cmd *cobra.Command, x *Flags, policies []string) {
	AddPolicy(a, cmd, x, policies)
	AddSetting(a, cmd, &x.Values, "grid", "")
	cmd.Flags().IntVar(&x.procs, "procs", 0, "so `MANY` processors, in a mesh as square as can be (instead of --grid)")
	AddWithoutSize(a, cmd, x)
}

// AddPolicy adds --policy.
func AddPolicy(a *cli.App, cmd *cobra.Command, x *Flags, policies []string) {
	cmd.Flags().SortFlags = false
	x.registry, x.Values = a.Policies, settings.New()
	cli.AddPolicies(cmd, &x.Policies, policies, settings.Find("policy").Usage)
	all := cli.Choice{Name: allPolicies, Title: "every policy that is defined there"}
	a.CompletePolicies(cmd, func() []cli.Choice { return append(a.PolicyChoices(), all) })
}

// AddWithoutSize adds the flags that do not depend on the size of the machine.
func AddWithoutSize(a *cli.App, cmd *cobra.Command, x *Flags) {
	f := cmd.Flags()
	x.given = func(name string) bool {
		flag := f.Lookup(name)
		return flag == nil || flag.Changed
	}
	for _, s := range settings.Table() {
		if !s.Several && s.Name != "grid" {
			AddSetting(a, cmd, &x.Values, s.Name, "")
		}
	}
	f.BoolVar(&x.published, "as-published", false, "each policy as in its paper: --load=own --budget=0 --start=root")
	f.Int64Var(
		&x.maxNodes, "max-nodes", cli.DefaultMaxNodes,
		"give up on a search tree with more nodes; a frozen subtree of rule weights counts as one (0: never)")
	f.StringVar(&x.cache, "cache", "", "folder `DIR` for search trees, or off (default: TRANSAT_CACHE, or the user's cache folder)")
	f.IntVarP(&x.Threads, "threads", "j", runtime.GOMAXPROCS(0), "simulations at the same time; the results do not depend on it")
	f.BoolVar(&x.lenient, "lenient", false, "take a file whose number of clauses is not the declared one")
	a.AddStyleFlags(cmd, &x.Style)
}

// AddSetting adds the flag of a setting, and its completion. Its help is that of the table, unless another is given.
func AddSetting(a *cli.App, cmd *cobra.Command, run *settings.Values, name, usage string) {
	s := settings.Find(name)
	cmd.Flags().Var(s.In(run), s.Name, cmp.Or(usage, s.Usage))
	switch s.Choices {
	case "":
	case settings.Estimates:
		cli.CompleteChoices(cmd, s.Name, cli.LoadChoices, "", nil)
	case settings.Loads:
		cli.CompleteChoices(cmd, s.Name, cli.LoadOrOwnChoices, "", nil)
	case settings.Machines:
		cli.CompleteWith(cmd, s.Name, func() []string { return cli.Names(cli.MachineEntries(a.Policies)) }) // real ones are among them
	default:
		cli.CompleteWith(cmd, s.Name, s.Names)
	}
}

// Front is the name of the flags in messages.
func Front() settings.Front {
	return settings.Front{Prefix: "--", Hint: func(kind string, _ []string) string {
		if kind == "start" {
			return "middle, root or spread"
		}
		return cli.ListHint(kind)
	}}
}

// Setups returns one setup for each policy. It warns of policies that are left out, or run on a topology that was not asked for.
func (x *Flags) Setups(warn func(string)) ([]experiment.Setup, error) {
	if err := x.Check(); err != nil {
		return nil, err
	}
	machine, err := x.chooseMachine()
	if err != nil {
		return nil, err
	}
	if x.procs > 0 {
		x.Grid.Give(topology.FormatSides(sweep.Grid(x.procs)))
	}
	o, err := x.Options(machine, Front())
	if err != nil {
		return nil, cli.Misuse(err)
	}
	o.Warn, o.Admit = warn, x.refusal(machine)
	if o.Policies, o.Optional, err = x.choosePolicies(); err != nil {
		return nil, err
	}
	setups, err := o.Setups()
	if missing := (*topology.SizeError)(nil); x.Topology.V != "" && errors.As(err, &missing) {
		err = fmt.Errorf("--topology=%s with --grid=%s: %w", x.Topology.V, x.Grid.V, err)
	}
	return setups, cli.UnknownName(err)
}

// Check checks the flags that this package understands by itself.
func (x *Flags) Check() error {
	if len(x.Policies) == 0 {
		return cli.Misuse(errors.New("--policy: want at least one policy (transat list policies shows all)"))
	}
	if x.published {
		x.AsPublished()
	}
	if err := x.Values.Check(Front()); err != nil {
		return cli.Misuse(err)
	}
	switch {
	case x.maxNodes < 0:
		return cli.Misuse(fmt.Errorf("--max-nodes=%d: want a number that is not negative", x.maxNodes))
	case x.Threads < 1:
		return cli.Misuse(fmt.Errorf("--threads=%d: want at least 1", x.Threads))
	}
	return nil
}

// CheckSize checks --procs and --grid.
func (x *Flags) CheckSize() error {
	switch {
	case x.given("procs") && x.given("grid"):
		return cli.Misuse(fmt.Errorf("--procs=%d --grid=%s: want one of the two", x.procs, x.Grid.V))
	case x.given("procs") && (x.procs < 1 || x.procs > topology.MaxProcs):
		return cli.Misuse(fmt.Errorf("--procs=%d: want 1 to %d", x.procs, topology.MaxProcs))
	}
	return nil
}
