package parallel

import (
	"cmp"
	"errors"

	"transat/balance"
	"transat/balance/topology"
	"transat/solver/parallel/internal/crew"
)

var errNoSharing = errors.New("it is not for a search: want a policy that shares out work while it is done, such as steal")

// layout returns how that many processors work together.
func (o Options) layout(procs int) (crew.Layout, error) {
	policy, err := o.Policies.Choose(o.Policy)
	if err != nil {
		return crew.Layout{}, optionError("Policy", o.Policy, err)
	}
	if policy.Spec.Bound || policy.Spec.Place != nil {
		return crew.Layout{}, optionError("Policy", o.Policy, errNoSharing)
	}
	estimate, err := balance.ChooseEstimate(policy.Spec.Estimate)
	if err != nil {
		return crew.Layout{}, optionError("Policy", o.Policy, err)
	}
	network, err := o.network(policy, procs)
	if err != nil {
		return crew.Layout{}, optionError("Topology", o.Topology, err)
	}
	maker, err := policy.For(network)
	if err != nil {
		return crew.Layout{}, optionError("Policy", o.Policy, err)
	}
	return crew.Layout{Network: network, Policy: maker, Received: policy.Spec.Received, Estimate: estimate}, nil
}

// network returns the network that the policy runs on: the one that is asked for, or the first of the policy's own that there is.
func (o Options) network(policy balance.Chosen, procs int) (network topology.Network, err error) {
	kinds := policy.Spec.Kinds
	switch {
	case o.Topology != "":
		kinds = []string{o.Topology}
	case policy.Spec.Name == DefaultPolicy:
		kinds = []string{defaultNetwork}
	}
	var first error
	for _, kind := range kinds {
		network, err = topology.New(kind, grid(procs)...)
		if err == nil && o.Topology == "" {
			_, err = policy.For(network)
		}
		if err == nil {
			return network, nil
		}
		first = cmp.Or(first, err)
	}
	return nil, first
}

// grid returns the sides of the grid of that many processors that is nearest to a square.
func grid(procs int) []int {
	rows := 1
	for r := 1; r*r <= procs; r++ {
		if procs%r == 0 {
			rows = r
		}
	}
	return []int{rows, procs / rows}
}
