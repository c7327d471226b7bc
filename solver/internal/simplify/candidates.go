package simplify

import (
	"math/bits"
	"math/rand/v2"
)

// candidates are nodes of a circuit that had the same value, or always complements of it, whatever values the free nodes had so far. Each
// class of them has at least two members. Simulation splits classes, 64 values at a time.
type candidates struct {
	*circuit
	words   []uint64 // by node: its values
	turned  []bool   // by node: its first value was true; it is compared by its complement
	class   []int32  // by node
	classes int
	members []int32 // of all classes, in the order of the circuit
	table   classTable
	rounds  int
	models  int // counterexamples that the words of the free nodes begin with
	random  rand.PCG
}

// Simulation with random values ends after mostWords words, or when idleWords in a row have split no class.
const (
	mostRandomWords = 256
	idleWords       = 16
)

// newCandidates finds candidates with random values.
func (w *worker) newCandidates(t *circuit) *candidates {
	n := t.length()
	c := &candidates{circuit: t, words: make([]uint64, n), turned: make([]bool, n), class: make([]int32, n), random: *rand.NewPCG(40, 0)}
	c.members = make([]int32, n)
	for i := range c.members {
		c.members[i] = int32(i)
	}
	limit := w.budgets.left[sweeping] / 2
	for round, idle := 0, 0; round < mostRandomWords && idle < idleWords; round++ {
		if len(c.members) == 0 || w.done() || w.budgets.left[sweeping] < limit {
			break
		}
		if idle++; c.split(w, round == 0) {
			idle = 0
		}
	}
	return c
}

// split simulates the circuit, and reports whether a class was split. The free nodes then have random values.
func (c *candidates) split(w *worker, first bool) bool {
	c.draw()
	c.simulate(c.words)
	c.models = 0
	if first {
		for n, word := range c.words {
			c.turned[n] = word&1 == 1
		}
	}
	table := c.emptyTable()
	sizes := make([]int32, 0, len(c.members))
	for _, n := range c.members {
		word := c.words[n]
		if c.turned[n] {
			word = ^word
		}
		part := table.find(c.class[n], word)
		if part.number == 0 {
			sizes = append(sizes, 0)
			*part = classPart{word, c.class[n], int32(len(sizes))}
		}
		c.class[n] = part.number - 1
		sizes[c.class[n]]++
	}
	w.work(int(c.splitting()))
	more := len(sizes) > c.classes
	kept := c.members[:0]
	for _, n := range c.members {
		if sizes[c.class[n]] > 1 {
			kept = append(kept, n)
		}
	}
	c.members, c.classes = kept, len(sizes)
	return more
}

// classTable finds the new class of members of an old one that have the same value. Its length is a power of two, and half of it is empty.
type classTable []classPart

// classPart is the part of a class that has a value.
type classPart struct {
	word   uint64
	class  int32
	number int32 // of the new class, from 1; 0 is an empty place
}

// emptyTable returns a table for all members, in the memory of the one before.
func (c *candidates) emptyTable() classTable {
	size := 1 << bits.Len(uint(2*len(c.members)))
	if len(c.table) < size {
		c.table = make(classTable, size)
	}
	c.table = c.table[:size]
	clear(c.table)
	return c.table
}

// find returns the place of a part, or the empty one where it should be.
func (t classTable) find(class int32, word uint64) *classPart {
	hash := (word ^ uint64(uint32(class))*0xD6E8FEB86659FD93) * 0x9E3779B97F4A7C15
	for i := hash >> 32; ; i++ {
		p := &t[i&uint64(len(t)-1)]
		if p.number == 0 || p.class == class && p.word == word {
			return p
		}
	}
}

// splitting is the work of split.
func (c *candidates) splitting() int64 { return int64(len(c.words)/8 + len(c.members)/2) }

// draw gives the free nodes random values. If there are counterexamples, the other values are those of their neighbours: few free nodes
// differ, in a third of the neighbours an eighth of all, in the others less.
func (c *candidates) draw() {
	models, last := uint64(1)<<c.models-1, uint64(0)
	c.rounds++
	for n := range c.words {
		if c.nodes[n].kind != freeNode || n == 0 {
			continue
		}
		if c.models == 0 {
			changes := c.random.Uint64()
			for range c.rounds % 3 * 3 {
				changes &= c.random.Uint64()
			}
			last ^= changes
			c.words[n] = last
			continue
		}
		word := c.words[n] & models
		for i := c.models; i < 64; i *= 2 {
			word |= word << i
		}
		flips := c.thin(^uint64(0), 3)
		few := c.thin(flips, 2)
		fewer := c.thin(few, 2)
		flips = flips&0x9249249249249249 | few&0x4924924924924924 | fewer&0x2492492492492492
		c.words[n] = word ^ flips&^models
	}
}

// thin keeps each bit of a word with the probability of a half, a number of times.
func (c *candidates) thin(word uint64, times int) uint64 {
	for range times {
		word &= c.random.Uint64()
	}
	return word
}

// counterexample notes values of free nodes at which two candidates differ.
func (c *candidates) counterexample(n int32, value bool) {
	bit := uint64(1) << c.models
	if c.words[n] &^= bit; value {
		c.words[n] |= bit
	}
}
