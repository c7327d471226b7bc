package sim

import "transat/balance"

// Event is what Config.Trace sees: a callback of a policy.
type Event struct {
	Time balance.Ticks
	Kind EventKind
	Rank int // whose policy is called
	From int // the sender, for EventReceive and EventArrived
	// Message is the message of an EventReceive. The Kind of that of an EventArrived is the tag of the elements.
	Message balance.Message
	// Elements is the number of elements of an EventArrived.
	Elements int
	// Load is the load waiting at Rank when the policy is called.
	Load float64
}

// EventKind says which callback is called.
type EventKind uint8

// The callbacks of balance.Policy.
const (
	EventReceive EventKind = iota
	EventArrived
	EventIdle
	EventWake
)

// String is the name of the callback.
func (k EventKind) String() string { return [...]string{"receive", "arrived", "idle", "wake"}[k] }

// trace reports a callback of p's policy that is about to be made.
func (s *sim[E]) trace(p *proc[E], kind EventKind, from int, m balance.Message, elements int) {
	if s.cfg.Trace != nil {
		s.cfg.Trace(Event{
			Time: s.now, Kind: kind, Rank: int(p.rank), From: from,
			Message: m, Elements: elements, Load: p.Load(),
		})
	}
}
