package topology

import (
	"fmt"
	"math/bits"
	"slices"
)

func hypercubeKind() Kind {
	return Kind{
		Name:  "hypercube",
		Title: "2^k processors with k neighbours each, whose ranks differ in one bit",
		Mapping: "a dimension of the grid with 2^k processors takes k dimensions of the hypercube in the order of the Gray code, " +
			"so that every link of the grid is one of the hypercube",
		build: newHypercube,
		place: placeHypercube,
	}
}

// hypercube is a grid of two processors in each dimension. Dimension 0 is the highest bit of a rank.
type hypercube struct{ sides []int }

func newHypercube(procs int, _ []int) (Network, error) {
	switch {
	case procs&(procs-1) != 0:
		return nil, &SizeError{"hypercube", procs, "a power of two"}
	case procs == 1:
		return hypercube{[]int{1}}, nil
	}
	return hypercube{slices.Repeat([]int{2}, bits.TrailingZeros(uint(procs)))}, nil
}

// Kind is "hypercube".
func (hypercube) Kind() string { return "hypercube" }

// String is kind and number of processors, such as "hypercube 1024".
func (h hypercube) String() string { return fmt.Sprintf("hypercube %d", h.Procs()) }

// Procs is the number of processors.
func (h hypercube) Procs() int {
	if h.sides[0] == 1 {
		return 1
	}
	return 1 << len(h.sides)
}

// Sides are 2×2×…×2; those of a single processor are 1. Do not modify.
func (h hypercube) Sides() []int { return h.sides }

// Step returns the rank that differs in dimension d: up from coordinate 0, down from 1.
func (h hypercube) Step(rank, d, by int) (int, bool) {
	checkRank(rank, h.Procs())
	bit := 1 << (len(h.sides) - 1 - d)
	if h.sides[d] == 1 || (rank&bit == 0) != (by > 0) {
		return 0, false
	}
	return rank ^ bit, true
}

// Neighbours returns the ranks that differ in one bit, the highest bit first.
func (h hypercube) Neighbours(rank int) []int {
	checkRank(rank, h.Procs())
	all := make([]int, 0, len(h.sides))
	for bit := h.Procs() / 2; bit > 0; bit /= 2 {
		all = append(all, rank^bit)
	}
	return all
}

// Laplacian returns 2 and twice the number of dimensions.
func (h hypercube) Laplacian() (second, largest float64) {
	if h.Procs() == 1 {
		return 0, 0
	}
	return 2, 2 * float64(len(h.sides))
}
