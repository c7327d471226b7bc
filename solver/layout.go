package solver

import (
	"errors"

	"transat/balance"
	"transat/balance/topology"
	"transat/solver/internal/pool"
)

var errNoSharing = errors.New("it is not for a search: want a policy that shares out work while it is done, such as steal")

// layout returns how that many processors work together.
func (o Options) layout(procs int) (pool.Layout, error) {
	policy, err := o.Policies.Choose(o.Policy)
	if err != nil {
		return pool.Layout{}, optionError("Policy", o.Policy, err)
	}
	if policy.Spec.Bound || policy.Spec.Place != nil {
		return pool.Layout{}, optionError("Policy", o.Policy, errNoSharing)
	}
	estimate, err := balance.ChooseEstimate(policy.Spec.Estimate)
	if err != nil {
		return pool.Layout{}, optionError("Policy", o.Policy, err)
	}
	network, err := o.network(policy, procs)
	if err != nil {
		return pool.Layout{}, optionError("Topology", o.Topology, err)
	}
	maker, err := policy.For(network)
	if err != nil {
		return pool.Layout{}, optionError("Policy", o.Policy, err)
	}
	return pool.Layout{Network: network, Policy: maker, Received: policy.Spec.Received, Estimate: estimate}, nil
}

// network returns the network that the policy runs on: the one that is asked for, or its own.
func (o Options) network(policy balance.Chosen, procs int) (topology.Network, error) {
	build := func(kind string) (topology.Network, error) { return topology.New(kind, topology.Squarest(procs)...) }
	switch {
	case o.Topology != "":
		return build(o.Topology)
	case policy.Spec.Name == DefaultPolicy:
		return build(defaultNetwork)
	}
	network, _, err := balance.OwnNetwork(policy, build)
	return network, err
}
