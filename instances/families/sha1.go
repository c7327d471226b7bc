package families

import (
	"math/bits"

	"transat/solver/cnf"
)

// SHA1 asks for a block of a message from what SHA-1, cut off after a number of rounds from 1 to 80, makes of it. All but free of its 512
// bits are given, the last ones. There is such a block, from which the result was computed.
func SHA1(seed uint64, rounds, free int) *cnf.Formula {
	d := newDice(seed, 5)
	var block [16]uint32
	for i := range block {
		block[i] = uint32(d.pcg.Uint64())
	}
	c := newCircuit()
	message := make([][]cnf.Lit, 16)
	for i := range message {
		message[i] = c.inputs(32)
	}
	for i := free; i < 512; i++ {
		l := message[i/32][i%32]
		c.f.Add(cnf.Signed(l.Var(), block[i/32]>>(i%32)&1 == 0))
	}
	for i, word := range c.sha1(message, rounds) {
		c.is(word, uint64(sha1Block(block, rounds)[i]))
	}
	return c.f
}

func sha1Start() [5]uint32 { return [5]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0} }

func sha1Key(round int) uint32 {
	return [4]uint32{0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6}[round/20]
}

// sha1Block is the first block's hash after a number of rounds (FIPS 180-4).
func sha1Block(block [16]uint32, rounds int) [5]uint32 {
	w := append([]uint32{}, block[:]...)
	s := sha1Start()
	for t := range rounds {
		if t >= 16 {
			w = append(w, bits.RotateLeft32(w[t-3]^w[t-8]^w[t-14]^w[t-16], 1))
		}
		f := s[1] ^ s[2] ^ s[3]
		switch t / 20 {
		case 0:
			f = s[1]&s[2] | ^s[1]&s[3]
		case 2:
			f = s[1]&s[2] | s[1]&s[3] | s[2]&s[3]
		}
		next := bits.RotateLeft32(s[0], 5) + f + s[4] + sha1Key(t) + w[t]
		s = [5]uint32{next, s[0], bits.RotateLeft32(s[1], 30), s[2], s[3]}
	}
	for i, start := range sha1Start() {
		s[i] += start
	}
	return s
}

// rotate turns a word left.
func rotate(word []cnf.Lit, by int) []cnf.Lit {
	n := len(word)
	return append(append(make([]cnf.Lit, 0, n), word[(n-by)%n:]...), word[:(n-by)%n]...)
}

// sha1 is sha1Block in gates.
func (c *circuit) sha1(block [][]cnf.Lit, rounds int) [5][]cnf.Lit {
	zero := c.never()
	w := append([][]cnf.Lit{}, block...)
	var s [5][]cnf.Lit
	for i, start := range sha1Start() {
		s[i] = constant(zero, 32, uint64(start))
	}
	start := s
	for t := range rounds {
		if t >= 16 {
			w = append(w, rotate(words(c.xor, words3(c.xor3, w[t-3], w[t-8], w[t-14]), w[t-16]), 1))
		}
		var f []cnf.Lit
		switch t / 20 {
		case 0:
			f = words3(c.choose, s[1], s[2], s[3])
		case 2:
			f = words3(c.majority, s[1], s[2], s[3])
		default:
			f = words3(c.xor3, s[1], s[2], s[3])
		}
		sum := make([][]cnf.Lit, 32) // by weight
		for _, word := range [][]cnf.Lit{rotate(s[0], 5), f, s[4], constant(zero, 32, uint64(sha1Key(t))), w[t]} {
			for i, l := range word {
				sum[i] = append(sum[i], l)
			}
		}
		s = [5][]cnf.Lit{c.columns(sum), s[0], rotate(s[1], 30), s[2], s[3]}
	}
	for i := range s {
		s[i] = c.plus(s[i], start[i])
	}
	return s
}
