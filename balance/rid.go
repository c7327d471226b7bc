package balance

const ridEssay = `Receiver-initiated diffusion: a processor that runs low asks those of its neighbours who have more than
the mean of the neighbourhood for what it lacks, in proportion to what they have too much.

	load     9           mean of the five (9 + 1 + 5 + 3 + 2)/5 = 4, low below 2:
	      5  1  3        the one with 1 lacks 3, and asks 9 for 3·5/6 = 2.5 and 5 for 3·1/6 = 0.5
	         2

	the own elements have fallen below the mark and the own load below the mean, and no request is under way
	  → ask every neighbour above the mean for its part
	asked for an amount
	  → send it, at most half of the own load; nothing if no element fits in

Neighbours hear the own load when it has changed by a factor since they last did, up or down, and when
it falls to 0. When all asked have answered, a processor that is still low asks again if it got
something, or when it hears a load, or after a pause. While requests are vain, the pause doubles, up to
six times: a slow processor with a single element would otherwise do nothing but answer.

Parameters: low, the mark, in elements (2, from 0 to 1000000); factor, by which the load changes before it is told
(2, from 1.01 to 100); pause, the first wait after requests that were all vain (0.02 s, from 1 µs to 3600 s).
The element in work counts.

Messages: one a neighbour and change; two for every neighbour asked.

Source: Willebeek-LeMair, Reeves: Strategies for Dynamic Load Balancing on Highly Parallel Computers
(RID), 1993; cited by Henrich and by Corradi, Leonardi and Zambonelli. Not from the source, which we
know from descriptions: that an answer is sent if there is nothing to give, that an idle processor gets
an element even if it is more than it has asked for, and the pause.
`

func ridSpec() Spec {
	return Spec{
		Name:     "rid",
		Title:    "receiver-initiated diffusion: asks those above the mean",
		Family:   familyOthers,
		Source:   "Willebeek-LeMair, Reeves: Strategies for Dynamic Load Balancing on Highly Parallel Computers, 1993",
		Uses:     "knows what neighbours last told of their load; one message a neighbour and change, two a neighbour asked",
		Essay:    ridEssay,
		Wordings: ridWordings(),
		Kinds:    everyKind("torus"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params: []Param{
			{Name: "low", Title: "elements below which a processor asks", Default: 2, Min: 0, Max: 1e6},
			{Name: "factor", Title: "change of the own load that is told", Default: 2, Min: 1.01, Max: 100},
			{Name: "pause", Title: "first wait after requests that were all vain", Default: 0.02, Min: 1e-6, Max: 3600, Unit: "s"},
		},
		New: func(t Topology, v Values) Maker {
			return func(rank int) Policy {
				return &rid{domain: newDomain(t.Neighbours(rank), 0), low: v["low"], factor: v["factor"], pause: v.Seconds("pause")}
			}
		},
	}
}

const (
	ridLoad    uint8 = iota // A = own load
	ridAsk                  // for load A
	ridNothing              // A = own load
)

// ridDoublings is how often the pause doubles at most.
const ridDoublings = 6

// rid is one processor.
type rid struct {
	Base
	domain
	low, factor float64
	pause       Ticks
	asking      int  // answers that are still to come
	got         bool // elements, since it last asked
	waiting     bool // for the end of a pause
	vain        int  // how often the pause has doubled, since all requests are vain
}

func (r *rid) Start(p Proc) { r.LoadChanged(p) }

func (r *rid) Idle(p Proc) { r.LoadChanged(p) }

// LoadChanged implements LoadWatcher.
func (r *rid) LoadChanged(p Proc) {
	load := TotalLoad(p)
	if load == 0 && r.told > 0 || load > 0 && (r.told == 0 || load >= r.factor*r.told || load*r.factor <= r.told) {
		r.told = load
		for _, n := range r.ranks {
			p.Send(n, Message{Kind: ridLoad, A: load})
		}
	}
	r.ask(p)
}

// ask asks for what is lacking.
func (r *rid) ask(p Proc) {
	load := TotalLoad(p)
	if r.asking > 0 || elements(p) >= r.low {
		return
	}
	mean := load
	for _, l := range r.loads {
		mean += l
	}
	mean /= float64(len(r.loads) + 1)
	above := 0.0
	for _, l := range r.loads {
		above += max(0, l-mean)
	}
	if load >= mean || above == 0 {
		return
	}
	r.got = false
	for i, l := range r.loads {
		if l > mean {
			r.asking++
			p.Send(r.ranks[i], Message{Kind: ridAsk, A: (mean - load) * (l - mean) / above, B: load})
		}
	}
}

func (r *rid) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case ridLoad:
		r.hear(from, m)
		r.ask(p)
	case ridAsk:
		r.give(p, from, m)
	case ridNothing:
		r.hear(from, m)
		r.answered(p)
	}
}

// answered counts an answer. If all were vain, the next requests come after a pause.
func (r *rid) answered(p Proc) {
	r.asking--
	switch {
	case r.asking > 0 || r.waiting:
	case r.got:
		r.ask(p)
	default:
		r.waiting = true
		p.WakeAfter(r.pause << r.vain)
		r.vain = min(r.vain+1, ridDoublings)
	}
}

func (r *rid) Wake(p Proc) {
	r.waiting = false
	r.ask(p)
}

// give sends what a neighbour asks for.
func (r *rid) give(p Proc, to int, m Message) {
	load, mean := TotalLoad(p), MeanLoad(p)
	amount := min(m.A, load/2)
	if m.B == 0 && load > mean {
		amount = max(amount, mean) // it has nothing
	}
	if p.TransferLoad(to, amount-mean/2, amount) > 0 {
		p.CountPhase()
		r.LoadChanged(p)
		return
	}
	p.Send(to, Message{Kind: ridNothing, A: load})
}

func (r *rid) Arrived(p Proc, _ int) {
	r.got, r.vain = true, 0
	r.answered(p)
	r.LoadChanged(p)
}
