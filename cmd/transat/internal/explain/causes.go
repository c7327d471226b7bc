package explain

import (
	"context"
	"fmt"
	"strings"

	"transat/cmd/transat/internal/experiment"
)

// Experiments: each policy runs with one setting of the other, and with all of them. A setting is the cause of a part of the
// difference if changing it alone, in one policy or the other, removes at least half of that part, and more than the
// seeds do by themselves.

// experiments runs them.
func (r *runner) experiments(ctx context.Context, w experiment.Workload, c *comparison) error {
	type of struct {
		p   *party
		key string // "" for all settings
	}
	var some []job
	var what []of
	for _, p := range []*party{&c.first, &c.second} {
		c.switched[p] = map[string]*Measured{}
		all := p.own
		for _, s := range c.differ {
			one := p.own
			s.take(&one, c.other(p).own)
			s.take(&all, c.other(p).own)
			some, what = append(some, c.job(w, p, one, r.Seeds)), append(what, of{p, s.key})
		}
		if r.Depth != Quick && r.Depth != Reasons || p == c.slow {
			some, what = append(some, c.job(w, p, all, r.Seeds)), append(what, of{p, ""})
		}
	}
	found, err := r.all(ctx, "one setting after the other", some)
	if err != nil {
		return err
	}
	for i, m := range found {
		if what[i].key == "" {
			c.equal[what[i].p] = m
		} else {
			c.switched[what[i].p][what[i].key] = m
		}
	}
	return nil
}

// job is the simulation of a party with settings that may come from the other party.
func (c *comparison) job(w experiment.Workload, p *party, want settings, seeds int) job {
	setup, key := with(p.setup, p.own, want)
	return job{work: w, setup: setup, key: key, seeds: seeds, limit: c.limit, hopeless: true}
}

// cause is a setting that explains a part of the difference.
type cause struct {
	setting setting
	party   *party  // that was changed
	time    float64 // seconds that it then spends on the part
	share   float64 // of the difference in the part that the change removes
}

// causeOf looks for the setting that makes the difference in a part; ok is false if none does.
func (c *comparison) causeOf(p piece) (best cause, ok bool) { return c.causeAmong(p, c.differ) }

// causeAmong is causeOf for some of the settings.
func (c *comparison) causeAmong(p piece, settings []setting) (best cause, ok bool) {
	gap := p.in(c.slow.run) - p.in(c.fast.run)
	noise := max(p.spread(c.slow.run), p.spread(c.fast.run))
	for _, s := range settings {
		for _, party := range []*party{c.slow, c.fast} {
			m := c.switched[party][s.key]
			if m == nil || m.Undefined != "" {
				continue
			}
			now := p.in(m)
			removed := p.in(party.run) - now
			if party == c.fast {
				removed = -removed
			}
			share := removed / gap
			if share >= half && share*abs(gap) > noise && share > best.share {
				best, ok = cause{s, party, now, share}, true
			}
		}
	}
	return best, ok
}

// asGood is the share of the best cause from which on another one is named beside it.
const asGood = 0.9

// outcome tells of the experiment that shows a cause.
func (c *comparison) outcome(found cause) string {
	return fmt.Sprintf("%s, %s would spend %s on it", c.switchText(found.setting, c.other(found.party)), found.party.name,
		secondsText(found.time))
}

// half is the share of a difference that an explanation has to explain.
const half = 0.5

func abs(x float64) float64 { return max(x, -x) }

// inherent says that a part of the difference stays, at least half of it, when all settings are equal, whichever policy
// takes those of the other; ok is false if that was not tried.
func (c *comparison) inherent(p piece) (inherent, ok bool) {
	gap := p.in(c.slow.run) - p.in(c.fast.run)
	tried := 0
	for _, party := range []*party{c.slow, c.fast} {
		m := c.equal[party]
		if m == nil || m.Undefined != "" {
			continue
		}
		tried++
		left := p.in(c.slow.run) - p.in(m)
		if party == c.slow {
			left = p.in(m) - p.in(c.fast.run)
		}
		if left/gap < half {
			return false, true
		}
	}
	return true, tried > 0
}

// byRule is the key of a cause that is no setting, but the rule of the policy.
const byRule = "rule"

// because says where a part of the difference comes from, as far as experiments tell. The key is that of a setting, "rule",
// or "" if they do not tell.
func (c *comparison) because(p piece) (text, key string) {
	if found, ok := c.causeOf(p); ok {
		text = fmt.Sprintf("The cause is the %s: %s.", found.setting.title, c.outcome(found))
		for _, s := range c.differ { // two settings may have to come together for it, such as a grain and its unit
			if other, ok := c.causeAmong(p, []setting{s}); ok && s.key != found.setting.key && other.share >= asGood*found.share {
				text += fmt.Sprintf(" It takes the %s, too: %s.", s.title, c.outcome(other))
			}
		}
		return text, found.setting.key
	}
	if len(c.differ) == 0 {
		return "", byRule
	}
	inherent, tried := c.inherent(p)
	switch {
	case inherent && tried:
		return itStays(c.cheaper(p).name), byRule
	case tried:
		return "No single setting is the cause, and with all of them equal, one way round or the other, less than half of it is left.", ""
	}
	return "No single setting is the cause.", ""
}

// itStays says that a saving is made by the rule of a policy.
func itStays(name string) string {
	return fmt.Sprintf("It stays when all settings are equal: the rule of %s makes it.", name)
}

// theyStay returns the texts of reasons, in which it is said once of savings of a policy that they stay when all settings are equal: in a
// sentence of its own after the last of them.
func theyStay(reasons []Reason) []string {
	texts := make([]string, len(reasons))
	nouns, last := map[string][]string{}, map[string]int{}
	for i, x := range reasons {
		texts[i] = x.Text
		if x.stays != "" {
			nouns[x.Saver], last[x.Saver] = append(nouns[x.Saver], piecesByKey(x.Part).noun), i
		}
	}
	for i, x := range reasons {
		if x.stays == "" || len(nouns[x.Saver]) < 2 {
			continue
		}
		if texts[i] = strings.TrimSuffix(x.Text, x.stays); i == last[x.Saver] {
			texts[i] += fmt.Sprintf(" When all settings are equal, what %s saves of %s stays: its rule makes it.", x.Saver,
				listed(nouns[x.Saver]))
		}
	}
	return texts
}

// cheaper is the party that spends less on a part.
func (c *comparison) cheaper(p piece) *party {
	if p.in(c.slow.run) < p.in(c.fast.run) {
		return c.slow
	}
	return c.fast
}

// switchText describes a setting that is taken from a party.
func (c *comparison) switchText(s setting, from *party) string {
	x := from.own
	if s.key == "grain" && x.grain.own {
		return fmt.Sprintf("with a grain of %s, which is the mean of that of %s", number(x.grain.share), from.name)
	}
	return s.text(x) + ", as " + from.name + " has it"
}
