package compare

import (
	"errors"
	"fmt"
	"slices"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
)

// Options say which policies are compared, on what. Begin with [Defaults].
type Options struct {
	Policies []balance.Chosen
	// Optional are more policies, which are left out, with a warning, where they are not defined.
	Optional []balance.Chosen

	Machine  Preset
	Sides    []int  // of the machine's grid
	Topology string // the kind of network that all policies see; "" for each policy's own
	Load     string // the load estimate of all policies, with parameters; "" or OwnLoad for each policy's own
	// Budget is a grain in work, the same for all policies: how often an element could be moved to a neighbour in the time for
	// which a worker searches below it before it is split. 0: the grain is one in load, and policies may set their own. Where processors
	// have a pause, it is an eighth of that: for how long a branch must have been open is for the pause to say then (sim/pause.go).
	Budget float64
	Grain  float64 // in load, as in sim.Config; it counts if Budget is 0
	Start  sim.Start
	Deal   string // the load estimate by which a spread start deals out elements, for all policies; "" for each policy's own
	// ElementBytes, if above 0, is the size of an element in a message, instead of the machine's. NodeTime, if above 0, is the mean time
	// of a node of the tree.
	ElementBytes int
	NodeTime     balance.Ticks
	// Computer, if above 0, is the number of processors of a computer on a machine of two levels, instead of the machine's. Speeds says how
	// fast processors are, if not all equally.
	Computer int
	Speeds   sim.Speeds
	Seed     uint64
	Seeds    int // runs of a policy, with seeds from Seed on; rows are means
	Threads  int // simulations at the same time, at least 1; results do not depend on it
	// Sample is the number of elements of the tree that are looked at before, by balance.CheckTree; 0: 500; negative: none.
	Sample int

	// Admit, if not nil, may refuse a policy for another reason than its topology.
	Admit func(policy balance.Chosen) error
	// Warn, if not nil, is told of policies that are left out, or run on another topology than that asked for.
	Warn func(text string)
	// Progress, if not nil, is told the share of the whole that is done, 0 to 1. It is called by one goroutine at a time.
	Progress func(share float64)
}

// Defaults are the options for comparing policies like for like on the default machine: 32x32 processors, one run each. All
// policies have the same load estimate, the same grain and the same start.
func Defaults(policies ...balance.Chosen) Options {
	return Options{
		Policies: policies, Machine: Presets()[0], Sides: []int{32, 32},
		Load: DefaultLoad, Budget: DefaultBudget, Grain: DefaultGrain, Start: sim.StartMiddle, Seed: 1, Seeds: 1, Threads: 1,
	}
}

// AsPublished returns o with the load estimate, the grain and the start that each policy has in its paper.
func (o Options) AsPublished() Options {
	o.Load, o.Budget, o.Start = OwnLoad, 0, sim.StartRoot
	return o
}

// Setups returns a setup for each policy, in their order, all with the first seed. The error is the first refusal of a
// policy that is not optional: a *balance.KindError, *topology.SizeError, *balance.NoRuleError or
// *balance.UnknownError, or that of Admit; or the last of the optional ones, if nothing else is left.
func (o Options) Setups() ([]Setup, error) {
	physical, err := o.Machine.Grid(o.Sides...)
	if err != nil {
		return nil, err
	}
	base := Setup{
		Physical: physical, Cost: o.Machine.Cost, Lockstep: o.Machine.Lockstep,
		Grain: o.Grain, Start: o.Start, Seed: o.Seed, ElementBytes: o.ElementBytes, NodeTime: o.NodeTime, Speeds: o.Speeds,
		Crowd: o.Machine.Crowd, Periods: o.Machine.Periods, Pause: o.Machine.Pause,
	}
	base.sizeElements()
	if o.Computer != 0 && base.Cost.Computer != 0 {
		base.Cost.Computer = o.Computer
	}
	if base.Budget = balance.Ticks(o.Budget * float64(base.Cost.MoveTime())); base.Budget > 0 && base.Pause > 0 {
		base.Budget = max(1, base.Pause/8)
	}
	if err := o.Speeds.Check(physical.Procs()); err != nil {
		return nil, err
	}
	if x, n := o.Speeds.Slow, physical.Procs(); x.Share > 0 && x.Procs(n) == 0 {
		o.warn(fmt.Sprintf("a share of %v of %d processors rounds to no straggler: %.2g would be one", x.Share, n, 1/float64(n)))
	}
	switch {
	case o.Speeds.Uneven() && base.Lockstep != nil:
		return nil, fmt.Errorf("the processors of %s work in lockstep, all at one speed", base.Cost.Name)
	case o.Computer != 0 && base.Cost.Computer == 0:
		return nil, fmt.Errorf("computers of %d processors: %s is not a machine of two levels", o.Computer, base.Cost.Name)
	case o.Budget < 0:
		return nil, fmt.Errorf("budget %v: must be at least 0", o.Budget)
	case o.ElementBytes < 0 || o.NodeTime < 0:
		return nil, fmt.Errorf("elements of %d bytes, nodes of %d ns: must be at least 0", o.ElementBytes, o.NodeTime)
	case base.Lockstep != nil:
		base.Grain, base.Budget, base.Start = 0, 0, sim.StartRoot
	case base.Budget > 0:
		base.Grain = 0
	}
	var setups []Setup
	for _, policy := range o.Policies {
		s, err := o.setup(base, policy, false)
		if err != nil {
			return nil, err
		}
		setups = append(setups, s)
	}
	var refusal error
	for _, policy := range o.Optional {
		s, err := o.setup(base, policy, true)
		if err == nil {
			setups = append(setups, s)
			continue
		}
		refusal = shortened(err)
		o.warn(fmt.Sprintf("%v; left out", refusal))
	}
	if len(setups) == 0 && refusal == nil {
		refusal = errors.New("no policies to compare: want at least one")
	}
	if len(setups) == 0 {
		return nil, refusal
	}
	return setups, nil
}

func (o Options) warn(text string) {
	if o.Warn != nil {
		o.Warn(text)
	}
}

// shortened is the part of a refusal that is not the same for all policies.
func shortened(err error) error {
	var noRule *balance.NoRuleError
	if errors.As(err, &noRule) {
		return noRule
	}
	return err
}

// setup returns the setup of a policy.
func (o Options) setup(s Setup, policy balance.Chosen, optional bool) (Setup, error) {
	s.Policy = policy
	if s.Lockstep == nil { // there, periods count steps
		s.Policy = Preset{Cost: s.Cost, Periods: s.Periods}.Scaled(policy)
	}
	load := o.Load
	switch {
	case s.Lockstep != nil:
		load = "count"
	case load == "" || load == OwnLoad:
		load = policy.Spec.Estimate
	}
	var err error
	if s.Estimate, err = balance.ChooseEstimate(load); err != nil {
		return s, err
	}
	if o.Deal != "" {
		if s.Deal, err = balance.ChooseEstimate(o.Deal); err != nil {
			return s, err
		}
	}
	if o.Admit != nil {
		if err := o.Admit(policy); err != nil {
			return s, err
		}
	}
	if s.Lockstep != nil && !policy.Spec.InLockstep() {
		return s, &balance.NoRuleError{Policy: policy.Spec.Name}
	}
	s.Topology, err = o.network(policy, optional)
	return s, err
}

// network returns the topology on which a policy runs: the one asked for, or its own. A policy that
// is not defined on the one asked for runs on its own, if at least others of the policies are. One that is
// optional does not run elsewhere: on what remains, a clique say, it may take hours.
func (o Options) network(policy balance.Chosen, optional bool) (topology.Network, error) {
	kind := o.Topology
	switch {
	case kind == "" && optional:
		kind = policy.Spec.Kinds[0]
	case kind == "":
		own, first, err := o.own(policy)
		if err == nil && first != nil {
			o.warn(fmt.Sprintf("%v; using %s", first, own.Kind()))
		}
		return own, err
	}
	asked, err := topology.New(kind, o.Sides...)
	if err != nil {
		return nil, err
	}
	_, refusal := policy.For(asked)
	if refusal == nil {
		return asked, nil
	}
	runs := func(c balance.Chosen) bool { _, err := c.For(asked); return err == nil }
	if optional || !slices.ContainsFunc(o.Policies, runs) && !slices.ContainsFunc(o.Optional, runs) {
		return nil, refusal
	}
	own, _, err := o.own(policy)
	if err != nil {
		return nil, err
	}
	o.warn(fmt.Sprintf("%v; using %s", refusal, own.Kind()))
	return own, nil
}

// own returns the network that a policy prefers, see [balance.OwnNetwork].
func (o Options) own(policy balance.Chosen) (network topology.Network, refusal, err error) {
	return balance.OwnNetwork(policy, func(kind string) (topology.Network, error) { return topology.New(kind, o.Sides...) })
}
