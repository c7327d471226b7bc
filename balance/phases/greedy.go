package phases

import (
	"cmp"
	"slices"
)

// greedy places the free objects of a phase anew: the longest first, each on the rank with the least time. What stays counts first. Where
// objects lay does not count, so that nearly all move: it is the lower end of what knowing the times of the phase before can do.
//
// Source: Graham: Bounds on multiprocessing timing anomalies, SIAM J. Appl. Math. 17 (1969).
func greedy(p *Application, k int, free, ranks []int) []int {
	objects := p.Phases[k].Objects
	load := make([]float64, p.Ranks)
	for i, o := range objects {
		if !o.Migratable {
			load[ranks[i]] += o.Time
		}
	}
	order := make([]int, len(free))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(objects[free[b]].Time, objects[free[a]].Time) })
	heavier := func(a, b int) bool { return load[a] > load[b] || load[a] == load[b] && a > b }
	heap := make([]int, p.Ranks) // of ranks, the lightest first: a sorted list is one
	for rank := range heap {
		heap[rank] = rank
	}
	slices.SortStableFunc(heap, func(a, b int) int { return cmp.Compare(load[a], load[b]) })
	found := make([]int, len(free))
	for _, j := range order {
		rank := heap[0]
		found[j] = rank
		load[rank] += objects[free[j]].Time
		for at := 0; ; { // the rank sinks
			child := 2*at + 1
			if child+1 < len(heap) && heavier(heap[child], heap[child+1]) {
				child++
			}
			if child >= len(heap) || !heavier(heap[at], heap[child]) {
				break
			}
			heap[at], heap[child] = heap[child], heap[at]
			at = child
		}
	}
	return found
}
