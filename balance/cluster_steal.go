package balance

const clusterStealEssay = `Cluster stealing: a computer of several clusters, between which messages take long. An idle processor
sends one request to a random processor of another cluster, and while that is on its way, asks the
others of its own cluster, one after the other, at random.

	own cluster   — request → ← nothing — request → ← element      the search goes on
	elsewhere     — request ——————————————————————————→
	              ←——————————————————————————— elements —          comes on top of it

So the long way hides behind the short ones. As soon as there is work from near, it goes on with that;
what comes from far then adds to the list. There is one request to another cluster at a time.

Parameters: block, the processors of a cluster, which have consecutive ranks (16, from 1 to 65536);
pause, the wait after a vain try in the own cluster (0 s, from 0 to 3600 s).

Messages: two for every try; none while all have work. A victim gives one element in its own cluster,
and half of its list to another.

Source: van Nieuwpoort, Kielmann, Bal: Efficient Load Balancing for Wide-Area Divide-and-Conquer
Applications (cluster-aware random stealing), 2001. We read the program, Satin in the system Ibis, and
not the paper. Not from the source: that far thieves get half of a list; there it is one element, which
is looked at when the thief is idle next.
`

func clusterStealSpec() Spec {
	return Spec{
		Name:     "cluster-steal",
		Title:    "work stealing near, while one request goes far away",
		Family:   familyStealing,
		Source:   "van Nieuwpoort, Kielmann, Bal: Efficient Load Balancing for Wide-Area Divide-and-Conquer Applications, 2001",
		Uses:     "knows its own list and the clusters; two messages a try, to any processor",
		Essay:    clusterStealEssay,
		Wordings: clusterStealWordings(),
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "count",
		Received: Top,
		Params: append([]Param{
			{Name: "block", Title: "processors of a cluster", Default: 16, Min: 1, Max: 65536},
		}, thiefParams()...),
		New: func(_ Topology, v Values) Maker {
			rule := clusterStealRule{block: int(v["block"]), pause: v.Seconds("pause")}
			return func(int) Policy { return &clusterThief{rule: &rule} }
		},
	}
}

const (
	clusterNear        uint8 = iota // a request within the cluster
	clusterFar                      // to another
	clusterNearNothing              // the answers
	clusterFarNothing
)

type clusterStealRule struct {
	block int
	pause Ticks
}

// clusterSide is one of the two searches of a processor: near or far.
type clusterSide struct {
	asking bool // a try, or a wait, is under way
	began  Ticks
	vain   int   // tries in a row
	wakes  Ticks // when the wait ends; 0 if there is none
}

// clusterThief is one processor: it asks near and far at the same time.
type clusterThief struct {
	Base
	rule *clusterStealRule
	side [2]clusterSide // by clusterNear and clusterFar
}

func (c *clusterThief) Idle(p Proc) {
	c.ask(p, clusterFar)
	c.ask(p, clusterNear)
}

// ask makes a try, unless one is under way, or there is nobody to be asked.
func (c *clusterThief) ask(p Proc, kind uint8) {
	first, last := blockOf(p, c.rule.block)
	others := last - first - 1
	if kind == clusterFar {
		others = p.Procs() - (last - first)
	}
	side := &c.side[kind]
	if side.asking || others == 0 {
		return
	}
	side.asking, side.began = true, p.Now()
	victim := 0
	if kind == clusterNear {
		victim = randomIn(p, first, last)
	} else if victim = p.Rand().IntN(others); victim >= first {
		victim += last - first
	}
	p.Send(victim, Message{Kind: kind})
}

func (c *clusterThief) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case clusterNear, clusterFar:
		p.SetTag(m.Kind + 1)
		if m.Kind == clusterNear && giveOne(p, from) || m.Kind == clusterFar && giveHalf(p, from) {
			return
		}
		p.Send(from, Message{Kind: m.Kind + clusterNearNothing})
	default:
		c.refused(p, m.Kind-clusterNearNothing)
	}
}

// refused goes on to the next try, unless there is work by now.
func (c *clusterThief) refused(p Proc, kind uint8) {
	side := &c.side[kind]
	side.vain++
	rest := tryLater(side.vain, p.Now()-side.began)
	if kind == clusterNear {
		rest += c.rule.pause
	}
	switch {
	case p.Busy():
		side.asking = false
	case rest > 0:
		side.wakes = p.Now() + rest
		p.WakeAfter(rest)
	default:
		side.asking = false
		c.ask(p, kind)
	}
}

func (c *clusterThief) Wake(p Proc) {
	for kind := range uint8(len(c.side)) {
		side := &c.side[kind]
		if side.wakes == 0 || side.wakes > p.Now() {
			continue
		}
		side.wakes, side.asking = 0, false
		if !p.Busy() {
			c.ask(p, kind)
		}
	}
}

func (c *clusterThief) Arrived(p Proc, _ int) {
	side := &c.side[p.Tag()-1]
	side.asking, side.vain = false, 0
}
