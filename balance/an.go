package balance

const anEssay = `Average neighbourhood (an, an-2): every processor is the master of a domain, all processors within a
radius, and tries to bring the loads of all of them to the average.

	          3           average of the five loads 5, threshold 20 %:
	    5     9     2     senders have more than 5.5, receivers less than 4.5
	          6
	master 9: asks 2, 3 and 6; all grant; 3 elements go from 9 to 2, 1 from 9 to 3, 1 from 6 to 3

	the own load has changed, or a member has told its load
	  → average, senders and receivers, by the loads that members have told; if there are moves to make,
	    ask every member that sends or receives
	  → all have granted or refused: decide again, with the present loads of the members that have granted;
	    order the moves, and tell each member how many to expect

A move brings neither side beyond the average. How processors tell each other their loads and agree
to take part in an action is in engage.go. If a member has no load at all, every member with more than
the average is a sender: thresholds must not keep a processor out of work.

Masters are next to each other, so all might ask all, and all refuse. So a master that moves load of its
own and still waits for answers withdraws if a master of lower rank asks it. A master that moves no load
of its own may take part in another action meanwhile.

If two masters have each engaged a processor that the other needs, both move nothing and let go. With
equal delays, they would do so again and again. So a master whose action has moved nothing pauses for a
random time: at most twice as long as the action was, four times after the second such action in a row,
and eight times from the third on. Meanwhile it may take part in the actions of others.

Parameters: threshold, the distance between T_sender and T_receiver, which lie around the average, as a
share of it (0.2, from 0 to 1); change, the relative change of the own load worth telling (0.1, from
0 to 10); radius, in links (1 for an, 2 for an-2, from 1 to 8).

Messages: one a member of the domain and change worth telling; an action two to ask a processor,
and one to release it, besides the orders and the elements. Members farther away than a link are
told directly; the machine routes.

Source: Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications,
1999, §2.2, §3.2 and §3.3. Not from the paper: which sender sends to which receiver (the most loaded
first, to the least loaded first), that every member above the average is a sender if a member has no load
(under the paper's loads that is rare: without the rule, σ differs by at most half a point at any rate of
change), which master withdraws and which pauses, and how far the thresholds lie from the average. The
paper says that they are centred on it. With half of the threshold on either side, a sender and a receiver
differ by as much as two neighbours in dn; with all of it on either side, an balances worse than dn even on
slowly changing loads, which contradicts the paper.
`

func anSpec() Spec {
	return averageSpec("an", 1, "average neighbourhood: a master evens out its neighbours and itself", "§3.2")
}

func an2Spec() Spec {
	return averageSpec("an-2", 2, "average neighbourhood of radius 2: as an, with the neighbours' neighbours", "§3.3")
}

func averageSpec(name string, radius float64, title, section string) Spec {
	return Spec{
		Name:     name,
		Title:    title,
		Family:   familyOthers,
		Source:   "Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, 1999, " + section,
		Uses:     "knows what all within the radius last told of their load; a message to each and change, three or more a member and action",
		Essay:    anEssay,
		Wordings: engagedWordings(),
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params: append(engageParams(),
			Param{Name: "radius", Title: "of a domain, in links", Default: radius, Min: 1, Max: 8}),
		New: func(t Topology, v Values) Maker {
			return func(rank int) Policy {
				a := &an{engaged: newEngaged(within(t, rank, int(v["radius"])), v)}
				a.decide = a.ask
				return a
			}
		},
	}
}

// within returns the ranks at most that many links away, the nearest first.
func within(t Topology, rank, radius int) []int {
	ranks, seen := []int{rank}, map[int]bool{rank: true}
	for first := 0; radius > 0 && len(ranks) < t.Procs(); radius-- {
		last := len(ranks)
		for _, r := range ranks[first:last] {
			for _, n := range t.Neighbours(r) {
				if !seen[n] {
					seen[n] = true
					ranks = append(ranks, n)
				}
			}
		}
		first = last
	}
	return ranks[1:]
}

// an is one processor. Here it is told loads and takes part in actions, its own or those of other masters;
// an_master.go has the master, and an_plan.go its decisions.
type an struct {
	engaged
	plan averagePlan

	asking  int   // as a master: answers that are not yet in
	granted []int // the members that have granted
	own     bool  // the action that the processor takes part in is its own
	began   Ticks // when its own last action began
	vain    int   // how many of its own in a row have moved nothing, counted up to maxPause
	pausing bool  // it begins none until the timer goes off

	due   int  // as a participant: parcels to come, less those that came before their number
	known bool // their number is known
}

func (a *an) Arrived(p Proc, _ int) { a.came(p) }

func (a *an) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case engageLoad, engageFree:
		a.hear(from, m)
		a.decide(p)
	case engageAsk:
		a.asked(p, from)
	case engageGrant, engageRefuse:
		a.answered(p, from, m)
	case engageOrder:
		move(p, int(m.B), m.A)
	case engageNothing:
		a.came(p)
	case engageRelease:
		a.expect(p, int(m.A))
	}
}

// asked answers another master.
func (a *an) asked(p Proc, master int) {
	if a.bound && !(a.own && a.asking > 0 && master < p.Rank()) {
		a.refuse(p, master)
		return
	}
	a.own = false
	a.grant(p, master)
}

// came counts elements, or a message that there are none.
func (a *an) came(p Proc) {
	a.tell(p)
	if a.bound {
		a.due--
		a.settle(p)
	}
}

// expect ends the part in an action as soon as that many parcels have come.
func (a *an) expect(p Proc, parcels int) {
	a.due += parcels
	a.known = true
	a.settle(p)
}

func (a *an) settle(p Proc) {
	if a.known && a.due == 0 {
		a.known, a.own = false, false
		a.release(p)
		a.LoadChanged(p)
	}
}
