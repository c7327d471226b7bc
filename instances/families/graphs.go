package families

import (
	"math/bits"

	"transat/solver/cnf"
)

// ParityTorus says that some edges of a torus of width by length nodes can be chosen so that an odd number of them is at the first node,
// and an even one at each other: that is impossible (G. Tseitin 1968).
func ParityTorus(width, length int) *cnf.Formula {
	f := cnf.NewFormula(2 * width * length)
	edge := func(x, y, direction int) cnf.Var {
		return cnf.Var(1 + 2*((y+length)%length*width+(x+width)%width) + direction)
	}
	for y := range length {
		for x := range width {
			AddParity(f, x == 0 && y == 0, edge(x, y, 0), edge(x-1, y, 0), edge(x, y, 1), edge(x, y-1, 1))
		}
	}
	return f
}

// Pebbles says that the nodes of a pyramid of some height can be pebbled from the bottom, but not the top: a node has a pebble if the two
// below have. A node has a pebble if an odd number of its k variables is true. There is no model (E. Ben-Sasson, A. Wigderson 2001).
func Pebbles(height, k int) *cnf.Formula {
	f := cnf.NewFormula(k * height * (height + 1) / 2)
	node := func(row, i int) int { return row*(row+1)/2 + i } // row 0 is the top
	// signs adds the clauses for "not all of these nodes have the values": one for each way to have them
	forbid := func(nodes []int, values []bool) {
		for signs := range 1 << (k * len(nodes)) {
			clause := make([]cnf.Lit, 0, k*len(nodes))
			has := true
			for i, n := range nodes {
				mine := signs >> (k * i) & (1<<k - 1)
				has = has && (bits.OnesCount(uint(mine))%2 == 1) == values[i]
				for b := range k {
					clause = append(clause, cnf.Signed(cnf.Var(1+n*k+b), mine>>b&1 == 1))
				}
			}
			if has {
				f.Add(clause...)
			}
		}
	}
	for row := range height {
		for i := range row + 1 {
			if row == height-1 {
				forbid([]int{node(row, i)}, []bool{false})
			} else {
				forbid([]int{node(row+1, i), node(row+1, i+1), node(row, i)}, []bool{true, true, false})
			}
		}
	}
	forbid([]int{node(0, 0)}, []bool{true})
	return f
}

// Tour says that a random directed graph, in which extra arcs go out of each node, has a cycle through all nodes. With a plan there are
// the arcs of such a cycle as well. A node has its number in the cycle in binary.
func Tour(seed uint64, nodes, extra int, plan bool) *cnf.Formula {
	d := newDice(seed, 21)
	c := newCircuit()
	zero := c.never()
	out, in := make([][]cnf.Lit, nodes), make([][]cnf.Lit, nodes)
	n := bits.Len(uint(nodes - 1))
	place, next := make([][]cnf.Lit, nodes), make([][]cnf.Lit, nodes)
	for v := range nodes {
		place[v] = c.inputs(n)
		next[v] = c.plus(place[v], constant(zero, n, 1))
	}
	c.is(place[0], 0)
	used := map[[2]int]bool{}
	arc := func(a, b int) {
		if a == b || used[[2]int{a, b}] {
			return
		}
		used[[2]int{a, b}] = true
		l := c.input()
		out[a], in[b] = append(out[a], l), append(in[b], l)
		if b == 0 { // it ends the cycle
			for i, bit := range constant(zero, n, uint64(nodes)) {
				c.f.Add(l.Not(), next[a][i], bit.Not())
				c.f.Add(l.Not(), next[a][i].Not(), bit)
			}
			return
		}
		for i, bit := range place[b] {
			c.f.Add(l.Not(), next[a][i], bit.Not())
			c.f.Add(l.Not(), next[a][i].Not(), bit)
		}
	}
	cycle := d.perm(nodes)
	for i := range cycle {
		if plan {
			arc(cycle[i], cycle[(i+1)%nodes])
		}
		for range extra {
			arc(i, d.below(nodes))
		}
	}
	for v := range nodes {
		c.exactlyOne(out[v]...)
		c.exactlyOne(in[v]...)
	}
	return c.f
}
