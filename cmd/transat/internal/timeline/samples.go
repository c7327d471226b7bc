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
)

const (
	maxSamples = 1000
	maxRows    = 4096
)

// everybody is the kind of network in which all are neighbours, so that all means over neighbourhoods are the
// same.
const everybody = "clique"

// samples are looks at all processors, at equal distances in time.
type samples struct {
	run       Run
	extension string
	w         io.Writer

	pace  pace
	group int     // processors that share a row
	near  [][]int // neighbours of each processor; nil in a clique
	all   []sample

	shared *extent // of all pictures that are to be compared; nil for one alone
}

// sample is one look. Its slices have an entry a row, for all processors of the row together.
type sample struct {
	at       balance.Ticks
	busy     []int32
	elements []int32
	load     []float32

	idle     int // processors
	waiting  int // elements
	sum      float64
	sigma    float64       // standard deviation of the waiting loads, as a share of their mean; 0 if nothing waits
	delta    float64       // the same after each load was replaced by the mean over its processor and the neighbours
	sent     int64         // elements so far
	messages int64         // so far
	done     balance.Ticks // as in sim.View
}

func newSamples(run Run, extension string, w io.Writer) *samples {
	n := run.Network.Procs()
	s := &samples{run: run, extension: extension, w: w, pace: newPace(0, run.Expected), group: (n + maxRows - 1) / maxRows}
	for rank := 0; rank < n && run.Network.Kind() != everybody; rank++ {
		s.near = append(s.near, run.Network.Neighbours(rank))
	}
	return s
}

func (s *samples) watch() *sim.Timeline { return &sim.Timeline{Look: s.look} }

func (s *samples) look(v *sim.View) balance.Ticks {
	rows := (len(v.Load) + s.group - 1) / s.group
	x := sample{
		at: v.Time, busy: make([]int32, rows), elements: make([]int32, rows), load: make([]float32, rows),
		sent: v.Sent, messages: v.Messages, done: v.Done,
	}
	for i, load := range v.Load {
		row := i / s.group
		if v.Busy[i] {
			x.busy[row]++
		} else {
			x.idle++
		}
		x.elements[row] += int32(v.Waiting[i])
		x.load[row] += float32(load)
		x.waiting += v.Waiting[i]
		x.sum += load
	}
	x.sigma = deviation(v.Load)
	if s.near != nil {
		x.delta = deviation(s.smooth(v.Load))
	}
	s.all = append(s.all, x)
	next := s.pace.next(v.Time)
	if len(s.all) > maxSamples {
		// The interval has doubled: what lies between two of the new looks goes.
		s.all = slices.DeleteFunc(s.all, func(x sample) bool { return x.at%s.pace.interval != 0 })
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
	summary := fmt.Sprintf("%d samples, one every %.3g s", len(s.all), seconds(s.pace.interval))
	switch {
	case strings.HasPrefix(s.extension, ".jsonl"):
		return summary, false, s.writeLines(at)
	case s.extension == ".csv":
		return summary, false, s.writeSums()
	}
	e := s.extent()
	if s.shared != nil {
		e = *s.shared
	}
	return summary, false, figure.Write(s.w, s.picture(e))
}

// pace is the times of looks: multiples of an interval from some time on. The interval doubles when there are
// too many of them.
type pace struct {
	from     balance.Ticks
	interval balance.Ticks
}

// newPace begins with the interval that so long a time needs; 0 if it is not known how long it is.
func newPace(from, expected balance.Ticks) pace {
	return pace{from, max(expected/maxSamples, balance.Microsecond)}
}

// next is the time of the next look after one at the given time.
func (p *pace) next(at balance.Ticks) balance.Ticks {
	if at < p.from {
		return p.from
	}
	since := at - p.from
	if since/p.interval >= maxSamples {
		p.interval *= 2
	}
	return p.from + since - since%p.interval + p.interval
}
