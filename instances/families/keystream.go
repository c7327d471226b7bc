package families

import "transat/solver/cnf"

// Keystream asks for the state of the stream cipher Bivium, two registers of 93 and 84 bits, from the first bits that it gives out (the
// small sister of Trivium: C. De Cannière, B. Preneel 2005). The given number of bits of the state is known.
func Keystream(seed uint64, out, given int) *cnf.Formula {
	d := newDice(seed, 16)
	truth := d.bits(177)
	c := newCircuit()
	state := c.inputs(177)
	for _, i := range d.perm(177)[:given] {
		c.f.Add(cnf.Signed(state[i].Var(), !truth[i]))
	}
	stream := bivium(truth, out, func(x, y bool) bool { return x != y }, func(x, y bool) bool { return x && y })
	for i, l := range bivium(state, out, c.xor, c.and) {
		c.f.Add(cnf.Signed(l.Var(), !stream[i]))
	}
	return c.f
}

// bivium returns the first n bits that a state gives out, for bits of any kind.
func bivium[bit any](state []bit, n int, xor, and func(x, y bit) bit) []bit {
	a, b := append([]bit{}, state[:93]...), append([]bit{}, state[93:]...)
	var out []bit
	for range n {
		t, u := xor(a[65], a[92]), xor(b[68], b[83])
		out = append(out, xor(t, u))
		t = xor(xor(t, and(a[90], a[91])), b[77])
		u = xor(xor(u, and(b[81], b[82])), a[68])
		a, b = append([]bit{u}, a[:92]...), append([]bit{t}, b[:83]...)
	}
	return out
}

// Life asks for a picture that becomes, in some steps of the Game of Life on a torus of the given side, what a random picture became.
func Life(seed uint64, side, steps int) *cnf.Formula {
	d := newDice(seed, 17)
	truth := d.bits(side * side)
	c := newCircuit()
	cells := c.inputs(side * side)
	for range steps {
		truth = live(truth, side)
		cells = c.live(cells, side)
	}
	for i, l := range cells {
		c.f.Add(cnf.Signed(l.Var(), l.Negative() == truth[i]))
	}
	return c.f
}

// around returns the eight cells around a cell of a torus.
func around(cell, side int) (cells []int) {
	for y := side - 1; y <= side+1; y++ {
		for x := side - 1; x <= side+1; x++ {
			if x != side || y != side {
				cells = append(cells, (cell/side+y)%side*side+(cell+x)%side)
			}
		}
	}
	return cells
}

func live(cells []bool, side int) []bool {
	next := make([]bool, len(cells))
	for i := range cells {
		count := 0
		for _, j := range around(i, side) {
			if cells[j] {
				count++
			}
		}
		next[i] = count == 3 || cells[i] && count == 2
	}
	return next
}

// live is the next picture in gates: a cell counts the eight around it.
func (c *circuit) live(cells []cnf.Lit, side int) []cnf.Lit {
	next := make([]cnf.Lit, len(cells))
	for i := range cells {
		var near []cnf.Lit
		for _, j := range around(i, side) {
			near = append(near, cells[j])
		}
		sum := c.columns([][]cnf.Lit{near, nil, nil, nil})
		two := c.every(sum[1], sum[2].Not(), sum[3].Not()) // or three
		next[i] = c.and(two, c.or(sum[0], cells[i]))
	}
	return next
}
