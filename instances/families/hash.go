package families

import (
	"math"
	"math/bits"

	"transat/solver/cnf"
)

// Each of the three hashes is there twice, for numbers and in gates. A block has 16 words of 32 bits, and a hash is what the first block
// of a message becomes: the words after the last round plus the initial ones.

// hash is a hash function that is cut off after a number of rounds.
type hash struct {
	rounds  int // all of them
	numbers func(block [16]uint32, rounds int) []uint32
	gates   func(c *circuit, block [][]cnf.Lit, rounds int) [][]cnf.Lit
}

// preimage asks for a block with the hash of a random one. All but free of its 512 bits are given, the last ones.
func (h hash) preimage(d dice, rounds, free int) *cnf.Formula {
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
	digest := h.numbers(block, rounds)
	for i, word := range h.gates(c, message, rounds) {
		c.is(word, uint64(digest[i]))
	}
	return c.f
}

// SHA1 asks for a block of a message from what SHA-1, cut off after a number of rounds from 1 to 80, makes of it. All but free of its 512
// bits are given, the last ones. There is such a block, from which the result was computed.
func SHA1(seed uint64, rounds, free int) *cnf.Formula {
	return sha1().preimage(newDice(seed, 5), rounds, free)
}

// SHA256 does the same for SHA-256, which has 64 rounds.
func SHA256(seed uint64, rounds, free int) *cnf.Formula {
	return sha256().preimage(newDice(seed, 14), rounds, free)
}

// MD5 does the same for MD5, which has 64 rounds.
func MD5(seed uint64, rounds, free int) *cnf.Formula {
	return md5().preimage(newDice(seed, 15), rounds, free)
}

// sum adds words, without the last carry.
func (c *circuit) sum(all ...[]cnf.Lit) []cnf.Lit {
	byWeight := make([][]cnf.Lit, len(all[0]))
	for _, word := range all {
		for i, l := range word {
			byWeight[i] = append(byWeight[i], l)
		}
	}
	return c.columns(byWeight)
}

// rotate turns a word left.
func rotate(word []cnf.Lit, by int) []cnf.Lit {
	n := len(word)
	first := ((n-by)%n + n) % n
	return append(append(make([]cnf.Lit, 0, n), word[first:]...), word[:first]...)
}

// constants returns words of 32 bits.
func constants(zero cnf.Lit, values ...uint32) [][]cnf.Lit {
	all := make([][]cnf.Lit, len(values))
	for i, v := range values {
		all[i] = constant(zero, 32, uint64(v))
	}
	return all
}

// sha1 is from FIPS 180-4.
func sha1() hash {
	start := []uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}
	keys := [4]uint32{0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6}
	numbers := func(block [16]uint32, rounds int) []uint32 {
		w := append([]uint32{}, block[:]...)
		s := append([]uint32{}, start...)
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
			next := bits.RotateLeft32(s[0], 5) + f + s[4] + keys[t/20] + w[t]
			s = []uint32{next, s[0], bits.RotateLeft32(s[1], 30), s[2], s[3]}
		}
		return added(s, start)
	}
	gates := func(c *circuit, block [][]cnf.Lit, rounds int) [][]cnf.Lit {
		zero := c.never()
		w := append([][]cnf.Lit{}, block...)
		first := constants(zero, start...)
		s := first
		for t := range rounds {
			if t >= 16 {
				w = append(w, rotate(words(c.xor, words3(c.xor3, w[t-3], w[t-8], w[t-14]), w[t-16]), 1))
			}
			gate := [4]func(x, y, z cnf.Lit) cnf.Lit{c.choose, c.xor3, c.majority, c.xor3}[t/20]
			f := words3(gate, s[1], s[2], s[3])
			next := c.sum(rotate(s[0], 5), f, s[4], constants(zero, keys[t/20])[0], w[t])
			s = [][]cnf.Lit{next, s[0], rotate(s[1], 30), s[2], s[3]}
		}
		return c.added(s, first)
	}
	return hash{80, numbers, gates}
}

func added(a, b []uint32) []uint32 {
	sum := make([]uint32, len(a))
	for i := range a {
		sum[i] = a[i] + b[i]
	}
	return sum
}

func (c *circuit) added(a, b [][]cnf.Lit) [][]cnf.Lit {
	sum := make([][]cnf.Lit, len(a))
	for i := range a {
		sum[i] = c.plus(a[i], b[i])
	}
	return sum
}

// primeRoots returns the first 32 bits behind the point of the square or cube roots of the first n primes.
func primeRoots(n int, root func(float64) float64) (first []uint32) {
	for p := 2; len(first) < n; p++ {
		prime := true
		for q := 2; q*q <= p; q++ {
			prime = prime && p%q != 0
		}
		if prime {
			r := root(float64(p))
			first = append(first, uint32((r-math.Floor(r))*(1<<32)))
		}
	}
	return first
}

// sha256 is from FIPS 180-4.
func sha256() hash {
	start, keys := primeRoots(8, math.Sqrt), primeRoots(64, math.Cbrt)
	turned := func(x uint32, a, b, c int) uint32 { // a negative number is a shift
		y := bits.RotateLeft32(x, -a) ^ bits.RotateLeft32(x, -b)
		if c < 0 {
			return y ^ x>>-c
		}
		return y ^ bits.RotateLeft32(x, -c)
	}
	numbers := func(block [16]uint32, rounds int) []uint32 {
		w := append([]uint32{}, block[:]...)
		s := append([]uint32{}, start...)
		for t := range rounds {
			if t >= 16 {
				w = append(w, turned(w[t-2], 17, 19, -10)+w[t-7]+turned(w[t-15], 7, 18, -3)+w[t-16])
			}
			t1 := s[7] + turned(s[4], 6, 11, 25) + (s[4]&s[5] ^ ^s[4]&s[6]) + keys[t] + w[t]
			t2 := turned(s[0], 2, 13, 22) + (s[0]&s[1] ^ s[0]&s[2] ^ s[1]&s[2])
			s = []uint32{t1 + t2, s[0], s[1], s[2], s[3] + t1, s[4], s[5], s[6]}
		}
		return added(s, start)
	}
	gates := func(c *circuit, block [][]cnf.Lit, rounds int) [][]cnf.Lit {
		zero := c.never()
		turned := func(x []cnf.Lit, a, b, d int) []cnf.Lit {
			last := rotate(x, 64-max(d, -d))
			if d < 0 {
				last = append(last[:32+d:32+d], repeat(zero, -d)...)
			}
			return words3(c.xor3, rotate(x, 32-a), rotate(x, 32-b), last)
		}
		w := append([][]cnf.Lit{}, block...)
		first := constants(zero, start...)
		s := first
		for t := range rounds {
			if t >= 16 {
				w = append(w, c.sum(turned(w[t-2], 17, 19, -10), w[t-7], turned(w[t-15], 7, 18, -3), w[t-16]))
			}
			t1 := c.sum(s[7], turned(s[4], 6, 11, 25), words3(c.choose, s[4], s[5], s[6]), constants(zero, keys[t])[0], w[t])
			t2 := c.plus(turned(s[0], 2, 13, 22), words3(c.majority, s[0], s[1], s[2]))
			s = [][]cnf.Lit{c.plus(t1, t2), s[0], s[1], s[2], c.plus(s[3], t1), s[4], s[5], s[6]}
		}
		return c.added(s, first)
	}
	return hash{64, numbers, gates}
}

// md5 is from RFC 1321.
func md5() hash {
	start := []uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}
	turns := [4][4]int{{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}
	word := func(t int) int { return [4]int{t, 5*t + 1, 3*t + 5, 7 * t}[t/16] % 16 }
	key := func(t int) uint32 { return uint32(math.Abs(math.Sin(float64(t+1))) * (1 << 32)) }
	numbers := func(block [16]uint32, rounds int) []uint32 {
		s := append([]uint32{}, start...)
		for t := range rounds {
			b, x, d := s[1], s[2], s[3]
			f := [4]uint32{b&x | ^b&d, d&b | ^d&x, b ^ x ^ d, x ^ (b | ^d)}[t/16]
			s = []uint32{d, b + bits.RotateLeft32(s[0]+f+key(t)+block[word(t)], turns[t/16][t%4]), b, x}
		}
		return added(s, start)
	}
	gates := func(c *circuit, block [][]cnf.Lit, rounds int) [][]cnf.Lit {
		zero := c.never()
		first := constants(zero, start...)
		s := first
		gate := [4]func(b, x, d cnf.Lit) cnf.Lit{
			c.choose,
			func(b, x, d cnf.Lit) cnf.Lit { return c.choose(d, b, x) },
			c.xor3,
			func(b, x, d cnf.Lit) cnf.Lit { return c.xor(x, c.or(b, d.Not())) },
		}
		for t := range rounds {
			f := words3(gate[t/16], s[1], s[2], s[3])
			turned := rotate(c.sum(s[0], f, constants(zero, key(t))[0], block[word(t)]), turns[t/16][t%4])
			s = [][]cnf.Lit{s[3], c.plus(s[1], turned), s[1], s[2]}
		}
		return c.added(s, first)
	}
	return hash{64, numbers, gates}
}
