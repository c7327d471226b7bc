package compare

import (
	"transat/balance"
	"transat/balance/sim"
	"transat/balance/simd"
	"transat/balance/topology"
)

// Setup is one policy on one machine: all that a simulation depends on but its tree. It is the only place that says
// how a chosen policy becomes the configuration of a machine; see [Simulate].
type Setup struct {
	Policy   balance.Chosen
	Topology topology.Network // what the policy sees
	Physical *topology.Grid   // the machine's own
	Cost     sim.CostModel
	// Lockstep, if not nil, says that the machine is one in lockstep: Cost is then what it has in common with the
	// others, and it counts elements, splits every one and starts at the root.
	Lockstep *simd.CostModel
	Estimate balance.Estimate
	Grain    float64 // as in sim.Config
	// Budget is a grain in work, as in sim.Config; 0: the grain is one in load.
	Budget balance.Ticks
	Start  sim.Start
	Deal   balance.Estimate // as in sim.Config
	// Place, if not nil, says where the first elements go, in place of Start. A static policy has its own.
	Place *sim.Placement
	Seed  uint64
	// ElementBytes, if above 0, is the size of an element in a message that was asked for, whatever is in it. Cost has it.
	ElementBytes int
	// NodeTime, if above 0, is the mean time of a node that was asked for. Cost has it only once the tree is known: see [Setup.ForTree].
	NodeTime balance.Ticks
	// Crowd[k-1] is how many times longer a node takes while k processors of a computer are at work than with one at work, since they
	// share caches and memory; the last holds for more. nil: no longer. The sequential time is that of one processor at work.
	Crowd []float64
	// Periods, if above 0, is how long the periods of policies are, as multiples of their defaults, instead of what suits the time of a node:
	// see [Scaled].
	Periods float64
	// Pause, if above 0, is how long a busy processor searches before it looks after messages and its policy, as in sim.Config.
	Pause  balance.Ticks
	Speeds sim.Speeds     // if processors are not equally fast, or not always
	alone  *sim.CostModel // Cost of one processor at work, if another; set with Crowd, once the tree is known
	Tuned  bool           // these are not the settings of [Options], but better ones that were found for the policy
}

// The usual grains: in load, as a share of that of the root, and in work, in times that it takes to move an element.
const (
	DefaultGrain  = 0.05
	DefaultBudget = 4
)

// The usual load estimate of all policies, and what stands for each policy's own.
const (
	DefaultLoad = "count"
	OwnLoad     = "own"
)

// Patience is how many times the sequential time a simulation may usually take: see [Setup.Limit].
const Patience = 10

// Placement returns the start of s: a static policy has its own.
func (s Setup) Placement() (sim.Start, *sim.Placement) {
	spec, values := s.Policy.Spec, s.Policy.Values
	switch {
	case spec.Place == nil && s.Place == nil:
		return s.Start, nil
	case spec.Place == nil:
		return sim.StartFrontier, s.Place
	}
	return sim.StartFrontier, &sim.Placement{
		Pieces: int(values["pieces"]),
		Deal:   func(loads []float64) []int { return spec.Place(s.Topology, values, loads, s.Seed) },
	}
}

// Shortest returns the shortest time, in seconds, in which that many processors with the speeds of s can do what one of the machine's
// speed does in the sequential time, a path of it in order; seed is that of the run.
func (s Setup) Shortest(procs int, seed uint64, sequential, path balance.Ticks) float64 {
	if s.Speeds.Uneven() {
		return s.Speeds.Shortest(procs, seed, sequential, path).Seconds()
	}
	return max(sequential.Seconds()/float64(procs), path.Seconds())
}

// HasTimeline reports whether simulations of s can be recorded: whether there are processors at work that send
// messages.
func (s Setup) HasTimeline() bool { return !s.Policy.Spec.Bound && s.Lockstep == nil }

// Distance says how far apart neighbours of the topology that the policy sees lie on the machine: the largest number
// of links, and the mean over all pairs. It takes some tenths of a second for a million processors. Both are 0 if
// nothing can run on such a setup.
func (s Setup) Distance() (longest int, mean float64) {
	if s.Topology == nil || s.Physical == nil {
		return 0, 0
	}
	if s.Cost.Computer > 0 { // messages go straight to where they go
		return min(1, s.Physical.Procs()-1), float64(min(1, s.Physical.Procs()-1))
	}
	place, err := topology.Place(s.Topology, s.Physical)
	if err != nil {
		return 0, 0
	}
	return topology.Dilation(s.Topology, s.Physical, place)
}
