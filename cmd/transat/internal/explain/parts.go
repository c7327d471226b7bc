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
	sum        func(r balance.Result) balance.Ticks
}

// pieces lists all parts of sim.Parts, which add up to the time of the processors. Idle time is split by when it was. An explanation
// has words of its own for some parts.
func pieces() []piece {
	own := map[string][2]string{ // title and noun
		"take":    {"taking elements from lists", "list handling"},
		"message": {"sending and receiving", "sending and receiving"},
		"route":   {"passing messages on", "passing messages of others on"},
		"placing": {"finding the first elements", "finding the first elements"},
	}
	var all []piece
	for _, p := range sim.Parts() {
		switch words, has := own[p.Key]; {
		case has:
			all = append(all, piece{p.Key, words[0], words[1], p.Of})
		case !p.Idle:
			all = append(all, piece{p.Key, p.Title, p.Title, p.Of})
		}
	}
	start := func(r balance.Result) balance.Ticks { return r.IdleStart }
	middle := func(r balance.Result) balance.Ticks { return r.Idle - r.IdleStart - r.IdleEnd }
	end := func(r balance.Result) balance.Ticks { return r.IdleEnd }
	return append(all,
		piece{"idle_start", "idle until the first element", "waiting for the first element", start},
		piece{"idle_middle", "idle between elements", "waiting between elements", middle},
		piece{"idle_end", "idle after the last element", "waiting after the last element", end},
	)
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
