package families

import "transat/solver/cnf"

// QG5 says that there is an idempotent quasigroup of order n with ((ba)b)b = a (M. Fujita, J. Slaney, F. Bennett 1993). The last column
// is restricted, as values can change their names: a·(n-1) is at least a-1.
func QG5(n int) *cnf.Formula {
	c := newCircuit()
	cells := c.inputs(n * n * n)
	is := func(a, b, value int) cnf.Lit { return cells[(a*n+b)*n+value] }
	c.latin(n, is)
	for a := range n {
		c.f.Add(is(a, a, a))
		for value := range a - 1 {
			c.f.Add(is(a, n-1, value).Not())
		}
		for b := range n {
			for x := range n { // b·a
				for y := range n { // x·b
					c.f.Add(is(b, a, x).Not(), is(x, b, y).Not(), is(y, b, a))
				}
			}
		}
	}
	return c.f
}

// Orthogonal says that there are two Latin squares of order n in which every pair of values is in one cell. Some values are fixed, as
// rows, columns and values can change their names: the first rows, and the first column of the first square.
func Orthogonal(n int) *cnf.Formula {
	c := newCircuit()
	var is [2]func(row, column, value int) cnf.Lit
	for s := range is {
		cells := c.inputs(n * n * n)
		is[s] = func(row, column, value int) cnf.Lit { return cells[(row*n+column)*n+value] }
		c.latin(n, is[s])
		for i := range n {
			c.f.Add(is[s](0, i, i))
		}
	}
	for row := range n {
		c.f.Add(is[0](row, 0, row))
	}
	for v := range n {
		for w := range n {
			var some []cnf.Lit
			for row := range n {
				for column := range n {
					both := c.input()
					c.f.Add(both.Not(), is[0](row, column, v))
					c.f.Add(both.Not(), is[1](row, column, w))
					c.f.Add(both, is[0](row, column, v).Not(), is[1](row, column, w).Not())
					some = append(some, both)
				}
			}
			c.f.Add(some...)
		}
	}
	return c.f
}
