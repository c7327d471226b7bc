package balance

// The policies of a front end on machines that pass messages: processor 0 is the front end. It hears from the others
//
//	donor              0                idle
//	  |                | ←—————— idle — |
//	  | ←— give to 3 — |                |     once the trigger has fired
//	  | — element ————————————————————→ |     or:
//	  | — nothing ———→ | ←——————— got — |
//	  | — able ——————→ |                |     one that had nothing has something now
//
// Messages of a processor to processor 0 arrive in order, so that it never takes for idle one that has told otherwise since. In the
// beginning, one that has work tells that it is able.

const (
	frontIdle    uint8 = iota // I have no work
	frontGot                  // I got an element
	frontNothing              // I have nothing to give
	frontAble                 // I have work, or something to give after all
	frontGive                 // to processor A
)

// frontWorker is any processor, seen from processor 0.
type frontWorker struct {
	Base
	busy bool // processor 0 knows that it has work
	owes bool // it has had nothing to give, and tells when it has
}

func (w *frontWorker) Start(p Proc) { w.LoadChanged(p) }

func (w *frontWorker) Idle(p Proc) {
	w.busy, w.owes = false, false
	p.Send(0, Message{Kind: frontIdle})
}

func (w *frontWorker) Arrived(p Proc, _ int) {
	w.busy = true
	p.Send(0, Message{Kind: frontGot})
	w.LoadChanged(p)
}

func (w *frontWorker) Receive(p Proc, _ int, msg Message) {
	if !w.give(p, int(msg.A)) {
		p.Send(0, Message{Kind: frontNothing})
	}
}

// LoadChanged implements LoadWatcher.
func (w *frontWorker) LoadChanged(p Proc) {
	if w.able(p) {
		p.Send(0, Message{Kind: frontAble})
	}
}

// Patient implements PatientWatcher.
func (w *frontWorker) Patient() bool { return w.busy && !w.owes }

// give sends an element, and reports whether there was one.
func (w *frontWorker) give(p Proc, to int) bool {
	if p.Transfer(to, 1) == 0 {
		w.owes = true
		return false
	}
	p.CountPhase()
	return true
}

// able reports whether processor 0 is to learn that there is work, or something to give.
func (w *frontWorker) able(p Proc) bool {
	if p.Len() > 0 && w.owes || !w.busy && elements(p) > 0 {
		w.busy, w.owes = true, false
		return true
	}
	return false
}

// What processor 0 knows of a processor.
const (
	unheard   uint8 = iota
	isIdle          // it has no work
	isWorking       // it has work, and may have something to give
	isVain          // it has work, and had nothing to give
)

// matcher is processor 0.
type matcher struct {
	Base
	own   frontWorker
	front *FrontEnd
	phase SearchPhase

	known   []uint8 // by rank
	many    [4]int  // how many are known to be so
	counted Ticks   // until when phase counts
	woken   Ticks   // when the next Wake comes, 0 if none was asked for

	open         int   // matched pairs that have not answered
	matchings    int   // that the balancing phase may still make
	balancing    bool  // a balancing phase is under way
	began        Ticks // when it began
	donors, idle []int32
}

func newMatcher(f *FrontEnd, procs int) *matcher {
	m := &matcher{front: f, phase: SearchPhase{Procs: procs}, known: make([]uint8, procs)}
	m.many[unheard] = procs
	return m
}

func (m *matcher) Start(p Proc) { m.LoadChanged(p) }

func (m *matcher) Idle(p Proc) {
	m.own.busy, m.own.owes = false, false
	m.hear(p, 0, frontIdle)
}

func (m *matcher) Arrived(p Proc, _ int) {
	m.own.busy = true
	m.hear(p, 0, frontGot)
	m.LoadChanged(p)
}

func (m *matcher) Receive(p Proc, from int, msg Message) { m.hear(p, from, msg.Kind) }

// LoadChanged implements LoadWatcher.
func (m *matcher) LoadChanged(p Proc) {
	if m.own.able(p) {
		m.hear(p, 0, frontAble)
	}
}

// Patient implements PatientWatcher.
func (m *matcher) Patient() bool { return m.own.Patient() }

func (m *matcher) Wake(p Proc) {
	m.woken = 0
	m.look(p)
}

// hear notes what a processor tells, and does what follows from it.
func (m *matcher) hear(p Proc, from int, kind uint8) {
	m.count(p.Now())
	switch kind {
	case frontIdle:
		m.note(from, isIdle)
	case frontGot:
		m.note(from, isWorking)
		m.open--
	case frontNothing:
		if m.known[from] == isWorking {
			m.note(from, isVain)
		}
		m.open--
	case frontAble:
		m.note(from, isWorking)
	}
	m.look(p)
}

func (m *matcher) note(rank int, what uint8) {
	m.many[m.known[rank]]--
	m.known[rank] = what
	m.many[what]++
}

// count adds the time that has passed to the search phase.
func (m *matcher) count(now Ticks) {
	passed := now - m.counted
	m.counted = now
	m.phase.Time += passed
	m.phase.Idle += Ticks(m.many[isIdle]) * passed
	m.phase.Work += Ticks(m.active()) * passed
}

func (m *matcher) active() int { return m.many[isWorking] + m.many[isVain] }

// look goes on with the balancing phase, and begins one if it is due.
func (m *matcher) look(p Proc) {
	m.count(p.Now())
	for m.open == 0 {
		if m.balancing && m.match(p) {
			return
		}
		m.end(p.Now())
		m.phase.Active = m.active()
		due := m.front.Due(m.phase)
		if m.many[isIdle] == 0 || m.many[isWorking] == 0 {
			return
		}
		if !due {
			m.sleep(p)
			return
		}
		m.balancing, m.began, m.matchings = true, p.Now(), m.front.Transfers()
	}
}

// end ends the balancing phase, if one is under way.
func (m *matcher) end(now Ticks) {
	if !m.balancing {
		return
	}
	m.balancing = false
	if now > m.began { // else processor 0 alone was asked, in vain
		m.front.Ended(now - m.began)
		m.phase = SearchPhase{Procs: m.phase.Procs}
	}
}

// sleep asks for a wake-up when a phase is due, if that can be told.
func (m *matcher) sleep(p Proc) {
	if wait, comes := m.front.wait(m.phase); comes && (m.woken == 0 || p.Now()+wait < m.woken) {
		m.woken = p.Now() + wait
		p.WakeAfter(wait)
	}
}

// match matches idle processors to donors, and reports whether answers are to come.
func (m *matcher) match(p Proc) bool {
	for ; m.matchings > 0 && m.open == 0; m.matchings-- {
		m.donors, m.idle = m.donors[:0], m.idle[:0]
		for rank, known := range m.known {
			switch known {
			case isIdle:
				m.idle = append(m.idle, int32(rank))
			case isWorking:
				m.donors = append(m.donors, int32(rank))
			}
		}
		if len(m.donors) == 0 || len(m.idle) == 0 {
			return false
		}
		first, pairs := m.front.Match(m.donors, m.idle)
		m.open = pairs
		for i := range pairs {
			m.order(p, int(m.donors[(first+i)%len(m.donors)]), int(m.idle[i]))
		}
	}
	return m.open > 0
}

// order has a donor give.
func (m *matcher) order(p Proc, donor, to int) {
	if donor != 0 {
		p.Send(donor, Message{Kind: frontGive, A: float64(to)})
	} else if !m.own.give(p, to) {
		m.note(0, isVain)
		m.open--
	}
}
