package balancetest

import (
	"transat/balance"
	"transat/balance/topology"
)

// Networks returns the topologies on which a policy is defined, for a machine whose grid has the given
// sides: those of its kinds that exist with as many processors and that it does not refuse, the
// preferred one first. There may be none.
func Networks(c balance.Chosen, sides ...int) []topology.Network {
	var all []topology.Network
	for _, kind := range c.Spec.KindsAmong(topology.Names()) {
		g, err := topology.New(kind, sides...)
		if err != nil {
			continue
		}
		if _, err := c.For(g); err == nil {
			all = append(all, g)
		}
	}
	return all
}

// AnyNetwork returns a small network for a policy: pick chooses its kind and sides, each as a number from low to high.
// It may be one that does not exist, or that the policy refuses; the error says so.
func AnyNetwork(c balance.Chosen, pick func(what string, low, high int) int) (topology.Network, error) {
	kinds := c.Spec.KindsAmong(topology.Names())
	kind := kinds[pick("kind", 0, len(kinds)-1)]
	var sides []int
	switch kind {
	case "hypercube", "debruijn":
		sides = []int{1 << pick("dimensions", 0, 5)}
	case "line", "ring":
		sides = []int{pick("length", 1, 40)}
	default:
		for range pick("dimensions", 1, 3) {
			sides = append(sides, pick("side", 1, 6))
		}
	}
	network, err := topology.New(kind, sides...)
	if err == nil {
		_, err = c.For(network)
	}
	return network, err
}

// StepPolicies returns all policies that work in synchronous steps.
func StepPolicies() []balance.Chosen {
	var all []balance.Chosen
	for _, spec := range balance.Policies() {
		if spec.Rule != nil {
			all = append(all, choose(spec.Name))
		}
	}
	return all
}

// Mesh returns a machine's grid of as many processors as a network has: with the same sides, if the
// network has any.
func Mesh(g topology.Network) (*topology.Grid, error) {
	if sides := g.Sides(); len(sides) > 0 {
		return topology.NewGrid("mesh", sides...)
	}
	return topology.NewGrid("mesh", g.Procs())
}
