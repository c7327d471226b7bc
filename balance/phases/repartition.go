package phases

import (
	"cmp"
	"context"
	"math"
	"slices"

	"transat/balance/partition"
)

// Repartitioning by the physical analogy. The free objects of a phase are particles: those on the same rank push each other away by
// their times, those that send each other messages attract each other by bytes, and the third force holds each where it lies by what
// moving it takes.
//
// Source: Fox, Williams, Messina: Parallel Computing Works, 1994, §11.1.2; see package partition.

// finest is the number of steps in the largest time, size of an object, and number of bytes between two.
const finest = 1 << 20

// repartition returns a rank for each free object of phase k.
func repartition(ctx context.Context, p *Application, k int, free, ranks []int, s Setup) ([]int, error) {
	phase := &p.Phases[k]
	longest, largest := 0.0, 0.0
	for _, i := range free {
		longest = max(longest, phase.Objects[i].Time)
		largest = max(largest, phase.Objects[i].Memory.bytes(float64(s.ObjectBytes)))
	}
	weights, sizes, home := make([]int64, len(free)), make([]int64, len(free)), make([]int, len(free))
	vertices := make(map[uint64]int, len(free))
	for j, i := range free {
		o := &phase.Objects[i]
		vertices[o.ID], home[j], weights[j] = j, ranks[i], 1
		if longest > 0 {
			weights[j] = max(1, int64(math.Round(o.Time/longest*finest)))
		}
		sizes[j] = int64(math.Round(o.Memory.bytes(float64(s.ObjectBytes)) / largest * finest))
	}
	graph, err := partition.NewGraph(weights, sizes, phase.edges(vertices))
	if err != nil {
		return nil, err
	}
	problem := &partition.Problem{Graph: graph, Parts: p.Ranks, Mu: s.Mu, Dimension: 2, Home: home, Migration: s.Migration, Sweeps: 20}
	if err := problem.Check(); err != nil {
		return nil, err
	}
	return problem.Physical(ctx, s.Seed+uint64(k))
}

// edges are the messages between vertices, added up over both directions.
func (x *Phase) edges(vertices map[uint64]int) []partition.Edge {
	bytes := map[[2]int]float64{}
	most := 0.0
	for _, m := range x.Messages {
		a, known := vertices[m.From]
		b, there := vertices[m.To]
		if !known || !there || a == b {
			continue
		}
		pair := [2]int{min(a, b), max(a, b)}
		bytes[pair] += m.Bytes
		most = max(most, bytes[pair])
	}
	var edges []partition.Edge
	for pair, sum := range bytes {
		weight := int32(1)
		if most > 0 {
			weight = max(1, int32(math.Round(sum/most*finest)))
		}
		edges = append(edges, partition.Edge{A: pair[0], B: pair[1], Weight: weight})
	}
	slices.SortFunc(edges, func(a, b partition.Edge) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
	return edges
}
