package partition

// Coarsening: neighbours are joined in pairs, each vertex with the one that it has the heaviest link
// to, until few are left. An eigenvector of the small network, spread over the large one, is where the
// search for the large one's eigenvector begins; what is slow to find there, its shape on the whole, is
// already right.
//
// Source: Barnard, Simon: A Fast Multilevel Implementation of Recursive Spectral Bisection for
// Partitioning Unstructured Problems, 1994.

// coarsen returns a network with about half the vertices, and the vertex of it that each vertex of n
// becomes part of. It takes time proportional to the size of n.
func (n *network) coarsen() (coarse *network, into []int32) {
	into, members := n.match()
	coarse = &network{first: make([]int, 1, len(members)+1)}
	slot := make([]int, len(members)) // where the link to a coarse vertex is, + 1
	for c, pair := range members {
		from := len(coarse.links)
		var mass float64
		for _, v := range pair {
			if v < 0 {
				continue
			}
			mass += n.mass[v]
			for _, l := range n.at(int(v)) {
				to := into[l.to]
				switch {
				case int(to) == c:
				case slot[to] > from:
					coarse.links[slot[to]-1].weight += l.weight
				default:
					coarse.links = append(coarse.links, link{to, l.weight})
					slot[to] = len(coarse.links)
				}
			}
		}
		coarse.mass = append(coarse.mass, mass)
		coarse.first = append(coarse.first, len(coarse.links))
	}
	coarse.complete()
	return coarse, into
}

// match pairs vertices with neighbours. into[v] is the number of the pair of v, and members its one or
// two vertices, -1 for none.
func (n *network) match() (into []int32, members [][2]int32) {
	into = make([]int32, n.size())
	for v := range into {
		into[v] = -1
	}
	for v := range into {
		if into[v] >= 0 {
			continue
		}
		mate := int32(-1)
		var heaviest float64
		for _, l := range n.at(v) {
			// Light vertices first among equals, or else stars grow that never halve.
			if w := l.weight / n.mass[l.to]; into[l.to] < 0 && w > heaviest {
				mate, heaviest = l.to, w
			}
		}
		into[v] = int32(len(members))
		if mate >= 0 {
			into[mate] = into[v]
		}
		members = append(members, [2]int32{int32(v), mate})
	}
	return into, members
}
