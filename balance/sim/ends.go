package sim

import (
	"transat/balance/topology"
)

// ends are the neighbours of all ranks, in one slice.
type ends struct {
	all   []int
	first []int32 // per rank, where its neighbours begin in all, and behind the last where they end
}

func newEnds(network topology.Network) ends {
	n := network.Procs()
	e := ends{all: make([]int, 0, n*len(network.Neighbours(n/2))), first: make([]int32, 1, n+1)}
	for rank := range n {
		e.all = append(e.all, network.Neighbours(rank)...)
		e.first = append(e.first, int32(len(e.all)))
	}
	return e
}

// of returns the neighbours of a rank.
func (e *ends) of(rank int32) []int {
	return e.all[e.first[rank]:e.first[rank+1]:e.first[rank+1]]
}
