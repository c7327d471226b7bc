package explain

import (
	"transat/balance"
	"transat/balance/sim"
)

// PartTimes is one thing that processors spend time on, under both policies. The parts of a policy add up to its time.
type PartTimes struct {
	Key    string  `json:"part"`
	Title  string  `json:"title"`
	First  float64 `json:"first_s"`  // seconds, mean over processors and seeds
	Second float64 `json:"second_s"` // likewise
	Saved  float64 `json:"difference_s"`
	// FirstSum and SecondSum are the sums over all processors and seeds, in nanoseconds: the sums of all parts add up to
	// processors · time, exactly.
	FirstSum  int64 `json:"first_sum_ns"`
	SecondSum int64 `json:"second_sum_ns"`
}

// piece is a part of the time.
type piece struct {
	key, title string
	noun       string // of the time that a policy saves
	sum        func(r sim.Result) balance.Ticks
}

// pieces lists all parts, which add up to the time of the processors.
func pieces() []piece {
	return []piece{
		{"busy", "expanding nodes", "expanding nodes", func(r sim.Result) balance.Ticks { return r.Busy }},
		{"take", "taking elements from lists", "list handling", func(r sim.Result) balance.Ticks { return r.Take }},
		{"install", "installing received elements", "installing received elements", func(r sim.Result) balance.Ticks { return r.Install }},
		{"message", "sending and receiving", "sending and receiving", func(r sim.Result) balance.Ticks { return r.Message }},
		{"route", "passing messages on", "passing messages of others on", func(r sim.Result) balance.Ticks { return r.Route }},
		{"placing", "finding the first elements", "finding the first elements", func(r sim.Result) balance.Ticks { return r.Placing }},
		{"idle_start", "idle until the first element", "waiting for the first element", func(r sim.Result) balance.Ticks { return r.IdleStart }},
		{
			"idle_middle", "idle between elements", "waiting between elements",
			func(r sim.Result) balance.Ticks { return r.Idle - r.IdleStart - r.IdleEnd },
		},
		{"idle_end", "idle after the last element", "waiting after the last element", func(r sim.Result) balance.Ticks { return r.IdleEnd }},
	}
}

// in is the part of a mean processor's time, in seconds.
func (p piece) in(m *Measured) float64 { return m.perSeconds(p.sum(m.Total)) }

// spread is the most that the part differs from seed to seed.
func (p piece) spread(m *Measured) float64 {
	least, most := p.sum(m.Runs[0]), p.sum(m.Runs[0])
	for _, r := range m.Runs {
		least, most = min(least, p.sum(r)), max(most, p.sum(r))
	}
	return float64(most-least) / float64(m.Total.Procs) / float64(balance.Second)
}

// parts returns the parts of both policies.
func (c *comparison) parts() []PartTimes {
	var all []PartTimes
	for _, p := range pieces() {
		a, b := c.first.run, c.second.run
		all = append(all, PartTimes{
			Key: p.key, Title: p.title, First: p.in(a), Second: p.in(b), Saved: p.in(b) - p.in(a),
			FirstSum: int64(p.sum(a.Total)), SecondSum: int64(p.sum(b.Total)),
		})
	}
	return all
}
