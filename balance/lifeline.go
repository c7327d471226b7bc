package balance

import "slices"

const lifelineEssay = `Lifelines: a processor that has run out of elements first steals like others: it asks a few processors
at random. If they all have nothing, it asks its lifelines, a few processors that never change, one
after the other, and falls silent. A lifeline that has nothing says so, remembers who has asked, and
gives as soon as it can. So a machine without work sends no messages, and work that appears anywhere
spreads along the lifelines.

	thief               random            lifeline
	  | — request ———————→ |                  |
	  | ←———————— nothing —|                  |    as often as the parameter tries says
	  | — lifeline ————————————————————————→ |    it has nothing: it remembers the thief
	  | ←—————————————————————————— nothing — |    the next lifeline; after the last one,
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

Messages: two for every random try and every lifeline. None while all have work, and none while none has.

Source: Saraswat, Kambadur, Kodali, Grove, Krishnamoorthy: Lifeline-based Global Load Balancing, 2011. We
read the program, which became the library GLB of X10, and not the paper. Differs from the program: there
the victims of random tries are drawn once, at the beginning; the processor that asked last is served
first; lifelines go to the value before and not to the next one; and processors begin as if they had
asked along the links of a ternary tree, and not with random tries. Not from the source: the default of
the base.
`

func lifelineSpec() Spec {
	return Spec{
		Name:     "lifeline",
		Title:    "lifelines: random tries, then silence until a buddy sends",
		Family:   familyStealing,
		Source:   "Saraswat, Kambadur, Kodali, Grove, Krishnamoorthy: Lifeline-based Global Load Balancing, 2011",
		Uses:     "knows its own list and who waits for it; two messages a try or lifeline, to any processor",
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
	lifelineWait // I have asked in vain: give me something, or remember me
)

// Tags of elements that come along a lifeline; those for a random try have none.
const (
	lifelineAnswer uint8 = iota + 1
	lifelineGift         // to one that was remembered
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
	asked   []bool // by buddy: it remembers this processor, or is about to
	waiting []int  // processors that wait for this one, the first to be served first
	left    int    // random tries left
	asking  bool   // a random try or a lifeline has been asked, and an answer is to come
}

func (l *lifeline) Idle(p Proc) {
	if !l.asking && p.Procs() > 1 {
		l.left = l.tries
		l.ask(p)
	}
}

// ask makes the next random try, or falls back on the next lifeline.
func (l *lifeline) ask(p Proc) {
	l.asking = true
	if l.left > 0 {
		l.left--
		p.Send(randomOther(p), Message{Kind: lifelineRequest})
		return
	}
	i := slices.Index(l.asked, false)
	if l.asking = i >= 0; l.asking {
		l.asked[i] = true
		p.Send(l.buddies[i], Message{Kind: lifelineWait})
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
		if l.give(p, from, lifelineAnswer) {
			return
		}
		l.waiting = append(l.waiting, from)
		p.Send(from, Message{Kind: lifelineNothing})
	}
}

func (l *lifeline) Arrived(p Proc, from int) {
	tag := p.Tag()
	if tag > 0 {
		l.asked[slices.Index(l.buddies, from)] = false
	}
	l.asking = l.asking && tag == lifelineGift
	l.serve(p)
}

// LoadChanged implements LoadWatcher.
func (l *lifeline) LoadChanged(p Proc) { l.serve(p) }

// Patient implements PatientWatcher.
func (l *lifeline) Patient() bool { return len(l.waiting) == 0 }

// serve gives to those who wait, as long as there is something to keep.
func (l *lifeline) serve(p Proc) {
	for len(l.waiting) > 0 && l.give(p, l.waiting[0], lifelineGift) {
		l.waiting = slices.Delete(l.waiting, 0, 1)
	}
}

// give sends half of the elements along a lifeline, unless that would leave nothing to work on.
func (l *lifeline) give(p Proc, to int, tag uint8) bool {
	if p.Len() == 0 || p.Len() == 1 && !p.Busy() {
		return false
	}
	p.SetTag(tag)
	given := giveHalf(p, to)
	p.CountPhase()
	return given
}
