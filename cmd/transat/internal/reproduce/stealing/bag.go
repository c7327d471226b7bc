package stealing

import (
	"context"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
)

// The paper's model, on the simulator. W tasks of one unit of time each lie on one of p processors. One that has none asks another one,
// drawn at random; the request is on its way for λ units, and so is the answer: half of the tasks that wait there, or none. Nothing
// else takes time. So the machine is one computer (sim.CostModel.Computer) whose messages have a latency of λ and cost nothing, and the
// policy steal-half, as it is.
//
// Two things differ. A message takes a nanosecond, a millionth of a unit, of its sender's lane: two answers that a processor gives at the
// same time arrive a nanosecond apart. And of an odd number of waiting tasks, the larger half is given. All times are whole units
// otherwise, so a request is answered between two tasks.

const unit = balance.Millisecond

// bag is a tree of a root that takes no time, and of as many tasks.
type bag int32

// Root implements balance.Tree.
func (bag) Root() int32 { return 0 }

// Expand implements balance.Tree.
func (b bag) Expand(e int32, dst []int32) (children []int32, work, nodes int64, found bool) {
	if e > 0 {
		return dst, 1, 1, false
	}
	for task := int32(1); task <= int32(b); task++ {
		dst = append(dst, task)
	}
	return dst, 0, 1, false
}

// Finish implements balance.Tree.
func (b bag) Finish(e int32) (work, nodes int64, found bool) {
	work, nodes, _ = b.Subtree(e)
	return work, nodes, false
}

// Level implements balance.Tree.
func (bag) Level(e int32) int { return int(min(e, 1)) }

// Subtree implements balance.Tree.
func (b bag) Subtree(e int32) (work, nodes, elements int64) {
	if e > 0 {
		return 1, 1, 1
	}
	return int64(b), int64(b) + 1, int64(b) + 1
}

// makespan is how many units p processors take for a bag of tasks, with messages of a latency.
func makespan(ctx context.Context, tasks, procs, latency int, seed uint64) (float64, error) {
	policy, err := balance.Choose("steal-half")
	if err != nil {
		return 0, err
	}
	all, err := topology.New("clique", 1, procs)
	if err != nil {
		return 0, err
	}
	grid, err := topology.NewGrid("mesh", 1, procs)
	if err != nil {
		return 0, err
	}
	maker, err := policy.For(all)
	if err != nil {
		return 0, err
	}
	count, err := balance.ChooseEstimate("count")
	if err != nil {
		return 0, err
	}
	level := sim.Level{Latency: balance.Ticks(latency)*unit - 1, Bandwidth: 1e9}
	config := sim.Config[int32]{
		Tree: bag(tasks), Topology: all, Physical: grid, Policy: maker, Received: policy.Spec.Received, Estimate: count,
		Cost:  sim.CostModel{Name: "bag", WorkTime: unit, Computer: procs, Inside: level, Between: level},
		Start: sim.StartRoot, Seed: seed,
	}
	result, err := sim.Run(ctx, config)
	if err != nil {
		return 0, err
	}
	return float64(result.Time-config.Announced()) / float64(unit), nil
}
