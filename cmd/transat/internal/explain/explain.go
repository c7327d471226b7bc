// Package explain says why one load-balancing policy beats another, in words that follow from measurements.
//
//	report, err := explain.Run(ctx, experiment.Of("250-1075-3/4", tree, nil), explain.Options{
//		Setups: setups, Seeds: 3, // one a policy, on the same machine
//	})
//	for _, pair := range report.Pairs { … pair.Headline, pair.Paragraphs … }
//
// Four questions are asked, one after the other:
//
//	Where is the difference?    Times are split into what processors do (parts.go); the parts add up to the nanosecond.
//	What does it come from?     Each part has reasons: rules about counts, such as elements taken from lists, that
//	                            say something only if the numbers bear it out (reasons.go), and experiments, in which
//	                            one setting of one policy is made that of the other (causes.go).
//	Whose merit is it?          Policies differ in their rules and in the settings that they bring: topology, load
//	                            estimate, where received elements go, grain, start (settings.go). All are made equal,
//	                            one by one, in both directions (merit.go).
//	Where does the order turn?  The two run on parts of the tree and on smaller machines (turn.go).
//
// What is said is never taken from a text that knows the policies by name: a policy of the user's own is explained as
// well as any other. Where no rule holds, the report says that no simple reason was found.
//
// Settings that are made equal one by one make an order, and another order may share the difference out in another way:
// that is why both directions are shown, and, with [Deep], the mean over all orders (Shapley's value).
//
// Start reading at [Run]; runs.go does the simulations, each once. What is left out: machines in lockstep and real cores,
// whose times are split in another way.
package explain

import (
	"context"
	"errors"
	"fmt"

	"transat/balance/compare"
	"transat/cmd/transat/internal/experiment"
)

// Depth is how much is simulated.
type Depth uint8

// The depths.
const (
	Usual   Depth = iota
	Quick         // neither the other direction of equal settings, nor where the order turns
	Deep          // all orders of the settings, larger machines too
	Reasons       // only where the difference is, and what it comes from
)

// Options say what is explained. Begin with the setups of [compare.Options.Setups].
type Options struct {
	// Setups are at least two, of different policies on the same machine. The first is compared with each of the others.
	Setups  []compare.Setup
	Seeds   int // runs of each simulation, with seeds from that of the setups on; 0 is 1
	Depth   Depth
	Threads int // simulations at the same time; 0 is 1. Results do not depend on it
	// Progress, if not nil, is told the share of the present stage that is done, and what goes on. It is called by one
	// goroutine at a time.
	Progress func(share float64, what string)
}

// Explanation is what came out.
type Explanation struct {
	Tree  string `json:"tree"`
	Nodes int64  `json:"nodes"`
	// Size is the size of the tree in words, and Notes are what a reader must know about it.
	Size  string   `json:"-"`
	Notes []string `json:"notes,omitempty"`
	Seeds int      `json:"seeds"`
	Pairs []Pair   `json:"pairs"`
}

// Pair explains two policies. The first is that of the first setup; words speak of the faster and the slower.
type Pair struct {
	First  Side `json:"first"`
	Second Side `json:"second"`
	// Difference is the mean time of the second less that of the first, in seconds, and SpreadSeconds the most that
	// the times of one of them differ among themselves, from seed to seed. If that is more, it is a Tie.
	Difference    float64 `json:"difference_s"`
	SpreadSeconds float64 `json:"spread_s"`
	Tie           bool    `json:"tie"`

	Headline   string      `json:"headline"`
	Parts      []PartTimes `json:"parts"`
	Reasons    []Reason    `json:"reasons"`
	Merit      Merit       `json:"merit"`
	Turn       *Turn       `json:"turn,omitempty"`
	Paragraphs []Paragraph `json:"paragraphs"`
}

// Paragraph is a piece of the explanation in words.
type Paragraph struct {
	About string `json:"about"` // "difference", "merit" or "turn": the table that it belongs to
	Text  string `json:"text"`
}

// Side is one of the two policies.
type Side struct {
	Policy   string             `json:"policy"`
	Settings map[string]string  `json:"settings"` // what it brings, by the key of the setting
	Seconds  float64            `json:"time_s"`   // mean over the seeds
	Times    []float64          `json:"times_s"`  // by seed
	Counts   map[string]float64 `json:"counts"`   // means over processors and seeds; see [Measured]
}

// ErrMachine says that the machine is none whose time is split in the way of this package.
var ErrMachine = errors.New("only machines that pass messages can be explained, not those in lockstep")

// Run explains the setups on a workload. The error is that of a simulation, of the context, [ErrMachine], or that of a
// policy that is a bound.
func Run(ctx context.Context, w experiment.Workload, o Options) (*Explanation, error) {
	if len(o.Setups) < 2 {
		return nil, errors.New("there is nothing to compare: want at least two policies")
	}
	for _, s := range o.Setups {
		if s.Lockstep != nil {
			return nil, ErrMachine
		}
		if s.Policy.Spec.Bound {
			return nil, fmt.Errorf("%s is a bound for all policies, and no policy that could be explained", s.Policy)
		}
	}
	o.Seeds, o.Threads = max(1, o.Seeds), max(1, o.Threads)
	r := &runner{Options: o, pool: compare.NewPool(o.Threads), known: map[string]*Measured{}}
	report := &Explanation{Tree: w.Name, Nodes: w.Nodes, Size: w.Size(o.Setups[0]), Notes: w.Tasks.Notes(o.Setups), Seeds: o.Seeds}
	for _, other := range o.Setups[1:] {
		pair, err := r.pair(ctx, w, o.Setups[0], other)
		if err != nil {
			return nil, err
		}
		report.Pairs = append(report.Pairs, *pair)
	}
	return report, nil
}

// pair explains two setups.
func (r *runner) pair(ctx context.Context, w experiment.Workload, first, second compare.Setup) (*Pair, error) {
	c, err := r.compare(ctx, w, first, second)
	if err != nil {
		return nil, err
	}
	p := &Pair{
		First: c.first.side(), Second: c.second.side(),
		Difference: c.second.run.Seconds() - c.first.run.Seconds(), SpreadSeconds: c.spread().Seconds(), Tie: c.tie(),
		Headline: c.headline(w.Name),
		Parts:    c.parts(),
	}
	if err := r.experiments(ctx, w, c); err != nil {
		return nil, err
	}
	p.Reasons = c.reasons()
	p.say("difference", c.whereInWords(p.Reasons)...)
	if r.Depth == Reasons {
		return p, nil
	}
	if p.Merit, err = r.merit(ctx, w, c); err != nil {
		return nil, err
	}
	p.say("merit", c.meritInWords(p.Merit)...)
	if r.Depth != Quick {
		if p.Turn, err = r.turn(ctx, w, c); err != nil {
			return nil, err
		}
		p.say("turn", c.turnInWords(p.Turn)...)
	}
	return p, nil
}

func (p *Pair) say(about string, texts ...string) {
	for _, text := range texts {
		p.Paragraphs = append(p.Paragraphs, Paragraph{about, text})
	}
}
