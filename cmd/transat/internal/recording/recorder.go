package recording

import (
	"fmt"
	"math"
	"slices"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/experiment"
)

// Options limit the size of a recording. The zero value is the default.
type Options struct {
	// Looks is how many looks there are at most, and half of that at least; 0: DefaultSamples, fewer if there are many
	// processors.
	Looks int
	// Parcels is how many single parcels are kept at most; 0: DefaultParcels. Negative: none.
	Parcels int
	// Moves is how many transfers of elements are kept, and of takes twice as many; 0: DefaultMoves. Negative: none.
	Moves int
	// From and To are the part of the run of which single parcels are kept; To 0: until there are too many, or the end.
	From, To balance.Ticks
}

// The default limits of a recording.
const (
	DefaultSamples = 1000
	DefaultParcels = 500_000
	DefaultMoves   = 500_000

	maxCells   = 1 << 23   // of all looks together; beyond, looks cost as much time as the run itself
	leastLooks = 32        // however many processors there are
	maxChanges = 2_000_000 // beyond, who has work is known as of looks
)

// Recorder records one run: it is an experiment.Recorder.
type Recorder struct {
	run     *Run
	nodes   int64 // in the tree; 0 if that is not known
	options Options
	pace    Schedule
	traffic traffic
	flows   flows
	origins origins
	whole   bool        // until now every parcel is kept, and they tell what has gone over each link
	kinds   [256]uint32 // since the last look
	round   uint32
	exact   bool
	open    []bool // processors that have work
}

// New returns a recorder for one run.
func New(options Options) *Recorder { return &Recorder{options: options} }

// Run returns the recorded run, once it has ended; nil if it never began.
func (r *Recorder) Run() *Run { return r.run }

// Begin implements [experiment.Recorder].
func (r *Recorder) Begin(about experiment.Recording, watch *compare.Watch, fail func(error)) {
	place, err := topology.Place(about.Topology, about.Physical)
	if err != nil {
		fail(err) // the network does not fit on the grid
		return
	}
	r.nodes = about.Nodes
	options := &r.options
	n := about.Topology.Procs()
	if options.Looks == 0 {
		options.Looks = max(leastLooks, min(DefaultSamples, maxCells/n))
	}
	if options.Parcels == 0 {
		options.Parcels = DefaultParcels
	}
	if options.Moves == 0 {
		options.Moves = DefaultMoves
	}
	if options.To == 0 {
		options.To = never
	}
	start, _ := about.Placement()
	policy := about.Policy.Spec
	f := &Run{grid: about.Physical, Header: Header{
		Format: format, Version: version,
		Tree: about.Tree, Policy: about.Policy.String(), Title: policy.Title, Load: about.Estimate.String(), Machine: about.Cost.Name,
		Start: string(start), Seed: about.Seed, Grain: about.Grain,
		Topology: networkOf(about.Topology), Grid: networkOf(about.Physical), Exact: never, Loads: about.Estimate.Name != "count",
		From: options.From, To: options.To, Sayings: []Wording{}, Quiet: policy.Wordings.Quiet,
	}}
	for _, x := range policy.Wordings.Kinds {
		f.Sayings = append(f.Sayings, Wording(x))
	}
	for rank, at := range place {
		if rank != at && f.place == nil {
			f.place = make([]int32, n)
		}
	}
	for rank := range f.place {
		f.place[rank] = int32(place[rank])
	}
	r.run, r.exact, r.open = f, true, make([]bool, n)
	r.whole = options.Parcels > 0 && options.From == 0 && options.To == never
	r.pace, r.flows, r.traffic = NewSchedule(options.Looks, about.Expected), newFlows(f, about.Expected), newTraffic(n, options)
	r.origins = newOrigins(n, options.Moves)
	watch.Timeline = &sim.Timeline{Event: r.event, Look: r.look}
	if options.Moves > 0 {
		watch.Timeline.Moved = r.origins.moved
	}
}

func networkOf(t topology.Network) Network {
	return Network{Kind: t.Kind(), Sides: append([]int{}, t.Sides()...), Procs: t.Procs(), Text: fmt.Sprint(t)}
}

func (r *Recorder) event(m sim.TimelineEvent) {
	switch m.Kind {
	case sim.WorkBegan:
		r.turn(m.Time, m.Rank, true)
		r.origins.take(m.Time, m.Rank, m.Move)
	case sim.WorkRanOut:
		r.turn(m.Time, m.Rank, false)
	case sim.ElementsSent:
		r.origins.number(&m)
		r.leaves(&m)
	case sim.MessageSent:
		if m.Message.Kind == balance.IncumbentKind {
			r.news(&m)
		}
		r.kinds[m.Message.Kind]++
		r.round = max(r.round, m.Message.Round)
		r.leaves(&m)
	case sim.ElementsArrived, sim.MessageReceived:
		r.traffic.arrive(&m)
		if m.Kind == sim.ElementsArrived && !r.whole {
			r.origins.transfers.arrive(&m)
		}
	}
}

// newsKind is the kind under which a recording has the machine's own messages of better values, above those of all policies: looks count
// every kind up to the last one.
const newsKind = 30

// news puts such a message under its own kind, which has its own words.
func (r *Recorder) news(m *sim.TimelineEvent) {
	m.Message.Kind = newsKind
	for said := len(r.run.Sayings); said <= newsKind; said++ {
		x := Wording{}
		switch {
		case said == newsKind:
			x = Wording(balance.IncumbentWording())
		case said > 0:
			x = r.run.Sayings[said-1] // the last holds for all further kinds
		}
		r.run.Sayings = append(r.run.Sayings, x)
	}
}

// leaves notes what is sent. Flows and transfers are kept only from when single parcels do not tell all: most runs never come to that.
func (r *Recorder) leaves(m *sim.TimelineEvent) {
	r.traffic.send(m)
	if r.whole {
		if r.traffic.full == never {
			return
		}
		r.whole = false
		for i := range r.traffic.parcels {
			r.flows.add(r.traffic.parcels[i].sending())
		}
		r.origins.transfersOf(r.traffic.parcels)
	}
	r.flows.add(m)
	r.origins.send(m)
}

// turn notes that a processor begins to have work, or runs out of it.
func (r *Recorder) turn(at balance.Ticks, rank int, busy bool) {
	if !r.exact || r.open[rank] == busy {
		return
	}
	if len(r.run.changes) == maxChanges {
		r.exact = false
		r.run.Exact = at
		return
	}
	r.open[rank] = busy
	what := int32(rank) << 1
	if busy {
		what |= 1
	}
	r.run.changes = append(r.run.changes, change{at, what})
}

// look notes the state of all processors.
func (r *Recorder) look(v *sim.View) balance.Ticks {
	f := r.run
	x := look{
		at: v.Time, sent: v.Sent, messages: v.Messages, phases: v.Phases, done: v.Done,
		sigma: compare.Variation(v.Load), round: r.round, cells: make([]uint16, len(v.Busy)),
	}
	if f.Loads {
		x.loads = make([]uint16, len(v.Busy))
	}
	for i, waiting := range v.Waiting {
		if !v.Busy[i] {
			continue
		}
		x.cells[i] = uint16(min(waiting+1, math.MaxUint16))
		if f.Loads {
			x.loads[i] = half(v.Load[i])
		}
	}
	r.origins.look(v)
	x.kinds = r.since()
	f.looks = append(f.looks, x)
	next := r.pace.Next(v.Time)
	if len(f.looks) > r.options.Looks {
		f.looks = pick(f.looks, func(x *look) bool { return x.at%r.pace.Interval == 0 })
	}
	return next
}

// since are the messages that were sent since the last look, by kind.
func (r *Recorder) since() []uint32 {
	last := len(r.kinds)
	for last > 0 && r.kinds[last-1] == 0 {
		last--
	}
	kinds := slices.Clone(r.kinds[:last])
	r.run.Kinds = max(r.run.Kinds, last)
	clear(r.kinds[:last])
	r.round = 0
	return kinds
}

// pick drops samples that are not to be kept, and adds their counts to the next one.
func pick(looks []look, keep func(*look) bool) []look {
	kept := looks[:0]
	var carried look
	for i := range looks {
		x := looks[i]
		x.round = max(x.round, carried.round)
		x.kinds = added(x.kinds, carried.kinds)
		if keep(&x) || i == len(looks)-1 {
			kept, carried = append(kept, x), look{}
		} else {
			carried = x
		}
	}
	return kept
}

func added(x, y []uint32) []uint32 {
	if len(x) < len(y) {
		x, y = y, x
	}
	x = slices.Clone(x)
	for i := range y {
		x[i] += y[i]
	}
	return x
}

// End implements [experiment.Recorder].
func (r *Recorder) End(result balance.Result) error {
	f := r.run
	f.End, f.Found = result.Time, result.Found
	f.Complete = result.Found || r.nodes > 0 && result.Nodes == r.nodes // it was not given up or interrupted
	f.SequentialS, f.Efficiency = result.Sequential.Seconds(), result.Efficiency()
	f.Nodes, f.Sent, f.Messages, f.Phases = result.Nodes, result.Sent, result.Messages, result.Phases
	r.last(result)
	f.parcels = r.traffic.all()
	if f.To = min(f.To, r.traffic.full); f.To > f.End {
		f.To = f.End + 1
	}
	f.Exact = min(f.Exact, f.End+1)
	if f.From > 0 || f.To <= f.End {
		f.flows = r.flows.all()
		f.Span = r.flows.pace.Interval
	}
	r.origins.keep(f, r.whole)
	f.count()
	return nil
}

// last adds the look at the end: no processor has work any more, unless the run ended with a solution or early.
func (r *Recorder) last(result balance.Result) {
	f := r.run
	n := len(r.open)
	x := look{
		at: result.Time, sent: result.Sent, messages: result.Messages, phases: result.Phases,
		done: result.Sequential, round: r.round,
	}
	if result.Uneven { // as sim.View.Done
		x.done = balance.Ticks(result.Efficiency() * float64(result.Procs) * float64(result.Time))
	}
	// A run that was given up at its limit has been looked at beyond.
	for len(f.looks) > 0 && f.looks[len(f.looks)-1].at >= x.at {
		late := f.looks[len(f.looks)-1]
		x.kinds, x.round = added(x.kinds, late.kinds), max(x.round, late.round)
		x.cells, x.loads, x.sigma = late.cells, late.loads, late.sigma
		f.looks = f.looks[:len(f.looks)-1]
	}
	before := len(f.looks) - 1
	if over := f.Complete && !f.Found; over || before < 0 && x.cells == nil {
		x.sigma, x.cells, x.loads = 0, make([]uint16, n), nil
		if f.Loads {
			x.loads = make([]uint16, n)
		}
		for rank, busy := range r.open {
			if busy && over {
				r.turn(result.Time, rank, false)
			}
		}
	} else if x.cells == nil {
		x.cells, x.loads, x.sigma = f.looks[before].cells, f.looks[before].loads, f.looks[before].sigma
	}
	x.kinds = added(x.kinds, r.since())
	f.looks = append(f.looks, x)
}

// count sets the counts of the header.
func (f *Run) count() {
	f.Looks, f.Changes, f.Parcels, f.Spans = len(f.looks), len(f.changes), len(f.parcels), len(f.flows)
	f.Transfers, f.Moves, f.Takes = len(f.transfers), len(f.moves), len(f.takes)
}
