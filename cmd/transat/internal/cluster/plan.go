package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"time"

	"transat/balance"
	"transat/balance/topology"
)

// A plan says how the processors of a run share the work: by which policy, and on which network. A [Plan] is what
// the workers of a run are told; each of them makes the same [Layout] of it.
//
// A policy that is a script travels with its text, so that workers need not have the file.

// Plan says how processors share the work. The zero value is none.
type Plan struct {
	Policy   string            `json:"policy"`             // as balance.Registry.Choose takes it: plb:gamma=0.6, or mine.star
	Files    map[string]string `json:"files,omitempty"`    // of a policy that is a script: names and texts
	Topology string            `json:"topology,omitempty"` // "" is the one that the policy prefers
	Procs    int               `json:"procs,omitempty"`    // 0: as many as the workers have cores
	Sides    []int             `json:"sides,omitempty"`    // of the grid; nil: as square as can be

	Load  string  `json:"load,omitempty"`  // estimate; "" is the one that the policy prefers
	Grain float64 `json:"grain,omitempty"` // as in cores.Config
	// FixedGrain is as in cores.Config.
	FixedGrain bool    `json:"fixed_grain,omitempty"`
	Seed       uint64  `json:"seed,omitempty"`       // of all random choices
	TimeScale  float64 `json:"time_scale,omitempty"` // as in cores.Config; 0: DefaultTimeScale
	// Pause is the time between two safe points of a processor, see cores.Config; 0: DefaultPause.
	Pause time.Duration `json:"pause_ns,omitempty"`
}

// DefaultTimeScale is how many seconds pass for a policy in a second. The shortest period of any policy, 90 ms, is then 20 ms: a
// hundred times as long as a message takes from one computer to another, and ten times as long as a piece.
const DefaultTimeScale = 4.5

// DefaultPause is how long a processor searches between two safe points. A branch that is younger is not given away: what takes less is
// searched sooner than sent.
const DefaultPause = 5 * time.Millisecond

// MostProcs is how many processors a policy may have here.
const MostProcs = 1 << 12

// Layout is a plan for a number of processors.
type Layout struct {
	Network    topology.Network
	Policy     balance.Maker
	Received   balance.End
	Estimate   balance.Estimate
	Grain      float64
	FixedGrain bool
	Seed       uint64
	TimeScale  float64
	Pause      time.Duration
	Root       int // the rank of the processor on which the search begins
}

// Chosen returns the policy and its parameters.
func (p *Plan) Chosen() (balance.Chosen, error) {
	return balance.Builtin().WithFiles(Suffix, p.open).Choose(p.Policy)
}

var errNoSharing = errors.New("it is not for a search: want a policy that shares out work while it is done, such as steal")

// Layout returns the plan for that many processors.
func (p *Plan) Layout(procs int) (_ *Layout, err error) {
	defer balance.CatchFault(&err)
	chosen, err := p.Chosen()
	if err != nil {
		return nil, err
	}
	if chosen.Spec.Bound || chosen.Spec.Place != nil {
		return nil, fmt.Errorf("policy %s: %w", chosen, errNoSharing)
	}
	l := &Layout{
		Received: chosen.Spec.Received, Grain: p.Grain, FixedGrain: p.FixedGrain, Seed: p.Seed, TimeScale: cmp.Or(p.TimeScale, DefaultTimeScale),
		Pause: cmp.Or(p.Pause, DefaultPause),
	}
	if l.Estimate, err = balance.ChooseEstimate(cmp.Or(p.Load, chosen.Spec.Estimate)); err != nil {
		return nil, err
	}
	if l.Network, err = p.network(chosen, procs); err != nil {
		return nil, err
	}
	if l.Network.Procs() != procs {
		return nil, fmt.Errorf("%v has %d processors, want %d", l.Network, l.Network.Procs(), procs)
	}
	if l.Policy, err = chosen.For(l.Network); err != nil {
		return nil, err
	}
	if r, ok := l.Policy(0).(balance.Rooted); ok {
		l.Root = r.Root()
	}
	return l, nil
}

// network returns the network of that many processors.
func (p *Plan) network(chosen balance.Chosen, procs int) (topology.Network, error) {
	sides := p.Sides
	if sides == nil {
		sides = square(procs)
	}
	build := func(kind string) (topology.Network, error) { return topology.New(kind, sides...) }
	if p.Topology != "" {
		return build(p.Topology)
	}
	network, _, err := balance.OwnNetwork(chosen, build)
	return network, err
}

// square returns the sides of the grid of that many processors that is nearest to a square.
func square(procs int) []int {
	rows := 1
	for r := 1; r*r <= procs; r++ {
		if procs%r == 0 {
			rows = r
		}
	}
	return []int{rows, procs / rows}
}

// Check returns an error if the plan makes no sense.
func (p *Plan) Check() error {
	switch {
	case p.Procs < 0 || p.Procs > MostProcs:
		return fmt.Errorf("%d processors: want 1 to %d, or 0 for as many as the workers have cores", p.Procs, MostProcs)
	case p.Grain < 0 || math.IsNaN(p.Grain):
		return fmt.Errorf("grain %v: must be at least 0", p.Grain)
	case !(p.TimeScale >= 0 && p.TimeScale <= 1e9):
		return fmt.Errorf("time scale %v: want a number up to 1e9, or 0 for the usual one", p.TimeScale)
	case p.Pause < 0:
		return fmt.Errorf("a pause of %v: want a time that is not negative", p.Pause)
	}
	_, err := p.Fit(max(1, p.Procs))
	return err
}

// Fit returns how many processors there are if the workers offer that many cores: the most for which there is a layout, unless the
// plan says how many.
func (p *Plan) Fit(offered int) (int, error) {
	if p.Procs > 0 {
		_, err := p.Layout(p.Procs)
		return p.Procs, err
	}
	var first error
	for n := min(offered, MostProcs); n >= 1; n-- {
		_, err := p.Layout(n)
		if err == nil {
			return n, nil
		}
		first = cmp.Or(first, err)
	}
	return 0, first
}
