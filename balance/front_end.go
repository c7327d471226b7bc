package balance

import "slices"

// FrontEnd is a rule that one place follows for all processors of a machine, seeing which have work: on a computer in lockstep, its front
// end. It says when to balance, and which processor gives to which:
//
//	search phase                  balancing phase             search phase
//	├─step─┤├─step─┤├─step─┤      ├─match─┤├─transfer─┤       ├─step─┤ …
//	       Due?    Due?    Due: yes   Match                        Due?
//
// The zero value never balances, as its trigger is the static one with x = 0, and matches from the first processor on.
type FrontEnd struct {
	trigger   trigger
	share     float64 // x: of processors with work
	transfers int     // matchings in a phase, at least 1
	goesOn    bool    // matching begins behind the last donor, not at the first processor

	filled bool  // more than the share had work once
	last   int32 // donor of the phase before
	cost   Ticks // of the phase before, L
}

// SearchPhase is what a front end knows of the time since the last balancing phase.
type SearchPhase struct {
	Procs, Active int   // processors; those that have work now
	Time          Ticks // t, how long the phase has taken
	Work, Idle    Ticks // w, what all processors have worked in it together, and have been idle
}

// trigger is when a front end balances.
type trigger uint8

const (
	staticTrigger  trigger = iota // S^x
	powleyTrigger                 // D^P
	karypisTrigger                // D^K
)

// Due reports whether it is time for a balancing phase, if there is an idle processor and one that can give. It is to be asked after each
// step: it remembers whether more than the share had work.
func (f *FrontEnd) Due(s SearchPhase) bool {
	few := float64(s.Active) <= f.share*float64(s.Procs)
	if f.trigger == staticTrigger {
		return few
	}
	if f.filled = f.filled || !few; !f.filled {
		return true
	}
	if f.trigger == powleyTrigger {
		return float64(s.Work) >= float64(s.Active)*float64(s.Time+f.cost)
	}
	return float64(s.Idle) >= float64(s.Procs)*float64(f.cost)
}

// Match matches idle processors to donors, both by rank, ascending, and at least one of each: idle[i] gets of donors[(first+i) %
// len(donors)], for i < pairs, which is the length of the shorter one.
func (f *FrontEnd) Match(donors, idle []int32) (first, pairs int) {
	pairs = min(len(donors), len(idle))
	if !f.goesOn {
		return 0, pairs
	}
	if i, found := slices.BinarySearch(donors, f.last); found {
		first = i + 1
	} else {
		first = i
	}
	first %= len(donors)
	f.last = donors[(first+pairs-1)%len(donors)]
	return first, pairs
}

// Transfers is how many matchings a phase may consist of: another one follows while there are idle processors and donors.
func (f *FrontEnd) Transfers() int { return max(1, f.transfers) }

// Ended tells f what a balancing phase has taken.
func (f *FrontEnd) Ended(cost Ticks) { f.cost = cost }

// wait returns how long it takes until a phase is due if no more processors become idle, and whether it becomes due without that.
func (f *FrontEnd) wait(s SearchPhase) (Ticks, bool) {
	idle := s.Procs - s.Active
	if f.trigger != karypisTrigger || idle == 0 {
		return 0, false
	}
	missing := float64(s.Procs)*float64(f.cost) - float64(s.Idle)
	return max(1, Ticks(missing/float64(idle))+1), true
}
