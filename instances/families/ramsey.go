package families

import (
	"cmp"
	"slices"

	"transat/solver/cnf"
)

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

// Pythagorean says that the numbers 1 to n have two colours, and that no a, b and c with a² + b² = c² have the same one. There are such
// colours up to 7824 (M. Heule, O. Kullmann, V. Marek 2016). It is a slice of that: given numbers, those that are in the most triples
// first, have random colours, as far as unit propagation from those before leaves them open.
func Pythagorean(seed uint64, n, given int) *cnf.Formula {
	f := cnf.NewFormula(n)
	var triples [][3]int
	of := make([][]int, n+1) // by number, its triples
	for c := 1; c <= n; c++ {
		b := c - 1
		for a := 1; a < b; a++ {
			for b > a && a*a+b*b > c*c {
				b--
			}
			if b <= a || a*a+b*b < c*c {
				continue
			}
			for _, negative := range []bool{false, true} {
				f.Add(cnf.Signed(cnf.Var(a), negative), cnf.Signed(cnf.Var(b), negative), cnf.Signed(cnf.Var(c), negative))
			}
			for _, x := range [...]int{a, b, c} {
				of[x] = append(of[x], len(triples))
			}
			triples = append(triples, [3]int{a, b, c})
		}
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i + 1
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(len(of[y]), len(of[x])) })
	d, colours := newDice(seed, 31), make([]int, n+1) // 1 and -1, 0 is none
	for _, x := range order {
		if given == 0 {
			break
		}
		if colours[x] != 0 || len(of[x]) == 0 {
			continue
		}
		given--
		colours[x] = 1 - 2*d.below(2)
		f.Add(cnf.Signed(cnf.Var(x), colours[x] < 0))
		for queue := []int{x}; len(queue) > 0; queue = queue[1:] {
			for _, t := range of[queue[0]] {
				open, sum := 0, 0
				for _, y := range triples[t] {
					if sum += colours[y]; colours[y] == 0 {
						open = y
					}
				}
				if open != 0 && (sum == 2 || sum == -2) {
					colours[open] = -sum / 2
					queue = append(queue, open)
				}
			}
		}
	}
	return f
}
