package families

import "transat/solver/cnf"

// Formulas of Ramsey theory, on which cube and conquer has its greatest successes; [Waerden] is another one.

// Schur says that the numbers 1 to n have k colours, and that no x, y and x+y have the same one; 1 and 2 have the first two colours.
func Schur(k, n int) *cnf.Formula {
	f := cnf.NewFormula(n * k)
	has := oneOf(f, n, k)
	for x := 1; x <= n; x++ {
		for y := x; x+y <= n; y++ {
			for c := range k {
				f.Add(has(x-1, c).Not(), has(y-1, c).Not(), has(x+y-1, c).Not())
			}
		}
	}
	f.Add(has(0, 0))
	f.Add(has(1, 1))
	return f
}

// Ramsey says that the edges between n nodes have two colours, and that neither a nodes have all edges between them in the first colour,
// nor b nodes in the second. The first node's edges of the first colour come first.
func Ramsey(a, b, n int) *cnf.Formula {
	f := cnf.NewFormula(n * (n - 1) / 2)
	edge := func(x, y int) cnf.Var { return cnf.Var(y*(y-1)/2 + x + 1) } // x < y
	var clique []int
	var forbid func(size, from int, negative bool)
	forbid = func(size, from int, negative bool) {
		if len(clique) == size {
			var some []cnf.Lit
			for i, y := range clique {
				for _, x := range clique[:i] {
					some = append(some, cnf.Signed(edge(x, y), negative))
				}
			}
			f.Add(some...)
			return
		}
		for node := from; node < n; node++ {
			clique = append(clique, node)
			forbid(size, node+1, negative)
			clique = clique[:len(clique)-1]
		}
	}
	forbid(a, 0, true)
	forbid(b, 0, false)
	for y := 2; y < n; y++ {
		f.Add(cnf.Pos(edge(0, y-1)), cnf.Neg(edge(0, y)))
	}
	return f
}
