package families

import "transat/solver/cnf"

// netlist is a random circuit of gates with two inputs. Wire 0 to inputs-1 are its inputs, the next ones its gates. An operand is
// 2·wire + 1 if it is negated, and 2·wire otherwise.
type netlist struct {
	inputs int
	gates  []netGate
	out    []int // operands
}

type netGate struct {
	xor  bool
	a, b int // operands, of earlier wires
}

// randomNetlist draws gates, one in xors of which is an exclusive or. A gate takes its operands from the last window wires, or else from
// all of them; the outputs are among the last gates.
func randomNetlist(d dice, inputs, gates, outputs, xors, window int) netlist {
	n := netlist{inputs: inputs}
	wire := func(wires int) int {
		if wires > window && d.below(4) > 0 {
			return wires - 1 - d.below(window)
		}
		return d.below(wires)
	}
	for i := range gates {
		a, b := wire(inputs+i), wire(inputs+i)
		for a == b {
			b = wire(inputs + i)
		}
		signs := d.below(4)
		n.gates = append(n.gates, netGate{d.below(xors) == 0, 2*a + signs&1, 2*b + signs>>1})
	}
	for i := range outputs {
		n.out = append(n.out, 2*(inputs+gates-1-i))
	}
	return n
}

// build adds the gates to a circuit, and returns the outputs.
func (n netlist) build(c *circuit, in []cnf.Lit) []cnf.Lit {
	wires := append(make([]cnf.Lit, 0, len(in)+len(n.gates)), in...)
	at := func(operand int) cnf.Lit {
		if operand&1 == 1 {
			return wires[operand>>1].Not()
		}
		return wires[operand>>1]
	}
	for _, g := range n.gates {
		if g.xor {
			wires = append(wires, c.xor(at(g.a), at(g.b)))
		} else {
			wires = append(wires, c.and(at(g.a), at(g.b)))
		}
	}
	out := make([]cnf.Lit, len(n.out))
	for i, operand := range n.out {
		out[i] = at(operand)
	}
	return out
}

// run computes the outputs.
func (n netlist) run(in []bool) []bool {
	wires := append(make([]bool, 0, len(in)+len(n.gates)), in...)
	at := func(operand int) bool { return wires[operand>>1] != (operand&1 == 1) }
	for _, g := range n.gates {
		if g.xor {
			wires = append(wires, at(g.a) != at(g.b))
		} else {
			wires = append(wires, at(g.a) && at(g.b))
		}
	}
	out := make([]bool, len(n.out))
	for i, operand := range n.out {
		out[i] = at(operand)
	}
	return out
}

// rewritten returns a netlist of other gates that computes the same. It takes a law of Boolean algebra for each gate.
func (n netlist) rewritten(d dice) netlist {
	to := netlist{inputs: n.inputs}
	at := make([]int, n.inputs+len(n.gates)) // the operand, in the new netlist, of each wire
	for i := range n.inputs {
		at[i] = 2 * i
	}
	add := func(xor bool, a, b int) int {
		to.gates = append(to.gates, netGate{xor, a, b})
		return 2 * (n.inputs + len(to.gates) - 1)
	}
	moved := func(operand int) int { return at[operand>>1] ^ operand&1 }
	inner := func(operand int) (g netGate, ok bool) { // the gate of the old netlist behind an operand that is not negated
		if operand&1 == 1 || operand>>1 < n.inputs {
			return g, false
		}
		return n.gates[operand>>1-n.inputs], true
	}
	for i, g := range n.gates {
		a, b := moved(g.a), moved(g.b)
		first, ok := inner(g.a)
		switch law := d.below(4); {
		case g.xor && law < 2: // a ≠ b is (a or b) and not (a and b)
			at[n.inputs+i] = add(false, add(false, a^1, b^1)^1, add(false, a, b)^1)
		case g.xor && ok && first.xor && law == 2: // (x ≠ y) ≠ b is x ≠ (y ≠ b)
			at[n.inputs+i] = add(true, moved(first.a), add(true, moved(first.b), b))
		case g.xor:
			at[n.inputs+i] = add(true, b^1, a^1)
		case ok && !first.xor && law < 3: // (x and y) and b is x and (y and b)
			at[n.inputs+i] = add(false, moved(first.a), add(false, moved(first.b), b))
		case law == 0: // a and b is a ≠ (a and not b)
			at[n.inputs+i] = add(true, a, add(false, a, b^1))
		default:
			at[n.inputs+i] = add(false, b, a)
		}
	}
	for _, operand := range n.out {
		to.out = append(to.out, moved(operand))
	}
	return to
}

// broken returns the netlist with one gate of another kind, in its middle.
func (n netlist) broken(d dice) netlist {
	gates := append([]netGate{}, n.gates...)
	g := &gates[len(gates)/4+d.below(len(gates)/2)]
	g.xor = !g.xor
	n.gates = gates
	return n
}

// CircuitMiter says that a random circuit differs from one with other gates that computes the same, in some output for some input. It
// does not, but for a fault in one gate, which often shows.
func CircuitMiter(seed uint64, inputs, gates, outputs int, fault bool) *cnf.Formula {
	d := newDice(seed, 1)
	n := randomNetlist(d, inputs, gates, outputs, 4, 4*inputs)
	other := n.rewritten(d)
	if fault {
		other = other.broken(d)
	}
	c := newCircuit()
	in := c.inputs(inputs)
	c.differ(n.build(c, in), other.build(c, in))
	return c.f
}

// Sequential circuits: a netlist computes the next state of the latches from the present one and some inputs.

// SequentialCircuit is a random sequential circuit.
type SequentialCircuit struct {
	Seed                   uint64
	Latches, Inputs, Gates int
}

// netlist returns the gates of a step. Its inputs are the latches, then the inputs; its outputs are the latches.
func (m SequentialCircuit) netlist() netlist {
	n := randomNetlist(newDice(m.Seed, 2), m.Latches+m.Inputs, m.Gates, m.Latches, 6, m.Latches+m.Inputs)
	return n
}

// Reach says that the circuit, whose latches are false at first, gets in a number of steps to a state in which the latches of the goal,
// the first ones, have these values.
func (m SequentialCircuit) Reach(steps int, goal []bool) *cnf.Formula {
	c := newCircuit()
	n := m.netlist()
	state := c.inputs(m.Latches)
	for _, l := range state {
		c.f.Add(l.Not())
	}
	for range steps {
		state = n.build(c, append(state, c.inputs(m.Inputs)...))
	}
	for i, value := range goal {
		c.f.Add(cnf.Signed(state[i].Var(), state[i].Negative() == value))
	}
	return c.f
}

// Goal returns the values of the first latches after a random run, so that Reach has a model.
func (m SequentialCircuit) Goal(steps, latches int) []bool {
	d := newDice(m.Seed, 3)
	n := m.netlist()
	state := make([]bool, m.Latches)
	for range steps {
		state = n.run(append(state, d.bits(m.Inputs)...))
	}
	return state[:latches]
}

// Equivalence says that the outputs, some of the latches, of the circuit and of one with other gates differ after some of the steps, with
// the same inputs. They do not.
func (m SequentialCircuit) Equivalence(steps, outputs int, fault bool) *cnf.Formula {
	c := newCircuit()
	n := m.netlist()
	d := newDice(m.Seed, 4)
	other := n.rewritten(d)
	if fault {
		other = other.broken(d)
	}
	zero := c.never()
	left := constant(zero, m.Latches, 0)
	right := left
	var differ []cnf.Lit
	for range steps {
		in := c.inputs(m.Inputs)
		left = n.build(c, append(left[:m.Latches:m.Latches], in...))
		right = other.build(c, append(right[:m.Latches:m.Latches], in...))
		for i := range outputs {
			differ = append(differ, c.xor(left[i], right[i]))
		}
	}
	c.f.Add(differ...)
	return c.f
}
