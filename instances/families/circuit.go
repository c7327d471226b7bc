package families

import "transat/solver/cnf"

// circuit is a formula that is built of gates, each with a variable for its output (G. Tseitin 1968).
type circuit struct{ f *cnf.Formula }

func newCircuit() *circuit { return &circuit{cnf.NewFormula(0)} }

// input returns a new variable.
func (c *circuit) input() cnf.Lit {
	c.f.Declare(c.f.Vars() + 1)
	return cnf.Pos(cnf.Var(c.f.Vars()))
}

func (c *circuit) inputs(n int) []cnf.Lit {
	bits := make([]cnf.Lit, n)
	for i := range bits {
		bits[i] = c.input()
	}
	return bits
}

func (c *circuit) and(a, b cnf.Lit) cnf.Lit {
	out := c.input()
	c.f.Add(out.Not(), a)
	c.f.Add(out.Not(), b)
	c.f.Add(out, a.Not(), b.Not())
	return out
}

func (c *circuit) or(a, b cnf.Lit) cnf.Lit { return c.and(a.Not(), b.Not()).Not() }

func (c *circuit) xor(a, b cnf.Lit) cnf.Lit {
	out := c.input()
	c.f.Add(out.Not(), a, b)
	c.f.Add(out.Not(), a.Not(), b.Not())
	c.f.Add(out, a.Not(), b)
	c.f.Add(out, a, b.Not())
	return out
}

// full is a full adder: it adds three bits.
func (c *circuit) full(a, b, carry cnf.Lit) (sum, out cnf.Lit) {
	half := c.xor(a, b)
	return c.xor(half, carry), c.or(c.and(a, b), c.and(half, carry))
}

// never returns a literal that is false.
func (c *circuit) never() cnf.Lit {
	l := c.input()
	c.f.Add(l.Not())
	return l
}

// add adds numbers of equally many bits, the lowest bit first.
func (c *circuit) add(a, b []cnf.Lit, carry cnf.Lit) []cnf.Lit {
	sum := make([]cnf.Lit, len(a), len(a)+1)
	for i := range a {
		sum[i], carry = c.full(a[i], b[i], carry)
	}
	return append(sum, carry)
}

// multiply adds up a row for each bit of b, the lowest bit first.
func (c *circuit) multiply(a, b []cnf.Lit) []cnf.Lit {
	zero := c.never()
	sum := make([]cnf.Lit, len(a)+len(b))
	for i := range sum {
		sum[i] = zero
	}
	for j := range b {
		carry := zero
		for i := range a {
			sum[i+j], carry = c.full(sum[i+j], c.and(a[i], b[j]), carry)
		}
		sum[j+len(a)] = carry
	}
	return sum
}

// differ says that two numbers are not the same.
func (c *circuit) differ(a, b []cnf.Lit) {
	some := make([]cnf.Lit, len(a))
	for i := range a {
		some[i] = c.xor(a[i], b[i])
	}
	c.f.Add(some...)
}

// is says that a number has this value.
func (c *circuit) is(bits []cnf.Lit, value uint64) {
	for i, l := range bits {
		if value>>i&1 == 0 {
			l = l.Not()
		}
		c.f.Add(l)
	}
}
