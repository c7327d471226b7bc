package solver

import (
	"math/rand/v2"
	"testing"
)

// parity says that in a random graph with degree edges at each of n nodes some of the edges can be chosen so that an odd
// number of them is at the first node, and an even one at each other: that is impossible.
func parity(rng *rand.Rand, n, degree int) *Formula {
	edges := make([][]Var, n)
	for i, end := range rng.Perm(n * degree) {
		edges[end/degree] = append(edges[end/degree], Var(i/2+1))
	}
	f := NewFormula(n * degree / 2)
	for node, at := range edges {
		for signs := range 1 << degree {
			clause, negative := make([]Lit, degree), 0
			for i, v := range at {
				sign := signs >> i & 1
				clause[i] = Pos(v) ^ Lit(sign)
				negative += sign
			}
			if odd := negative%2 == 1; odd == (node > 0) {
				f.Add(clause...)
			}
		}
	}
	return f
}

// colouring says that the nodes of a random graph can be coloured.
func colouring(rng *rand.Rand, nodes, edges, colours int) *Formula {
	f := NewFormula(nodes * colours)
	has := func(node, colour int) Lit { return Pos(Var(1 + node*colours + colour)) }
	for node := range nodes {
		var some []Lit
		for colour := range colours {
			some = append(some, has(node, colour))
		}
		f.Add(some...)
	}
	for range edges {
		ends := rng.Perm(nodes)
		for colour := range colours {
			f.Add(has(ends[0], colour).Not(), has(ends[1], colour).Not())
		}
	}
	return f
}

// What is made for random formulas does little harm to others.
func TestWeightsOfStructuredFormulas(t *testing.T) {
	rng := rand.New(rand.NewPCG(55, 0))
	for _, test := range []struct {
		name string
		f    *Formula
	}{
		{"eight pigeons", pigeons(8)},
		{"parity, degree 3", parity(rng, 20, 3)},
		{"parity, degree 4", parity(rng, 12, 4)},
		{"three colours", colouring(rng, 100, 250, 3)},
		{"four colours", colouring(rng, 60, 300, 4)},
	} {
		t.Run(test.name, func(t *testing.T) {
			weights := mustSolve(t, test.f, Options{Rule: "weights"})
			boehm := mustSolve(t, test.f, Options{Rule: "boehm"})
			if weights.Verdict != Unsatisfiable || boehm.Verdict != Unsatisfiable {
				t.Fatalf("%v, boehm says %v", weights.Verdict, boehm.Verdict)
			}
			if got, want := weights.Stats.Nodes, boehm.Stats.Nodes; got > 2*want {
				t.Errorf("%d nodes, boehm has %d", got, want)
			}
		})
	}
}
