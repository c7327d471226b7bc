package film

import (
	"fmt"
	"math"
	"slices"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
)

// Run says what is recorded.
type Run struct {
	Tree    string
	Policy  balance.Chosen
	Load    balance.Estimate
	Machine string
	Start   string
	Seed    uint64
	Grain   float64
	Network topology.Network // that the policy sees
	Grid    *topology.Grid   // that the machine has
	// Expected is about how long the run takes at least; 0 if that is not known.
	Expected balance.Ticks
}

// Options say how much a film keeps. The zero value is the default.
type Options struct {
	// Looks is how many looks there are at most, and half of that at least; 0: DefaultLooks, fewer if there are many
	// processors.
	Looks int
	// Parcels is how many single parcels are kept at most; 0: DefaultParcels. Negative: none.
	Parcels int
	// From and To are the part of the run of which single parcels are kept; To 0: until there are too many, or the end.
	From, To balance.Ticks
}

// What a film keeps, unless it is told otherwise.
const (
	DefaultLooks   = 1000
	DefaultParcels = 500_000

	maxCells   = 1 << 23   // of all looks together; beyond, looks cost as much time as the run itself
	leastLooks = 32        // however many processors there are
	maxChanges = 2_000_000 // beyond, who has work is known as of looks
)

// Recorder watches a run.
type Recorder struct {
	film    *Film
	options Options
	pace    pace
	traffic traffic
	flows   flows
	whole   bool        // until now every parcel is kept, and they tell what has gone over each link
	kinds   [256]uint32 // since the last look
	round   uint32
	exact   bool
	open    []bool // processors that have work
}

// NewRecorder returns a recorder for one run.
func NewRecorder(options Options) *Recorder { return &Recorder{options: options} }

// Begin returns what watches the run. The error says that the network does not fit on the grid.
func (r *Recorder) Begin(run Run) (*sim.Timeline, error) {
	options := &r.options
	place, err := topology.Place(run.Network, run.Grid)
	if err != nil {
		return nil, err
	}
	n := run.Network.Procs()
	if options.Looks == 0 {
		options.Looks = max(leastLooks, min(DefaultLooks, maxCells/n))
	}
	if options.Parcels == 0 {
		options.Parcels = DefaultParcels
	}
	if options.To == 0 {
		options.To = never
	}
	f := &Film{grid: run.Grid, Header: Header{
		Format: format, Version: version,
		Tree: run.Tree, Policy: run.Policy.String(), Title: run.Policy.Spec.Title, Load: run.Load.String(), Machine: run.Machine,
		Start: run.Start, Seed: run.Seed, Grain: run.Grain,
		Topology: networkOf(run.Network), Grid: networkOf(run.Grid), Exact: never, Loads: run.Load.Name != "count",
		From: options.From, To: options.To, Sayings: []Saying{}, Quiet: run.Policy.Spec.Sayings.Quiet,
	}}
	for _, x := range run.Policy.Spec.Sayings.Kinds {
		f.Sayings = append(f.Sayings, Saying(x))
	}
	for rank, at := range place {
		if rank != at && f.place == nil {
			f.place = make([]int32, n)
		}
	}
	for rank := range f.place {
		f.place[rank] = int32(place[rank])
	}
	r.film, r.exact, r.open = f, true, make([]bool, n)
	r.whole = options.Parcels > 0 && options.From == 0 && options.To == never
	r.pace, r.flows, r.traffic = newPace(options.Looks, run.Expected), newFlows(f, run.Expected), newTraffic(n, options)
	return &sim.Timeline{Moment: r.moment, Look: r.look}, nil
}

func networkOf(t topology.Network) Network {
	return Network{Kind: t.Kind(), Sides: append([]int{}, t.Sides()...), Procs: t.Procs(), Text: fmt.Sprint(t)}
}

func (r *Recorder) moment(m sim.Moment) {
	switch m.Kind {
	case sim.MomentBegan:
		r.turn(m.Time, m.Rank, true)
	case sim.MomentRanOut:
		r.turn(m.Time, m.Rank, false)
	case sim.MomentSent:
		r.leaves(&m)
	case sim.MomentMessage:
		r.kinds[m.Message.Kind]++
		r.round = max(r.round, m.Message.Round)
		r.leaves(&m)
	case sim.MomentArrived, sim.MomentReceived:
		r.traffic.arrive(&m)
	}
}

// leaves notes what is sent. Flows are counted only from when single parcels do not tell all: most runs never come to that.
func (r *Recorder) leaves(m *sim.Moment) {
	r.traffic.send(m)
	if r.whole {
		if r.traffic.full == never {
			return
		}
		r.whole = false
		for i := range r.traffic.parcels {
			r.flows.add(r.traffic.parcels[i].moment())
		}
	}
	r.flows.add(m)
}

// turn notes that a processor begins to have work, or runs out of it.
func (r *Recorder) turn(at balance.Ticks, rank int, busy bool) {
	if !r.exact || r.open[rank] == busy {
		return
	}
	if len(r.film.changes) == maxChanges {
		r.exact = false
		r.film.Exact = at
		return
	}
	r.open[rank] = busy
	what := int32(rank) << 1
	if busy {
		what |= 1
	}
	r.film.changes = append(r.film.changes, change{at, what})
}

// look notes the state of all processors.
func (r *Recorder) look(v *sim.View) balance.Ticks {
	f := r.film
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
	x.kinds = r.since()
	f.looks = append(f.looks, x)
	next := r.pace.next(v.Time)
	if len(f.looks) > r.options.Looks {
		f.looks = pick(f.looks, func(x *look) bool { return x.at%r.pace.interval == 0 })
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
	r.film.Kinds = max(r.film.Kinds, last)
	clear(r.kinds[:last])
	r.round = 0
	return kinds
}

// pick drops the looks that are not to be kept; what they have counted goes to the next one.
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

// Finish completes the film of a run that came to a result. complete says that the run was not given up or interrupted.
func (r *Recorder) Finish(result sim.Result, complete bool) *Film {
	f := r.film
	f.End, f.Complete, f.Found = result.Time, complete, result.Found
	f.SequentialS, f.Efficiency = float64(result.Sequential)/float64(balance.Second), result.Efficiency()
	f.Nodes, f.Sent, f.Messages, f.Phases = result.Nodes, result.Sent, result.Messages, result.Phases
	r.last(result)
	f.parcels = r.traffic.all()
	if f.To = min(f.To, r.traffic.full); f.To > f.End {
		f.To = f.End + 1
	}
	f.Exact = min(f.Exact, f.End+1)
	if f.From > 0 || f.To <= f.End {
		f.flows = r.flows.all()
		f.Span = r.flows.pace.interval
	}
	f.count()
	return f
}

// last adds the look at the end: no one has work any more, unless the run ended with a solution or early.
func (r *Recorder) last(result sim.Result) {
	f := r.film
	n := len(r.open)
	x := look{
		at: result.Time, sent: result.Sent, messages: result.Messages, phases: result.Phases,
		done: result.Sequential, round: r.round,
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

// count says in the header how much there is.
func (f *Film) count() {
	f.Looks, f.Changes, f.Parcels, f.Spans = len(f.looks), len(f.changes), len(f.parcels), len(f.flows)
}
