package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"transat/balance"
	"transat/balance/topology"
)

// Config is everything a run depends on.
type Config[E any] struct {
	Tree     balance.Tree[E]
	Topology topology.Network // the network that the policy sees
	Physical *topology.Grid   // the network that the machine has, of as many processors
	Cost     CostModel
	// Alone, if not nil, is the cost of nodes on a processor that is the only one at work, if that is less than Cost: the sequential time
	// is worked out from it.
	Alone  *CostModel
	Policy balance.Maker
	// Bound runs the bound of balance.Spec.Bound instead of a policy. Only the tree, the number of
	// processors, CostModel.Expand and Limit matter then; there are no events to trace.
	Bound    bool
	Received balance.End // where received elements go in the list
	Estimate balance.Estimate
	// Grain is the share of λ(root)/n, the root's load dealt out evenly, below which an element is
	// solved to its end instead of being split, until the policy sets a grain of its own.
	Grain float64
	// Budget, if above 0, is a grain in work, in place of one in load: the time for which a worker searches below an element
	// before what is still open there becomes elements. Grain, Proc.SetGrain and balance.Interrupter are off then.
	Budget balance.Ticks
	Start  Start
	// Deal is the load estimate by which StartSpread deals out elements; the zero value stands for Estimate.
	Deal balance.Estimate
	// Placement is how StartFrontier deals out elements; nil for other starts.
	Placement *Placement
	// Speeds says that processors are not equally fast, or not always; the zero value, that they are.
	Speeds Speeds
	// Pause, if above 0, is how long a busy processor searches before it looks after messages, timers and its load: see pause.go.
	Pause balance.Ticks
	Seed  uint64
	Limit balance.Ticks // simulated time after which the run is given up; 0 means none

	// Progress, if not nil, is called now and then with the work done so far.
	Progress func(work int64)
	// Trace, if not nil, is called with everything that happens between processors.
	Trace func(Event)
	// Timeline, if not nil, watches the run for pictures.
	Timeline *Timeline
	// Expanded, if not nil, is called with every element that has been worked on: in the order of time for each
	// processor, but not among processors.
	Expanded func(Expansion[E])
}

// sequential is the time that one processor takes, alone at work, for so much.
func (cfg *Config[E]) sequential(work, nodes int64) balance.Ticks {
	if cfg.Alone != nil {
		return cfg.Alone.Expand(work, nodes)
	}
	return cfg.Cost.Expand(work, nodes)
}

// ErrLimit says that a run was given up at Config.Limit.
var ErrLimit = errors.New("the limit on simulated time was reached")

// Run simulates until all elements are expanded or a solution is found. It returns an error if the
// context ends, the limit is reached, the policy's timers go off too often for the machine (a
// [RestlessError]) or the configuration makes no sense; then the Result says how far the run has come.
//
// It takes time proportional to the number of nodes and events, and memory proportional to the
// numbers of processors, waiting elements and messages under way.
func Run[E any](ctx context.Context, cfg Config[E]) (_ balance.Result, err error) {
	defer balance.CatchFault(&err)
	s, err := newSim(ctx, cfg)
	if err != nil {
		return balance.Result{}, err
	}
	if cfg.Bound {
		return runIdeal(ctx, &cfg, s.clocks)
	}
	if len(s.procs) >= manyProcs {
		s.readAhead()
	}
	return s.run(ctx)
}

// run places the first elements, and simulates.
func (s *sim[E]) run(ctx context.Context) (balance.Result, error) {
	if err := s.place(ctx); err != nil {
		return balance.Result{}, err
	}
	if s.finished {
		return s.result(), nil
	}
	s.watch(s.cfg.Timeline)
	for i := range s.procs {
		if err := interrupted(ctx, i); err != nil {
			return s.result(), err
		}
		p := &s.procs[i]
		if s.isAbsent(p.rank) {
			continue
		}
		if p.meet(); !s.finished {
			p.policy.Start(p)
		}
	}
	err := s.loop(ctx)
	return s.result(), err
}

// sim is a run under way.
type sim[E any] struct {
	cfg        Config[E]
	procs      []proc[E]
	watchers   []balance.LoadWatcher    // the policies, if they are; nil otherwise
	patient    []balance.PatientWatcher // the same, if the machine makes use of that; nil otherwise
	neighbours neighbours
	net        network[entry[E]]
	queue      queue
	checks     *checks
	middle     int // the rank of the processor in the middle of the machine
	now        balance.Ticks
	weights    *[deepest + 1]int64 // load of an element per level, in fixed-point
	loads      loads[E]            // what the tree says of them, if policies see that
	perUnit    float64             // the load that is 1 in fixed-point, a power of two
	children   []E                 // scratch space of expand, as is about

	surveyor balance.Surveyor[E] // the tree, if it is one and not blind; otherwise nil
	about    [][3]int64
	packed   []uint64 // the elements of the tree, if sweep can work on it; otherwise nil

	units    bool // the tree has some: its nodes are more than its elements
	most     most
	blind    bool // the tree does not know what lies in a subtree, or it is too much for an entry
	perNode  bool // every node is looked at, see the package comment
	single   bool // every element is taken by itself: if perNode, and if someone wants to know of expansions
	begun    begun[E]
	bounded  *bounding[E] // nil for trees without bounds
	blocks   blocks[E]
	least    int64 // no element has less load than this
	alive    int64 // elements that exist: waiting, in work and under way
	found    bool
	finished bool
	end      balance.Ticks // when the last element was completed, or a solution found
	watching watching
	moves    *moves[E] // nil if nobody wants to know
	touches  touches
	clocks   []clock // by rank; nil if all processors are equally fast
	absent   absent
	pauses   *pauses
	timers   timers
	total    totals

	tags []uint8 // by rank, of what it transfers next; nil until the first one is set
	tag  uint8   // of the elements whose arrival a policy is told of
}

// totals are sums over all processors.
type totals struct {
	work, nodes, events           int64
	messages, sent, phases        int64
	take, install, message, route balance.Ticks
	idle, placing                 balance.Ticks
	idleStart, idleEnd            balance.Ticks // parts of idle
	preplaced                     balance.Ticks // time of nodes expanded before the run began
	taken, installed              int64
	waits                         int64         // idle times between two elements
	began                         int           // processors that have had an element
	allBegan                      balance.Ticks // when the last of them began, so far
}

// waited notes that a processor begins at time t, after an idle time; first says that it has not had an element before.
func (x *totals) waited(idle, t balance.Ticks, first bool) {
	x.idle += idle
	switch {
	case first:
		x.idleStart += idle
		x.began++
		x.allBegan = max(x.allBegan, t)
	case idle > 0:
		x.waits++
	}
}

// interrupted returns the context's error now and then: for loops over all processors, each of which takes a
// microsecond or so.
func interrupted(ctx context.Context, rank int) error {
	if rank%(1<<12) == 0 && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

func newSim[E any](ctx context.Context, cfg Config[E]) (*sim[E], error) {
	if err := cfg.Cost.Check(); err != nil {
		return nil, err
	}
	place, err := topology.Place(cfg.Topology, cfg.Physical)
	if err != nil {
		return nil, err
	}
	if cfg.Grain < 0 || math.IsNaN(cfg.Grain) {
		return nil, fmt.Errorf("grain %v: must be at least 0", cfg.Grain)
	}
	if cfg.Budget < 0 {
		return nil, fmt.Errorf("budget %d ns: must be at least 0", cfg.Budget)
	}
	n := cfg.Topology.Procs()
	s := &sim[E]{cfg: cfg, procs: make([]proc[E], n), checks: newChecks(n), neighbours: neighbours{network: cfg.Topology}}
	s.middle = slices.Index(place, cfg.Physical.Middle())
	s.net = newNetwork[entry[E]](cfg.Physical, place, &s.cfg.Cost, &s.queue)
	if s.clocks, err = s.cfg.Speeds.clocksAt(place, cfg.Seed); err != nil {
		return nil, err
	}
	s.absent = newAbsent(s.clocks, &s.queue)
	if cfg.Pause < 0 {
		return nil, fmt.Errorf("pause %d ns: must be at least 0", cfg.Pause)
	} else if cfg.Pause > 0 {
		s.pauses = &pauses{all: make([]pausing, n)}
	}
	root := cfg.Tree.Root()
	work, nodes, elements := cfg.Tree.Subtree(root)
	if work < 0 || nodes < elements || elements < 0 || work > 0 && elements == 0 {
		s.refuse("Subtree", "of the root it says work %d in %d nodes and %d elements", work, nodes, elements)
	}
	s.most = mostOf(&s.cfg.Cost)
	s.units = nodes > elements
	s.blind = work == 0 || nodes > math.MaxUint32
	if x, ok := cfg.Tree.(balance.Surveyor[E]); ok && !s.blind {
		s.surveyor = x
	}
	s.bounds()
	load, err := balance.Loads(cfg.Estimate, cfg.Tree)
	if err != nil {
		return nil, err
	}
	s.scale(elements)
	if cfg.Estimate.Measured {
		s.showLoads(load)
	} else {
		s.weights = s.weigh(cfg.Estimate)
		s.least = s.weights[deepest]
	}
	grain := s.fixed(cfg.Grain * load(root) / float64(n))
	if cfg.Budget > 0 {
		grain = math.MaxInt64 // no subtree is known to be split to its last element
	}
	for i := range s.procs {
		if err := interrupted(ctx, i); err != nil {
			return nil, err
		}
		p := &s.procs[i]
		p.sim, p.rank, p.level, p.grain, p.policy = s, int32(i), unbegun, grain, cfg.Policy(i)
		if w, ok := p.policy.(balance.LoadWatcher); ok {
			s.watchers = append(s.watchers, w)
		}
	}
	if s.watchers != nil && len(s.watchers) != n {
		return nil, fmt.Errorf("%d of %d policies watch their load: want all or none", len(s.watchers), n)
	}
	if s.watchers != nil && cfg.Budget == 0 && s.bounded == nil {
		s.blocks = make(blocks[E], n)
	}
	s.perNode = s.blind || s.watchers != nil
	s.findPatient()
	s.single = s.perNode
	s.watchExpansions()
	s.watchMoves()
	s.packed = s.packing()
	return s, nil
}

// loop handles events until the run is over.
func (s *sim[E]) loop(ctx context.Context) error {
	const every = 1 << 12
	for step := 0; !s.finished; step++ {
		if step%every == 0 {
			if err := ctx.Err(); err != nil {
				return context.Cause(ctx)
			}
			if err := s.timers.check(s.now, len(s.procs), &s.cfg.Cost); err != nil {
				return err
			}
			if s.cfg.Progress != nil {
				s.cfg.Progress(s.total.work)
			}
		}
		idle := s.checks.peek()
		message := s.queue.next(idle)
		s.now = min(message, idle)
		if s.queue.fresh && s.touches.on {
			s.touch()
		}
		if s.watching.next < s.now {
			s.lookBefore(s.now)
		}
		switch {
		case s.now == never:
			panic(fmt.Sprintf("sim: nothing left to happen with %d elements alive", s.alive))
		case s.cfg.Limit > 0 && s.now > s.cfg.Limit:
			s.now = s.cfg.Limit
			return ErrLimit
		case message <= idle:
			s.total.events++
			s.handle(s.queue.pop())
		default:
			s.check(&s.procs[s.checks.first()])
		}
	}
	return nil
}

// finish ends the run: nothing is left to expand, or a solution was found.
func (s *sim[E]) finish(at balance.Ticks, found bool) {
	s.finished, s.found, s.end = true, found, at
}

// check looks whether a processor has run out of elements, and tells its policy.
func (s *sim[E]) check(p *proc[E]) {
	p.catchUp()
	if p.busy && p.bound() <= s.now {
		s.misjudged()
	}
	if !p.busy && !s.finished {
		s.putsOff(p, aChange)
	}
	if !p.busy && !p.told && !s.finished {
		p.told = true
		s.total.events++
		s.trace(p, EventIdle, 0, balance.Message{}, 0)
		s.event(WorkRanOut, int(p.rank), int(p.rank), 0)
		p.policy.Idle(p)
	}
	s.checks.putOff(p.rank, p.bound())
}

// handle handles an event of the queue.
func (s *sim[E]) handle(e event) {
	i, timer := e.what()
	if !timer {
		s.reach(i)
		return
	}
	if n := int32(len(s.procs)); i >= n {
		s.reachesSafePoint(&s.procs[i-n])
		return
	}
	s.timers.count++
	p := &s.procs[i]
	if s.isAbsent(i) {
		s.joins(p)
		return
	}
	p.meet()
	switch {
	case s.finished:
	case s.putsOff(p, aTimer):
		x := &s.pauses.all[i]
		x.timers = append(x.timers, s.now)
	default:
		s.wake(p)
	}
}

// wake tells a policy that its timer has gone off.
func (s *sim[E]) wake(p *proc[E]) {
	s.trace(p, EventWake, 0, balance.Message{}, 0)
	p.policy.Wake(p)
	p.called()
}
