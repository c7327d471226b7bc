package calibrate

import (
	"context"
	"errors"

	"transat/cmd/transat/internal/reproduce"
)

// Times are the two times of a processor that follow from the paper's two sequential times T: with the mean
// trees of our samples of the same shape,
//
//	T(350-1505-3) = work · WorkTime + nodes · NodeTime
//	T(400-2000-3) = work · WorkTime + nodes · NodeTime
//
// are two equations with two unknowns. A node of the second sample visits more clauses, which is why one
// time for all of it would not do.
type Times struct {
	WorkTime, NodeTime float64 // seconds
	Sizes              []Size  // of the two samples
}

// errAlike says that the equations have no solution.
var errAlike = errors.New("the nodes of both samples hold the same mean work, so WorkTime and NodeTime cannot be told apart")

// Times computes the two times, from all formulas: trees differ in size too much for a few of them to do.
func (b *Bench) Times(ctx context.Context) (Times, error) {
	var sizes []Size
	for _, sample := range []string{reproduce.Sample350, reproduce.Sample400} {
		all, err := b.sample(ctx, sample)
		if err != nil {
			return Times{}, err
		}
		size := meanSize(all)
		size.Sample, size.Used = sample, b.used(sample)
		sizes = append(sizes, size)
	}
	return solve(sizes)
}

// solve solves the two equations by Cramer's rule.
func solve(sizes []Size) (Times, error) {
	a, b := sizes[0], sizes[1]
	ta, tb := reproduce.Sequential(a.Sample), reproduce.Sequential(b.Sample)
	determinant := a.Work*b.Nodes - b.Work*a.Nodes
	if determinant == 0 {
		return Times{Sizes: sizes}, errAlike
	}
	return Times{
		WorkTime: (ta*b.Nodes - tb*a.Nodes) / determinant,
		NodeTime: (a.Work*tb - b.Work*ta) / determinant,
		Sizes:    sizes,
	}, nil
}
