package balance

// Work stealing: a processor that has run out of elements asks others, picked uniformly at random,
// for one element, until it gets one.
//
//	thief                      victim
//	  | — request ————————————→ |   has waiting elements:
//	  | ←———————————— element — |     sends its oldest, that is, usually its largest
//	  | ←——————————— nothing —— |   has none: says so, and the thief asks the next
//
// Messages: two for every try; none while everybody has work. Victims may be anywhere in the
// network; the machine routes.
//
// Source: Blumofe, Leiserson: Scheduling Multithreaded Computations by Work Stealing, 1999; random
// polling in Kumar, Grama, Vempaty: Scalable Load Balancing Techniques for Parallel Computers, 1994.

func stealSpec() Spec {
	return Spec{
		Name:     "steal",
		Title:    "work stealing: an idle processor asks random others for one element",
		Source:   "Blumofe, Leiserson: Scheduling Multithreaded Computations by Work Stealing, 1999",
		Uses:     "knows its own list; two messages a try, to any processor",
		Kinds:    []string{"mesh", "torus", "line", "ring"},
		Estimate: "count",
		Received: Top,
		Params: []Param{
			{Name: "pause", Title: "wait before the next try after a vain one", Default: 0, Min: 0, Max: 3600, Unit: "s"},
		},
		New: func(_ Topology, v Values) Maker {
			return func(int) Policy { return &steal{pause: v.Seconds("pause")} }
		},
	}
}

const (
	stealRequest uint8 = iota
	stealNothing
)

type steal struct {
	Base
	pause  Ticks
	asking bool // a request or a pause is under way
}

func (s *steal) Idle(p Proc) {
	if p.Procs() > 1 && !s.asking {
		s.ask(p)
	}
}

// ask sends a request to a random other processor.
func (s *steal) ask(p Proc) {
	s.asking = true
	victim := p.Rand().IntN(p.Procs() - 1)
	if victim >= p.Rank() {
		victim++
	}
	p.Send(victim, Message{Kind: stealRequest})
}

func (s *steal) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case stealRequest:
		if p.Transfer(from, 1) == 0 {
			p.Send(from, Message{Kind: stealNothing})
		}
	case stealNothing:
		if s.pause > 0 {
			p.WakeAfter(s.pause)
		} else {
			s.ask(p)
		}
	}
}

func (s *steal) Arrived(Proc, int) { s.asking = false }

func (s *steal) Wake(p Proc) { s.ask(p) }
