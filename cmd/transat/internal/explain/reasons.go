package explain

import (
	"fmt"
	"slices"
	"strings"

	"transat/balance"
)

// Reason is a sentence about a part of the difference, with its evidence.
type Reason struct {
	Part string `json:"part"`
	// Saver is the policy that spends less on the part, and Seconds how much less.
	Saver    string             `json:"saver"`
	Seconds  float64            `json:"saved_s"`
	Rules    []string           `json:"rules"`           // keys of the rules that hold; none if there is no simple reason
	Cause    string             `json:"cause,omitempty"` // the key of the setting that makes the difference, "rule", or "chance"
	Evidence map[string]float64 `json:"evidence"`        // the numbers that the rules used
	Text     string             `json:"text"`
	stays    string             // the end of the Text, if it says that the saving stays when all settings are equal
}

// rule is a reason that may hold for a part of the time on which cheap spends gap seconds less than dear. If the counts support it,
// it returns the reason as a clause with cheap as its subject.
type rule struct {
	part, key string
	holds     func(e *evidence) (clause string, ok bool)
}

// evidence is the input of a rule.
type evidence struct {
	cheap, dear *party
	gap         float64 // seconds of a mean processor
	seen        map[string]float64
}

// note adds numbers of both policies to the evidence.
func (e *evidence) note(what string, cheap, dear float64) {
	e.seen[what+" "+e.cheap.name], e.seen[what+" "+e.dear.name] = cheap, dear
}

// both returns a mean per processor for both policies, and notes it.
func (e *evidence) both(what string, of func(m *Measured) int64) (cheap, dear float64) {
	cheap, dear = e.cheap.run.per(of(e.cheap.run)), e.dear.run.per(of(e.dear.run))
	e.note(what, cheap, dear)
	return cheap, dear
}

// explains reports whether an amount is at least half of the gap.
func (e *evidence) explains(amount balance.Ticks, times float64) bool {
	return times*float64(amount)/float64(balance.Second) >= half*e.gap
}

// notably is the ratio of two means from which on a rule relies on it.
const notably = 1.1

// rules lists all rules.
func rules() []rule {
	return []rule{
		{"take", "fewer-taken", func(e *evidence) (string, bool) {
			cheap, dear := e.both("elements taken", func(m *Measured) int64 { return m.Total.Taken })
			n := float64(e.cheap.run.Total.Procs)
			return fmt.Sprintf("it takes %s elements from its lists, %s %s", amount(cheap*n), e.dear.name, amount(dear*n)),
				dear > notably*cheap && e.explains(e.cheap.setup.Cost.TakeTime, dear-cheap)
		}},
		{"install", "fewer-installed", func(e *evidence) (string, bool) {
			cheap, dear := e.both("elements installed", func(m *Measured) int64 { return m.Total.Installed })
			return fmt.Sprintf("a processor works on %s elements that came from others, under %s on %s, and each costs %s to install",
					amount(cheap), e.dear.name, amount(dear), ticksText(e.cheap.setup.Cost.InstallTime)),
				dear > notably*cheap && e.explains(e.cheap.setup.Cost.InstallTime, dear-cheap)
		}},
		{"message", "fewer-messages", func(e *evidence) (string, bool) {
			cheap, dear := e.both("messages", func(m *Measured) int64 { return m.Total.Messages })
			return fmt.Sprintf("it sends %s control messages a processor, %s %s", amount(cheap), e.dear.name, amount(dear)),
				dear > notably*cheap && e.explains(2*e.cheap.setup.Cost.MessageCPU, dear-cheap)
		}},
		{"message", "fewer-sent", func(e *evidence) (string, bool) {
			cheap, dear := e.both("elements sent", func(m *Measured) int64 { return m.Total.Sent })
			return fmt.Sprintf("it moves %s elements a processor, %s %s", amount(cheap), e.dear.name, amount(dear)),
				dear > notably*cheap && e.explains(2*e.cheap.setup.Cost.ElementCPU, dear-cheap)
		}},
		{"route", "shorter-ways", func(e *evidence) (string, bool) {
			way := func(m *Measured) float64 {
				return float64(m.Total.Hops) / max(1, float64(m.Total.Messages+m.Total.Sent))
			}
			cheap, dear := way(e.cheap.run), way(e.dear.run)
			e.note("links a message", cheap, dear)
			messages := e.cheap.run.per(e.cheap.run.Total.Messages + e.cheap.run.Total.Sent)
			return fmt.Sprintf("its messages go over %.1f links on average, those of %s over %.1f", cheap, e.dear.name, dear),
				dear > notably*cheap && e.explains(e.cheap.setup.Cost.RouteCPU, (dear-cheap)*messages)
		}},
		{"route", "fewer-messages", func(e *evidence) (string, bool) {
			cheap, dear := e.both("messages and elements", func(m *Measured) int64 { return m.Total.Messages + m.Total.Sent })
			beyond := float64(e.cheap.run.Total.Hops)/max(1, float64(e.cheap.run.Total.Messages+e.cheap.run.Total.Sent)) - 1
			return fmt.Sprintf("it sends %s messages and elements a processor, %s %s", amount(cheap), e.dear.name, amount(dear)),
				dear > notably*cheap && e.explains(e.cheap.setup.Cost.RouteCPU, (dear-cheap)*beyond)
		}},
		{"busy", "fewer-nodes", func(e *evidence) (string, bool) {
			cheap, dear := e.both("nodes", func(m *Measured) int64 { return m.Total.Nodes })
			n := float64(e.cheap.run.Total.Procs)
			return fmt.Sprintf("it has expanded %s nodes when it comes to a model, %s %s", amount(cheap*n), e.dear.name, amount(dear*n)),
				dear > cheap && e.cheap.run.Total.Found && e.dear.run.Total.Found
		}},
		{"busy", "fewer-before-the-proof", func(e *evidence) (string, bool) {
			cheap, dear := e.both("nodes", func(m *Measured) int64 { return m.Total.Nodes })
			n, one := float64(e.cheap.run.Total.Procs), float64(e.cheap.run.Runs[0].Alone)
			e.note("nodes of one processor", one, one)
			return fmt.Sprintf("it expands %s nodes until the largest value is proved, %s %s, and one processor %s",
					amount(cheap*n), e.dear.name, amount(dear*n), amount(one)),
				dear > cheap && e.cheap.run.Total.Bounded && e.dear.run.Total.Bounded
		}},
		{"idle_start", "all-begin-earlier", func(e *evidence) (string, bool) {
			cheap, dear := e.cheap.run, e.dear.run
			e.note("last begins, s", cheap.allBegan(), dear.allBegan())
			return fmt.Sprintf("its last processor gets its first element after %s, under %s after %s",
					secondsText(cheap.allBegan()), e.dear.name, secondsText(dear.allBegan())),
				everyone(cheap) && everyone(dear) && dear.allBegan() > notably*cheap.allBegan()
		}},
		{"idle_start", "first-comes-sooner", func(e *evidence) (string, bool) {
			cheap, dear := firstWait(e.cheap.run), firstWait(e.dear.run)
			e.note("wait for the first element, s", cheap, dear)
			both := everyone(e.cheap.run) && everyone(e.dear.run) // then the wait is the whole idle time
			return fmt.Sprintf("a processor that gets any waits %s for its first element, under %s %s", secondsText(cheap), e.dear.name,
					secondsText(dear)),
				!both && dear > notably*cheap && dear-cheap >= half*e.gap
		}},
		{"idle_start", "fewer-never-begin", func(e *evidence) (string, bool) {
			cheap, dear := begun(e.cheap.run), begun(e.dear.run)
			e.note("processors with work", cheap, dear)
			n := float64(e.dear.run.Total.Procs)
			empty := (1-dear/n)*e.dear.run.Seconds() - (1-cheap/n)*e.cheap.run.Seconds()
			return fmt.Sprintf("%s of its processors get something to do, under %s %s of %s", amount(cheap), e.dear.name, amount(dear), amount(n)),
				dear < cheap && empty >= half*e.gap
		}},
		{"idle_start", "later-and-fewer", func(e *evidence) (string, bool) {
			cheap, dear := begun(e.cheap.run), begun(e.dear.run)
			n := float64(e.dear.run.Total.Procs)
			empty := (1-dear/n)*e.dear.run.Seconds() - (1-cheap/n)*e.cheap.run.Seconds()
			short, long := firstWait(e.cheap.run), firstWait(e.dear.run)
			return fmt.Sprintf("%s of its processors get something to do, and wait %s for it; under %s it is %s of %s, which wait %s",
					amount(cheap), secondsText(short), e.dear.name, amount(dear), amount(n), secondsText(long)),
				dear < cheap && long > notably*short && max(empty, long-short) < half*e.gap && empty+long-short >= half*e.gap
		}},
		{"idle_middle", "fewer-waits", func(e *evidence) (string, bool) {
			cheap, dear := e.both("waits", func(m *Measured) int64 { return m.Total.Waits })
			often := (dear - cheap) * waitTime(e.cheap.run)
			return fmt.Sprintf("a processor runs out of elements %s times, under %s %s times", amount(cheap), e.dear.name, amount(dear)),
				dear > notably*cheap && often >= half*e.gap
		}},
		{"idle_middle", "shorter-waits", func(e *evidence) (string, bool) {
			cheap, dear := waitTime(e.cheap.run), waitTime(e.dear.run)
			e.note("a wait, s", cheap, dear)
			long := (dear - cheap) * e.cheap.run.per(e.cheap.run.Total.Waits)
			return fmt.Sprintf("a processor that runs out of elements waits %s for more, under %s %s", secondsText(cheap), e.dear.name,
					secondsText(dear)),
				dear > notably*cheap && long >= half*e.gap
		}},
		{"idle_middle", "fewer-and-shorter-waits", func(e *evidence) (string, bool) {
			often, seldom := e.dear.run.per(e.dear.run.Total.Waits), e.cheap.run.per(e.cheap.run.Total.Waits)
			long, short := waitTime(e.dear.run), waitTime(e.cheap.run)
			alone := max((often-seldom)*short, (long-short)*seldom)
			return fmt.Sprintf("a processor runs out of elements %s times and waits %s each time, under %s %s times and %s",
					amount(seldom), secondsText(short), e.dear.name, amount(often), secondsText(long)),
				often > notably*seldom && long > notably*short && alone < half*e.gap
		}},
		{"idle_end", "shorter-tail", func(e *evidence) (string, bool) {
			cheap, dear := piecesByKey("idle_end").in(e.cheap.run), piecesByKey("idle_end").in(e.dear.run)
			e.note("after the last element, s", cheap, dear)
			return fmt.Sprintf("from its last element to the end of the search a processor waits %s on average, under %s %s",
				secondsText(cheap), e.dear.name, secondsText(dear)), dear > notably*cheap
		}},
	}
}

// everyone reports whether all processors had an element, in every run.
func everyone(m *Measured) bool { return m.Total.Began == m.Total.Procs*len(m.Times) }

// begun is the mean number of processors that had an element.
func begun(m *Measured) float64 { return float64(m.Total.Began) / float64(len(m.Times)) }

// firstWait is the mean idle time before the first element, in seconds, of the processors that had one. The other processors were
// idle all the time, but for the CPU time of messages.
func firstWait(m *Measured) float64 {
	idle := float64(m.Total.IdleStart)
	for _, r := range m.Runs {
		idle -= float64(r.Procs-r.Began) * float64(r.Time)
	}
	return max(0, idle) / float64(max(1, m.Total.Began)) / float64(balance.Second)
}

// waitTime is the mean time, in seconds, of a wait between two elements.
func waitTime(m *Measured) float64 {
	if m.Total.Waits == 0 {
		return 0
	}
	idle := m.Total.Idle - m.Total.IdleStart - m.Total.IdleEnd
	return float64(idle) / float64(m.Total.Waits) / float64(balance.Second)
}

func piecesByKey(key string) piece {
	all := pieces()
	return all[slices.IndexFunc(all, func(p piece) bool { return p.key == key })]
}

// A part is reported if it is at least this share of all differences, and one of the largest.
const (
	worthwhile = 0.05
	mostParts  = 4
)

// reasons returns the reasons of the parts that matter, the largest part first.
func (c *comparison) reasons() []Reason {
	gap := func(p piece) float64 { return p.in(c.slow.run) - p.in(c.fast.run) }
	all := 0.0
	for _, p := range pieces() {
		all += abs(gap(p))
	}
	matter := slices.DeleteFunc(pieces(), func(p piece) bool { return abs(gap(p)) < worthwhile*all || gap(p) == 0 })
	slices.SortStableFunc(matter, func(a, b piece) int {
		switch {
		case abs(gap(a)) > abs(gap(b)):
			return -1
		case abs(gap(a)) < abs(gap(b)):
			return 1
		}
		return 0
	})
	var some []Reason
	for _, p := range matter[:min(mostParts, len(matter))] {
		some = append(some, c.reason(p))
	}
	return some
}

// reason returns the reason of a part.
func (c *comparison) reason(p piece) Reason {
	cheap := c.cheaper(p)
	dear := c.other(cheap)
	e := &evidence{cheap: cheap, dear: dear, gap: p.in(dear.run) - p.in(cheap.run), seen: map[string]float64{}}
	x := Reason{Part: p.key, Saver: cheap.name, Seconds: e.gap, Evidence: e.seen}
	x.Text = fmt.Sprintf("%s saves %s of %s", cheap.name, secondsText(e.gap), p.noun)
	if e.gap <= max(p.spread(cheap.run), p.spread(dear.run)) {
		x.Text += ", which is within the spread from seed to seed."
		x.Cause = "chance"
		return x
	}
	for _, rule := range rules() {
		if rule.part != p.key {
			continue
		}
		if clause, ok := rule.holds(e); ok {
			joint := ": "
			if len(x.Rules) > 0 {
				joint = ", and "
			}
			x.Text += joint + clause
			x.Rules = append(x.Rules, rule.key)
		}
	}
	x.Text += "."
	text, key := c.because(p)
	x.Cause = key
	if key == "" && len(x.Rules) == 0 {
		text = "No simple reason was found."
	}
	if key == byRule && text != "" {
		x.stays = " " + text
	}
	x.Text = strings.TrimRight(x.Text+" "+text, " ")
	return x
}
