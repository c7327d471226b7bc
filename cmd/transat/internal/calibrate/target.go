package calibrate

import (
	"fmt"
	"math"

	"transat/cmd/transat/internal/reproduce"
)

// The bars: how far a number may be from the paper's. That of efficiencies is the target's Points.
const (
	idleBar  = 1.5 // factor, for idle times
	countBar = 2   // factor, for numbers of phases, messages and elements
	lossBar  = 1.3 // factor, for all numbers of a target that is judged by losses
)

// Target is a row of the paper.
type Target struct {
	reproduce.Row
	Used   bool    // by the fit; otherwise it is held out
	Seen   bool    // held out by a search, but the preset's costs were set with an eye on it
	Seeds  int     // runs a formula
	Points float64 // the bar for the efficiency, in percentage points
	// ByLosses judges by the time lost otherwise than idle instead of the efficiency, which hides it near 100 %, and all numbers
	// by a factor of 1.3.
	ByLosses bool
}

// lost is the time, in seconds, that processors of a row are neither idle nor busy with nodes.
func lost(r reproduce.Row) float64 { return r.Time*(1-r.Efficiency/100) - r.Idle }

// Deviation is how far one of our numbers is from the paper's.
type Deviation struct {
	Name string
	Size float64 // in bars, with a sign: 1 is just at the upper one
	Text string  // "+1.3 points", "× 1.72"
}

// Met reports whether the number is within the bar.
func (d Deviation) Met() bool { return math.Abs(d.Size) <= 1 }

// Deviations compares ours, the row as it is simulated, with all numbers that the paper has of it, but for
// the times, which say the same as the efficiency.
func (t Target) Deviations(ours reproduce.Row) []Deviation {
	var all []Deviation
	if !t.ByLosses {
		points := ours.Efficiency - t.Efficiency
		all = append(all, Deviation{"efficiency", points / t.Points, fmt.Sprintf("%+.1f points", points)})
	}
	for _, number := range []struct {
		name        string
		ours, paper float64
		bar         float64
	}{
		{"lost", lost(ours), lost(t.Row), lossBar},
		{"idle", ours.Idle, t.Idle, idleBar},
		{"bal", ours.Phases, t.Phases, countBar},
		{"info", ours.Info, t.Info, countBar},
		{"send", ours.Send, t.Send, countBar},
	} {
		switch {
		case math.IsNaN(number.paper), number.name == "lost" && !t.ByLosses:
			continue
		case t.ByLosses:
			number.bar = lossBar
		}
		factor := number.ours / number.paper
		all = append(all, Deviation{number.name, math.Log(max(factor, leastFactor)) / math.Log(number.bar), fmt.Sprintf("× %.2f", factor)})
	}
	return all
}

// leastFactor stands for smaller ones, such as 0.
const leastFactor = 1e-3

// Missed returns the deviations beyond their bars.
func (t Target) Missed(ours reproduce.Row) []Deviation {
	var missed []Deviation
	for _, d := range t.Deviations(ours) {
		if !d.Met() {
			missed = append(missed, d)
		}
	}
	return missed
}

// Objective is what a fit makes small: the mean square of the deviations of all targets that are used, in
// bars. Every row counts the same. ours has a row for each target, or nil if it could not be simulated in
// reasonable time, which makes the objective infinite.
func Objective(targets []Target, ours []*reproduce.Row) float64 {
	sum, rows := 0.0, 0
	for i, t := range targets {
		if !t.Used {
			continue
		}
		if ours[i] == nil {
			return math.Inf(1)
		}
		all := t.Deviations(*ours[i])
		squares := 0.0
		for _, d := range all {
			squares += d.Size * d.Size
		}
		sum += squares / float64(len(all))
		rows++
	}
	return sum / float64(max(rows, 1))
}
