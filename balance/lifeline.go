package balance

import "slices"

const lifelineEssay = `Lifelines: a processor that has run out of elements first steals like others: it asks a few processors
at random. If they all have nothing, it asks its lifelines, a few processors that never change, and
falls silent. A lifeline that has nothing remembers who has asked, and gives as soon as it can. So a
machine without work sends no messages, and work that appears anywhere spreads along the lifelines.

	thief               random            lifeline
	  | — request ———————→ |                  |
	  | ←———————— nothing —|                  |    as often as the parameter tries says
	  | — lifeline ————————————————————————→ |    it has nothing: it remembers the thief
	  :                                       :    silence
	  | ←————————————————————————— elements — |    it has got more than it works on

Lifelines are the links of a cyclic hypercube: the rank is written with as many digits as are needed in
the given base, and in each digit the next value that is a processor's, cyclically, is a lifeline. With
base 2 that is a hypercube, with a base of n a ring.

	base 4, 16 processors: 6 = 12₄ has the lifelines 13₄ = 7 and 22₄ = 10

A victim gives the older half of its elements, rounded up. One that remembers thieves gives to each of
them in turn, whenever more than one element waits, or one while another is in work. A processor has at
most one request at each of its lifelines; it stays there when work comes from elsewhere.

Parameters: tries, the number of random tries, w (2, from 0 to 1000); base, l (4, from 2 to 1024).

Messages: two for every random try, one or none for a lifeline. None while all have work, and none while
none has.

Source: Saraswat, Kambadur, Kodali, Grove, Krishnamoorthy: Lifeline-based Global Load Balancing, 2011,
as in the library GLB of X10. Not from the source: the default of the base, and that an answer "nothing"
comes from a random victim only.
`

func lifelineSpec() Spec {
	return Spec{
		Name:     "lifeline",
		Title:    "lifelines: random tries, then silence until a buddy sends",
		Family:   familyStealing,
		Source:   "Saraswat, Kambadur, Kodali, Grove, Krishnamoorthy: Lifeline-based Global Load Balancing, 2011",
		Uses:     "knows its own list and who waits for it; two messages a try, one a lifeline, to any processor",
		Essay:    lifelineEssay,
		Wordings: lifelineWordings(),
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "count",
		Received: Top,
		Params: []Param{
			{Name: "tries", Title: "random tries before the lifelines are asked, w", Default: 2, Min: 0, Max: 1000},
			{Name: "base", Title: "of the cyclic hypercube of lifelines, l", Default: 4, Min: 2, Max: 1024},
		},
		New: func(t Topology, v Values) Maker {
			tries := int(v["tries"])
			return func(rank int) Policy {
				buddies := lifelines(rank, t.Procs(), int(v["base"]))
				return &lifeline{tries: tries, buddies: buddies, asked: make([]bool, len(buddies))}
			}
		},
	}
}

const (
	lifelineRequest uint8 = iota
	lifelineNothing
	lifelineWait // I have asked in vain: remember me
)

// lifelines returns the neighbours of a rank in the cyclic hypercube, each once.
func lifelines(rank, procs, base int) []int {
	var all []int
	for place := 1; place < procs; place *= base {
		digit := rank / place % base
		for step := 1; step < base; step++ {
			other := rank + ((digit+step)%base-digit)*place
			if other < procs {
				if !slices.Contains(all, other) {
					all = append(all, other)
				}
				break
			}
		}
	}
	return all
}

type lifeline struct {
	Base
	tries   int
	buddies []int
	asked   []bool // by buddy: it remembers this processor
	waiting []int  // processors that wait for this one, the first to be served first
	left    int    // random tries left
	asking  bool   // a random try is under way
}

func (l *lifeline) Idle(p Proc) {
	if !l.asking && p.Procs() > 1 {
		l.left = l.tries
		l.ask(p)
	}
}

// ask makes the next random try, or falls back on the lifelines.
func (l *lifeline) ask(p Proc) {
	l.asking = l.left > 0
	if l.asking {
		l.left--
		p.Send(randomOther(p), Message{Kind: lifelineRequest})
		return
	}
	for i, buddy := range l.buddies {
		if !l.asked[i] {
			l.asked[i] = true
			p.Send(buddy, Message{Kind: lifelineWait})
		}
	}
}

func (l *lifeline) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case lifelineRequest:
		if !giveHalf(p, from) {
			p.Send(from, Message{Kind: lifelineNothing})
		}
	case lifelineNothing:
		if p.Busy() {
			l.asking = false // work has come along a lifeline
			return
		}
		l.ask(p)
	case lifelineWait:
		l.waiting = append(l.waiting, from)
		l.serve(p)
	}
}

func (l *lifeline) Arrived(p Proc, from int) {
	if i := slices.Index(l.buddies, from); i >= 0 && p.Tag() == lifelineWait {
		l.asked[i] = false
	} else {
		l.asking = false
	}
	l.serve(p)
}

// LoadChanged implements LoadWatcher.
func (l *lifeline) LoadChanged(p Proc) { l.serve(p) }

// Patient implements PatientWatcher.
func (l *lifeline) Patient() bool { return len(l.waiting) == 0 }

// serve gives to those who wait, as long as there is something to keep.
func (l *lifeline) serve(p Proc) {
	for len(l.waiting) > 0 && (p.Len() > 1 || p.Len() == 1 && p.Working() > 0) {
		p.SetTag(lifelineWait)
		if !giveHalf(p, l.waiting[0]) {
			return
		}
		p.CountPhase()
		l.waiting = slices.Delete(l.waiting, 0, 1)
	}
}
