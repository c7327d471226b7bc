package sim

import "transat/balance/topology"

// neighbours are those of all processors, one behind the other.
type neighbours struct{ all []int }

// ends is where those of one processor are.
type ends struct{ first, n int32 }

// add adds the neighbours of a rank.
func (all *neighbours) add(network topology.Network, rank int) ends {
	some := network.Neighbours(rank)
	if all.all == nil {
		all.all = make([]int, 0, network.Procs()*len(network.Neighbours(network.Procs()/2)))
	}
	e := ends{int32(len(all.all)), int32(len(some))}
	all.all = append(all.all, some...)
	return e
}

// of returns the neighbours.
func (all *neighbours) of(e ends) []int { return all.all[e.first : e.first+e.n : e.first+e.n] }
