package families

import "transat/solver/cnf"

// Polygons says that n points, no three of which lie on a line, have no convex polygon of k points, and no empty one of hole points, which
// has none of the others inside; 0 is no such condition. Known is that every 9 points have a convex pentagon, 10 an empty one, 17 a convex
// hexagon, and 30 an empty one (P. Erdős, G. Szekeres 1935; M. Heule, M. Scheucher 2024).
//
// The points go from left to right, and the first one is a corner around which the others lie in order. The first C(n, 3) variables say for
// a < b < c, in the order of c, then b, whether b lies below the line from a to c. Of four points, these turn at most once (S. Felsner, H.
// Weil 2001). All such turns are allowed, whether or not points in a plane have them.
//
// A convex polygon from its first point to its last is a chain above and one below. Chains are found step by step, and so is that the
// triangles between the first point and their edges, which cover the polygon, are empty.
func Polygons(n, k, hole int) *cnf.Formula {
	p := polygons{circuit: newCircuit(), n: n}
	p.below = make(map[[3]int]cnf.Lit)
	for c := range n {
		for b := range c {
			for a := range b {
				p.below[[3]int{a, b, c}] = p.input()
			}
		}
	}
	p.turns()
	if k >= 3 {
		p.exclude(k, func(a, b, c int) (none cnf.Lit) { return none })
	}
	if hole >= 3 {
		p.exclude(hole, p.empty())
	}
	return p.f
}

type polygons struct {
	*circuit
	n     int
	below map[[3]int]cnf.Lit
}

// turn returns the literal that b lies above the line from a to c, or below it.
func (p *polygons) turn(a, b, c int, above bool) cnf.Lit {
	if above {
		return p.below[[3]int{a, b, c}].Not()
	}
	return p.below[[3]int{a, b, c}]
}

// turns adds what holds for any points.
func (p *polygons) turns() {
	for d := range p.n {
		for c := range d {
			for b := range c {
				if b == 0 {
					p.f.Add(p.turn(0, c, d, false))
				}
				for a := range b {
					four := [...]cnf.Lit{p.turn(a, b, c, true), p.turn(a, b, d, true), p.turn(a, c, d, true), p.turn(b, c, d, true)}
					for z := range four {
						for y := range z {
							for x := range y {
								p.f.Add(four[x].Not(), four[y], four[z].Not())
								p.f.Add(four[x], four[y].Not(), four[z])
							}
						}
					}
				}
			}
		}
	}
}

// empty returns the literals that are true if a triangle is empty.
func (p *polygons) empty() func(a, b, c int) cnf.Lit {
	holes := map[[3]int]cnf.Lit{}
	for c := range p.n {
		for b := range c {
			for a := range b {
				none := p.input()
				holes[[3]int{a, b, c}] = none
				some := []cnf.Lit{none}
				for x := a + 1; x < c; x++ {
					if x != b {
						some = append(some, p.inside(x, a, b, c))
					}
				}
				p.f.Add(some...)
			}
		}
	}
	return func(a, b, c int) cnf.Lit { return holes[[3]int{a, b, c}] }
}

// inside returns a literal that is true only if x lies in a triangle: on the side of its longest edge on which b is, and not beyond the
// others.
func (p *polygons) inside(x, a, b, c int) cnf.Lit {
	in := p.input()
	low, middle, high := a, x, b
	if x > b {
		low, high = b, c
	}
	for _, above := range []bool{false, true} { // b is
		p.f.Add(in.Not(), p.turn(a, b, c, !above), p.turn(a, x, c, above))
		p.f.Add(in.Not(), p.turn(a, b, c, !above), p.turn(low, middle, high, !above))
	}
	return in
}

// exclude adds that no k points are a convex polygon of allowed triangles. A literal of 0 is true.
func (p *polygons) exclude(k int, allowed func(a, b, c int) cnf.Lit) {
	var reach [2]map[[3]int]cnf.Lit // by the number of points of a chain above or below, its first and its last one
	for side, above := range []bool{false, true} {
		reach[side] = map[[3]int]cnf.Lit{}
		for first := range p.n {
			p.chains(first, k, above, allowed, reach[side])
		}
	}
	for last := range p.n {
		for first := range last {
			for s := 2; s <= k; s++ { // points below
				clause := []cnf.Lit{}
				fits := true
				for side, points := range [...]int{s, k + 2 - s} {
					l, there := reach[side][[3]int{points, first, last}]
					if points > 2 {
						clause = append(clause, l.Not())
						fits = fits && there
					}
				}
				if fits {
					p.f.Add(clause...)
				}
			}
		}
	}
}

// chains adds which points a chain of up to k points may reach from the first one, all between its ends on one side of the line between
// these, and says so in reach.
func (p *polygons) chains(first, k int, above bool, allowed func(a, b, c int) cnf.Lit, reach map[[3]int]cnf.Lit) {
	before := map[[2]int]cnf.Lit{} // by the last two points
	for points := 3; points <= k; points++ {
		now := map[[2]int]cnf.Lit{}
		for z := first + points - 1; z < p.n; z++ {
			end := p.input()
			reach[[3]int{points, first, z}] = end
			for y := first + points - 2; y < z; y++ {
				chain := p.input()
				now[[2]int{y, z}] = chain
				p.f.Add(chain.Not(), end)
				is := []cnf.Lit{chain}
				if l := allowed(first, y, z); !l.IsNone() {
					is = append(is, l.Not())
				}
				if points == 3 {
					p.f.Add(append(is, p.turn(first, y, z, !above))...)
					continue
				}
				for x := first + points - 3; x < y; x++ {
					p.f.Add(append(is, before[[2]int{x, y}].Not(), p.turn(x, y, z, !above))...)
				}
			}
		}
		before = now
	}
}
