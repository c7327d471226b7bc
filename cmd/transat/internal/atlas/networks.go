package atlas

import (
	"fmt"
	"math/bits"
	"slices"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
)

// The networks of machines. On a torus the sides of the mesh are closed to rings; a hypercube is a mesh of two processors in each
// dimension. A machine of two levels has no links, and what is called its mesh only numbers its processors.
const (
	Mesh      = "mesh"
	Torus     = "torus"
	Hypercube = "hypercube"
)

// Networks returns all of them.
func Networks() []string { return []string{Mesh, Torus, Hypercube} }

// sides returns the sides of the squarest grid of n processors, or of the hypercube.
func sides(network string, n int) []int {
	if network == Hypercube {
		return slices.Repeat([]int{2}, bits.Len(uint(n))-1)
	}
	return topology.Squarest(n)
}

// physical is the network of a machine with n processors.
func physical(network string, n int) (*topology.Grid, error) {
	switch network {
	case Mesh, Hypercube:
		return topology.NewGrid(Mesh, sides(network, n)...)
	case Torus:
		return topology.NewGrid(Torus, sides(network, n)...)
	}
	return nil, fmt.Errorf("network %q: want one of %v", network, Networks())
}

// seen is the kind of network that a policy sees there, "" for its own: on a torus, one whose own network is the mesh sees the torus, if
// it can do with that. A mesh with the sides of a hypercube is one.
func seen(network string, policy balance.Chosen) string {
	kinds := policy.Spec.Kinds
	if network == Torus && kinds[0] == Mesh && slices.Contains(kinds, Torus) {
		return Torus
	}
	return ""
}

// Grid is the grid of n processors, as --grid takes it.
func Grid(n int) string { return topology.FormatSides(sides(Mesh, n)) }

// across is the time of a message over the diameter of the machine.
func (c Case) across(cost sim.CostModel) float64 {
	if cost.Computer > 0 {
		return (2*cost.MessageCPU + 2*cost.Between.Gap + cost.Between.Latency).Seconds()
	}
	links := 0
	for _, side := range sides(c.Network, c.N) {
		if c.Network == Torus {
			links += side / 2
		} else {
			links += side - 1
		}
	}
	return (2*cost.MessageCPU + balance.Ticks(links)*(cost.LinkTime+cost.RouteCPU)).Seconds()
}

// workOf is the work of a processor, in times of a message over the diameter.
func (c Case) workOf(cost sim.CostModel) float64 {
	return float64(c.Nodes) * compare.UsualNode(cost) / float64(c.N) / c.across(cost)
}
