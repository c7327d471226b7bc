package timeline

import (
	"fmt"
	"math"

	"transat/cmd/transat/internal/figure"
)

const few = 10 // processors, that have a mark each

// picture shows how many elements wait on each processor over time, who has no work, and how many those are.
func (s *samples) picture() figure.Heat {
	procs := s.run.Network.Procs()
	h := figure.Heat{
		Title:    "Elements waiting on each processor",
		Subtitle: fmt.Sprintf("%s, machine %s, seed %d", s.run.title(), s.run.Machine, s.run.Seed),
		X:        figure.Axis{Label: "simulated time, s", To: float64(len(s.all)) * seconds(s.pace.interval)},
		Y:        figure.Axis{Label: "processor", To: float64(procs)},
		Columns:  len(s.all),
		Nothing:  "no work",
		BelowY:   figure.Axis{Label: "without work, %", To: 100, Ticks: []float64{0, 50, 100}},
	}
	if procs <= few {
		for rank := range procs + 1 {
			h.Y.Ticks = append(h.Y.Ticks, float64(rank))
		}
	}
	most := 1.0 // mean over a row
	for _, x := range s.all {
		h.Rows = len(x.busy)
		for row, n := range x.elements {
			most = max(most, float64(n)/float64(s.members(row)))
		}
		h.Below = append(h.Below, figure.Point{X: seconds(x.at), Y: 100 * float64(x.idle) / float64(procs)})
	}
	scale := func(elements float64) float64 { return math.Log1p(elements) / math.Log1p(most) }
	h.Cell = func(column, row int) (much, nothing float64) {
		x, members := s.all[column], float64(s.members(row))
		return scale(float64(x.elements[row]) / members), 1 - float64(x.busy[row])/members
	}
	h.Scale = []figure.Mark{{At: 0, Text: "0 wait"}}
	for _, power := range []float64{1, 10, 100, 1000, 1e4, 1e5, 1e6} {
		if power <= most {
			h.Scale = append(h.Scale, figure.Mark{At: scale(power), Text: fmt.Sprint(power)})
		}
	}
	return h
}

// members is the number of processors of a row.
func (s *samples) members(row int) int {
	return min(s.group, s.run.Network.Procs()-row*s.group)
}
