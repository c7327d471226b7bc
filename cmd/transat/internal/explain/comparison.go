package explain

import (
	"context"
	"strconv"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/internal/experiment"
)

// comparison is a pair under way.
type comparison struct {
	first, second party
	differ        []setting     // in what their settings differ
	limit         balance.Ticks // on the simulated time of runs with other settings
	nodes         int64
	name          string // of the tree

	fast, slow *party
	// switched are the runs of a party with one setting of the other, by the key of the setting.
	switched map[*party]map[string]*Measured
	// equal are the runs of a party with all settings of the other.
	equal map[*party]*Measured
}

// party is one of the two policies.
type party struct {
	name  string
	setup compare.Setup
	own   settings
	run   *Measured
}

// compare runs both setups as they come.
func (r *runner) compare(ctx context.Context, w experiment.Workload, first, second compare.Setup) (*comparison, error) {
	c := &comparison{nodes: w.Nodes, name: w.Name, switched: map[*party]map[string]*Measured{}, equal: map[*party]*Measured{}}
	c.first, c.second = party{name: first.Policy.String(), setup: first}, party{name: second.Policy.String(), setup: second}
	var some []job
	for _, p := range []*party{&c.first, &c.second} {
		var err error
		if p.own, err = own(p.setup); err != nil {
			return nil, err
		}
		some = append(some,
			job{work: w, setup: p.setup, key: "own " + p.name + p.setup.Topology.Kind() + p.setup.Estimate.String(), seeds: r.Seeds, watched: true})
	}
	found, err := r.all(ctx, "the policies as they come", some)
	if err != nil {
		return nil, err
	}
	c.first.run, c.second.run = found[0], found[1]
	for _, p := range []*party{&c.first, &c.second} {
		if p.run.grain > 0 && p.setup.Budget == 0 { // with a grain in work, it has none of its own
			root := p.own.estimate.Load(w.Level)
			share, _ := strconv.ParseFloat(number(p.run.grain*float64(p.run.Total.Procs)/root), 64) // so that it can be typed
			p.own.grain = grain{own: true, share: share, unit: p.own.estimate.String()}
		}
	}
	for _, s := range allSettings() {
		if s.differs(c.first.own, c.second.own) {
			c.differ = append(c.differ, s)
		}
	}
	c.fast, c.slow = &c.first, &c.second
	if c.second.run.Total.Time < c.first.run.Total.Time {
		c.fast, c.slow = c.slow, c.fast
	}
	c.limit = hopelessly * c.slow.run.Total.Time / balance.Ticks(r.Seeds)
	return c, nil
}

// other is the opponent of a party.
func (c *comparison) other(p *party) *party {
	if p == &c.first {
		return &c.second
	}
	return &c.first
}

// spread is the most that the times of one of them differ, from seed to seed.
func (c *comparison) spread() seconds {
	return seconds(float64(max(c.first.run.spread(), c.second.run.spread())) / float64(balance.Second))
}

type seconds float64

// Seconds is the number.
func (s seconds) Seconds() float64 { return float64(s) }

// tie says that the seeds make more of a difference than the policies do.
func (c *comparison) tie() bool {
	return c.slow.run.Seconds()-c.fast.run.Seconds() <= c.spread().Seconds()
}

// side is a party in the report.
func (p *party) side() Side {
	m := p.run
	s := Side{Policy: p.name, Settings: map[string]string{}, Seconds: m.Seconds(), Counts: map[string]float64{
		"taken": m.per(m.Total.Taken), "installed": m.per(m.Total.Installed), "sent": m.per(m.Total.Sent),
		"messages": m.per(m.Total.Messages), "phases": m.per(m.Total.Phases), "waits": m.per(m.Total.Waits),
		"hops": m.per(m.Total.Hops), "nodes": m.per(m.Total.Nodes),
		"began": float64(m.Total.Began) / float64(len(m.Times)), "all_began_s": m.allBegan(), "efficiency": m.efficiency(),
	}}
	for _, t := range m.Times {
		s.Times = append(s.Times, t.Seconds())
	}
	for _, x := range allSettings() {
		if x.key == "start" && p.own.start.spread {
			s.Settings[x.key] = "places its elements before the search begins"
			continue
		}
		s.Settings[x.key] = x.text(p.own)
	}
	return s
}

// allBegan is the mean time at which the last processor had its first element, in seconds.
func (m *Measured) allBegan() float64 {
	return m.Total.AllBegan.Seconds() / float64(len(m.Times))
}

func (m *Measured) efficiency() float64 {
	return m.Total.Efficiency()
}
