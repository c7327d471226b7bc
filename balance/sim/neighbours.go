package sim

import "transat/balance/topology"

// neighbours has the neighbours of processors whose policies have asked for them, one list behind the other. Many
// policies never ask, and there may be a million processors.
type neighbours struct {
	network topology.Network
	all     []int
}

// ends are the bounds of one processor's neighbours.
type ends struct{ first, n int32 }

// of returns the neighbours of a rank, and notes where they are.
func (all *neighbours) of(rank int32, e *ends) []int {
	if e.n == 0 {
		*e = all.find(int(rank))
	}
	return all.all[e.first : e.first+e.n : e.first+e.n]
}

// find adds the neighbours of a rank.
func (all *neighbours) find(rank int) ends {
	if all.all == nil {
		procs := all.network.Procs()
		most := 0
		for other := 0; other < procs; other += procs/8 + 1 { // not all of them at a border
			most = max(most, len(all.network.Neighbours(other)))
		}
		all.all = make([]int, 0, procs*most)
	}
	first := len(all.all)
	if grid, ok := all.network.(*topology.Grid); ok {
		all.all = grid.AppendNeighbours(all.all, rank)
	} else {
		all.all = append(all.all, all.network.Neighbours(rank)...)
	}
	return ends{int32(first), int32(len(all.all) - first)}
}
