package partition

import (
	"maps"
	"slices"
)

// Colours gives each of n parts a colour, from 0 on, so that parts that share an edge differ: of a
// plane mesh, parts have at most six colours if they are connected. It takes the part with fewest
// neighbours away, colours the rest, and puts it back, again and again.
func (g *Graph) Colours(parts []int, n int) []int {
	next := make([]map[int]bool, n) // neighbours that are not yet taken away
	for q := range next {
		next[q] = map[int]bool{}
	}
	for v, q := range parts {
		for _, arc := range g.Arcs(v) {
			if r := parts[arc.To]; r != q {
				next[q][r] = true
			}
		}
	}
	order := fewestFirst(next)
	colours := make([]int, n)
	for _, q := range slices.Backward(order) {
		used := map[int]bool{}
		for r := range next[q] {
			used[colours[r]] = true
		}
		// Begin somewhere else for every part, or most parts would have the first colours.
		const usual = 6
		for i := 0; ; i++ {
			c := i
			if i < usual {
				c = (i + q) % usual
			}
			if !used[c] {
				colours[q] = c
				break
			}
		}
	}
	return colours
}

// fewestFirst takes the parts away, each time one that has fewest neighbours left, and returns them in
// that order. In the end, next has for every part those neighbours that were taken away after it.
func fewestFirst(next []map[int]bool) []int {
	byCount := [][]int{} // parts by the number of their neighbours; some no longer belong there
	put := func(q int) {
		for len(byCount) <= len(next[q]) {
			byCount = append(byCount, nil)
		}
		byCount[len(next[q])] = append(byCount[len(next[q])], q)
	}
	for q := range next {
		put(q)
	}
	var order []int
	taken := make([]bool, len(next))
	for count := 0; len(order) < len(next); {
		last := len(byCount[count]) - 1
		if last < 0 {
			count++
			continue
		}
		q := byCount[count][last]
		byCount[count] = byCount[count][:last]
		if taken[q] || len(next[q]) != count {
			continue
		}
		taken[q] = true
		order = append(order, q)
		for _, r := range slices.Sorted(maps.Keys(next[q])) {
			delete(next[r], q)
			put(r)
		}
		count = max(0, count-1)
	}
	return order
}
