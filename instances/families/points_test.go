package families

import (
	"fmt"
	"math"
	"testing"

	"transat/solver/cnf"
)

// below reads from a model of Polygons whether b lies below the line from a to c, for any a, b, c in order.
func below(m cnf.Model) func(a, b, c int) bool {
	return func(a, b, c int) bool { return m[1+c*(c-1)*(c-2)/6+b*(b-1)/2+a] }
}

// within reports whether x lies in the triangle of a, b and c: it lies on the same side of each edge as the third corner.
func within(left func(a, b, c int) bool, x, a, b, c int) bool {
	return left(a, b, x) == left(a, b, c) && left(b, c, x) == left(b, c, a) && left(c, a, x) == left(c, a, b)
}

// hasPolygon reports whether some k of n points are the corners of a convex polygon, so that none of them lies in a triangle of others, and
// whether one of these polygons has no points inside.
func hasPolygon(n, k int, left func(a, b, c int) bool) (convex, empty bool) {
	for set := range 1 << n {
		var corners, others []int
		for x := range n {
			if set>>x&1 == 1 {
				corners = append(corners, x)
			} else {
				others = append(others, x)
			}
		}
		if len(corners) != k {
			continue
		}
		isIn := func(x int) (in bool) {
			for i, a := range corners {
				for j, b := range corners[:i] {
					for _, c := range corners[:j] {
						in = in || x != a && x != b && x != c && within(left, x, a, b, c)
					}
				}
			}
			return in
		}
		fits, none := true, true
		for _, x := range corners {
			fits = fits && !isIn(x)
		}
		for _, x := range others {
			none = none && !isIn(x)
		}
		convex, empty = convex || fits, empty || fits && none
	}
	return convex, empty
}

// Of all ways in which few points can lie, Polygons leaves those without a polygon. Their number without a condition is that of
// arrangements of pseudolines (OEIS A006245) of one line less, since the first point is a corner.
func TestPolygonsAreThoseOfAnEnumeration(t *testing.T) {
	for n, arrangements := range map[int]int64{4: 2, 5: 8, 6: 62} {
		project := newCircuit().inputs(n * (n - 1) * (n - 2) / 6)
		var without [2][7]int64 // by whether it is to be empty, and its corners
		all := models(t, Polygons(n, 0, 0), project, func(m cnf.Model) {
			sorted := below(m)
			left := func(a, b, c int) bool { // whether c is to the left of the way from a to b
				odd := (a > b) != (a > c) != (b > c)
				low, high := min(a, b, c), max(a, b, c)
				return sorted(low, a+b+c-low-high, high) != odd
			}
			for k := 4; k <= n; k++ {
				for i, has := range resultsOf(hasPolygon(n, k, left)) {
					if !has {
						without[i][k]++
					}
				}
			}
		})
		if all != arrangements {
			t.Errorf("%d points lie in %d ways, want %d", n, all, arrangements)
		}
		for k := 4; k <= n; k++ {
			for i, f := range []*cnf.Formula{Polygons(n, k, 0), Polygons(n, 0, k)} {
				if got := models(t, f, project, func(cnf.Model) {}); got != without[i][k] {
					t.Errorf("%d points, polygons of %d, to be empty %v: %d ways, want %d", n, k, i == 1, got, without[i][k])
				}
			}
		}
	}
}

func resultsOf(a, b bool) []bool { return []bool{a, b} }

func TestPolygonsThatAreKnown(t *testing.T) {
	for _, test := range []struct {
		n, k, hole int
		exists     bool
	}{
		{4, 4, 0, true},
		{5, 4, 0, false},
		{5, 0, 4, false},
		{8, 5, 0, true},
		{9, 5, 0, false},
		{9, 0, 5, true},
		{10, 0, 5, false},
		{12, 6, 0, true},
	} {
		wantVerdict(t, fmt.Sprint(test), verdict(test.exists), Polygons(test.n, test.k, test.hole))
	}
}

// Points and edges are those that floating point numbers give, and their numbers those of the literature.
func TestUnitDistances(t *testing.T) {
	two := minkowski(star(true), star(true))
	near := 0 // that are not farther than the root of 3
	for _, p := range two {
		if p.less(3) <= 0 {
			near++
		}
	}
	if near != 301 { // de Grey's graph W
		t.Errorf("%d points within √3, want 301", near)
	}
	twice := minkowski(spindle(), spindle())
	for name, points := range map[string][]point{"spindle": spindle(), "two spindles": twice, "star": star(true), "hexagon": star(false)} {
		edges := 0
		for i, p := range points {
			for _, q := range points[:i] {
				x := float64(p[0]-q[0])/12 + float64(p[1]-q[1])/12*math.Sqrt(33)
				y := float64(p[2]-q[2])/12*math.Sqrt(3) + float64(p[3]-q[3])/12*math.Sqrt(11)
				if math.Abs(math.Hypot(x, y)-1) < 1e-9 {
					edges++
				}
			}
		}
		if got := len(unitEdges(points)); got != edges || edges == 0 {
			t.Errorf("%s has %d edges, want %d", name, got, edges)
		}
	}
	if n := len(unitEdges(spindle())); n != 11 {
		t.Errorf("the spindle has %d edges, want 11", n)
	}
	wantVerdict(t, "spindle in three colours", cnf.Unsatisfiable, Spindles(1, 3))
	wantVerdict(t, "spindle in four colours", cnf.Satisfiable, Spindles(1, 4))
	wantVerdict(t, "two spindles in three colours", cnf.Unsatisfiable, Spindles(2, 3))
	wantVerdict(t, "two spindles in four colours", cnf.Satisfiable, Spindles(2, 4))
	wantVerdict(t, "a small circle", cnf.Satisfiable, DeGrey(1, 1, 50))
}

// The spindle has as many colourings as an enumeration finds.
func TestSpindleIsColoured(t *testing.T) {
	points, want := spindle(), int64(0)
	edges := unitEdges(points)
	for code := range 1 << 14 {
		fits := true
		for _, e := range edges {
			fits = fits && code>>(2*e[0])&3 != code>>(2*e[1])&3
		}
		if fits {
			want++
		}
	}
	want /= 4 * 3 * 2 // a triangle has given colours
	c := newCircuit()
	f := Spindles(1, 4)
	one := cnf.NewFormula(f.Vars())
	for i := range f.Len() {
		one.Add(f.Clause(i)...)
	}
	for node := range points { // no node has two colours
		var mine []cnf.Lit
		for colour := range 4 {
			mine = append(mine, cnf.Pos(cnf.Var(1+node*4+colour)))
		}
		Pairwise(one, mine)
	}
	if got := models(t, one, c.inputs(28), func(cnf.Model) {}); got != want {
		t.Errorf("%d colourings, want %d", got, want)
	}
}

// Numbers have as many colourings without a triple of one colour as an enumeration finds, with given colours or without.
func TestPythagoreanTriplesAreThoseOfAnEnumeration(t *testing.T) {
	const n = 17
	var triples [][3]int
	for c := 1; c <= n; c++ {
		for b := 1; b < c; b++ {
			for a := 1; a < b; a++ {
				if a*a+b*b == c*c {
					triples = append(triples, [3]int{a, b, c})
				}
			}
		}
	}
	for given := range 4 {
		f := Pythagorean(5, n, given)
		fixed := 0
		want := int64(0)
		for code := range 1 << n {
			colour := func(x int) bool { return code>>(x-1)&1 == 1 }
			fits := true
			for _, t := range triples {
				fits = fits && (colour(t[0]) != colour(t[1]) || colour(t[1]) != colour(t[2]))
			}
			for i := range f.Len() {
				if unit := f.Clause(i); len(unit) == 1 {
					fits = fits && colour(int(unit[0].Var())) != unit[0].Negative()
				}
			}
			if fits {
				want++
			}
		}
		for i := range f.Len() {
			if len(f.Clause(i)) == 1 {
				fixed++
			}
		}
		if got := models(t, f, nil, func(cnf.Model) {}); got != want || fixed != given {
			t.Errorf("%d given: %d colourings, want %d; %d have a colour", given, got, want, fixed)
		}
	}
}
