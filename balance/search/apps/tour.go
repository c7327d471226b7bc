package apps

import (
	"math"
	"math/bits"
)

// Tour is the search for the shortest way through all cities and back to the first. [NewTour] makes one. A path that begins at city 0
// is longer by a city at each node, the nearest first.
//
// The bound: the rest of the tour joins the last city of the path, the cities that are left, and city 0. So it is at least as long as a
// minimum spanning tree of all these.
//
//	0 ── 3 ── 1 ─ ─ ? ─ ─ ? ─ ─ 0
//	   path      joined by a tree
type Tour struct {
	distances [][]int32
	near      [][]uint8 // the other cities, the nearest first
}

// Path is the beginning of a tour.
type Path struct {
	cities        [MaxCities]uint8
	visited       uint32
	length, bound int32 // of the path; of a tour that begins with it
	size          uint8
}

// NewTour returns the search for distances[from][to], which are symmetric, at least 0 and at most 2^24.
func NewTour(distances [][]int32) (*Tour, error) {
	near, err := nearest(distances)
	return &Tour{distances, near}, err
}

// Root returns the path of city 0.
func (t *Tour) Root() Path { return Path{visited: 1, size: 1, bound: t.spanning(0, 1)} }

// Children returns the paths with a city more.
func (t *Tour) Children(p Path, dst []Path) []Path { return t.ChildrenAbove(p, math.MinInt64, dst) }

// ChildrenAbove returns the paths with a city more whose bound is above best.
func (t *Tour) ChildrenAbove(p Path, best int64, dst []Path) []Path {
	last := p.cities[p.size-1]
	for _, to := range t.near[last] {
		if p.visited>>to&1 == 0 {
			visited, length := p.visited|1<<to, p.length+t.distances[last][to]
			if bound := length + t.spanning(to, visited); -int64(bound) > best {
				dst = append(dst, p)
				c := &dst[len(dst)-1]
				c.cities[c.size] = to
				c.visited, c.length, c.bound, c.size = visited, length, bound, c.size+1
			}
		}
	}
	return dst
}

// spanning is the length of a minimum spanning tree of a city, those that are not visited, and city 0, by R. Prim's algorithm: it
// grows by the city that is nearest to it.
func (t *Tour) spanning(city uint8, visited uint32) (length int32) {
	var away [MaxCities]int32 // of each city that is left, how far it is from the tree
	left := ^visited&(1<<len(t.near)-1) | 1
	for i := range away {
		away[i] = math.MaxInt32
	}
	for left != 0 {
		row, least := t.distances[city], int32(math.MaxInt32)
		for c := left; c != 0; c &= c - 1 {
			to := bits.TrailingZeros32(c)
			if away[to] = min(away[to], row[to]); away[to] < least {
				least, city = away[to], uint8(to)
			}
		}
		length += least
		left &^= 1 << city
	}
	return length
}

// Value returns the length of a whole tour, negative, since a search maximises.
func (t *Tour) Value(p Path) (int64, bool) { return -int64(p.bound), int(p.size) == len(t.near) }

// Bound returns what no tour that begins with p exceeds.
func (t *Tour) Bound(p Path) int64 { return -int64(p.bound) }

// Cities returns the cities of the path in their order.
func (t *Tour) Cities(p Path) []uint8 { return p.cities[:p.size] }
