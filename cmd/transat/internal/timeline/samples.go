package timeline

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/recording"
)

const (
	maxSamples = 1000
	maxRows    = 4096
)

// everybody is the kind of network in which all are neighbours, so that all means over neighbourhoods are the
// same.
const everybody = "clique"

// samples are samples of all processors, at equal distances in time.
type samples struct {
	SampleSeries
	extension string
	w         io.Writer

	pace recording.Schedule
	near [][]int // neighbours of each processor; nil in a clique

	shared *extent // of all pictures that are to be compared; nil for one alone
}

func newSamples(run Run, extension string, w io.Writer) *samples {
	n := run.Network.Procs()
	s := &samples{
		SampleSeries: SampleSeries{Run: run, Group: (n + maxRows - 1) / maxRows}, extension: extension, w: w, pace: newPace(0, run.Expected),
	}
	for rank := 0; rank < n && run.Network.Kind() != everybody; rank++ {
		s.near = append(s.near, run.Network.Neighbours(rank))
	}
	return s
}

func (s *samples) watch() *sim.Timeline { return &sim.Timeline{Look: s.look} }

func (s *samples) look(v *sim.View) balance.Ticks {
	rows := (len(v.Load) + s.Group - 1) / s.Group
	x := GridSample{
		Time: v.Time, Busy: make([]int32, rows), Elements: make([]int32, rows), load: make([]float32, rows),
		Sent: v.Sent, Messages: v.Messages, Done: v.Done,
	}
	for i, load := range v.Load {
		row := i / s.Group
		if v.Busy[i] {
			x.Busy[row]++
		} else {
			x.Idle++
		}
		x.Elements[row] += int32(v.Waiting[i])
		x.load[row] += float32(load)
		x.waiting += v.Waiting[i]
		x.sum += load
	}
	x.sigma = deviation(v.Load)
	if s.near != nil {
		x.delta = deviation(s.smooth(v.Load))
	}
	s.All = append(s.All, x)
	next := s.pace.Next(v.Time)
	if len(s.All) > maxSamples {
		// The interval has doubled: every other sample is dropped.
		s.All = slices.DeleteFunc(s.All, func(x GridSample) bool { return x.Time%s.pace.Interval != 0 })
	}
	return next
}

// smooth replaces each load by the mean over its processor and the neighbours.
func (s *samples) smooth(load []float64) []float64 {
	smooth := make([]float64, len(load))
	for i, near := range s.near {
		sum := load[i]
		for _, j := range near {
			sum += load[j]
		}
		smooth[i] = sum / float64(len(near)+1)
	}
	return smooth
}

// deviation is the standard deviation as a share of the mean, to some digits: more would only take room.
func deviation(x []float64) float64 {
	const digits = 1e6
	return math.Round(compare.Variation(x)*digits) / digits
}

// end writes the samples.
func (s *samples) end(at balance.Ticks) (string, bool, error) {
	summary := fmt.Sprintf("%d samples, one every %.3g s", len(s.All), s.pace.Interval.Seconds())
	switch {
	case strings.HasPrefix(s.extension, ".jsonl"):
		return summary, false, s.writeLines(at)
	case s.extension == ".csv":
		return summary, false, s.writeSums()
	}
	s.End = at
	e := s.extent()
	if s.shared != nil {
		e = *s.shared
	}
	return summary, false, figure.Write(s.w, s.picture(e))
}

// newPace begins with the interval that a run of the expected length needs from a time on; 0 if the length is not known.
func newPace(from, expected balance.Ticks) recording.Schedule {
	return recording.Schedule{From: from, Most: maxSamples, Interval: max(expected/maxSamples, balance.Microsecond)}
}
