package explain

import (
	"context"
	"fmt"
	"slices"

	"transat/cmd/transat/internal/experiment"
)

// Merit tells the difference that the rules of two policies make from that of their settings.
type Merit struct {
	// Settings are those in which the policies differ: there are none to make equal if it is empty.
	Settings []SettingShare `json:"settings"`
	// Rule is what the rule itself makes of the difference, in seconds: the second's time less the first's, if both have
	// the settings of the first, and if both have those of the second; and the mean over the orders tried. NaN
	// where nothing is known has become nil.
	RuleWithFirst  *float64 `json:"rule_with_settings_of_first_s"`
	RuleWithSecond *float64 `json:"rule_with_settings_of_second_s"`
	Rule           *float64 `json:"rule_s"`
	// Shapley says that Rule and the shares are means over all orders, not over the two directions.
	Shapley bool        `json:"all_orders"`
	Steps   []ChainStep `json:"steps"`
}

// SettingShare is the share of the difference that a setting causes.
type SettingShare struct {
	Key    string   `json:"setting"`
	Title  string   `json:"title"`
	First  string   `json:"first"`
	Second string   `json:"second"`
	Share  *float64 `json:"share_s"`
}

// ChainStep is a pair of runs on the way to equal settings. In the first direction, the second policy gets the settings of
// the first, one more with each step; then the other way round.
type ChainStep struct {
	Changed string `json:"changed"` // the policy that gets settings of the other, "" in the first step
	Setting string `json:"setting"`
	Text    string `json:"text"`
	// First and Second are mean times in seconds, nil where a policy is not defined, or leaves no time for work.
	First  *float64 `json:"first_s"`
	Second *float64 `json:"second_s"`
	Note   string   `json:"note,omitempty"`
}

// chain has the runs of a party whose settings are replaced by the settings of the other party, one by one.
type chain struct {
	changed *party
	runs    []*Measured // after no step, one step, …
}

// merit makes settings equal, one by one, in both directions, or in all orders.
func (r *runner) merit(ctx context.Context, w experiment.Workload, c *comparison) (Merit, error) {
	m := Merit{Steps: []ChainStep{{Text: "as they come", First: c.time(c.first.run), Second: c.time(c.second.run)}}}
	for _, s := range c.differ {
		m.Settings = append(m.Settings, SettingShare{Key: s.key, Title: s.title, First: s.text(c.first.own), Second: s.text(c.second.own)})
	}
	var chains []chain
	for _, p := range []*party{&c.second, &c.first} {
		if r.Depth == Quick && p != c.slow {
			continue
		}
		line, err := r.chain(ctx, w, c, p)
		if err != nil {
			return m, err
		}
		chains = append(chains, line)
		m.Steps = append(m.Steps, c.steps(line)...)
	}
	for _, line := range chains {
		last := line.runs[len(line.runs)-1]
		if last.Undefined != "" {
			continue
		}
		if line.changed == &c.second {
			m.RuleWithFirst = difference(c.first.run, last)
		} else {
			m.RuleWithSecond = difference(last, c.second.run)
		}
	}
	if r.Depth == Deep {
		return m, r.shapley(ctx, w, c, &m)
	}
	m.share(c, chains)
	return m, nil
}

// time is the mean time of some runs, if there are any.
func (c *comparison) time(m *Measured) *float64 {
	if m.Undefined != "" {
		return nil
	}
	t := m.Seconds()
	return &t
}

func difference(a, b *Measured) *float64 {
	if a.Undefined != "" || b.Undefined != "" {
		return nil
	}
	d := b.Seconds() - a.Seconds()
	return &d
}

// chain runs a party with more and more settings of the other.
func (r *runner) chain(ctx context.Context, w experiment.Workload, c *comparison, p *party) (chain, error) {
	want := p.own
	var some []job
	for _, s := range c.differ {
		s.take(&want, c.other(p).own)
		some = append(some, c.job(w, p, want, r.Seeds))
	}
	found, err := r.all(ctx, "settings made equal, one by one", some)
	return chain{p, append([]*Measured{p.run}, found...)}, err
}

// steps returns the steps of a chain.
func (c *comparison) steps(line chain) []ChainStep {
	var steps []ChainStep
	other := c.other(line.changed)
	for i, s := range c.differ {
		step := ChainStep{
			Changed: line.changed.name, Setting: s.key, Text: s.text(other.own),
			First: c.time(c.first.run), Second: c.time(c.second.run), Note: line.runs[i+1].Undefined,
		}
		if s.key == "grain" && other.own.grain.own {
			step.Text = fmt.Sprintf("with a grain of %s, the mean of that of %s", number(other.own.grain.share), other.name)
		}
		now := c.time(line.runs[i+1])
		if line.changed == &c.first {
			step.First = now
		} else {
			step.Second = now
		}
		steps = append(steps, step)
	}
	return steps
}

// share fills in what settings and rules make of the difference: the means over the directions that could be tried. What
// they add up to is the difference, whichever direction is taken:
//
//	first with its settings → second with the same → … one setting after the other … → second with its own
//	first with its settings → … one setting after the other … → first with those of the second → second with its own
func (m *Merit) share(c *comparison, chains []chain) {
	chains = slices.DeleteFunc(slices.Clone(chains), func(line chain) bool {
		return slices.ContainsFunc(line.runs, func(x *Measured) bool { return x.Undefined != "" })
	})
	if len(chains) == 0 {
		return
	}
	n := float64(len(chains))
	rule, shares := 0.0, make([]float64, len(c.differ))
	for _, line := range chains {
		for i := range c.differ {
			step := line.runs[i+1].Seconds() - line.runs[i].Seconds()
			if line.changed == &c.second { // walked from its end to its beginning
				step = -step
			}
			shares[i] += step / n
		}
		last := line.runs[len(line.runs)-1]
		if line.changed == &c.second {
			rule += (last.Seconds() - c.first.run.Seconds()) / n
		} else {
			rule += (c.second.run.Seconds() - last.Seconds()) / n
		}
	}
	m.Rule = &rule
	for i := range shares {
		m.Settings[i].Share = &shares[i]
	}
}
