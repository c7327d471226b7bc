package balance

// farthest is the largest network, neither a grid nor a clique, for which every processor keeps its distances: 2n² bytes in all.
const farthest = 4096

// distancesOf returns the function that tells how many links a shortest way from one processor to another has.
func distancesOf(t Topology, rank int) func(to int) int {
	switch {
	case len(t.Sides()) > 0:
		between := gridDistances(t)
		return func(to int) int { return between(rank, to) }
	case t.Kind() == "clique":
		return func(to int) int { return min(1, max(rank-to, to-rank)) }
	}
	var row []uint16 // made when it is first asked for
	return func(to int) int {
		if row == nil {
			row = distancesFrom(t, rank)
		}
		return int(row[to])
	}
}

// gridDistances adds up what the coordinates differ by, the shorter way round where a dimension is closed.
func gridDistances(t Topology) func(a, b int) int {
	sides := t.Sides()
	wraps := make([]bool, len(sides))
	for d := range sides {
		wraps[d] = closed(t, d)
	}
	return func(a, b int) int {
		sum := 0
		for d := len(sides) - 1; d >= 0; d-- {
			apart := a%sides[d] - b%sides[d]
			apart = max(apart, -apart)
			if wraps[d] {
				apart = min(apart, sides[d]-apart)
			}
			sum += apart
			a, b = a/sides[d], b/sides[d]
		}
		return sum
	}
}

// distancesFrom returns the distances of all processors from one.
func distancesFrom(t Topology, from int) []uint16 {
	far := make([]uint16, t.Procs())
	queue := append(make([]int, 0, t.Procs()), from)
	for first := 0; first < len(queue); first++ {
		at := queue[first]
		for _, n := range t.Neighbours(at) {
			if far[n] == 0 && n != from {
				far[n] = far[at] + 1
				queue = append(queue, n)
			}
		}
	}
	return far
}

// diameter is the largest distance of two processors.
func diameter(t Topology) int {
	switch {
	case t.Procs() == 1:
		return 0
	case t.Kind() == "clique":
		return 1
	case len(t.Sides()) > 0:
		sum := 0
		for d, side := range t.Sides() {
			if closed(t, d) {
				sum += side / 2
			} else {
				sum += side - 1
			}
		}
		return sum
	}
	// The farthest processor from any is at least half the diameter away; twice that is a bound, and on a tree what is farthest from it
	// is the diameter.
	first := distancesFrom(t, 0)
	end, most := 0, uint16(0)
	for rank, d := range first {
		if d > most {
			end, most = rank, d
		}
	}
	most = 0
	for _, d := range distancesFrom(t, end) {
		most = max(most, d)
	}
	return int(most)
}
