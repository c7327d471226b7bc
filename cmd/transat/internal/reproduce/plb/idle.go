package plb

import (
	"transat/balance"
	"transat/balance/sim"
)

// When processors are idle: the paper says that it is at the start and at the end of a run (§5).

// idlePhases are the idle seconds of a mean processor in the first tenth of a run, in the last, and in
// between.
type idlePhases struct{ start, middle, end float64 }

// all is the idle time of the whole run.
func (p idlePhases) all() float64 { return p.start + p.middle + p.end }

// idleBin is the resolution of idle times.
const idleBin = balance.Second / 10

// idleWatch records when processors are idle.
type idleWatch struct {
	since []balance.Ticks // per processor, when it ran out of work, or -1
	bins  []balance.Ticks // idle time of all processors in each bin of time
}

func newIdleWatch(procs int) *idleWatch {
	w := &idleWatch{since: make([]balance.Ticks, procs)}
	for i := range w.since {
		w.since[i] = -1
	}
	return w
}

// see records an event.
func (w *idleWatch) see(m sim.TimelineEvent) {
	switch since := w.since[m.Rank]; {
	case m.Kind == sim.WorkRanOut && since < 0:
		w.since[m.Rank] = m.Time
	case m.Kind == sim.WorkBegan && since >= 0:
		w.add(since, m.Time)
		w.since[m.Rank] = -1
	}
}

// add adds an idle time to its bins.
func (w *idleWatch) add(from, to balance.Ticks) {
	for len(w.bins) <= int(to/idleBin) {
		w.bins = append(w.bins, 0)
	}
	for from < to {
		next := min(to, (from/idleBin+1)*idleBin)
		w.bins[from/idleBin] += next - from
		from = next
	}
}

// phases returns the idle times of a run that ended at the given time.
func (w *idleWatch) phases(end balance.Ticks) idlePhases {
	for rank, since := range w.since {
		if since >= 0 {
			w.add(since, end)
			w.since[rank] = -1
		}
	}
	const tenth = 10
	last := int(end / idleBin)
	var p idlePhases
	for i, idle := range w.bins {
		seconds := idle.Seconds() / float64(len(w.since))
		switch {
		case i < last/tenth:
			p.start += seconds
		case i >= last-last/tenth:
			p.end += seconds
		default:
			p.middle += seconds
		}
	}
	return p
}
