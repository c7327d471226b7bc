package balance

const pollingEssay = `Polling: a processor that has run out of elements asks others, one after the other, until one splits
its work in halves and sends one of them. The policies differ in who is asked.

	random-polling       any other, at random
	round-robin          every processor has a pointer of its own, which begins behind itself and
	                     moves on by one at every request
	global-round-robin   there is one pointer, on processor 0, which all others ask first

A global pointer spreads requests evenly: no processor is asked again before all others were. But
processor 0 becomes a bottleneck. Pointers of their own need no message, but may gang up. Random choice
is between the two. That is what the source compares.

Splitting a stack in halves means half of the estimated load, the element in work included: the
oldest elements that fit in, or at least one. So these policies differ from those in steal.go in what
a victim gives: steal takes one element, steal-half half of their number. With the load
estimate count, half of the load is half of the number, and random-polling is steal-half.

Parameters: pause, the wait after a vain try (0 s, from 0 to 3600 s).

Processor 0 could have so many requests to answer that it would never work itself, with all the work in
its list. So a processor that has asked by the global pointer in vain waits twice as long as that took.

Messages: two for every try, for global-round-robin four; none while all have work. Victims may be
anywhere in the network; the machine routes.

Source: Kumar, Grama, Vempaty: Scalable Load Balancing Techniques for Parallel Computers, 1994. There, a
node of the stack is split by giving away half of its untried alternatives, which here are elements of
their own. Not from the source: that wait.
`

func randomPollingSpec() Spec {
	return pollingSpec("random-polling", "random polling: an idle processor asks random others for half their load",
		"knows its own list; two messages a try, to any processor",
		func(v Values) Maker {
			return thieves(thiefRule{pause: v.Seconds("pause"), victim: randomVictim, give: giveHalfOfLoad})
		})
}

func roundRobinSpec() Spec {
	return pollingSpec("round-robin", "round robin: an idle processor asks all others in turn for half their load",
		"knows its own list; two messages a try, to any processor",
		func(v Values) Maker {
			return thieves(thiefRule{pause: v.Seconds("pause"), victim: nextVictim, give: giveHalfOfLoad})
		})
}

func globalRoundRobinSpec() Spec {
	return pollingSpec("global-round-robin", "global round robin: as round robin, with one pointer for all processors",
		"knows its own list; four messages a try, two of them with processor 0",
		func(v Values) Maker {
			rule := thiefRule{pause: v.Seconds("pause"), victim: globalVictim, give: giveHalfOfLoad, yields: true}
			return func(int) Policy { return &globalRoundRobin{thief{rule: &rule}} }
		})
}

func pollingSpec(name, title, uses string, maker func(v Values) Maker) Spec {
	return Spec{
		Name:     name,
		Title:    title,
		Family:   familyStealing,
		Source:   "Kumar, Grama, Vempaty: Scalable Load Balancing Techniques for Parallel Computers, 1994",
		Uses:     uses,
		Essay:    pollingEssay,
		Wordings: thiefWordings(),
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "alpha",
		Received: Top,
		Params:   thiefParams(),
		New:      func(_ Topology, v Values) Maker { return maker(v) },
	}
}

// turn is the processor that was asked last.
type turn int32

// next moves on to the next processor, and skips the asker.
func (t *turn) next(p Proc, asker int) int {
	for again := true; again; again = int(*t) == asker {
		*t = (*t + 1) % turn(p.Procs())
	}
	return int(*t)
}

// nextVictim moves the own pointer on.
func nextVictim(t *thief, p Proc) int { return t.pointer.next(p, p.Rank()) }

// globalRoundRobin is a thief that first asks processor 0 whom to ask, and on processor 0 the pointer.
type globalRoundRobin struct{ thief }

// globalVictim asks processor 0 for the next victim, or looks it up there.
func globalVictim(t *thief, p Proc) int {
	if p.Rank() == 0 {
		return t.pointer.next(p, 0)
	}
	p.Send(0, Message{Kind: stealTurn})
	return -1
}

func (g *globalRoundRobin) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case stealTurn:
		p.Send(from, Message{Kind: stealNext, A: float64(g.pointer.next(p, from))})
	case stealNext:
		p.Send(int(m.A), Message{Kind: stealRequest})
	default:
		g.thief.Receive(p, from, m)
	}
}

// giveHalfOfLoad sends elements worth half of the load, or if they are all larger the oldest.
func giveHalfOfLoad(p Proc, to int) bool {
	half := (p.Load() + p.Working()) / 2
	return p.TransferLoad(to, half, half) > 0 || p.Transfer(to, 1) > 0
}
