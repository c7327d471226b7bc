package instances

import (
	"transat/instances/families"
	"transat/solver/cnf"
)

// smallDefinitions define the formulas in folder small.
func smallDefinitions() map[string]*cnf.Formula {
	return map[string]*cnf.Formula{
		"example":       formulaOf([]int{1, -2}, []int{2, 3}, []int{-1, -3}, []int{1, 2, -3}),
		"units":         formulaOf([]int{1}, []int{2}, []int{-3}, []int{-2}),
		"empty-clause":  formulaOf([]int{1, 2}, []int{}, []int{-1}),
		"php-5-4":       families.Pigeons(5, 4, families.Pairwise),
		"parity-3x3":    oddTorus(3),
		"petersen-3":    families.Colours(petersen(), 3),
		"groetzsch-3":   families.Colours(groetzsch(), 3),
		"queens-6":      queens(6),
		"waerden-3-3-9": families.Waerden(3, 3, 9),
	}
}

// formulaOf returns a formula of DIMACS integers.
func formulaOf(clauses ...[]int) *cnf.Formula {
	f := cnf.NewFormula(0)
	for _, c := range clauses {
		var lits []cnf.Lit
		for _, n := range c {
			lits = append(lits, cnf.FromDIMACS(n))
		}
		f.Add(lits...)
	}
	return f
}

// oddTorus says of an n×n torus that an odd number of the four edges at each node is chosen. Every
// edge is counted at two nodes, so that this is impossible for odd n. Node v = n·row + column has
// edge 2v+1 to its right and edge 2v+2 below.
func oddTorus(n int) *cnf.Formula {
	node := func(row, column int) int { return n*((row+n)%n) + (column+n)%n }
	right := func(node int) cnf.Var { return cnf.Var(2*node + 1) }
	below := func(node int) cnf.Var { return cnf.Var(2*node + 2) }
	f := cnf.NewFormula(0)
	for row := range n {
		for column := range n {
			at := node(row, column)
			families.AddParity(f, true, right(at), below(at), right(node(row, column-1)), below(node(row-1, column)))
		}
	}
	return f
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

// queens says that each row of an n×n board has a queen, and no two queens attack each other.
// Variable n·row + column + 1 is "there is a queen".
func queens(n int) *cnf.Formula {
	f := cnf.NewFormula(0)
	for row := range n {
		var some []cnf.Lit
		for column := range n {
			some = append(some, cnf.Pos(cnf.Var(n*row+column+1)))
		}
		f.Add(some...)
	}
	for a := range n * n {
		for b := a + 1; b < n*n; b++ {
			down, right := b/n-a/n, b%n-a%n
			if down == 0 || right == 0 || down == right || down == -right {
				f.Add(cnf.Neg(cnf.Var(a+1)), cnf.Neg(cnf.Var(b+1)))
			}
		}
	}
	return f
}
