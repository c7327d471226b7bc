package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/treecache"
)

// What tuning is worth: each policy gets the load estimate, the grain, the periods and the network that are best for it on
// other trees. Other parameters stay, so a policy may be better still.

// Tuned is a setup with what was best for its policy.
type Tuned struct {
	Usual, Best Setup
	Trees       []string // on which that was found
}

// tuningTree is a sample on which policies are tuned, and how many nodes it has.
type tuningTree struct {
	name  string
	nodes int64 // under the rule lex; 0 if its record must say
}

// tunedOn are the samples on which policies are tuned: of them, the two of about the size of the tree that is compared.
func tunedOn() []tuningTree {
	return []tuningTree{
		{"200-860-3/1", 28_493}, {"250-1075-3/4", 307_405}, {"uts-t1/8", 257_042}, {"400-2000-3/6", 1_807_811}, {"350-1505-3/4", 15_686_821},
	}
}

// tuningTrees is how many trees a policy is tuned on.
const tuningTrees = 2

// Tuner searches for the best settings of policies, one setting after the other.
type Tuner struct {
	Store   *treecache.Store
	Threads int
	// Progress, if not nil, is told the share that is done.
	Progress func(share float64, what string)

	samples []tuningTree // in place of tunedOn, in tests
	trees   []Workload
}

// Tune returns the setups with their best settings for trees of about the size of the largest of those that are compared, which are
// not among the trees on which it tunes. The search goes by the mean efficiency with the seed of the setup.
func (t *Tuner) Tune(ctx context.Context, setups []Setup, compared []*Tree) ([]Tuned, error) {
	if err := t.find(ctx, compared); err != nil {
		return nil, err
	}
	all := make([]Tuned, len(setups))
	for i, s := range setups {
		if t.Progress != nil {
			t.Progress(float64(i)/float64(len(setups)), "tuning "+s.Policy.String())
		}
		best, err := t.policy(ctx, s)
		if err != nil {
			return nil, err
		}
		best.Tuned = true
		all[i] = Tuned{Usual: s, Best: best}
		for _, w := range t.trees {
			all[i].Trees = append(all[i].Trees, w.Name)
		}
	}
	return all, nil
}

// find loads the trees.
func (t *Tuner) find(ctx context.Context, compared []*Tree) error {
	nodes := int64(1)
	for _, c := range compared {
		if c != nil {
			nodes = max(nodes, c.Nodes)
		}
	}
	samples := tunedOn()
	if t.samples != nil {
		samples = t.samples
	}
	loaded := map[string]Workload{}
	load := func(sample *tuningTree) (Workload, error) {
		w, ok := loaded[sample.name]
		if ok {
			return w, nil
		}
		found, err := input.Finder{Warn: t.Store.Warn}.Find(sample.name)
		if err == nil {
			w, err = Load(ctx, found[0], t.Store, nil)
		}
		loaded[sample.name], sample.nodes = w, w.Nodes
		return w, err
	}
	for i := range samples {
		if t.Store.Rule == "lex" && samples[i].nodes > 0 {
			continue // a tree of 16 million nodes is not read for its size
		}
		if _, err := load(&samples[i]); err != nil {
			return err
		}
	}
	apart := func(s tuningTree) float64 { return math.Abs(math.Log(float64(s.nodes) / float64(nodes))) }
	slices.SortStableFunc(samples, func(a, b tuningTree) int { return cmp.Compare(apart(a), apart(b)) })
	for i := range samples {
		if len(t.trees) == tuningTrees {
			break
		}
		w, err := load(&samples[i])
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(compared, w.same) {
			t.trees = append(t.trees, w)
		}
	}
	return nil
}

// same reports whether the other tree is the same, maybe under another name.
func (t *Tree) same(other *Tree) bool {
	return other != nil && (other.Name == t.Name || other.Nodes == t.Nodes && other.CriticalPath == t.CriticalPath)
}

// policy returns the best settings of a policy: first the estimate together with the kind of grain, then the periods, then the network,
// then the size of a grain in work.
func (t *Tuner) policy(ctx context.Context, s Setup) (Setup, error) {
	if s.Policy.Spec.Bound || s.Lockstep != nil {
		return s, nil
	}
	best := candidate{setup: s}
	if err := t.try(ctx, &best, append([]Setup{s}, loads(s)...)...); err != nil {
		return s, err
	}
	for _, p := range s.Policy.Spec.Params {
		if p.Unit != "s" || s.Policy.Values[p.Name] == 0 {
			continue
		}
		period := func(s Setup, factor float64) Setup {
			s.Policy.Values = maps.Clone(s.Policy.Values)
			s.Policy.Values[p.Name] = min(max(s.Policy.Values[p.Name]*factor, p.Min), p.Max)
			return s
		}
		if err := t.climb(ctx, &best, period, 4, 2); err != nil {
			return s, err
		}
	}
	if err := t.try(ctx, &best, networks(best.setup)...); err != nil {
		return s, err
	}
	budget := func(s Setup, factor float64) Setup {
		s.Budget = balance.Ticks(float64(s.Budget) * factor)
		return s
	}
	if best.setup.Budget == 0 {
		return best.setup, nil
	}
	return best.setup, t.climb(ctx, &best, budget, 4)
}

// candidate is a setup and its mean efficiency.
type candidate struct {
	setup Setup
	value float64
}

// climb makes a setting larger and smaller by the steps, as long as that is better.
func (t *Tuner) climb(ctx context.Context, best *candidate, change func(s Setup, factor float64) Setup, steps ...float64) error {
	for _, step := range steps {
		for _, factor := range []float64{1 / step, step} {
			moved := false
			for range mostSteps {
				before := best.value
				if err := t.try(ctx, best, change(best.setup, factor)); err != nil {
					return err
				}
				if best.value == before {
					break
				}
				moved = true
			}
			if moved {
				break
			}
		}
	}
	return nil
}

// mostSteps is how often a setting is changed in one direction.
const mostSteps = 10

// loads are the estimates, with each kind of grain: one in work, and one in load, which a policy may set itself. α is the paper's,
// and the one that is better on larger trees.
func loads(s Setup) (all []Setup) {
	for _, name := range []string{"count", "alpha", "alpha:alpha=1.08"} {
		estimate, err := balance.ChooseEstimate(name)
		if err != nil {
			panic(err) // it is in the table
		}
		inWork, inLoad := s, s
		inWork.Estimate, inLoad.Estimate = estimate, estimate
		inWork.Budget, inWork.Grain = compare.DefaultBudget*s.Cost.MoveTime(), 0
		inLoad.Budget, inLoad.Grain = 0, compare.DefaultGrain
		for _, other := range []Setup{inWork, inLoad} {
			if other.Estimate.String() != s.Estimate.String() || other.Budget != s.Budget || other.Grain != s.Grain {
				all = append(all, other)
			}
		}
	}
	return all
}

// networks are the other networks on which the policy is defined, if no processor has more than mostNeighbours there.
func networks(s Setup) (all []Setup) {
	for _, kind := range topology.Names() {
		network, err := topology.New(kind, s.Physical.Sides()...)
		if err != nil || kind == s.Topology.Kind() || most(network) > mostNeighbours {
			continue
		}
		if _, err := s.Policy.For(network); err == nil {
			other := s
			other.Topology = network
			all = append(all, other)
		}
	}
	return all
}

// mostNeighbours leaves out the clique: telling all others takes very long.
const mostNeighbours = 32

// most is the largest number of neighbours.
func most(network topology.Network) (most int) {
	for rank := range network.Procs() {
		most = max(most, len(network.Neighbours(rank)))
	}
	return most
}

// try makes the best of others the best, if it is better by leastGain.
func (t *Tuner) try(ctx context.Context, best *candidate, others ...Setup) error {
	found := make([]float64, len(others)*len(t.trees))
	turn := func(job int) compare.Turn { return compare.Turn{Group: job} }
	err := compare.NewPool(max(1, t.Threads)).Each(ctx, len(found), turn, func(ctx context.Context, job int) error {
		w := &t.trees[job%len(t.trees)]
		s := w.Adapt(others[job/len(t.trees)])
		limit := worstTuned * s.Cost.Expand(w.Work, w.Nodes) / balance.Ticks(s.Physical.Procs())
		r, err := w.Run(ctx, s, compare.Watch{Limit: limit})
		var restless *sim.RestlessError
		switch {
		case errors.Is(err, sim.ErrLimit) || errors.As(err, &restless):
			return nil // as bad as can be
		case err != nil:
			return fmt.Errorf("policy %s on %s: %w", s.Policy, w.Name, err)
		}
		found[job] = r.Efficiency()
		return nil
	})
	if err != nil {
		return err
	}
	for i, s := range others {
		value := 0.0
		for j := range t.trees {
			value += found[i*len(t.trees)+j] / float64(len(t.trees))
		}
		if value >= best.value+leastGain {
			*best = candidate{s, value}
		}
	}
	return nil
}

// leastGain is by how much the mean efficiency must rise, so that a setting does not change for nothing.
const leastGain = 0.001

// worstTuned is how many times the least possible time a run may take before it is given up.
const worstTuned = 50

// TunedRow is a policy with the settings that all have, and at its best.
type TunedRow struct{ Usual, Best Row }

// TunedTable has a row for each policy that was tuned, in the order of both.
func TunedTable(tuned []Tuned, usual, best []Row) report.Table[TunedRow] {
	t := report.Table[TunedRow]{
		Caption: []string{"Tuned: load estimate, grain, periods and network that are best on " + strings.Join(tuned[0].Trees, " and ")},
		Columns: []report.Column[TunedRow]{
			{Key: "policy", Heading: "policy", Left: true, Value: func(r TunedRow) any { return r.Best.Policy.String() }},
			{Key: "topology", Heading: "topology", Left: true, Value: func(r TunedRow) any { return r.Best.Topology.Kind() }},
			{Key: "load", Heading: "load", Left: true, Value: func(r TunedRow) any { return r.Best.Estimate.String() }},
			{Key: "grain", Heading: "grain", Value: func(r TunedRow) any {
				if r.Best.Budget > 0 {
					return report.Seconds(r.Best.Budget.Seconds())
				}
				return "of load"
			}},
			efficiencyOf("alike", func(r TunedRow) Row { return r.Usual }),
			efficiencyOf("tuned", func(r TunedRow) Row { return r.Best }),
		},
		Notes: []string{"alike, tuned: efficiency with the settings that all have, and with a policy's own"},
	}
	for i := range tuned {
		t.Rows = append(t.Rows, TunedRow{usual[i], best[i]})
	}
	return t
}

func efficiencyOf(heading string, of func(TunedRow) Row) report.Column[TunedRow] {
	return report.Column[TunedRow]{
		Key: strings.ReplaceAll(heading, " ", "_"), Heading: heading,
		Value: func(r TunedRow) any { return of(r).Efficiency },
		Text:  func(r TunedRow) string { return compare.FormatPercent(of(r).Efficiency) },
	}
}
