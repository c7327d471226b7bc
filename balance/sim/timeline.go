package sim

import "transat/balance"

// Timeline watches a run: who has work when, what moves from where to where, and, at times of its own
// choice, how much waits where. It cannot influence the run; a run that is watched comes to the
// same Result, event for event.
//
// Because workers are simulated lazily (see the package comment), a processor is said to be busy from
// the moment in which one without elements takes its first, WorkBegan, to the moment in which it has
// run out of them, WorkRanOut, whatever it does in between:
//
//	rank 3   ──────┤began        ran out├────────────┤began …
//	rank 5      sent├──── 2 elements ───►│arrived
//
// The end of a run is not reported, so the last spans are open.
type Timeline struct {
	// TimelineEvent, if not nil, is called with all that happens, in the order of time.
	Event func(TimelineEvent)
	// Quiet leaves out MessageSent and MessageReceived, which are most of what happens.
	Quiet bool
	// Look, if not nil, is called at time 0 and then whenever it has asked for: it returns the time of the
	// next look, which must be later than View.Time. It sees the state when everything of that time has
	// happened. Every look takes time proportional to the number of processors.
	Look func(*View) (next balance.Ticks)
	// Moved, if not nil, is called with every element that leaves for another processor, before the ElementsSent of its batch, if
	// the tree is a balance.IntervalTree. Moves are numbered from 1 on. Earlier is the last move of the element, or of one above it in
	// the tree: the one by which the sender got it. 0 means that the sender had it from the start. So a move, the one before it, and so
	// on lead back to where the search began:
	//
	//	rank 3   root ─┬─ a ── …
	//	               └─ b ─────► move 1, earlier 0
	//	rank 7                     b ─┬─ …
	//	                              └─ c ─────► move 2, earlier 1
	//
	// When it returns false, the later moves are not told. A move takes 20 bytes or more, and time in proportion to the logarithm of
	// their number.
	Moved func(number, earlier int32) bool
}

// TimelineEvent is something that happens on a processor.
type TimelineEvent struct {
	Time     balance.Ticks
	Kind     TimelineEventKind
	Rank     int // where it happens
	Peer     int // the other end of ElementsSent, ElementsArrived, MessageSent and MessageReceived
	Elements int // of ElementsSent and ElementsArrived
	// Move is 0 if moves are not told. Of WorkBegan it is the last move of the element, or of one above it; of ElementsSent the move of the
	// first element, and the others follow.
	Move int32
	// Message is the message of MessageSent and MessageReceived.
	Message balance.Message
}

// TimelineEventKind is what happens.
type TimelineEventKind uint8

// The kinds of events.
const (
	WorkBegan       TimelineEventKind = iota // a processor without elements takes one
	WorkRanOut                               // a processor has no elements any more; or none to start with
	ElementsSent                             // elements leave for Peer; from one processor to another, they arrive in this order
	ElementsArrived                          // elements have come from Peer
	MessageSent                              // a control message leaves for Peer; messages to one processor arrive in this order
	PhaseBegan                               // a balancing phase or action
	MessageReceived                          // a control message has come from Peer; its policy hears of it now
)

// View is what a look sees. Its slices, with an entry a processor, are valid until Look returns.
type View struct {
	Time     balance.Ticks
	Load     []float64 // waiting, in the unit of the estimate
	Waiting  []int     // elements
	Busy     []bool    // an element is being worked on
	Move     []int32   // the last move of that element, or of one above it; nil if moves are not told
	Sent     int64     // elements so far, by all processors
	Messages int64     // control messages so far, by all processors
	Phases   int64     // balancing phases or actions so far, by all processors

	// Work and Nodes are sums over all elements that have been begun; nodes that were expanded to place the first
	// elements count. Done is the time in which one processor, without any list, does what has been done of them:
	// Done/(procs · Time) is the efficiency so far. If processors are not equally fast, it is in terms of their mean speed so far, so that
	// it still is.
	Work, Nodes int64
	Done        balance.Ticks
}

// watching is a timeline at work.
type watching struct {
	event  func(TimelineEvent) // nil if there is no listener
	spoken bool                // the listener wants control messages, too
	look   func(*View) balance.Ticks
	next   balance.Ticks // look, or never
	view   View
	out    []bool // the processors that have run out of elements
}

// watch begins the timeline, when the first elements are in place.
func (s *sim[E]) watch(t *Timeline) {
	w := &s.watching
	w.next = never
	if t == nil {
		return
	}
	w.event, w.look, w.spoken = t.Event, t.Look, t.Event != nil && !t.Quiet
	n := len(s.procs)
	if w.look != nil {
		w.next = 0
		w.view = View{Load: make([]float64, n), Waiting: make([]int, n), Busy: make([]bool, n)}
	}
	if w.look != nil && s.moves != nil {
		w.view.Move = make([]int32, n)
	}
	w.out = make([]bool, n)
	for i := range s.procs {
		w.out[i] = true
		if s.procs[i].busy {
			s.beganWork(int32(i))
		}
	}
}

// event reports something that happens now.
func (s *sim[E]) event(kind TimelineEventKind, rank, peer, elements int) {
	if s.watching.event != nil {
		s.watching.report(TimelineEvent{Time: s.now, Kind: kind, Rank: rank, Peer: peer, Elements: elements})
	}
}

// beganWork reports that a processor without elements has begun on one.
func (s *sim[E]) beganWork(rank int32) {
	if s.watching.event != nil {
		s.watching.report(TimelineEvent{Time: s.now, Kind: WorkBegan, Rank: int(rank), Peer: int(rank), Move: s.moves.last(rank)})
	}
}

// sentElements reports that elements leave now.
func (s *sim[E]) sentElements(rank, to int32, elements []entry[E]) {
	if s.watching.event == nil {
		return
	}
	m := TimelineEvent{Time: s.now, Kind: ElementsSent, Rank: int(rank), Peer: int(to), Elements: len(elements)}
	if s.moves != nil {
		if m.Move = s.moves.leave(rank, to, elements); m.Move == 0 {
			s.moves, s.watching.view.Move = nil, nil
		}
	}
	s.watching.event(m)
}

// spoken reports that a message leaves or arrives now.
func (s *sim[E]) spoken(kind TimelineEventKind, rank, peer int, m balance.Message) {
	if s.watching.spoken {
		s.watching.report(TimelineEvent{Time: s.now, Kind: kind, Rank: rank, Peer: peer, Message: m})
	}
}

// report reports an event. Elements may come in the very moment in which a processor runs out of its own:
// then nothing has ended, and nothing begins.
func (w *watching) report(m TimelineEvent) {
	switch m.Kind {
	case WorkBegan:
		if !w.out[m.Rank] {
			return
		}
		w.out[m.Rank] = false
	case WorkRanOut:
		w.out[m.Rank] = true
	}
	w.event(m)
}

// lookBefore makes the looks that are due before time t, at which the next event is. As no processor can run out
// of elements before that, bringing all workers up to date has no consequences.
func (s *sim[E]) lookBefore(t balance.Ticks) {
	w := &s.watching
	v := &w.view
	for w.next < t && t != never {
		v.Time, v.Sent, v.Messages, v.Phases = w.next, s.total.sent, s.total.messages, s.total.phases
		undone := balance.Ticks(0) // of the elements in work
		for i := range s.procs {
			p := &s.procs[i]
			now := p.local(v.Time)
			p.advance(now)
			v.Load[i], v.Waiting[i], v.Busy[i] = float64(p.load)*s.perUnit, p.list.visible(), p.busy
			if v.Move != nil && p.busy {
				v.Move[i] = s.moves.last(p.rank)
			}
			if p.busy {
				undone += max(0, p.workEnd-now)
			}
		}
		v.Work, v.Nodes = s.total.work, s.total.nodes // all workers are up to date
		v.Done = max(0, s.cfg.Cost.Expand(v.Work, v.Nodes)-undone)
		if s.cfg.Alone != nil && v.Done > 0 {
			begun := float64(s.cfg.Cost.Expand(v.Work, v.Nodes))
			v.Done = balance.Ticks(float64(v.Done) / begun * float64(s.cfg.sequential(v.Work, v.Nodes)))
		}
		if offered := capacity(s.clocks, v.Time); offered > 0 {
			v.Done = balance.Ticks(float64(v.Done) / float64(offered) * float64(len(s.procs)) * float64(v.Time))
		}
		w.next = max(w.look(v), v.Time+1)
	}
}
