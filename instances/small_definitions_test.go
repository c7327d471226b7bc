package instances

import "transat/solver/cnf"

// clauses is a formula as DIMACS integers.
type clauses [][]int

// smallDefinitions define the formulas in folder small.
func smallDefinitions() map[string]clauses {
	return map[string]clauses{
		"example":       {{1, -2}, {2, 3}, {-1, -3}, {1, 2, -3}},
		"units":         {{1}, {2}, {-3}, {-2}},
		"empty-clause":  {{1, 2}, {}, {-1}},
		"php-5-4":       pigeonhole(5, 4),
		"parity-3x3":    oddTorus(3),
		"petersen-3":    colouring(10, petersen(), 3),
		"groetzsch-3":   colouring(11, groetzsch(), 3),
		"queens-6":      queens(6),
		"waerden-3-3-9": waerden(9),
	}
}

func formulaOf(cs clauses) *cnf.Formula {
	f := cnf.NewFormula(0)
	for _, c := range cs {
		var lits []cnf.Lit
		for _, n := range c {
			lits = append(lits, cnf.FromDIMACS(n))
		}
		f.Add(lits...)
	}
	return f
}

// pigeonhole says that each pigeon has a hole, and no two pigeons share one. Variable holes·p + h + 1 says that pigeon
// p is in hole h.
func pigeonhole(pigeons, holes int) clauses {
	in := func(p, h int) int { return holes*p + h + 1 }
	var cs clauses
	for p := range pigeons {
		var c []int
		for h := range holes {
			c = append(c, in(p, h))
		}
		cs = append(cs, c)
	}
	for h := range holes {
		for p := range pigeons {
			for q := range p {
				cs = append(cs, []int{-in(q, h), -in(p, h)})
			}
		}
	}
	return cs
}

// oddTorus says that in an n×n torus an odd number of the four edges at each node is chosen. Every edge is counted at
// two nodes, so that is impossible for odd n. Node v = n·row + column has edge 2v+1 to its right and edge 2v+2 below.
func oddTorus(n int) clauses {
	node := func(row, column int) int { return n*((row+n)%n) + (column+n)%n }
	var cs clauses
	for row := range n {
		for column := range n {
			edges := []int{
				2*node(row, column) + 1, 2*node(row, column) + 2,
				2*node(row, column-1) + 1, 2*node(row-1, column) + 2,
			}
			cs = append(cs, odd(edges)...)
		}
	}
	return cs
}

// odd says that an odd number of the variables is true: it excludes each assignment with an even number.
func odd(vars []int) clauses {
	var cs clauses
	for assignment := range 1 << len(vars) {
		c, parity := make([]int, len(vars)), 0
		for i, v := range vars {
			bit := assignment >> i & 1
			parity ^= bit
			c[i] = v - 2*v*bit
		}
		if parity == 0 {
			cs = append(cs, c)
		}
	}
	return cs
}

// colouring says that each node has a colour, and that the ends of an edge differ in colour. Variable colours·v + c + 1
// says that node v has colour c.
func colouring(nodes int, edges [][2]int, colours int) clauses {
	has := func(v, c int) int { return colours*v + c + 1 }
	var cs clauses
	for v := range nodes {
		var c []int
		for colour := range colours {
			c = append(c, has(v, colour))
		}
		cs = append(cs, c)
	}
	for _, e := range edges {
		for colour := range colours {
			cs = append(cs, []int{-has(e[0], colour), -has(e[1], colour)})
		}
	}
	return cs
}

// petersen returns the edges of a pentagon, 0 to 4, of a pentagram, 5 to 9, and between the two.
func petersen() [][2]int {
	var edges [][2]int
	for i := range 5 {
		edges = append(edges, [2]int{i, (i + 1) % 5}, [2]int{i, i + 5}, [2]int{i + 5, (i+2)%5 + 5})
	}
	return edges
}

// groetzsch returns a pentagon, 0 to 4, a copy of each of its nodes, 5 to 9, that is joined to the
// neighbours of the original, and node 10 joined to all copies.
func groetzsch() [][2]int {
	var edges [][2]int
	for i := range 5 {
		edges = append(edges, [2]int{i, (i + 1) % 5}, [2]int{i + 5, (i + 1) % 5}, [2]int{i + 5, (i + 4) % 5}, [2]int{i + 5, 10})
	}
	return edges
}

// queens says that each row of an n×n board has a queen, and that no two queens attack each other. Variable n·row +
// column + 1 says that there is a queen.
func queens(n int) clauses {
	var cs clauses
	for row := range n {
		var c []int
		for column := range n {
			c = append(c, n*row+column+1)
		}
		cs = append(cs, c)
	}
	for a := range n * n {
		for b := a + 1; b < n*n; b++ {
			down, right := b/n-a/n, b%n-a%n
			if down == 0 || right == 0 || down == right || down == -right {
				cs = append(cs, []int{-(a + 1), -(b + 1)})
			}
		}
	}
	return cs
}

// waerden says that of the numbers 1 to n, each true or false, no three at equal distances are equal.
func waerden(n int) clauses {
	var cs clauses
	for first := 1; first <= n; first++ {
		for step := 1; first+2*step <= n; step++ {
			a, b, c := first, first+step, first+2*step
			cs = append(cs, []int{a, b, c}, []int{-a, -b, -c})
		}
	}
	return cs
}
