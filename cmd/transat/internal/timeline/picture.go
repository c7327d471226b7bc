package timeline

import (
	"fmt"
	"math"

	"transat/balance"
	"transat/cmd/transat/internal/figure"
)

const mostMarked = 10 // processors that have a mark each

// extent is what pictures share that are meant to be compared: how long the time axis is, and how many elements the
// darkest blue stands for.
type extent struct {
	to   balance.Ticks
	most float64 // mean over a row
}

// extent is that of these samples alone.
func (s *samples) extent() extent {
	e := extent{balance.Ticks(len(s.All)) * s.pace.Interval, 1}
	for _, x := range s.All {
		for row, n := range x.Elements {
			e.most = max(e.most, float64(n)/float64(s.Members(row)))
		}
	}
	return e
}

// with is an extent that has room for another one, too.
func (e extent) with(other extent) extent {
	return extent{max(e.to, other.to), max(e.most, other.most)}
}

// shade is how blue that many elements are, from 0 to 1.
func (e extent) shade(elements float64) float64 { return math.Log1p(elements) / math.Log1p(e.most) }

// marks are the marks of the legend.
func (e extent) marks() []figure.Mark {
	marks := []figure.Mark{{At: 0, Text: "0 wait"}}
	for _, power := range []float64{1, 10, 100, 1000, 1e4, 1e5, 1e6} {
		if power <= e.most {
			marks = append(marks, figure.Mark{At: e.shade(power), Text: fmt.Sprint(power)})
		}
	}
	return marks
}

// noWorkName names the colour of processors that have nothing to do.
const noWorkName = "no work"

// picture shows how many elements wait on each processor over time, who has no work, and how many those are.
func (s *samples) picture(e extent) figure.Heat {
	procs := s.Run.Network.Procs()
	h := figure.Heat{
		Title:    "Elements waiting on each processor",
		Subtitle: fmt.Sprintf("%s, machine %s, seed %d", s.Run.title(), s.Run.Machine, s.Run.Seed),
		X:        figure.Axis{Label: "simulated time, s", To: e.to.Seconds()},
		Y:        figure.Axis{Label: "processor", To: float64(procs)},
		Columns:  int(e.to / s.pace.Interval),
		Scale:    e.marks(),
		Nothing:  noWorkName,
		BelowY:   figure.Axis{Label: "without work, %", To: 100, Ticks: []float64{0, 50, 100}},
	}
	if procs <= mostMarked {
		for rank := range procs + 1 {
			h.Y.Ticks = append(h.Y.Ticks, float64(rank))
		}
	}
	for _, x := range s.All {
		h.Rows = len(x.Busy)
	}
	h.Below = s.withoutWork()
	h.Cell = func(column, row int) (much, nothing float64) {
		if column >= len(s.All) {
			return math.NaN(), 0 // the run has ended
		}
		x, members := s.All[column], float64(s.Members(row))
		return e.shade(float64(x.Elements[row]) / members), 1 - float64(x.Busy[row])/members
	}
	return h
}

// withoutWork is the share of the processors without work over time, in percent. When the run ends, some time after the last sample, all
// are without.
func (s *samples) withoutWork() []figure.Point {
	var points []figure.Point
	for _, x := range s.All {
		points = append(points, figure.Point{X: x.Time.Seconds(), Y: s.idlePercent(x)})
	}
	return append(points, figure.Point{X: s.End.Seconds(), Y: 100})
}

// idlePercent is the share of the processors without work.
func (s *samples) idlePercent(x GridSample) float64 {
	return 100 * float64(x.Idle) / float64(s.Run.Network.Procs())
}
