package families

import (
	"math/bits"
	"math/rand/v2"
)

// dice draws the random numbers of the large families. The stream of a PCG generator is a published and fixed specification, and so is
// what is made of it here: the same seed gives the same formula for ever.
type dice struct{ pcg *rand.PCG }

// newDice returns the dice of a seed, for a family with a number of its own.
func newDice(seed, family uint64) dice { return dice{rand.NewPCG(seed, family)} }

// below returns a number from 0 to n-1.
func (d dice) below(n int) int {
	scaled, _ := bits.Mul64(d.pcg.Uint64(), uint64(n))
	return int(scaled)
}

func (d dice) flip() bool { return d.pcg.Uint64()>>63 == 1 }

// bits returns n random bits.
func (d dice) bits(n int) []bool {
	b := make([]bool, n)
	for i := range b {
		b[i] = d.flip()
	}
	return b
}

// perm returns the numbers 0 to n-1 in random order.
func (d dice) perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := d.below(i + 1)
		p[i], p[j] = p[j], i
	}
	return p
}
