package balance

const localChangeEssay = `Local change: a processor evens out when its own load has changed by a factor since it last did, up or
down, with a few others that it picks at random each time. All of them then have the average.

	load at the last time  8      now 16, with factor 2: even out
	                       16  +  random others 3, 5      →  8 8 8

Nothing else triggers anything, so the effort follows the change: it is in proportion to the load that
is created and consumed, not to time. The load l of every processor stays, in expectation, within a
constant factor of the average over all:

	E(l) ≤ factor² · δ/(δ + 1 − factor) · (E(average) + C)

for δ others and a factor below δ + 1, with a constant C that does not depend on the number of
processors. That is the bound of the source.

The processor asks those others; they grant it and say what load they have, or refuse, since they take
part in another action. It averages over those that have granted, and orders the moves. How processors
agree is in engage.go.

Parameters: factor, f (1.5, from 1.01 to 100); others, δ (2, from 1 to 64).

Messages: an action has two to ask each of the others and one to release it, besides the orders and the
elements.

Source: Lüling, Monien: A Dynamic Distributed Load Balancing Algorithm with Provable Good Performance,
1993; cited by Böhm and Speckenmeyer. Known to us from descriptions. Not from the source: messages and
refusals, since there an action takes no time; that an idle processor tries again, after a random time of
the length of its last action; that the load is the number of elements, whatever is evened out; and that
no element counts as one.
`

func localChangeSpec() Spec {
	return Spec{
		Name:     "local-change",
		Title:    "local change: a changed load evens out with random others",
		Family:   familyOthers,
		Source:   "Lüling, Monien: A Dynamic Distributed Load Balancing Algorithm with Provable Good Performance, 1993",
		Uses:     "knows its own load; four messages or more for each of the others and action, to any processor",
		Essay:    localChangeEssay,
		Wordings: engagedWordings(),
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params: []Param{
			{Name: "factor", Title: "by which the own load must change, f", Default: 1.5, Min: 1.01, Max: 100},
			{Name: "others", Title: "processors that it evens out with, δ", Default: 2, Min: 1, Max: 64},
		},
		New: func(t Topology, v Values) Maker {
			others := min(int(v["others"]), t.Procs()-1)
			return func(int) Policy {
				l := &localChange{factor: v["factor"]}
				l.engaged = newEngaged(make([]int, others), nil)
				l.silent, l.decide = true, l.begin
				return l
			}
		},
	}
}

// localChange is one processor: a master of the kind of an.go, whose domain is drawn anew for every action.
type localChange struct {
	an
	factor float64
	last   float64 // elements when it last took part in an action
	taking bool    // it takes part in one, or did when it last looked
}

func (l *localChange) Start(p Proc) { l.begin(p) }

func (l *localChange) Idle(p Proc) { l.begin(p) }

// LoadChanged implements LoadWatcher.
func (l *localChange) LoadChanged(p Proc) { l.begin(p) }

// begin begins an action if the load has changed by enough.
func (l *localChange) begin(p Proc) {
	if l.taking && !l.bound {
		l.taking, l.last = false, elements(p)
	}
	now, then := max(1, elements(p)), max(1, l.last)
	idle := elements(p) == 0
	if l.bound || l.asking > 0 || l.pausing || len(l.ranks) == 0 || !idle && now < l.factor*then && then < l.factor*now {
		return
	}
	l.draw(p)
	l.began, l.granted = p.Now(), l.granted[:0]
	l.bound, l.own, l.taking, l.asking = true, true, true, len(l.ranks)
	for _, to := range l.ranks {
		p.Send(to, Message{Kind: engageAsk})
	}
}

// draw picks others at random, each once.
func (l *localChange) draw(p Proc) {
	for i := range l.ranks {
		for again := true; again; {
			l.ranks[i] = randomOther(p)
			again = false
			for _, r := range l.ranks[:i] {
				again = again || r == l.ranks[i]
			}
		}
		l.away[i] = false
	}
}

func (l *localChange) Receive(p Proc, from int, m Message) {
	l.an.Receive(p, from, m)
	l.taking = l.taking || l.bound
}
