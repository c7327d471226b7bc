package timeline

import (
	"cmp"
	"slices"

	"transat/balance"
)

// Look is what a recorder of Watch has seen at a time. Its slices have an entry for each processor, or on large machines
// for each Group of neighbours by rank, of which the last may be smaller.
type Look struct {
	Time     balance.Ticks
	Busy     []int32       // processors that have work
	Elements []int32       // waiting
	Idle     int           // processors without work
	Sent     int64         // elements so far, by all
	Messages int64         // so far, by all
	Done     balance.Ticks // in which one processor does what has been done: see sim.View
}

// Looks are all of a run.
type Looks struct {
	Run
	Group int // processors that share an entry
	All   []Look
	End   balance.Ticks // of the run
}

// Looks returns what a recorder of Watch has seen, and false if its run has not begun, or not ended.
func (r *Recorder) Looks() (Looks, bool) {
	s := r.seen()
	if s == nil || len(s.all) == 0 {
		return Looks{}, false
	}
	looks := Looks{Run: s.run, Group: s.group, End: r.ended[0]}
	for _, x := range s.all {
		looks.All = append(looks.All, Look{x.at, x.busy, x.elements, x.idle, x.sent, x.messages, x.done})
	}
	return looks, true
}

// At is the last look at a time or before.
func (l *Looks) At(time balance.Ticks) *Look {
	i, found := slices.BinarySearchFunc(l.All, time, func(x Look, t balance.Ticks) int { return cmp.Compare(x.Time, t) })
	if !found {
		i--
	}
	return &l.All[max(0, i)]
}

// Members is the number of processors of an entry.
func (l *Looks) Members(entry int) int { return min(l.Group, l.Network.Procs()-entry*l.Group) }

// MomentsOfInterest are the shares of a run at which something can be seen of it: more at the beginning, when work spreads, and at
// the end, when it runs out.
func MomentsOfInterest() []float64 { return moments() }
