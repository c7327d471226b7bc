package sim

import "transat/balance"

// Timeline watches a run: who has work when, what moves from where to where, and, at times of its own
// choice, how much waits where. It cannot influence the run; a run that is watched comes to the
// same Result, event for event.
//
// Because workers are simulated lazily (see the package comment), a processor is said to be busy from
// the moment in which one without elements takes its first, MomentBegan, to the moment in which it has
// run out of them, MomentRanOut, whatever it does in between:
//
//	rank 3   ──────┤began        ran out├────────────┤began …
//	rank 5      sent├──── 2 elements ───►│arrived
//
// The end of a run is not reported, so the last spans are open.
type Timeline struct {
	// Moment, if not nil, is called with all that happens, in the order of time.
	Moment func(Moment)
	// Quiet leaves out MomentMessage and MomentReceived, which are most of what happens.
	Quiet bool
	// Look, if not nil, is called at time 0 and then whenever it has asked for: it returns the time of the
	// next look, which must be later than View.Time. It sees the state when everything of that time has
	// happened. Every look takes time proportional to the number of processors.
	Look func(*View) (next balance.Ticks)
}

// Moment is something that happens on a processor.
type Moment struct {
	Time     balance.Ticks
	Kind     MomentKind
	Rank     int // where it happens
	Peer     int // the other end of MomentSent, MomentArrived, MomentMessage and MomentReceived
	Elements int // of MomentSent and MomentArrived
	// Message is the message of MomentMessage and MomentReceived.
	Message balance.Message
}

// MomentKind is what happens.
type MomentKind uint8

// The kinds of moments.
const (
	MomentBegan    MomentKind = iota // a processor without elements takes one
	MomentRanOut                     // a processor has no elements any more; or none to start with
	MomentSent                       // elements leave for Peer; from one processor to another, they arrive in this order
	MomentArrived                    // elements have come from Peer
	MomentMessage                    // a control message leaves for Peer; what is sent from one processor to another arrives in this order
	MomentPhase                      // a balancing phase or action
	MomentReceived                   // a control message has come from Peer; its policy hears of it now
)

// View is what a look sees. Its slices, with an entry a processor, are valid until Look returns.
type View struct {
	Time     balance.Ticks
	Load     []float64 // waiting, in the unit of the estimate
	Waiting  []int     // elements
	Busy     []bool    // an element is being worked on
	Sent     int64     // elements so far, by all processors
	Messages int64     // control messages so far, by all processors
	Phases   int64     // balancing phases or actions so far, by all processors

	// Work and Nodes are sums over all elements that have been begun; nodes that were expanded to place the first
	// elements count. Done is the time in which one processor, without any list, does what has been done of them:
	// Done/(procs · Time) is the efficiency so far.
	Work, Nodes int64
	Done        balance.Ticks
}

// watching is a timeline at work.
type watching struct {
	moment func(Moment) // nil if there is no listener
	spoken bool         // the listener wants control messages, too
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
	w.moment, w.look, w.spoken = t.Moment, t.Look, t.Moment != nil && !t.Quiet
	n := len(s.procs)
	if w.look != nil {
		w.next = 0
		w.view = View{Load: make([]float64, n), Waiting: make([]int, n), Busy: make([]bool, n)}
	}
	w.out = make([]bool, n)
	for i := range s.procs {
		w.out[i] = true
		if s.procs[i].busy {
			s.moment(MomentBegan, i, i, 0)
		}
	}
}

// moment reports something that happens now.
func (s *sim[E]) moment(kind MomentKind, rank, peer, elements int) {
	if s.watching.moment != nil {
		s.watching.report(Moment{Time: s.now, Kind: kind, Rank: rank, Peer: peer, Elements: elements})
	}
}

// spoken reports that a message leaves or arrives now.
func (s *sim[E]) spoken(kind MomentKind, rank, peer int, m balance.Message) {
	if s.watching.spoken {
		s.watching.report(Moment{Time: s.now, Kind: kind, Rank: rank, Peer: peer, Message: m})
	}
}

// report reports a moment. Elements may come in the very moment in which a processor runs out of its own:
// then nothing has ended, and nothing begins.
func (w *watching) report(m Moment) {
	switch m.Kind {
	case MomentBegan:
		if !w.out[m.Rank] {
			return
		}
		w.out[m.Rank] = false
	case MomentRanOut:
		w.out[m.Rank] = true
	}
	w.moment(m)
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
			p.advance(v.Time)
			v.Load[i], v.Waiting[i], v.Busy[i] = float64(p.load)/unit, p.list.visible(), p.busy
			if p.busy {
				undone += max(0, p.workEnd-v.Time)
			}
		}
		v.Work, v.Nodes = s.total.work, s.total.nodes // all workers are up to date
		v.Done = max(0, s.cfg.Cost.Expand(v.Work, v.Nodes)-undone)
		w.next = max(w.look(v), v.Time+1)
	}
}
