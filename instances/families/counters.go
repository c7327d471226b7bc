package families

import "transat/solver/cnf"

// gray is the next state of a Gray counter: with an even number of ones the lowest bit changes, otherwise the bit above the lowest one,
// or the highest bit if there is none above. It stays as it is unless it counts.
func (c *circuit) gray(state []cnf.Lit, counts cnf.Lit) []cnf.Lit {
	n := len(state)
	odd := state[0]
	for _, l := range state[1:] {
		odd = c.xor(odd, l)
	}
	next := make([]cnf.Lit, n)
	next[0] = c.xor(state[0], c.and(counts, odd.Not()))
	lowest := c.and(counts, odd) // the bits so far are zeros, and the counter changes one of the others
	for i := 1; i < n; i++ {
		change := c.and(lowest, state[i-1])
		lowest = c.and(lowest, state[i-1].Not())
		if i == n-1 {
			change = c.or(change, lowest)
		}
		next[i] = c.xor(state[i], change)
	}
	return next
}

// GrayCounter says that a Gray counter of n bits, which stays or counts in every step, gets from 0 to the code of the goal in the steps.
func GrayCounter(n, steps int, goal uint64) *cnf.Formula {
	c := newCircuit()
	state := c.inputs(n)
	c.is(state, 0)
	for range steps {
		state = c.gray(state, c.input())
	}
	c.is(state, goal^goal>>1)
	return c.f
}

// GrayAgainstBinary says that a Gray counter of n bits and a binary one, which count together from 0, show different numbers after one of
// the steps. They do not.
func GrayAgainstBinary(n, steps int) *cnf.Formula {
	c := newCircuit()
	zero := c.never()
	gray, binary := constant(zero, n, 0), constant(zero, n, 0)
	var differ []cnf.Lit
	for range steps {
		counts := c.input()
		gray = c.gray(gray, counts)
		carry := counts
		next := make([]cnf.Lit, n)
		for i, bit := range binary {
			next[i], carry = c.xor(bit, carry), c.and(bit, carry)
		}
		binary = next
		for i := range n {
			code := binary[i]
			if i+1 < n {
				code = c.xor(binary[i], binary[i+1])
			}
			differ = append(differ, c.xor(code, gray[i]))
		}
	}
	c.f.Add(differ...)
	return c.f
}
