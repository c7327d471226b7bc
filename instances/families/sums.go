package families

import "transat/solver/cnf"

// conditionalSum adds two words with a carry that is not known yet: it returns the sums, one bit longer than the words, with a carry of 0
// and with one of 1. Each half of the words is added both ways, and the carry of the lower half chooses (J. Sklansky 1960).
func (c *circuit) conditionalSum(a, b []cnf.Lit) (without, with []cnf.Lit) {
	if len(a) == 1 {
		half := c.xor(a[0], b[0])
		return []cnf.Lit{half, c.and(a[0], b[0])}, []cnf.Lit{half.Not(), c.or(a[0], b[0])}
	}
	m := len(a) / 2
	low0, low1 := c.conditionalSum(a[:m], b[:m])
	high0, high1 := c.conditionalSum(a[m:], b[m:])
	without = append(low0[:m:m], c.chooseWord(low0[m], high1, high0)...)
	with = append(low1[:m:m], c.chooseWord(low1[m], high1, high0)...)
	return without, with
}

// SumMiter says that adding up numbers of n bits one by one with ripple-carry adders, and with conditional-sum adders, gives different
// sums. It does not.
func SumMiter(n, numbers int) *cnf.Formula {
	c := newCircuit()
	left := c.inputs(n)
	right := left
	for range numbers - 1 {
		more := c.inputs(n)
		left = c.plus(left, more)
		right, _ = c.conditionalSum(right, more)
		right = right[:n]
	}
	c.differ(left, right)
	return c.f
}

// columns adds up bits of different weights with full adders, level by level, until each weight has two bits, which a ripple-carry adder
// adds (C. S. Wallace 1964). The bits are by weight.
func (c *circuit) columns(bits [][]cnf.Lit) []cnf.Lit {
	n := len(bits)
	for {
		most := 0
		for _, column := range bits {
			most = max(most, len(column))
		}
		if most <= 2 {
			break
		}
		next := make([][]cnf.Lit, n)
		for w, column := range bits {
			for len(column) >= 3 {
				next[w] = append(next[w], c.xor3(column[0], column[1], column[2]))
				if w+1 < n {
					next[w+1] = append(next[w+1], c.majority(column[0], column[1], column[2]))
				}
				column = column[3:]
			}
			next[w] = append(next[w], column...)
		}
		bits = next
	}
	zero := c.never()
	rows := [2][]cnf.Lit{make([]cnf.Lit, n), make([]cnf.Lit, n)}
	for w, column := range bits {
		for i := range rows {
			rows[i][w] = zero
			if i < len(column) {
				rows[i][w] = column[i]
			}
		}
	}
	return c.plus(rows[0], rows[1])
}

// wallace multiplies by a tree of adders.
func (c *circuit) wallace(a, b []cnf.Lit) []cnf.Lit {
	bits := make([][]cnf.Lit, len(a)+len(b))
	for i := range a {
		for j := range b {
			bits[i+j] = append(bits[i+j], c.and(a[i], b[j]))
		}
	}
	return c.columns(bits)
}

// MultiplierMiter says that the products of two numbers of n bits by an array of adders and by a tree of adders differ. They do not.
func MultiplierMiter(n int) *cnf.Formula {
	c := newCircuit()
	x, y := c.inputs(n), c.inputs(n)
	c.differ(c.multiply(x, y), c.wallace(y, x))
	return c.f
}

// Distributive says that a(b+c) and ab+ac differ for some numbers of n bits, modulo 2ⁿ. They do not.
func Distributive(n int) *cnf.Formula {
	c := newCircuit()
	x, y, z := c.inputs(n), c.inputs(n), c.inputs(n)
	c.differ(c.wallace(x, c.plus(y, z))[:n], c.plus(c.wallace(x, y)[:n], c.wallace(x, z)[:n]))
	return c.f
}
