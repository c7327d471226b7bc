package balance

const adaptiveEssay = `Adaptive: a policy that finds out what the load is like, and how to balance it.

What a processor does depends on how its elements run:

	one after the other    as in a search: all is well while each processor has work. One without work asks
	                       others for an element, or half a load; anybody, or nearby
	                       where moving takes long:                       adaptive_search.go, adaptive_share.go
	                       where messages take long it is remembered:     adaptive_lines.go
	  or evening out       where moving takes longer than a node, elements are sent
	                       before anybody is idle:                        adaptive_even.go
	  and the grain        subtrees that are known to be short are not split,
	                       and long ones are when somebody asks:          adaptive_grain.go
	side by side           as processes do, which all get slower where there are many: loads should be
	                       even. Elements go to the least known load, near or far, if the difference
	                       is more than chance makes meanwhile:           adaptive_side.go, adaptive_drift.go

A processor that has elements, and works on none of them in particular, has them side by side. It knows that as soon as
it has elements, or hears of loads from a processor that knows.

Parameters: ahead, whether to ask before the last element is done (1, from 0 to 1); block, the largest subtree that is
not split, in elements (64, from 0 to 1e6; 0 splits all); even, whether to even out where moving takes longer than a node
(1, from 0 to 1); noise, the difference of elements side by side that is worth a move, in what a load changes by in the
time of a move (4.6, from 0 to 100); radius, how far a question goes at most, in links (8, from 1 to 8); share, whether
to ask for half a load where single elements are too little (1, from 0 to 1); near, whether to ask near where moving takes
long (1, from 0 to 1); overdue, how many times as long as any answer before one may take until somebody else is asked: 4
does much good where processors join late (0, for any time; up to 1000); tries, how many vain tries there are, where they
take longer than a node, before a processor asks its lifelines and falls silent (2, up to 1000; 0, for any number). All
times are measured, so a machine that is a thousand times faster needs no other values.

Messages: one after the other, two for every try, and for every question to a lifeline that has nothing to spare, none
while it is silent then; side by side, or to even out, one a neighbour and change worth telling, and with an element one,
or two and one a link of its way.

Source: ours. Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, 1999, §6, wish
for a policy that chooses its locality by the dynamicity it sees. Asking is that of steal.go; that load goes on to a local
minimum is the idea of dnr.go. What each part is worth is in tried.md.
`

func adaptiveSpec() Spec {
	return Spec{
		Name:   "adaptive",
		Title:  "adaptive: asks anybody, or near, or evens out loads, as its load demands",
		Family: familyAdaptive,
		Source: "ours; the wish of Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies …, 1999, §6",
		Uses: "knows its own list and times, and what neighbours tell of loads on their side; two messages a try, or one a " +
			"neighbour and change",
		Essay:    adaptiveEssay,
		Wordings: sideWordings(adaptiveWordings()),
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "alpha",
		Received: Top,
		Params: []Param{
			{Name: "ahead", Title: "1 to ask before the last element is done, 0 to wait", Default: 1, Min: 0, Max: 1},
			{Name: "block", Title: "grain: the largest subtree that is not split, in elements", Default: 64, Min: 0, Max: 1e6},
			{Name: "even", Title: "1 to even out where moving takes longer than a node, 0 to ask always", Default: 1, Min: 0, Max: 1},
			{Name: "noise", Title: "difference worth a move, in what a load changes by in the time of a move", Default: 4.6, Min: 0, Max: 100},
			{Name: "radius", Title: "how far a question goes at most, in links", Default: 8, Min: 1, Max: 8},
			{Name: "share", Title: "1 to ask for half a load where single elements are too little, 0 for one always", Default: 1, Min: 0, Max: 1},
			{
				Name: "overdue", Title: "ask another if an answer takes this many times as long as any before, for late processors; 0: wait",
				Default: 0, Min: 0, Max: 1000,
			},
			{Name: "near", Title: "1 to ask near where moving takes long, 0 for anybody always", Default: 1, Min: 0, Max: 1},
			{Name: "tries", Title: "vain tries before lifelines are asked, where messages are dear; 0: never", Default: 2, Min: 0, Max: 1000},
		},
		New: func(t Topology, v Values) Maker {
			even := v["even"] >= 0.5 && evenFits(t)
			return func(int) Policy {
				a := &adaptive{
					topology: t, values: v, grain: adaptiveGrain{block: v["block"]},
					ahead: v["ahead"] >= 0.5, share: v["share"] >= 0.5, even: even,
				}
				a.lines.tries = int(v["tries"])
				a.gifts.late.times = Ticks(v["overdue"])
				if v["near"] >= 0.5 {
					a.gifts.reach = newAdaptiveReach(t)
				}
				return a
			}
		},
	}
}

// The kinds of messages beside those of engage.go, some of which are used for elements side by side.
const (
	adaptiveRequest uint8 = engagePass + 1 + iota
	adaptiveShare
	adaptiveNothing
	adaptiveComes
	adaptiveWait
)

// adaptive is one processor.
type adaptive struct {
	topology Topology
	values   Values
	side     *adaptiveSide // nil while nothing is known that has loads evened out

	ahead  bool
	share  bool // whether to ask for shares if elements are too little
	even   bool // whether to even out on slow links
	asking bool // a request is under way, or is to be made again
	// waiting is set while it waits to ask again, after many vain tries.
	waiting bool
	until   Ticks
	fresh   bool // elements have just come
	grain   adaptiveGrain
	gifts   adaptiveGifts
	lines   adaptiveLines
}

// evens reports whether loads are evened out, and begins that if elements run side by side.
func (a *adaptive) evens(p Proc) bool {
	if a.side == nil && p.Busy() && p.Working() == 0 && p.Load() == float64(p.Len()) {
		a.join(p, nil)
	}
	return a.side != nil
}

// evenOut begins to even out the loads of a search.
func (a *adaptive) evenOut(p Proc) {
	a.grain.splitAll(p)
	a.join(p, &a.grain)
}

func (a *adaptive) join(p Proc, grain *adaptiveGrain) {
	a.lines.waiting = nil // they are told of loads
	a.side = newAdaptiveSide(a.topology, p.Rank(), a.values, grain)
	a.side.start(p)
}

func (a *adaptive) Start(p Proc) {
	if !a.evens(p) && (p.Busy() || p.Len() > 0) {
		a.gifts.reach.begin()
	}
}

func (a *adaptive) Idle(p Proc) {
	a.grain.load = 0
	if a.side != nil {
		a.side.loadChanged(p)
		return
	}
	a.ask(p)
}

func (a *adaptive) Receive(p Proc, from int, m Message) {
	switch {
	case m.Kind <= engagePass:
		switch {
		case a.side != nil:
		case m.Kind == engageLoad && m.Round > 0: // of a search
			a.evenOut(p)
		default:
			a.join(p, nil)
		}
		a.side.receive(p, from, m)
	case m.Kind == adaptiveComes:
		a.gifts.transit.told = p.Now()
	case m.Kind == adaptiveNothing:
		if !a.gifts.late.stale(from) {
			a.refused(p)
		}
	case a.evens(p): // the asker does not know yet
		a.side.greet(p, from)
	default:
		a.give(p, from, m)
	}
}

func (a *adaptive) Arrived(p Proc, from int) {
	switch tag := p.Tag(); {
	case a.side != nil:
		a.side.arrived(p, from)
	case tag > 0:
		a.arrivedAlong(p, from, tag)
	default:
		a.asking, a.waiting, a.fresh = false, false, true
		a.gifts.arrived(p.Now(), p.Len())
	}
	a.grain.received()
	if a.side == nil {
		a.serve(p)
	}
}

// LoadChanged implements LoadWatcher.
func (a *adaptive) LoadChanged(p Proc) {
	if !a.evens(p) {
		a.grain.next(p)
		a.serve(p)
		a.askAhead(p)
		return
	}
	a.side.loadChanged(p)
	if a.side.search() {
		a.grain.next(p)
	}
}

// Patient implements PatientWatcher: a search that asks for elements does so when none wait, and a grain in load is set at once.
func (a *adaptive) Patient() bool { return a.side == nil && len(a.lines.waiting) == 0 }

func (a *adaptive) Wake(p Proc) {
	if a.side != nil {
		a.side.wake(p)
		return
	}
	a.again(p)
}
