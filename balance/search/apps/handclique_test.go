package apps

import "math/bits"

// handClique returns the size of a largest clique. It has the candidates and their colours in arrays per depth, and does not list
// those whose colour shows that they are of no use.
func handClique(c *Clique[[4]uint64]) (best int32, nodes int64) {
	type level struct {
		order  [256]uint8
		colour [256]int32
	}
	var levels [257]*level
	var visit func(size int32, candidates [4]uint64)
	visit = func(size int32, candidates [4]uint64) {
		nodes++
		best = max(best, size)
		l := levels[size]
		if l == nil {
			l = new(level)
			levels[size] = l
		}
		n := 0
		left := candidates
		for colour := size + 1; left != [4]uint64{}; colour++ {
			free := left
			for i := range free {
				for free[i] != 0 {
					v := 64*i + bits.TrailingZeros64(free[i])
					near := &c.neighbours[v]
					left[i] &^= 1 << (v % 64)
					free[i] &= free[i] - 1
					for j := i; j < len(free); j++ {
						free[j] &^= near[j]
					}
					if colour > best {
						l.order[n], l.colour[n] = uint8(v), colour
						n++
					}
				}
			}
		}
		for n--; n >= 0 && l.colour[n] > best; n-- {
			v := l.order[n]
			candidates[v/64] &^= 1 << (v % 64)
			more := candidates
			for j := range more {
				more[j] &= c.neighbours[v][j]
			}
			visit(size+1, more)
		}
	}
	visit(0, c.Root().more)
	return best, nodes
}
