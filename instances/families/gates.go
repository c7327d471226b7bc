package families

import "transat/solver/cnf"

// The gates of three inputs and of many, which the large families share. A full adder of xor3 and majority has two variables and 14
// clauses.

func (c *circuit) xor3(x, y, z cnf.Lit) cnf.Lit {
	out := c.input()
	for signs := range 8 {
		l := [4]cnf.Lit{x, y, z, out}
		odd := 0
		for i := range 3 {
			if signs>>i&1 == 1 {
				l[i] = l[i].Not()
				odd ^= 1
			}
		}
		if odd == 0 { // all three are false, or one is
			l[3] = out.Not()
		}
		c.f.Add(l[:]...)
	}
	return out
}

func (c *circuit) majority(x, y, z cnf.Lit) cnf.Lit {
	out := c.input()
	for _, pair := range [][2]cnf.Lit{{x, y}, {x, z}, {y, z}} {
		c.f.Add(pair[0].Not(), pair[1].Not(), out)
		c.f.Add(pair[0], pair[1], out.Not())
	}
	return out
}

// choose is yes if which is true, and no otherwise.
func (c *circuit) choose(which, yes, no cnf.Lit) cnf.Lit {
	out := c.input()
	c.f.Add(which.Not(), yes.Not(), out)
	c.f.Add(which.Not(), yes, out.Not())
	c.f.Add(which, no.Not(), out)
	c.f.Add(which, no, out.Not())
	c.f.Add(yes.Not(), no.Not(), out) // follows, and propagates more
	c.f.Add(yes, no, out.Not())
	return out
}

// every is the conjunction of the literals.
func (c *circuit) every(lits ...cnf.Lit) cnf.Lit {
	if len(lits) == 1 {
		return lits[0]
	}
	out := c.input()
	all := make([]cnf.Lit, 0, len(lits)+1)
	for _, l := range lits {
		c.f.Add(out.Not(), l)
		all = append(all, l.Not())
	}
	c.f.Add(append(all, out)...)
	return out
}

// some is the disjunction of the literals.
func (c *circuit) some(lits ...cnf.Lit) cnf.Lit {
	not := make([]cnf.Lit, len(lits))
	for i, l := range lits {
		not[i] = l.Not()
	}
	return c.every(not...).Not()
}

// equal is true if two words are equal.
func (c *circuit) equal(a, b []cnf.Lit) cnf.Lit {
	bits := make([]cnf.Lit, len(a))
	for i := range a {
		bits[i] = c.xor(a[i], b[i]).Not()
	}
	return c.every(bits...)
}

// less is true if a < b.
func (c *circuit) less(a, b []cnf.Lit) cnf.Lit {
	below := c.and(a[0].Not(), b[0])
	for i := 1; i < len(a); i++ {
		below = c.majority(a[i].Not(), b[i], below)
	}
	return below
}

// words applies a gate bit by bit.
func words(gate func(x, y cnf.Lit) cnf.Lit, a, b []cnf.Lit) []cnf.Lit {
	out := make([]cnf.Lit, len(a))
	for i := range a {
		out[i] = gate(a[i], b[i])
	}
	return out
}

// words3 does so for three inputs.
func words3(gate func(x, y, z cnf.Lit) cnf.Lit, a, b, d []cnf.Lit) []cnf.Lit {
	out := make([]cnf.Lit, len(a))
	for i := range a {
		out[i] = gate(a[i], b[i], d[i])
	}
	return out
}

// chooseWord is yes if which is true, and no otherwise.
func (c *circuit) chooseWord(which cnf.Lit, yes, no []cnf.Lit) []cnf.Lit {
	return words(func(x, y cnf.Lit) cnf.Lit { return c.choose(which, x, y) }, yes, no)
}

// plus adds two words, and leaves the last carry out.
func (c *circuit) plus(a, b []cnf.Lit) []cnf.Lit {
	sum := make([]cnf.Lit, len(a))
	sum[0] = c.xor(a[0], b[0])
	var carry cnf.Lit
	for i := 1; i < len(a); i++ {
		if i == 1 {
			carry = c.and(a[0], b[0])
		} else {
			carry = c.majority(a[i-1], b[i-1], carry)
		}
		sum[i] = c.xor3(a[i], b[i], carry)
	}
	return sum
}

// constant returns a word of this value, whose bits are literals of one variable that is false.
func constant(zero cnf.Lit, n int, value uint64) []cnf.Lit {
	bits := make([]cnf.Lit, n)
	for i := range bits {
		bits[i] = zero
		if value>>i&1 == 1 {
			bits[i] = zero.Not()
		}
	}
	return bits
}

// atMost says that at most k of the literals are true, with a counter that goes up to k (C. Sinz 2005).
func (c *circuit) atMost(k int, lits ...cnf.Lit) {
	if k >= len(lits) {
		return
	}
	if k == 0 {
		for _, l := range lits {
			c.f.Add(l.Not())
		}
		return
	}
	var before []cnf.Lit // at least 1, 2, … are true of the literals so far
	for i, l := range lits {
		if len(before) == k {
			c.f.Add(before[k-1].Not(), l.Not())
		}
		if i == len(lits)-1 {
			return
		}
		now := c.inputs(min(i+1, k))
		c.f.Add(l.Not(), now[0])
		for j, b := range before {
			c.f.Add(b.Not(), now[j])
			if j+1 < len(now) {
				c.f.Add(b.Not(), l.Not(), now[j+1])
			}
		}
		before = now
	}
}

// atLeast says that at least k of the literals are true.
func (c *circuit) atLeast(k int, lits ...cnf.Lit) {
	if k == 1 {
		c.f.Add(lits...)
		return
	}
	not := make([]cnf.Lit, len(lits))
	for i, l := range lits {
		not[i] = l.Not()
	}
	c.atMost(len(lits)-k, not...)
}

// exactlyOne says that one of the literals is true.
func (c *circuit) exactlyOne(lits ...cnf.Lit) {
	c.f.Add(lits...)
	if len(lits) <= 6 {
		Pairwise(c.f, lits)
	} else {
		Sequential(c.f, lits)
	}
}
