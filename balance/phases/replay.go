package phases

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
)

// Ways to place objects that are no policies of a registry.
const (
	Recorded = "recorded" // where the files have them
	None     = "none"     // where they lay in their first phase
	Physical = "physical" // repartitioning with the old placement as third force
	Greedy   = "greedy"   // the longest object first, wherever it lay: the lower end
)

func ways() []string { return []string{Recorded, None, Physical, Greedy} }

// Policy decides between two phases where objects lie in the next.
type Policy struct {
	Name   string
	chosen balance.Chosen // unless it is one of the ways above
}

// Choose finds a policy: one of these ways, or a policy of the registry with its parameters.
func Choose(policies balance.Registry, name string) (Policy, error) {
	if slices.Contains(ways(), name) {
		return Policy{Name: name}, nil
	}
	chosen, err := policies.Choose(name)
	return Policy{chosen.String(), chosen}, err
}

// isWay reports whether x is one of the ways above.
func (x Policy) isWay() bool { return slices.Contains(ways(), x.Name) }

// actsWithin reports whether x moves objects while a phase runs.
func (x Policy) actsWithin(s Setup) bool { return s.Within && !x.isWay() }

// Check says why a policy is not for a network, if it is not.
func (x Policy) Check(network topology.Network) error {
	if x.isWay() {
		return nil
	}
	_, err := x.chosen.For(network)
	return err
}

// Setup is how a program is replayed.
type Setup struct {
	Network  topology.Network // that policies see: a rank on each processor
	Physical *topology.Grid   // that the machine has
	Cost     sim.CostModel    // what messages and moves take while policies balance
	// Balance is how long a policy may balance between two phases, in the machine's time.
	Balance balance.Ticks
	// ObjectBytes is what moving an object takes whose size the files do not tell, at least 1.
	ObjectBytes int
	Mu          float64 // of physical: how much communication counts against balance, μ
	Migration   float64 // of physical: how much moving counts, ν
	Seed        uint64
	// Speeds are those of the ranks, if not all alike; times in it are those of the program.
	Speeds sim.Speeds
	// Within has the policies of the registry move objects while a phase runs, instead of between two phases.
	Within bool
}

// PhaseResult is one phase under a policy.
type PhaseResult struct {
	Phase   int64
	Objects int
	Time    float64 // that the slowest rank computes, in seconds; with Setup.Within that of the machine, with all messages of the policy
	Mean    float64 // that a rank computes on average; with Setup.Speeds, the time in which the ranks could do it together
	// Imbalance is Time/Mean - 1, 0 if there is nothing to compute.
	Imbalance float64
	Moved     int     // objects moved before the phase, or in it
	Bytes     float64 // that they have
	Balancing float64 // from the end of the phase before until the last moved object had arrived, in seconds of the simulated machine
	Crossing  int64   // messages between objects on different ranks
	Crossed   float64 // bytes in them
	Messages  int64   // all messages, between objects of the phase
	// Placement is the rank of each object of the phase.
	Placement []int
}

// Run is a program under a policy.
type Run struct {
	Policy string
	Phases []PhaseResult
}

// Total is the sum over all phases. Its imbalance is that of the sums: the time lost at barriers, as a share of the work.
func (r Run) Total() PhaseResult {
	var sum PhaseResult
	for _, o := range r.Phases {
		sum.Time += o.Time
		sum.Mean += o.Mean
		sum.Moved += o.Moved
		sum.Bytes += o.Bytes
		sum.Balancing += o.Balancing
		sum.Crossing += o.Crossing
		sum.Crossed += o.Crossed
		sum.Messages += o.Messages
	}
	sum.Imbalance = imbalance(sum.Time, sum.Mean)
	return sum
}

func imbalance(most, mean float64) float64 {
	if mean == 0 {
		return 0
	}
	return max(0, most/mean-1)
}

// Replay replays a program under a policy. What a policy knows before phase k are the times of phase k-1; in phase 0, and in the first
// phase of an object, it lies where the files have it. Objects that are not migratable lie there always, and policies do not see them.
//
// Between two phases, the copies of a policy work on the simulated machine, a fresh one each time: with the loads, they see the objects
// as elements of mean load 1. With Setup.Within, they work while a phase runs instead: see within.go. With Setup.Speeds, an object takes
// as long as its rank needs for it, and that is what policies know of it: see unlike.go. The error is that of the context, or says why the
// policy is not for the network, or the speeds are not for as many ranks.
func Replay(ctx context.Context, p *Application, policy Policy, s Setup) (Run, error) {
	run := Run{Policy: policy.Name}
	s.Speeds.Seed = cmp.Or(s.Speeds.Seed, s.Seed, 1)
	seen := p.asMeasured()
	placed := map[uint64]int{} // of all objects of the phase before
	for k := range p.Phases {
		if err := s.checkSpeeds(p, k); err != nil {
			return run, err
		}
		now, balancing := map[uint64]int{}, 0.0
		within := policy.actsWithin(s)
		if k > 0 {
			before := &p.Phases[k-1]
			ranks, took, err := policy.decide(ctx, seen, k-1, placed, s)
			if err != nil {
				return run, err
			}
			balancing = took
			for i, o := range before.Objects {
				now[o.ID] = ranks[i]
			}
		}
		ranks := p.Recorded(k)
		o := PhaseResult{Phase: p.Phases[k].ID, Objects: len(ranks), Balancing: balancing}
		for i, object := range p.Phases[k].Objects {
			rank, known := now[object.ID]
			if known && object.Migratable && policy.Name != Recorded {
				ranks[i] = rank
			}
		}
		took, err := 0.0, error(nil)
		if within {
			for i, object := range p.Phases[k].Objects {
				if _, there := placed[object.ID]; !there {
					placed[object.ID] = ranks[i] // it is there when the phase begins
				}
			}
			if took, err = policy.within(ctx, p, seen, k, ranks, s); err != nil {
				return run, err
			}
		}
		for i, object := range p.Phases[k].Objects {
			if from, there := placed[object.ID]; there && from != ranks[i] {
				o.Moved++
				o.Bytes += object.Memory.bytes(float64(s.ObjectBytes))
			}
		}
		longer := o.measure(p, k, ranks, s)
		if within {
			o.Time, o.Imbalance = took, imbalance(took, o.Mean)
		}
		seen.measured(k, ranks, longer)
		s.Speeds.Since += ticks(o.Time)
		run.Phases = append(run.Phases, o)
		clear(placed)
		for i, object := range p.Phases[k].Objects {
			placed[object.ID] = ranks[i]
		}
	}
	return run, nil
}

// measure sets what a placement of phase k comes to, and returns how many times longer objects take on each rank than was recorded; nil
// if all ranks are alike.
func (o *PhaseResult) measure(p *Application, k int, ranks []int, s Setup) (longer []float64) {
	loads, where := make([]float64, p.Ranks), make(map[uint64]int, len(ranks))
	for i, object := range p.Phases[k].Objects {
		loads[ranks[i]] += object.Time
		where[object.ID] = ranks[i]
	}
	o.Time, o.Mean, longer = s.times(loads)
	o.Placement = ranks
	o.Imbalance = imbalance(o.Time, o.Mean)
	for _, m := range p.Phases[k].Messages {
		from, known := where[m.From]
		to, there := where[m.To]
		if !known || !there {
			continue
		}
		o.Messages += m.Count
		if from != to {
			o.Crossing += m.Count
			o.Crossed += m.Bytes
		}
	}
	return longer
}

// decide places the objects of phase k, whose times are known, for the next one: a rank for each. It also returns how long that took,
// in seconds of the simulated machine.
func (x Policy) decide(ctx context.Context, p *Application, k int, placed map[uint64]int, s Setup) (ranks []int, took float64, err error) {
	phase := &p.Phases[k]
	ranks = make([]int, len(phase.Objects))
	var free []int // indices of objects that can move
	for i, o := range phase.Objects {
		if ranks[i] = placed[o.ID]; o.Migratable {
			free = append(free, i)
		}
	}
	if len(free) == 0 {
		return ranks, 0, nil
	}
	var found []int
	switch {
	case x.Name == Recorded, x.Name == None, x.actsWithin(s):
		return ranks, 0, ctx.Err()
	case x.Name == Greedy:
		found, err = greedy(p, k, free, ranks), ctx.Err()
	case x.Name == Physical:
		found, err = repartition(ctx, p, k, free, ranks, s)
	default:
		found, took, err = x.simulate(ctx, phase, k, free, ranks, s)
	}
	if err != nil {
		return nil, 0, err
	}
	for j, i := range free {
		ranks[i] = found[j]
	}
	return ranks, took, nil
}

// simulate lets the copies of a policy move the free objects on the simulated machine.
func (x Policy) simulate(ctx context.Context, phase *Phase, k int, free, ranks []int, s Setup) (found []int, took float64, err error) {
	maker, err := x.chosen.For(s.Network)
	if err != nil {
		return nil, 0, err
	}
	items := make([]sim.PlacedItem, len(free))
	for j, i := range free {
		o := &phase.Objects[i]
		items[j] = sim.PlacedItem{Rank: ranks[i], Load: o.Time, Bytes: max(1, int(math.Round(o.Memory.bytes(float64(s.ObjectBytes)))))}
	}
	r, err := sim.RunDynamic(ctx, sim.DynamicConfig{
		Topology: s.Network, Physical: s.Physical, Cost: s.Cost, Policy: maker, Received: x.chosen.Spec.Received,
		Placed: items, Seed: s.Seed + uint64(k), Speeds: s.Speeds, Duration: s.Balance, Sample: s.Balance,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("policy %s after phase %d: %w", x.Name, phase.ID, err)
	}
	return r.Placement, r.Settled.Seconds(), nil
}
