package timeline

import (
	"cmp"
	"slices"

	"transat/balance"
)

// GridSample is the state of the processors at a time. Its slices have an entry for each processor, or on large machines for each Group of
// neighbours by rank, of which the last may be smaller.
type GridSample struct {
	Time     balance.Ticks
	Busy     []int32 // processors that have work
	Elements []int32 // waiting
	load     []float32

	Idle     int           // processors without work
	Sent     int64         // elements so far, by all
	Messages int64         // so far, by all
	Done     balance.Ticks // in which one processor does what has been done: see sim.View
	waiting  int           // elements
	sum      float64       // of the loads
	sigma    float64       // standard deviation of the waiting loads, as a share of their mean; 0 if nothing waits
	delta    float64       // the same after each load was replaced by the mean over its processor and the neighbours
}

// SampleSeries are the samples of a run.
type SampleSeries struct {
	Run
	Group int // processors that share an entry
	All   []GridSample
	End   balance.Ticks // of the run
}

// Looks returns the samples of a recorder of Watch, and false if its run has not begun, or not ended.
func (r *Recorder) Looks() (SampleSeries, bool) {
	s := r.seen()
	if s == nil || len(s.All) == 0 {
		return SampleSeries{}, false
	}
	series := s.SampleSeries
	series.End = r.ended[0]
	return series, true
}

// At is the last sample at a time or before.
func (l *SampleSeries) At(time balance.Ticks) *GridSample {
	i, found := slices.BinarySearchFunc(l.All, time, func(x GridSample, t balance.Ticks) int { return cmp.Compare(x.Time, t) })
	if !found {
		i--
	}
	return &l.All[max(0, i)]
}

// Members is the number of processors of an entry.
func (l *SampleSeries) Members(entry int) int { return min(l.Group, l.Network.Procs()-entry*l.Group) }
