package explain

import (
	"fmt"
	"strconv"
	"strings"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
)

// settings are the properties of a policy besides its rule: its entries in the table of policies, and choices in its code that do
// not balance loads.
type settings struct {
	topology topology.Network
	estimate balance.Estimate
	received balance.End
	grain    grain
	start    start
}

// grain is the load below which elements are not split.
type grain struct {
	own   bool    // the policy sets it
	share float64 // as compare.Setup.Grain; if the policy sets its own grain, the mean of that
	unit  string  // the load estimate in whose unit share is
}

// start is the processor where the search begins.
type start struct {
	own    bool // the policy chooses the processor
	rank   int
	spread bool // over all processors, or at a frontier: there is nothing to choose
}

// setting is an entry of the table of settings.
type setting struct {
	key, title string
	differs    func(a, b settings) bool
	take       func(s *settings, from settings) // makes s like from
	text       func(s settings) string          // of a policy that has it
}

// allSettings lists them, in the order in which they are made equal: the grain follows the load estimate, in whose
// unit it is.
func allSettings() []setting {
	return []setting{
		{
			key: "topology", title: "topology",
			differs: func(a, b settings) bool { return a.topology.Kind() != b.topology.Kind() },
			take:    func(s *settings, from settings) { s.topology = from.topology },
			text:    func(s settings) string { return "on " + article(s.topology.Kind()) },
		},
		{
			key: "load", title: "load estimate",
			differs: func(a, b settings) bool { return a.estimate.String() != b.estimate.String() },
			take:    func(s *settings, from settings) { s.estimate = from.estimate },
			text:    func(s settings) string { return "with load " + s.estimate.String() },
		},
		{
			key: "grain", title: "grain",
			differs: func(a, b settings) bool { return a.grain.own != b.grain.own },
			take: func(s *settings, from settings) {
				s.grain = from.grain
				s.grain.own = false
			},
			text: func(s settings) string {
				if s.grain.own {
					return "with a grain of its own"
				}
				return "with a grain of " + number(s.grain.share)
			},
		},
		{
			key: "received", title: "place of received elements",
			differs: func(a, b settings) bool { return a.received != b.received },
			take:    func(s *settings, from settings) { s.received = from.received },
			text: func(s settings) string {
				switch s.received {
				case balance.Bottom:
					return "with received elements at the bottom of the list"
				case balance.InOrder:
					return "with received elements in order of load"
				}
				return "with received elements on top of the list"
			},
		},
		{
			key: "start", title: "start",
			differs: func(a, b settings) bool { return !a.start.spread && !b.start.spread && a.start.rank != b.start.rank },
			take: func(s *settings, from settings) {
				s.start = from.start
				s.start.own = false
			},
			text: func(s settings) string { return fmt.Sprintf("starting at processor %d", s.start.rank) },
		},
	}
}

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }

// own are the settings of an unchanged setup. The measured grain is added later.
func own(s compare.Setup) (settings, error) {
	x := settings{
		topology: s.Topology, estimate: s.Estimate, received: s.Policy.Spec.Received,
		grain: grain{share: s.Grain, unit: s.Estimate.String()},
	}
	if place, _ := s.Placement(); place != sim.StartRoot {
		x.start.spread = true
		return x, nil
	}
	maker, err := s.Policy.For(s.Topology)
	if err != nil {
		return x, err
	}
	if rooted, ok := maker(0).(balance.Rooted); ok {
		x.start = start{own: true, rank: rooted.Root()}
	}
	return x, nil
}

// with returns a setup with its own settings replaced by others, and a name for it. A grain of another load estimate has no meaning:
// then the grain of the machine stays.
func with(s compare.Setup, own, want settings) (compare.Setup, string) {
	key := []string{s.Policy.String(), want.topology.Kind(), want.estimate.String()}
	s.Topology, s.Estimate = want.topology, want.estimate
	s.Policy.Spec.Received = want.received
	key = append(key, fmt.Sprint(want.received))
	switch {
	case want.grain.own:
	case own.grain.own:
		s.Policy = muted(s.Policy)
		key = append(key, "muted")
		fallthrough
	default:
		if want.grain.unit == want.estimate.String() || want.grain.share == s.Grain {
			s.Grain = want.grain.share
		}
		key = append(key, number(s.Grain))
	}
	if !want.start.spread && !want.start.own && (own.start.own || want.start.rank != own.start.rank) {
		s.Policy = startingAt(s.Policy, want.start.rank)
		key = append(key, fmt.Sprint("at ", want.start.rank))
	}
	return s, strings.Join(key, " ")
}
