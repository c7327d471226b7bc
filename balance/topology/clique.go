package topology

import "fmt"

// MaxClique is the largest number of processors of a clique, which has a link for every two of them.
const MaxClique = 1 << 12

func cliqueKind() Kind {
	return Kind{
		Name:    "clique",
		Title:   fmt.Sprintf("all are neighbours of all; up to %d processors", MaxClique),
		Mapping: "rank v lies on rank v, which is as good as any other",
		build: func(procs int, _ []int) (Network, error) {
			if procs > MaxClique {
				return nil, &SizeError{"clique", procs, fmt.Sprintf("at most %d, as the number of links is its square", MaxClique)}
			}
			return clique{gridless{"clique", procs}}, nil
		},
	}
}

type clique struct{ gridless }

// Neighbours returns all ranks but rank, ascending.
func (c clique) Neighbours(rank int) []int {
	checkRank(rank, c.procs)
	all := make([]int, 0, c.procs-1)
	for n := range c.procs {
		if n != rank {
			all = append(all, n)
		}
	}
	return all
}

// Laplacian returns the number of processors twice: all eigenvalues but the first are equal.
func (c clique) Laplacian() (second, largest float64) {
	if c.procs == 1 {
		return 0, 0
	}
	return float64(c.procs), float64(c.procs)
}
