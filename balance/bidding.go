package balance

const biddingEssay = `Bidding: a processor with too much work asks around for bids, and the best bidder gets some. All within
a number of links are asked; if no bid is good, the next request goes one link farther.

	overloaded                 others
	  | — request for bids ———→ |           within the radius
	  | ←——————— bid 2.0 ——————  |           what it would take: the mark less what it has
	  | — elements ————————————→ |           the best bidder, half of the difference, at most its bid

A processor is overloaded if it has more elements than the mark when one has been created. The bid is
what the bidder lacks to the mark, 0 if it has enough. Bids that were given are not promised: a bidder
may give several at once, and get from several. If nobody bids, the processor asks no more until the
number of its elements has changed, and then one link farther; after a success, the radius begins again.

Parameters: mark, the elements above which a processor asks (2, from 0 to 1000000); radius, links that a
request goes at most (4, from 1 to 8). The element in work counts.

Messages: two for each of the others within the radius and request, besides the elements.

Source: Stankovic, Sidhu: An Adaptive Bidding Algorithm for Processors, Clusters and Distributed Groups,
1984; cited by Böhm and Speckenmeyer. Not from the source, which we know from descriptions: there
processes bid by much more than load, and clusters of them move together.
`

func biddingSpec() Spec {
	return Spec{
		Name:     "bidding",
		Title:    "bidding: an overloaded processor sends to the best bidder",
		Family:   familyMarks,
		Source:   "Stankovic, Sidhu: An Adaptive Bidding Algorithm for Processors, Clusters and Distributed Groups, 1984",
		Uses:     "knows its own load and the bids; two messages a processor within the radius and request",
		Essay:    biddingEssay,
		Wordings: biddingWordings(),
		Kinds:    everyKind("torus"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params: []Param{
			{Name: "mark", Title: "elements above which a processor asks for bids", Default: 2, Min: 0, Max: 1e6},
			{Name: "radius", Title: "links that a request for bids goes, at most", Default: 4, Min: 1, Max: 8},
		},
		New: func(t Topology, v Values) Maker {
			return func(rank int) Policy {
				return &bidding{topology: t, mark: v["mark"], most: int(v["radius"]), radius: 1}
			}
		},
	}
}

const (
	bidRequest uint8 = iota
	bidOffer         // A: the elements that the bidder would take, B: those it has
)

// bidding is one processor.
type bidding struct {
	Base
	topology   Topology
	mark       float64
	radius     int // of the next request
	most       int
	rings      [][]int // by radius: those within it, made when first needed
	missing    int     // bids that are to come
	best       int
	offer, has float64 // of the best bidder
	vain       float64 // elements when the last request had no bid; 0 if it had
}

// LoadChanged implements LoadWatcher.
func (b *bidding) LoadChanged(p Proc) {
	count := elements(p)
	if b.missing > 0 || p.Len() == 0 || count <= b.mark || count == b.vain || p.Procs() == 1 {
		return
	}
	b.vain, b.offer = 0, 0
	for len(b.rings) <= b.radius {
		b.rings = append(b.rings, within(b.topology, p.Rank(), len(b.rings)))
	}
	asked := b.rings[b.radius]
	b.missing = len(asked)
	for _, to := range asked {
		p.Send(to, Message{Kind: bidRequest})
	}
}

func (b *bidding) Receive(p Proc, from int, m Message) {
	if m.Kind == bidRequest {
		count := elements(p)
		p.Send(from, Message{Kind: bidOffer, A: max(0, b.mark-count), B: count})
		return
	}
	if m.A > b.offer {
		b.best, b.offer, b.has = from, m.A, m.B
	}
	if b.missing--; b.missing == 0 {
		b.close(p)
	}
}

// close sends to the best bidder.
func (b *bidding) close(p Proc) {
	amount := min(b.offer, (elements(p)-b.has)/2)
	if b.offer > 0 && b.has == 0 {
		amount = max(amount, 1) // it has nothing
	}
	if amount < 1 {
		b.vain = elements(p)
		if b.offer == 0 {
			b.radius = min(b.radius+1, b.most)
		}
		return
	}
	if p.Transfer(b.best, int(amount)) > 0 {
		p.CountPhase()
		b.radius = 1
	}
	b.LoadChanged(p)
}

func (b *bidding) Arrived(p Proc, _ int) { b.LoadChanged(p) }

func (b *bidding) Start(p Proc) { b.LoadChanged(p) }
