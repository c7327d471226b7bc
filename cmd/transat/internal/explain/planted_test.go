package explain

import (
	"slices"
	"strconv"
	"testing"

	"transat/balance"
)

// Planted cases: two policies that differ in one thing only, which has to be the reason that is named.

func parse(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// changed is a policy under another name, changed in one thing.
func changed(c balance.Chosen, change func(s *balance.Spec)) balance.Chosen {
	c.Spec.Name += "-changed"
	change(&c.Spec)
	return c
}

// talker sends a message to all neighbours again and again, and every policy ignores it.
type talker struct {
	balance.Policy
	every balance.Ticks
}

func (x talker) Start(p balance.Proc) {
	x.Policy.Start(p)
	p.WakeAfter(x.every)
}

func (x talker) Wake(p balance.Proc) {
	for _, n := range p.Neighbours() {
		p.Send(n, balance.Message{Kind: 77})
	}
	p.WakeAfter(x.every)
}

func (x talker) Receive(p balance.Proc, from int, m balance.Message) {
	if m.Kind != 77 {
		x.Policy.Receive(p, from, m)
	}
}

// grained sets a grain at the start.
type grained struct {
	balance.Policy
	grain float64
}

func (x grained) Start(p balance.Proc) {
	x.Policy.Start(p)
	p.SetGrain(x.grain)
}

// remade changes the instances of a policy.
func remade(s *balance.Spec, remake func(balance.Policy) balance.Policy) {
	inner := s.New
	s.New = func(t balance.Topology, v balance.Values) balance.Maker {
		maker := inner(t, v)
		return func(rank int) balance.Policy { return remake(maker(rank)) }
	}
}

func TestPlantedReasonsAreFound(t *testing.T) {
	for _, x := range []struct {
		name           string
		policy         string
		change         func(s *balance.Spec)
		part           string // in which the difference lies
		rule, cause    string
		saver          string // the policy that saves some of it
		settingsDiffer []string
	}{
		{
			name: "messages", policy: "steal", part: "message", rule: "fewer-messages", cause: "rule", saver: "steal",
			change: func(s *balance.Spec) {
				remade(s, func(p balance.Policy) balance.Policy { return talker{p, 20 * balance.Millisecond} })
			},
		},
		{
			name: "grain", policy: "steal", part: "take", rule: "fewer-taken", cause: "grain", saver: "steal-changed",
			change: func(s *balance.Spec) {
				remade(s, func(p balance.Policy) balance.Policy { return grained{p, 0.1} })
			},
			settingsDiffer: []string{"grain"},
		},
		{
			name: "topology", policy: "lade", part: "idle_start", cause: "topology", saver: "lade",
			change: func(s *balance.Spec) { s.Kinds = append([]string{"ring"}, s.Kinds...) }, settingsDiffer: []string{"topology"},
		},
		{
			name: "load estimate", policy: "lade", part: "idle_middle", cause: "load",
			change: func(s *balance.Spec) { s.Estimate = "alpha" }, settingsDiffer: []string{"load"},
		},
		{
			name: "place of received elements", policy: "lade", part: "install", rule: "fewer-installed", cause: "received", saver: "lade",
			change: func(s *balance.Spec) { s.Received = balance.Top }, settingsDiffer: []string{"received"},
		},
		{
			name: "start", policy: "lade", part: "idle_start", rule: "all-begin-earlier", cause: "start", saver: "lade-changed",
			change: func(s *balance.Spec) {
				s.Kinds = append([]string{"mesh"}, s.Kinds...)
				remade(s, func(p balance.Policy) balance.Policy { return from{p, 21} })
			},
			settingsDiffer: []string{"start"},
		},
	} {
		t.Run(x.name, func(t *testing.T) {
			plain := chosen(t, x.policy)
			if x.name == "start" {
				plain.Spec.Kinds = append([]string{"mesh"}, plain.Spec.Kinds...)
			}
			if x.name == "grain" {
				plain.Spec.Estimate = "alpha"
			}
			other := changed(plain, x.change)
			p := explained(t, Options{Setups: setups(t, nil, plain, other), Seeds: 2, Depth: Quick})
			var differ []string
			for _, s := range p.Merit.Settings {
				differ = append(differ, s.Key)
			}
			if !slices.Equal(differ, x.settingsDiffer) {
				t.Errorf("settings that differ: %v, want %v", differ, x.settingsDiffer)
			}
			i := slices.IndexFunc(p.Reasons, func(r Reason) bool { return r.Part == x.part })
			if i < 0 {
				t.Fatalf("%s is not spoken of: %+v", x.part, p.Reasons)
			}
			got := p.Reasons[i]
			if got.Cause != x.cause || x.rule != "" && !slices.Contains(got.Rules, x.rule) || x.saver != "" && got.Saver != x.saver {
				t.Errorf("%s, rules %v, cause %q, saver %s; want %s, %q, %s", got.Text, got.Rules, got.Cause, got.Saver, x.rule, x.cause, x.saver)
			}
		})
	}
}
