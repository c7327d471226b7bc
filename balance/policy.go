package balance

import "math/rand/v2"

// Ticks is a span or a point of a machine's own time, in nanoseconds.
type Ticks int64

// Units of Ticks.
const (
	Microsecond Ticks = 1e3
	Millisecond Ticks = 1e6
	Second      Ticks = 1e9
)

// Seconds returns t in seconds.
func (t Ticks) Seconds() float64 { return float64(t) / float64(Second) }

// Message is a control message between policies. It is a plain value: what its fields mean is the
// sending policy's affair. On a link it counts as MessageBytes bytes.
type Message struct {
	Kind  uint8
	Round uint32 // number of the step, or substep, the message belongs to, for policies that work in steps
	A, B  float64
}

// MessageBytes is the size of an encoded Message.
const MessageBytes = 21

// Proc is what a machine lends to the policy of one processor. Its methods may be called only
// inside a callback of that policy.
type Proc interface {
	// Rank is the number of this processor, 0 ≤ Rank() < Procs().
	Rank() int
	// Procs is the number of processors, n.
	Procs() int
	// Neighbours are the ranks next to this one in the topology, in its order. Do not modify.
	Neighbours() []int

	// Load is the sum of the estimated loads of the waiting elements, in the unit of the load
	// estimate. Elements on their way are in no processor's load.
	Load() float64
	// Len is the number of waiting elements.
	Len() int
	// Working is the estimated load of the element being worked on, 0 if there is none.
	Working() float64
	// Busy reports whether an element is being worked on. A processor that is not busy has no
	// waiting elements either, or is about to take one.
	Busy() bool

	// Now is the time since the run began.
	Now() Ticks
	// Rand is a random source of this processor's own, seeded from the run's seed and the rank.
	Rand() *rand.Rand

	// Send sends a control message to any processor. Messages and elements from one processor to
	// another arrive in the order in which they were sent.
	Send(to int, m Message)
	// Transfer sends up to n of the oldest waiting elements to another processor and returns how
	// many were sent.
	Transfer(to, n int) int
	// TransferLoad sends waiting elements to another processor, oldest first, until at least
	// atLeast of load has been sent or nothing suitable is left; it skips an element that would
	// take the sum above atMost. It returns the load sent.
	TransferLoad(to int, atLeast, atMost float64) float64
	// SetTag gives a tag to the elements of the next Transfer or TransferLoad, also if that one sends nothing; to those after it, none,
	// which is 0. What it means is the sending policy's affair: that elements are an answer, say, and no gift. It travels with the
	// elements, in their header, and costs nothing.
	SetTag(tag uint8)
	// Tag is, during Arrived, the tag of the elements that have arrived; 0 at other times.
	Tag() uint8

	// WakeAfter asks for a call of Wake after d ≥ 0. Every request leads to one call.
	WakeAfter(d Ticks)
	// SetGrain sets the load below which this processor solves an element to its end instead of
	// splitting it.
	SetGrain(load float64)
	// CountPhase counts one balancing phase or action for the report.
	CountPhase()
}

// Interrupter is implemented by a Proc whose worker can be called back from an element that it solves to its end.
type Interrupter interface {
	// Interrupt ends that as soon as the node in work is expanded: the open nodes of the element's subtree become waiting
	// elements, the oldest first, on top of the others. It reports whether there are any that wait already; the children
	// of the node in work come to wait later. If nothing is being solved to its end, it does nothing.
	//
	// After Interrupt, Working is the load of the node in work.
	Interrupt() bool
}

// Policy is the rule that one processor follows. A machine makes one instance per processor and
// calls it from one goroutine at a time, never re-entrantly. A policy sees the world only through
// its Proc: it has no clock, does not block, and shares no memory with the other instances.
//
// Embed Base to implement only the callbacks that matter.
type Policy interface {
	// Start is called once, at time 0, before anything else.
	Start(p Proc)
	// Receive is called when a control message arrives.
	Receive(p Proc, from int, m Message)
	// Arrived is called when elements sent by one Transfer or TransferLoad have arrived; they are
	// already in the list. Proc.Tag is their tag.
	Arrived(p Proc, from int)
	// Idle is called when the processor has run out of elements. It is called at time 0 if there
	// was none to start with.
	Idle(p Proc)
	// Wake is called when a time asked for by WakeAfter has come.
	Wake(p Proc)
}

// LoadWatcher is implemented by policies that want to hear of every change of their own load by
// the worker: after each expansion and whenever an element is taken. It makes a simulation slower.
type LoadWatcher interface {
	LoadChanged(p Proc)
}

// PatientWatcher is a LoadWatcher that a simulation need not call at once. It affects the speed of machines, never their results.
type PatientWatcher interface {
	LoadWatcher
	// Patient reports that LoadChanged, as long as elements wait, only looks at its processor and remembers: it sends, moves and
	// sets nothing. Then a machine may make such calls later, each with Proc.Now as it was at the change, in their order, and
	// before any other callback of the processor. Only another callback may change the answer.
	Patient() bool
}

// Rooted is implemented by policies on whose network one processor is special, so that a search had
// better begin there. Where none is, it begins at processor 0. All instances name the same.
type Rooted interface {
	Root() int
}

// Base is a policy that does nothing, for embedding.
type Base struct{}

// Start does nothing.
func (Base) Start(Proc) {}

// Receive does nothing.
func (Base) Receive(Proc, int, Message) {}

// Arrived does nothing.
func (Base) Arrived(Proc, int) {}

// Idle does nothing.
func (Base) Idle(Proc) {}

// Wake does nothing.
func (Base) Wake(Proc) {}
