package cores

import (
	"errors"
	"fmt"
	"slices"

	"transat/balance"
)

// Elsewhere is where the other processors live if a Machine is only a part of a larger one: other processes, say. What is for them
// is handed over by the goroutine of the processor that sends it, so calls for the same sender come one after the other, and in the order
// in which they are to arrive. Calls should return soon: the sender does not search meanwhile.
//
//	  part                          part
//	┌─────────┐  Send, Ship       ┌─────────┐
//	│ 0  1  2 │ ────── … ───────▶ │ 3  4    │
//	└─────────┘  Receive, Arrive  └─────────┘
type Elsewhere[E any] interface {
	// Send carries a message to a processor that lives elsewhere, whose part calls Receive.
	Send(from, to int, m balance.Message)
	// Ship carries elements there, with their tag, whose part calls Arrive. They are not this machine's any more.
	Ship(from, to int, tag uint8, elements []E)
	// Idle tells that a processor has run out of elements, and its policy knows.
	Idle(rank int)
}

// PanicError says that a policy has panicked in a part of a larger machine. What it hears there comes from other
// programs, which may say what no policy does, so this does not end the program, as it does elsewhere, but the run.
type PanicError struct{ Value any }

func (e *PanicError) Error() string { return fmt.Sprintf("the policy has panicked: %v", e.Value) }

// catchPanic turns a panic into a PanicError.
func catchPanic(err *error) {
	if value := recover(); value != nil {
		*err = &PanicError{value}
	}
}

// nobody is the sender of elements of which the policy is not told that they arrive.
const nobody = -1

var errPlaceless = errors.New("a machine that is a part of a larger one needs a place for every element")

// checkPart says what makes no sense in a part of a machine.
func (cfg *Config[E]) checkPart() error {
	switch {
	case len(cfg.Here) == 0:
		return errors.New("no processor lives here")
	case cfg.Place == nil && len(cfg.Elements) > 0:
		return errPlaceless
	}
	for i, rank := range cfg.Here {
		if rank < 0 || rank >= cfg.Topology.Procs() || i > 0 && rank <= cfg.Here[i-1] {
			return fmt.Errorf("the processors %v live here: want increasing ranks below %d", cfg.Here, cfg.Topology.Procs())
		}
	}
	for _, rank := range cfg.Place {
		if !slices.Contains(cfg.Here, rank) {
			return fmt.Errorf("an element is placed on processor %d, which lives elsewhere", rank)
		}
	}
	return nil
}

// Receive takes a message from elsewhere to a processor that lives here.
func (m *Machine[E]) Receive(from, to int, message balance.Message) {
	m.at[to].box.post(parcel[E]{from: from, message: message})
}

// Arrive takes elements from elsewhere to a processor that lives here. There may be none, if they have been lost on the
// way: the policy is told all the same, since it may wait for them.
func (m *Machine[E]) Arrive(from, to int, tag uint8, elements []E) {
	m.alive.Add(int64(len(elements)))
	m.at[to].box.post(parcel[E]{from: from, tag: tag, elements: append(make([]E, 0, len(elements)), elements...)})
}

// Adopt gives an element that no processor has sent to one that lives here. Its policy is not told: to it, the load has changed, as it
// does when an element is split.
func (m *Machine[E]) Adopt(rank int, e E) {
	m.alive.Add(1)
	m.at[rank].box.post(parcel[E]{from: nobody, elements: []E{e}})
}

// Idle returns the ranks of the processors that live here and have had nothing to do at their last safe point.
func (m *Machine[E]) Idle() (ranks []int) {
	for _, p := range m.procs {
		if p.hungry.Load() {
			ranks = append(ranks, p.rank)
		}
	}
	return ranks
}

// starve notes that the processor has nothing to do, after its policy has been told.
func (p *proc[E]) starve() {
	if !p.running {
		p.hungry.Store(true)
		if e := p.machine.cfg.Elsewhere; e != nil {
			e.Idle(p.rank)
		}
	}
}
