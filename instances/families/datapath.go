package families

import (
	"math/bits"

	"transat/solver/cnf"
)

// The data path has four registers. An instruction takes two of them, and puts a result into the first: their sum, their exclusive or,
// their conjunction, or the second turned left by one bit.
const (
	registers  = 4
	operations = 4
)

// DataPath asks for the instructions that lead from given contents of the registers, words of n bits, n at most 64, to others. Some
// instructions do, as the contents were computed by them; with a fault, one bit of the result is wrong.
func DataPath(seed uint64, n, steps int, fault bool) *cnf.Formula {
	d := newDice(seed, 6)
	c := newCircuit()
	zero := c.never()
	mask := ^uint64(0) >> (64 - n)
	var truth [registers]uint64
	var state [registers][]cnf.Lit
	for r := range truth {
		truth[r] = d.pcg.Uint64() & mask
		state[r] = constant(zero, n, truth[r])
	}
	for range steps {
		operation, first, second := d.below(operations), d.below(registers), d.below(registers)
		truth[first] = operate(operation, truth[first], truth[second], n)
		c.instruction(&state)
	}
	if fault {
		truth[0] ^= 1 << (n / 2)
	}
	for r := range truth {
		c.is(state[r], truth[r])
	}
	return c.f
}

func operate(operation int, a, b uint64, n int) uint64 {
	mask := ^uint64(0) >> (64 - n)
	switch operation {
	case 0:
		return (a + b) & mask
	case 1:
		return a ^ b
	case 2:
		return a & b
	default:
		return (b<<1 | b>>(n-1)) & mask
	}
}

// instruction changes the registers by some instruction.
func (c *circuit) instruction(state *[registers][]cnf.Lit) {
	choice := func(n int) []cnf.Lit { return c.inputs(bits.Len(uint(n - 1))) }
	first, second := choice(registers), choice(registers)
	a, b := c.pick(first, state[:]), c.pick(second, state[:])
	result := c.pick(choice(operations), [][]cnf.Lit{c.plus(a, b), words(c.xor, a, b), words(c.and, a, b), rotate(b, 1)})
	for r := range state {
		which := make([]cnf.Lit, len(first))
		for i, l := range first {
			which[i] = cnf.Signed(l.Var(), r>>i&1 == 0)
		}
		state[r] = c.chooseWord(c.every(which...), result, state[r])
	}
}
