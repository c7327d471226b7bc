package families

import (
	"slices"

	"transat/solver/cnf"
)

// The points of a plane need at least five colours if points at distance 1 have different ones (A. de Grey 2018). Formulas ask for colours
// of a finite part of them.

// point is a sum of the 30 vectors of length 1 that turns by 60 degrees and by half the angle of the spindle lead to. Its coordinates are
// (p[0] + p[1]√33)/12 and (p[2]√3 + p[3]√11)/12.
type point [4]int

func (p point) plus(q point) point {
	for i := range p {
		p[i] += q[i]
	}
	return p
}

// less returns the sign of the squared distance from the middle, less a whole number: 144 times that is whole + root·√33.
func (p point) less(square int) int {
	whole, root := p[0]*p[0]+33*p[1]*p[1]+3*p[2]*p[2]+11*p[3]*p[3]-144*square, 2*(p[0]*p[1]+p[2]*p[3])
	switch {
	case whole == 0 && root == 0:
		return 0
	case whole <= 0 && root <= 0 || whole < 0 && 33*root*root < whole*whole || root < 0 && whole*whole < 33*root*root:
		return -1
	}
	return 1
}

// sixth turns a point by 60 degrees.
func (p point) sixth() point {
	return point{(p[0] - 3*p[2]) / 2, (p[1] - p[3]) / 2, (p[0] + p[2]) / 2, (3*p[1] + p[3]) / 2}
}

// spindle returns that of L. and W. Moser 1961: two rhombi with a common corner, whose other ends are at distance 1.
func spindle() []point {
	all := []point{{}}
	for _, side := range []point{{12}, {10, 0, 0, 2}} {
		all = append(all, side, side.sixth(), side.plus(side.sixth()))
	}
	return all
}

// star returns the middle and the ends of the 30 vectors, or of the six of a hexagon.
func star(all bool) []point {
	points := []point{{}}
	for _, end := range []point{{12}, {0, 2, 2}, {0, 2, -2}, {10, 0, 0, 2}, {10, 0, 0, -2}} {
		for range 6 {
			points = append(points, end)
			end = end.sixth()
		}
		if !all {
			break
		}
	}
	return points
}

// minkowski returns the different sums of a point of each, in order.
func minkowski(a, b []point) (sums []point) {
	for _, p := range a {
		for _, q := range b {
			sums = append(sums, p.plus(q))
		}
	}
	slices.SortFunc(sums, func(p, q point) int { return slices.Compare(p[:], q[:]) })
	return slices.Compact(sums)
}

// unitEdges returns the pairs of points at distance 1.
func unitEdges(points []point) (edges [][2]int) {
	for i, p := range points {
		for j, q := range points[:i] {
			if p.plus(point{-q[0], -q[1], -q[2], -q[3]}).less(1) == 0 {
				edges = append(edges, [2]int{j, i})
			}
		}
	}
	return edges
}

// Spindles says that the sums of a point of each of some copies of the spindle have k colours, points at distance 1 different ones. Three
// colours are too few. The corners of a triangle have the first three.
func Spindles(copies, k int) *cnf.Formula {
	points := []point{{}}
	for range copies {
		points = minkowski(points, spindle())
	}
	f := Colours(unitEdges(points), k)
	for i, corner := range []point{{}, {12}, {6, 0, 6}} {
		f.Add(cnf.Pos(cnf.Var(1 + slices.Index(points, corner)*k + i%k)))
	}
	return f
}

// DeGrey asks for four colours of the sums of three of the 30 vectors that lie within a circle around the middle, whose squared radius is
// square, points at distance 1 different ones, where every other corner of the hexagon around the middle has the same colour. A square of 2
// is enough that there are none: this is the first step of de Grey's proof. Of the points that are neither the middle nor at distance 1
// from it, lost in a hundred are left out; there are colours if they are too many.
func DeGrey(seed uint64, square, lost int) *cnf.Formula {
	points, d := star(true), newDice(seed, 29)
	points = minkowski(minkowski(points, points), points)
	points = slices.DeleteFunc(points, func(p point) bool {
		return p.less(square) > 0 || p != point{} && p.less(1) != 0 && d.below(100) < lost
	})
	const k = 4
	f := Colours(unitEdges(points), k)
	has := func(p point, colour int) cnf.Lit { return cnf.Pos(cnf.Var(1 + slices.Index(points, p)*k + colour)) }
	corner := point{12}
	for range 3 {
		next := corner.sixth().sixth()
		for colour := range k {
			f.Add(has(corner, colour).Not(), has(next, colour))
		}
		corner = next
	}
	return f
}
