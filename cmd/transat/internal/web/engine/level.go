package engine

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"transat/balance"
	"transat/balance/rounds"
	"transat/balance/topology"
	"transat/cmd/transat/internal/settings"
	"transat/cmd/transat/internal/suggest"
)

// The request level: bare loads on a machine in lockstep, as transat rounds has them, with every step of it, so that the page can
// go back and forth. Who pours load on a processor asks again, with the loads as they then are: step 0 is where that begins.

// Limits of level: what the page can draw, and keep of each policy.
const (
	maxLevelProcs = 4096
	maxLevelLinks = 20_000
	maxLevelSteps = 20_000
	maxLevelBytes = 24 << 20 // of blobs, for each policy
	// maxFactorProcs is the size up to which eigenvalues are worked out of a matrix, in a second or so.
	maxFactorProcs = 256
)

// levelling are the fields of level: flags of transat rounds by their names, and loads.
type levelling struct {
	Policies     []string               `json:"policies"`
	Topology     string                 `json:"topology"`
	Grid         string                 `json:"grid"`
	Distribution string                 `json:"distribution,omitempty"`
	Loads        []float64              `json:"loads,omitempty"` // instead of Distribution
	Real         bool                   `json:"real,omitempty"`
	Until        string                 `json:"until,omitempty"`
	Steps        int                    `json:"steps,omitempty"`
	Seed         settings.Value[uint64] `json:"seed,omitzero"`
	Scripts      map[string]string      `json:"scripts,omitempty"`
}

// levelled is the reply to level. For each policy there are two blobs: the loads after every step, the start included, as
// float64, rank by rank; and what went over every link in every step, as float32, from its first end to its second if
// positive.
type levelled struct {
	Network  levelNetwork  `json:"network"`
	Caption  string        `json:"caption"`
	Mean     float64       `json:"mean"`
	Policies []levelPolicy `json:"policies"`
}

type levelNetwork struct {
	Kind  string `json:"kind"`
	Name  string `json:"name"`
	Procs int    `json:"procs"`
	Sides []int  `json:"sides"` // of a grid
	Links []int  `json:"links"` // two ranks a link, the lower one first
}

// levelPolicy is what a policy came to. Its lists have an entry for every step, the start included.
type levelPolicy struct {
	Policy   string    `json:"policy"`
	Title    string    `json:"title"`
	Essay    string    `json:"essay,omitempty"`
	Sigma    []float64 `json:"sigma"`
	Delta    []float64 `json:"delta"`
	Max      []float64 `json:"max"`
	Min      []float64 `json:"min"`
	Moved    []float64 `json:"moved"`
	Setups   []int64   `json:"setups"`
	Shared   *int      `json:"shared_step"` // the step after which every processor had load for the first time
	Balanced *int      `json:"balanced_step"`
	Steps    int       `json:"steps"`
	Shifts   float64   `json:"shifts"`
	Ended    string    `json:"ended"`
	Period   int       `json:"period,omitempty"` // if loads go round in a circle
	// Factor is the convergence factor, by which theory has the deviation from the mean shrink in a step on real loads; nil if there
	// is none, or it takes too long to find, as FactorNote says.
	Factor     *float64 `json:"factor"`
	FactorNote string   `json:"factor_note,omitempty"`
}

// levelGoals are those of transat rounds.
func levelGoals() []string { return []string{"balanced", "shared", "never"} }

// level shares out bare loads.
func (e *Engine) level(c *Call) (Reply, error) {
	fields := levelling{
		Topology: "torus", Grid: "8x8", Distribution: "point:5", Until: "balanced",
		Seed: settings.Value[uint64]{V: 1}, Steps: maxLevelSteps,
	}
	if err := c.Read(&fields); err != nil {
		return Reply{}, err
	}
	network, err := fields.network()
	if err != nil {
		return Reply{}, err
	}
	loads, err := fields.loads(network.Procs())
	if err != nil {
		return Reply{}, err
	}
	switch {
	case len(fields.Policies) == 0:
		return Reply{}, errors.New("policies: want at least one")
	case fields.Steps < 1:
		return Reply{}, fmt.Errorf("steps=%d: want at least 1", fields.Steps)
	}
	l := leveller{levelling: fields, network: network, start: loads, links: linksOf(network)}
	if n := len(l.links) / 2; n > maxLevelLinks {
		return Reply{}, fmt.Errorf("%v has %d links: at most %d can be drawn; take a smaller grid", network, n, maxLevelLinks)
	}
	reply := levelled{
		Network: levelNetwork{network.Kind(), fmt.Sprint(network), network.Procs(), network.Sides(), l.links},
		Caption: l.caption(),
	}
	for _, load := range loads {
		reply.Mean += load / float64(len(loads))
	}
	var blobs [][]byte
	for i, name := range fields.Policies {
		policy, err := e.choose(name, fields.Scripts)
		if err != nil {
			return Reply{}, err
		}
		one, frames, flows, err := l.run(c.Context, policy, func(share float64) {
			c.Progress((float64(i)+share)/float64(len(fields.Policies)), "levelling with "+policy.String())
		})
		var none *balance.NoRuleError
		if errors.As(err, &none) {
			err = fmt.Errorf("%w; these do: %s", err, strings.Join(e.inSteps(), ", "))
		}
		if err != nil {
			return Reply{}, err
		}
		reply.Policies = append(reply.Policies, one)
		blobs = append(blobs, frames, flows)
	}
	return Reply{JSON: reply, Blobs: blobs}, nil
}

// inSteps are the names of the policies that have a rule.
func (e *Engine) inSteps() []string {
	var names []string
	for _, p := range e.registry.Specs() {
		if p.Rule != nil {
			names = append(names, p.Name)
		}
	}
	return names
}

// network makes the network.
func (f *levelling) network() (topology.Network, error) {
	if !slices.Contains(topology.Names(), f.Topology) {
		return nil, suggest.Unknown("topology", f.Topology, topology.Names(), "there are "+strings.Join(topology.Names(), ", "))
	}
	if !slices.Contains(levelGoals(), f.Until) {
		return nil, suggest.Unknown("goal", f.Until, levelGoals(), "there are "+strings.Join(levelGoals(), ", "))
	}
	sides, err := topology.ParseSides(f.Grid)
	if err != nil {
		return nil, fmt.Errorf("grid: %w", err)
	}
	if topology.Procs(sides) > maxLevelProcs {
		return nil, fmt.Errorf("grid=%s: at most %d processors can be drawn here; transat rounds takes more", f.Grid, maxLevelProcs)
	}
	return topology.New(f.Topology, sides...)
}

// loads are those at the start.
func (f *levelling) loads(procs int) ([]float64, error) {
	if f.Loads != nil {
		return f.Loads, nil
	}
	d, err := rounds.ChooseDistribution(f.Distribution, func(string) (io.ReadCloser, error) {
		return nil, errors.New("there are no files here")
	})
	if err != nil {
		return nil, err
	}
	return d.Loads(procs, !f.Real, f.Seed.V)
}

// caption says what is done, as transat rounds does.
func (f *leveller) caption() string {
	kind, from := "whole", f.Distribution
	if f.Real {
		kind = "real"
	}
	if f.Loads != nil {
		from = "the page"
	}
	return fmt.Sprintf("%v, %s loads from %v, seed %d", f.network, kind, from, f.Seed.V)
}

// linksOf lists the links of a network, each once.
func linksOf(network topology.Network) []int {
	links := []int{}
	for rank := range network.Procs() {
		near := slices.Clone(network.Neighbours(rank))
		slices.Sort(near)
		for _, n := range slices.Compact(near) {
			if n > rank {
				links = append(links, rank, n)
			}
		}
	}
	return links
}

// leveller runs policies from the same loads.
type leveller struct {
	levelling
	network topology.Network
	start   []float64
	links   []int
}

// run runs one policy step by step, and keeps all of them.
func (l *leveller) run(
	ctx context.Context, policy balance.Chosen, progress func(share float64),
) (one levelPolicy, frames, flows []byte, err error) {
	n := len(l.links) / 2
	number := make(map[[2]int]int, n)
	for i := range n {
		number[[2]int(l.links[2*i:2*i+2])] = i
	}
	flow := make([]float64, n)
	m, err := rounds.New(rounds.Setup{
		Network: l.network, Policy: policy, Loads: l.start, Whole: !l.Real,
		Flow: func(from, to int, amount float64) {
			if from < to {
				flow[number[[2]int{from, to}]] += amount
			} else {
				flow[number[[2]int{to, from}]] -= amount
			}
		},
	})
	if err != nil {
		return one, nil, nil, err
	}
	one = levelPolicy{Policy: policy.String(), Title: policy.Spec.Title, Essay: policy.Spec.Essay}
	one.Factor, one.FactorNote = l.factor(policy)
	until := map[string]rounds.Goal{"balanced": rounds.Balanced, "shared": rounds.Shared, "never": 0}[l.Until]
	most := min(l.Steps, maxLevelSteps, maxLevelBytes/(8*l.network.Procs()+4*n))
	one.add(m.Record())
	frames = appendFloats(nil, m.Loads())
	for {
		clear(flow)
		now := m.Steps()
		result, err := m.Run(ctx, rounds.Config{Until: until, MaxSteps: 1})
		if err != nil {
			return one, nil, nil, err
		}
		one.note(result)
		if m.Steps() > now {
			one.add(m.Record())
			frames = appendFloats(frames, m.Loads())
			for _, amount := range flow {
				flows = binary.LittleEndian.AppendUint32(flows, math.Float32bits(float32(amount)))
			}
		}
		if result.Stop != rounds.StopSteps || m.Steps() >= most {
			return one, frames, flows, nil
		}
		if m.Steps()%64 == 0 {
			progress(float64(m.Steps()) / float64(most))
		}
	}
}

// factor is the convergence factor of theory, or why there is none.
func (l *leveller) factor(policy balance.Chosen) (*float64, string) {
	quick := l.network.Kind() == "ring" || l.network.Kind() == "torus" // all processors alike: there is a formula
	if l.network.Procs() > maxFactorProcs && !quick {
		return nil, fmt.Sprintf("the convergence factor of more than %d processors is worked out for rings and tori only", maxFactorProcs)
	}
	factor, err := rounds.ExactFactor(l.network, policy)
	var none *rounds.NotLinearError
	switch {
	case errors.As(err, &none):
		return nil, "the rule is not linear, so there is no convergence factor"
	case err != nil:
		return nil, err.Error()
	}
	return &factor, ""
}

// add notes the state after a step.
func (p *levelPolicy) add(r rounds.Record) {
	p.Sigma, p.Delta = append(p.Sigma, r.Sigma), append(p.Delta, r.Delta)
	p.Max, p.Min = append(p.Max, r.Max), append(p.Min, r.Min)
	p.Moved, p.Setups = append(p.Moved, r.Traffic.Moved), append(p.Setups, r.Traffic.Transfers)
	p.Steps, p.Shifts = r.Step, r.Traffic.Shifts
}

// note notes what a step has reached.
func (p *levelPolicy) note(r rounds.Result) {
	for _, x := range []struct {
		to   **int
		when rounds.Milestone
	}{{&p.Shared, r.Shared}, {&p.Balanced, r.Balanced}} {
		if *x.to == nil && x.when.Reached {
			*x.to = &x.when.Step
		}
	}
	p.Ended, p.Period = r.Stop.String(), r.Period
}

func appendFloats(b []byte, floats []float64) []byte {
	for _, x := range floats {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return b
}
