package families

import (
	"slices"

	"transat/solver/cnf"
)

// comparators lists the comparators of a sorting network for n channels: each puts the larger number into the second channel, which is one
// further down. They merge sorted halves, the way of K. E. Batcher 1968: by the odd and even places, or, if bitonic, by turning the second
// half round. If n is no power of two, the network is that of the next one, whose last channels have numbers that are larger than all:
// these stay where they are, so their comparators are left out.
func comparators(n int, bitonic bool) (pairs [][2]int) {
	var merge func(channels []int)
	merge = func(channels []int) { // of two sorted halves
		if len(channels) == 2 {
			pairs = append(pairs, [2]int{channels[0], channels[1]})
			return
		}
		var even, odd []int
		for i, ch := range channels {
			if i%2 == 0 {
				even = append(even, ch)
			} else {
				odd = append(odd, ch)
			}
		}
		merge(even)
		merge(odd)
		for i := 1; i+1 < len(channels); i += 2 {
			pairs = append(pairs, [2]int{channels[i], channels[i+1]})
		}
	}
	var halve func(channels []int) // of numbers that go up and down once
	halve = func(channels []int) {
		m := len(channels) / 2
		for i := range m {
			pairs = append(pairs, [2]int{channels[i], channels[m+i]})
		}
		if m > 1 {
			halve(channels[:m])
			halve(channels[m:])
		}
	}
	var sort func(channels []int)
	sort = func(channels []int) {
		m := len(channels) / 2
		if m == 0 {
			return
		}
		sort(channels[:m])
		sort(channels[m:])
		if !bitonic {
			merge(channels)
			return
		}
		for i := range m { // the second half is read from its end
			pairs = append(pairs, [2]int{channels[i], channels[2*m-1-i]})
		}
		if m > 1 {
			halve(channels[:m])
			halve(channels[m:])
		}
	}
	all := []int{0}
	for i := 1; i < n || i&(i-1) != 0; i++ {
		all = append(all, i)
	}
	sort(all)
	return slices.DeleteFunc(pairs, func(p [2]int) bool { return p[1] >= n })
}

// Sorters says that Batcher's two sorting networks put numbers of some bits into a different order. They do not, but for a fault: the
// second lacks a comparator in its middle.
func Sorters(channels, bits int, fault bool) *cnf.Formula {
	c := newCircuit()
	in := make([][]cnf.Lit, channels)
	for i := range in {
		in[i] = c.inputs(bits)
	}
	second := comparators(channels, true)
	if fault {
		second = slices.Delete(second, len(second)/2, len(second)/2+1)
	}
	var differ []cnf.Lit
	left, right := c.sorted(in, comparators(channels, false)), c.sorted(in, second)
	for i := range left {
		differ = append(differ, words(c.xor, left[i], right[i])...)
	}
	c.f.Add(differ...)
	return c.f
}

func (c *circuit) sorted(in [][]cnf.Lit, pairs [][2]int) [][]cnf.Lit {
	out := append([][]cnf.Lit{}, in...)
	for _, p := range pairs {
		a, b := out[p[0]], out[p[1]]
		if len(a) == 1 {
			out[p[0]], out[p[1]] = words(c.and, a, b), words(c.or, a, b)
			continue
		}
		less := c.less(b, a)
		out[p[0]], out[p[1]] = c.chooseWord(less, b, a), c.chooseWord(less, a, b)
	}
	return out
}

// SortingNetwork asks for a sorting network of some layers of comparators: it must sort all words of zeros and ones (D. Knuth, The Art of
// Computer Programming 3, 5.3.4). The first layer is given.
func SortingNetwork(channels, layers int) *cnf.Formula {
	c := newCircuit()
	at := make([][][]cnf.Lit, layers) // by layer, the comparator of two channels
	for layer := range at {
		at[layer] = make([][]cnf.Lit, channels)
		for i := range channels {
			at[layer][i] = c.inputs(channels)
		}
		for i := range channels {
			var mine []cnf.Lit
			for j := range channels {
				if j != i {
					mine = append(mine, at[layer][min(i, j)][max(i, j)])
				}
			}
			Pairwise(c.f, mine)
			if layer == 0 && i%2 == 0 && i+1 < channels {
				c.f.Add(at[0][i][i+1])
			}
		}
	}
	zero := c.never()
	for word := range 1 << channels {
		now := constant(zero, channels, uint64(word))
		for layer := range layers {
			next := c.inputs(channels)
			for i := range channels {
				var mine []cnf.Lit
				for j := range channels {
					if j == i {
						continue
					}
					low, high := min(i, j), max(i, j)
					is := at[layer][low][high]
					mine = append(mine, is)
					if i == low { // the smaller of both
						c.f.Add(is.Not(), next[i].Not(), now[i])
						c.f.Add(is.Not(), next[i].Not(), now[j])
						c.f.Add(is.Not(), next[i], now[i].Not(), now[j].Not())
					} else {
						c.f.Add(is.Not(), next[i], now[i].Not())
						c.f.Add(is.Not(), next[i], now[j].Not())
						c.f.Add(is.Not(), next[i].Not(), now[i], now[j])
					}
				}
				c.f.Add(append(slices.Clone(mine), next[i].Not(), now[i])...)
				c.f.Add(append(slices.Clone(mine), next[i], now[i].Not())...)
			}
			now = next
		}
		for i := range channels - 1 {
			c.f.Add(now[i].Not(), now[i+1])
		}
	}
	return c.f
}
