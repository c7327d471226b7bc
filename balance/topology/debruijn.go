package topology

import (
	"slices"
	"sync"
)

// A De Bruijn network has four links a processor and a diameter that grows like the logarithm of its
// size. Processor v is linked to 2v and 2v+1, modulo the number of processors: with 2^k of them, that
// shifts the bits of v to the left by one and fills in either bit. With other numbers it is the
// generalised De Bruijn network, which is connected, and at most ⌈log₂ n⌉ wide, for every n.
//
// Links are taken in both directions; loops, and second links between the same two processors, are
// left out. So a few processors have two or three neighbours.

func deBruijnKind() Kind {
	return Kind{
		Name:    "debruijn",
		Title:   "binary De Bruijn network: v is linked to 2v and 2v+1 modulo n, for any n",
		Mapping: "rank v lies on rank v, which keeps links within about half of the way across the grid",
		Source: "de Bruijn: A Combinatorial Problem, 1946; for any n Imase, Itoh: Design to Minimize Diameter on " +
			"Building-Block Network, 1981",
		build: func(procs int, _ []int) (Network, error) { return newDeBruijn(procs), nil },
	}
}

type deBruijn struct {
	gridless
	laplacian func() (second, largest float64) // computed once
}

func newDeBruijn(procs int) *deBruijn {
	b := &deBruijn{gridless: gridless{"debruijn", procs}}
	b.laplacian = sync.OnceValues(func() (second, largest float64) { return extremes(b) })
	return b
}

// Neighbours returns the ranks that come after rank, 2v and 2v+1, and then those that come before, each
// once.
func (b *deBruijn) Neighbours(rank int) []int {
	checkRank(rank, b.procs)
	all := make([]int, 0, 4)
	for _, n := range [4]int{2 * rank % b.procs, (2*rank + 1) % b.procs, rank / 2, (rank + b.procs) / 2} {
		if n != rank && !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	return all
}

// Laplacian returns the second smallest and the largest eigenvalue, computed by the first call.
func (b *deBruijn) Laplacian() (second, largest float64) { return b.laplacian() }
