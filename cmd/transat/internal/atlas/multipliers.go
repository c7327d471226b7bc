package atlas

import "transat/solver/cnf"

// gates is a formula that is built of gates, each with a variable for its output (G. Tseitin 1968).
type gates struct {
	f    *cnf.Formula
	vars int
}

// products says that the products of two numbers of some bits, taken in either order, differ. They do not.
func products(bits int) *cnf.Formula {
	g := &gates{f: cnf.NewFormula(0)}
	x, y := g.inputs(bits), g.inputs(bits)
	first, second := g.product(x, y), g.product(y, x)
	some := make([]cnf.Lit, len(first))
	for i := range some {
		some[i] = g.xor(first[i], second[i])
	}
	g.f.Add(some...)
	return g.f
}

func (g *gates) input() cnf.Lit {
	g.vars++
	return cnf.FromDIMACS(g.vars)
}

func (g *gates) inputs(n int) []cnf.Lit {
	all := make([]cnf.Lit, n)
	for i := range all {
		all[i] = g.input()
	}
	return all
}

func (g *gates) and(a, b cnf.Lit) cnf.Lit {
	out := g.input()
	g.f.Add(out.Not(), a)
	g.f.Add(out.Not(), b)
	g.f.Add(out, a.Not(), b.Not())
	return out
}

func (g *gates) xor(a, b cnf.Lit) cnf.Lit {
	out := g.input()
	g.f.Add(out.Not(), a, b)
	g.f.Add(out.Not(), a.Not(), b.Not())
	g.f.Add(out, a.Not(), b)
	g.f.Add(out, a, b.Not())
	return out
}

// product adds up a row for each bit of y, the lowest bits first.
func (g *gates) product(x, y []cnf.Lit) []cnf.Lit {
	zero := g.input()
	g.f.Add(zero.Not())
	sum := make([]cnf.Lit, len(x)+len(y))
	for i := range sum {
		sum[i] = zero
	}
	for j := range y {
		carry := zero
		for i := range x {
			a, b := sum[i+j], g.and(x[i], y[j])
			half := g.xor(a, b)
			sum[i+j] = g.xor(half, carry)
			carry = g.and(g.and(a, b).Not(), g.and(half, carry).Not()).Not()
		}
		sum[j+len(x)] = carry
	}
	return sum
}
