package apps

import (
	"math/bits"

	"transat/instances"
)

// The same searches by hand: one goroutine, each as fast as its author could write it, by recursion where that is fastest. They visit
// the nodes of the problem, in its order. All return what they have found, and how many nodes they have expanded.

// handQueens counts the solutions.
func handQueens(n int) (solutions, nodes int64) {
	all := uint32(1)<<n - 1
	var place func(columns, left, right uint32)
	place = func(columns, left, right uint32) {
		nodes++
		if columns == all {
			solutions++
			return
		}
		for free := all &^ (columns | left | right); free != 0; free &= free - 1 {
			queen := free & -free
			place(columns|queen, (left|queen)>>1, (right|queen)<<1)
		}
	}
	place(0, 0, 0)
	return solutions, nodes
}

// handSemigroups counts the semigroups of each genus.
func handSemigroups(genus int) (counts [MaxGenus + 1]int64, nodes int64) {
	var path [MaxGenus + 1]Semigroup // the semigroup at each genus
	path[0] = new(Semigroups).Root()
	var visit func(depth int)
	visit = func(depth int) {
		nodes++
		counts[depth]++
		if depth == genus {
			return
		}
		p, child := &path[depth], &path[depth+1]
		for g := p.conductor; g < p.conductor+p.least; g++ {
			if p.ways[g] == 1 {
				*child = *p
				child.remove(p, int(g))
				visit(depth + 1)
			}
		}
	}
	visit(0)
	return counts, nodes
}

// handUTS counts the nodes of a tree, with a stack, since trees are deep.
func handUTS(tree *instances.UTS) (nodes int64) {
	stack := append(make([]instances.UTSNode, 0, 1024), tree.Root())
	for ; len(stack) > 0; nodes++ {
		last := len(stack) - 1
		stack, _, _, _ = tree.Expand(stack[last], stack[:last])
	}
	return nodes
}

// handPuzzle solves a puzzle, with a board that it changes and changes back. nodes has those of all rounds.
func handPuzzle(start Position) (moves int, nodes int64) {
	h := puzzleByHand{tiles: start.tiles, limit: start.distance}
	for !h.visit(start.hole, none, 0, start.distance) {
		h.limit += 2
	}
	return int(h.limit), h.nodes
}

type puzzleByHand struct {
	tiles uint64
	nodes int64
	limit uint8
}

func (h *puzzleByHand) visit(hole, last, moves, distance uint8) bool {
	h.nodes++
	if distance == 0 {
		return true
	}
	for move := range uint8(4) {
		to := step(hole, move)
		if to > 15 || move == last^2 {
			continue
		}
		tile := h.tiles >> (4 * to) & 15
		d := distance + apart(tile, hole) - apart(tile, to)
		if moves+1+d > h.limit {
			continue
		}
		slide := tile<<(4*to) | tile<<(4*hole)
		h.tiles ^= slide
		if h.visit(to, move, moves+1, d) {
			return true
		}
		h.tiles ^= slide
	}
	return false
}

// handSubgraph finds a pattern in a target, with the images in place.
func handSubgraph(s *Subgraph) (images []int, nodes int64) {
	h := subgraphByHand{s: s}
	if !h.visit(0) {
		return nil, h.nodes
	}
	return s.Images(h.a), h.nodes
}

type subgraphByHand struct {
	s     *Subgraph
	a     Embedding
	taken [MaxTarget / 64]uint64
	nodes int64
}

func (h *subgraphByHand) visit(place int) bool {
	h.nodes++
	if place == len(h.s.order) {
		return true
	}
	before := h.s.before[place]
	for i, free := range h.s.able[place] {
		free &^= h.taken[i]
		for _, b := range before {
			free &= h.s.target.rows[h.a.images[b]][i]
		}
		for ; free != 0; free &= free - 1 {
			h.a.images[place] = uint8(64*i + bits.TrailingZeros64(free))
			h.taken[i] ^= free & -free
			if h.visit(place + 1) {
				return true
			}
			h.taken[i] ^= free & -free
		}
	}
	return false
}

// handKnapsack returns the greatest profit.
func handKnapsack(k *Knapsack) (best, nodes int64) {
	var h knapsackByHand
	h.visit(k.items, 0, k.capacity)
	return h.best, h.nodes
}

type knapsackByHand struct{ best, nodes int64 }

func (h *knapsackByHand) visit(items []KnapsackItem, profit, room int64) {
	h.nodes++
	h.best = max(h.best, profit)
	if len(items) == 0 {
		return
	}
	item, rest := items[0], items[1:]
	if item.Weight <= room && bound(rest, profit+item.Profit, room-item.Weight) > h.best {
		h.visit(rest, profit+item.Profit, room-item.Weight)
	}
	if bound(rest, profit, room) > h.best {
		h.visit(rest, profit, room)
	}
}

// handTour returns the length of the shortest tour.
func handTour(t *Tour) (best int32, nodes int64) {
	best = 1 << 30
	var visit func(city, size uint8, visited uint32, length, bound int32)
	visit = func(city, size uint8, visited uint32, length, bound int32) {
		nodes++
		if int(size) == len(t.near) {
			best = min(best, bound)
			return
		}
		for _, to := range t.near[city] {
			if visited>>to&1 != 0 {
				continue
			}
			longer, seen := length+t.distances[city][to], visited|1<<to
			if bound := longer + t.spanning(to, seen); bound < best {
				visit(to, size+1, seen, longer, bound)
			}
		}
	}
	visit(0, 1, 1, 0, 0)
	return best, nodes
}
