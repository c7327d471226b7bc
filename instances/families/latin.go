package families

import "transat/solver/cnf"

// Quasigroup says that a Latin square of order n, in which the given number of cells in every row and column is open, can be filled. It
// can: the square was full and random.
func Quasigroup(seed uint64, n, open int) *cnf.Formula {
	d := newDice(seed, 7)
	c := newCircuit()
	cells := c.inputs(n * n * n)
	is := func(row, column, value int) cnf.Lit { return cells[(row*n+column)*n+value] }
	c.latin(n, is)
	square := randomSquare(d, n)
	for cell, value := range randomSquare(d, n) {
		if value >= open {
			c.f.Add(is(cell/n, cell%n, square[cell]))
		}
	}
	return c.f
}

// latin says that each of the three numbers, row, column and value, follows from the two others.
func (c *circuit) latin(n int, is func(row, column, value int) cnf.Lit) {
	some := make([]cnf.Lit, n)
	exactly := func(lit func(i int) cnf.Lit) {
		for i := range some {
			some[i] = lit(i)
		}
		c.f.Add(some...)
		Pairwise(c.f, some)
	}
	for a := range n {
		for b := range n {
			exactly(func(i int) cnf.Lit { return is(a, b, i) })
			exactly(func(i int) cnf.Lit { return is(a, i, b) })
			exactly(func(i int) cnf.Lit { return is(i, a, b) })
		}
	}
}

// randomSquare returns a random Latin square, row by row: it begins with the addition table, and then goes n³ steps in the graph of the
// squares, some of which are improper, with one cell that has two values and lacks one (M. T. Jacobson, P. Matthews 1996).
func randomSquare(d dice, n int) []int {
	count := make([]int8, n*n*n) // by row, column and value: 1, 0, or -1 in one place of an improper square
	at := func(p [3]int) *int8 { return &count[(p[0]*n+p[1])*n+p[2]] }
	for i := range n {
		for j := range n {
			*at([3]int{i, j, (i + j) % n}) = 1
		}
	}
	move := func(p [3]int) (last [3]int) {
		for axis := range 3 { // a one on the line through p; there are two if p is the improper place
			q := p
			var ones []int
			for q[axis] = range n {
				if *at(q) == 1 {
					ones = append(ones, q[axis])
				}
			}
			last[axis] = ones[d.below(len(ones))]
		}
		for corner := range 8 {
			q := p
			sign := int8(1)
			for axis := range 3 {
				if corner>>axis&1 == 1 {
					q[axis] = last[axis]
					sign = -sign
				}
			}
			*at(q) += sign
		}
		return last
	}
	for step := 0; step < n*n*n; {
		p := [3]int{d.below(n), d.below(n), d.below(n)}
		if *at(p) != 0 {
			continue
		}
		for last := move(p); ; last = move(last) {
			step++
			if *at(last) >= 0 {
				break
			}
		}
	}
	square := make([]int, n*n)
	for i, one := range count {
		if one == 1 {
			square[i/n] = i % n
		}
	}
	return square
}
