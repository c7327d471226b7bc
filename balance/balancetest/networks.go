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
	for _, kind := range c.Spec.Kinds {
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

// Mesh returns a machine's grid of as many processors as a network has: with the same sides, if the
// network has any.
func Mesh(g topology.Network) (*topology.Grid, error) {
	if sides := g.Sides(); len(sides) > 0 {
		return topology.NewGrid("mesh", sides...)
	}
	return topology.NewGrid("mesh", g.Procs())
}
