package families

import (
	"math/rand/v2"

	"transat/solver/cnf"
)

// Adders says that two ways to add three numbers of n bits differ: (a+b)+c and a+(c+b). They do not.
func Adders(n int) *cnf.Formula {
	c := newCircuit()
	x, y, z := c.inputs(n), c.inputs(n), c.inputs(n)
	zero := c.never()
	c.differ(c.add(c.add(x, y, zero)[:n], z, zero)[:n], c.add(x, c.add(z, y, zero)[:n], zero)[:n])
	return c.f
}

// Multipliers says that the products of two numbers of n bits, taken in either order, differ. They do not.
func Multipliers(n int) *cnf.Formula {
	c := newCircuit()
	x, y := c.inputs(n), c.inputs(n)
	c.differ(c.multiply(x, y), c.multiply(y, x))
	return c.f
}

// Factoring says that a number of at most bits bits is the product of two factors, both above 1, the smaller one of at most small bits.
func Factoring(number uint64, small, bits int) *cnf.Formula {
	c := newCircuit()
	x, y := c.inputs(small), c.inputs(bits-1)
	c.f.Add(x[1:]...)
	c.f.Add(y[1:]...)
	product := c.multiply(x, y)
	c.is(product, number)
	return c.f
}

// ParityChain says that the parity of n variables, summed up in two different orders, is odd both times; or, without a model, odd the
// first time and even the second.
func ParityChain(n int, model bool) *cnf.Formula {
	c := newCircuit()
	bits := c.inputs(n)
	sum := func(order []int) cnf.Lit {
		parity := bits[order[0]]
		for _, i := range order[1:] {
			parity = c.xor(parity, bits[i])
		}
		return parity
	}
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	c.f.Add(sum(rng.Perm(n)))
	second := sum(rng.Perm(n))
	if !model {
		second = second.Not()
	}
	c.f.Add(second)
	return c.f
}

// Counter says that a counter of n bits, which stays or goes up by one in every step, begins at 0 and is at goal after the steps.
func Counter(n, steps int, goal uint64) *cnf.Formula {
	c := newCircuit()
	state := c.inputs(n)
	c.is(state, 0)
	for range steps {
		carry := c.input() // whether it counts
		next := make([]cnf.Lit, n)
		for i, bit := range state {
			next[i] = c.xor(bit, carry)
			carry = c.and(bit, carry)
		}
		state = next
	}
	c.is(state, goal)
	return c.f
}

// ShiftRegister asks for the first state of a register of n bits whose feedback is not linear, from the bits that come out in a number of
// steps. They come from some state, or, if there is to be no model, one of them is wrong (then there is hardly ever a model).
func ShiftRegister(n, steps int, model bool) *cnf.Formula {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(steps)))
	c := newCircuit()
	state := c.inputs(n)
	truth := make([]bool, n)
	for i := range truth {
		truth[i] = rng.IntN(2) == 1
	}
	for step := range steps {
		out, bit := state[0], truth[0]
		if !model && step == steps/2 {
			bit = !bit
		}
		if !bit {
			out = out.Not()
		}
		if step%2 == 0 { // every other bit is seen
			c.f.Add(out)
		}
		feedback := c.xor(c.xor(state[0], state[n/3]), c.and(state[n/2], state[n-2]))
		next := truth[0] != truth[n/3] != (truth[n/2] && truth[n-2])
		state, truth = append(state[1:len(state):len(state)], feedback), append(truth[1:len(truth):len(truth)], next)
	}
	return c.f
}
