package arena

import (
	"context"
	"slices"
	"sync"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/internal/atlas"
	"transat/cmd/transat/internal/experiment"
)

// The numbers of cases: usual ones, and few, which take a quarter of the time and tell less. Each kind of tree comes as often.
const (
	Cases      = 56
	QuickCases = 14
)

// References are the policies of which the best is the best known of a case: those that are best, or nearly so, in most cases. Others in
// their place would change all scores.
func References() ([]balance.Chosen, error) {
	var all []balance.Chosen
	for _, name := range []string{"adaptive", "steal", "lifeline", "cluster-steal", "threshold-symmetric", "near-steal", "acwn"} {
		chosen, err := balance.Choose(name)
		if err != nil {
			return nil, err
		}
		all = append(all, chosen)
	}
	return all, nil
}

// Options say what is scored.
type Options struct {
	Policies []balance.Chosen
	// References are the policies of which the best is the best known of a case: see [References].
	References []balance.Chosen
	Seed       uint64
	// Unsealed makes the cases depend on the seed alone: the same ones for all scripts, which could know them.
	Unsealed bool
	Cases    int
	Threads  int // cases at the same time; the result does not depend on it
	// Progress, if not nil, is told the share of the cases that are done. It is called by one goroutine at a time.
	Progress func(share float64)

	trees *forest // in place of the usual one, in tests
}

// forest is what trees are drawn from.
func (p Options) forest() forest {
	if p.trees != nil {
		return *p.trees
	}
	return usualForest()
}

// Played is a case with its runs.
type Played struct {
	*Sealed
	Best       string  // the reference that is best
	Known      float64 // its efficiency
	Runs       []Run   // one a policy
	References []Run   // one a reference
}

// Regret is how many points of efficiency a policy is behind the best known, below 0 if it is ahead.
func (p *Played) Regret(policy int) float64 { return 100 * (p.Known - p.Runs[policy].Efficiency) }

// Play runs all policies in all cases. If the context ends, it returns the finished cases.
func Play(ctx context.Context, p Options) ([]Played, error) {
	s := sealed(p.Seed, p.sealing())
	made := make([]*Played, p.Cases)
	var mu sync.Mutex
	done := 0
	turn := func(i int) compare.Turn { return compare.Turn{Group: i} }
	err := compare.NewPool(max(1, p.Threads)).Each(ctx, p.Cases, turn, func(ctx context.Context, i int) error {
		played, err := p.play(ctx, s, i)
		mu.Lock()
		defer mu.Unlock()
		made[i] = played
		if done++; p.Progress != nil && err == nil {
			p.Progress(float64(done) / float64(p.Cases))
		}
		return err
	})
	var all []Played
	for _, played := range made {
		if played != nil {
			all = append(all, *played)
		}
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return all, err
}

// sealing are the policies from whose texts cases are drawn.
func (p Options) sealing() []balance.Chosen {
	if p.Unsealed {
		return nil
	}
	return p.Policies
}

// play runs all policies in a case.
func (p Options) play(ctx context.Context, s seal, index int) (*Played, error) {
	c, err := s.draw(ctx, p.forest(), index)
	if err != nil {
		return nil, err
	}
	played := &Played{Sealed: c}
	known := map[string]Run{}
	for i, policy := range slices.Concat(p.Policies, p.References) { // a mistake in a script ends the run at once
		name := policy.String()
		run, ok := known[name]
		if !ok {
			if run, err = c.run(ctx, policy); err != nil {
				return nil, err
			}
			known[name] = run
		}
		if i < len(p.Policies) {
			played.Runs = append(played.Runs, run)
			continue
		}
		played.References = append(played.References, run)
		if run.Efficiency > played.Known {
			played.Best, played.Known = name, run.Efficiency
		}
	}
	c.work = experiment.Workload{} // many cases would fill the memory
	return played, nil
}

// Score is the result of a policy.
type Score struct {
	Policy string
	// Mean is the mean regret, in points, and Half half of the interval that holds the mean over all cases that could be drawn in 95 of
	// 100 cases.
	Mean, Half float64
	Most       float64 // the largest regret
	Worst      *Played // where that is
	Within     int     // cases with a regret of at most 2 points
	Ahead      int     // cases with a regret below 0
	Refused    int     // cases in which it is not defined
	Late       int     // cases in which it was given up
	Moved      int64   // elements that it sent in all cases
}

// Scores judges all policies, in their order.
func Scores(cases []Played, policies []balance.Chosen) []Score {
	var all []Score
	for j, policy := range policies {
		s := Score{Policy: policy.String()}
		for i := range cases {
			c := &cases[i]
			regret := c.Regret(j)
			if s.Worst == nil || regret > s.Most {
				s.Most, s.Worst = regret, c
			}
			s.Within += count(regret <= 2)
			s.Ahead += count(regret < 0)
			s.Refused += count(c.Runs[j].Fate == Refused)
			s.Late += count(c.Runs[j].Fate == Late)
			s.Moved += c.Runs[j].Moved
		}
		s.Mean, s.Half = Mean(cases, func(c *Played) float64 { return c.Regret(j) })
		all = append(all, s)
	}
	return all
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Mean is the mean of a number over cases, with half of its interval; both are 0 without a case.
func Mean(cases []Played, of func(*Played) float64) (mean, half float64) {
	var found []float64
	for i := range cases {
		found = append(found, of(&cases[i]))
	}
	if len(found) == 0 {
		return 0, 0
	}
	return atlas.Interval(found)
}

// Group is a part of the cases that have something in common.
type Group struct {
	What, Value string
	Cases       []Played
}

// Groups are the cases by kind of tree, machine, number of processors and start, in the order of the tables of these.
func Groups(cases []Played) []Group {
	var all []Group
	add := func(what string, values []string, of func(*Sealed) string) {
		for _, value := range values {
			g := Group{What: what, Value: value}
			for _, c := range cases {
				if of(c.Sealed) == value {
					g.Cases = append(g.Cases, c)
				}
			}
			if len(g.Cases) > 0 {
				all = append(all, g)
			}
		}
	}
	var trees, presets []string
	for _, k := range kinds() {
		trees = append(trees, k.title)
	}
	for _, m := range machines() {
		presets = append(presets, "like "+m.Name)
	}
	add("tree", trees, func(c *Sealed) string { return c.Kind })
	add("machine", presets, func(c *Sealed) string { return "like " + c.Machine })
	add("processors", []string{fewProcs, someProcs, manyProcs}, (*Sealed).Size)
	add("start", []string{"work on one", "work on some", "work on all"}, func(c *Sealed) string { return "work on " + c.Start() })
	return all
}
