package sweep

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/report"
)

// Matrix is the efficiency of every policy and tree, with a column for each number of processors.
func Matrix(points []Measurement) report.Sheet {
	columns := []report.Column[curve]{
		{Key: "tree", Heading: "tree", Left: true, Value: func(c curve) any { return c[0].Tree }},
		{Key: "policy", Heading: "policy", Left: true, Value: func(c curve) any { return c[0].Policy.String() }},
	}
	if len(trees(points)) == 1 {
		columns = columns[1:]
	}
	for _, n := range sizes(points) {
		key := strconv.Itoa(n)
		columns = append(columns, report.Column[curve]{
			Key: "efficiency_" + key, Heading: key,
			Value: func(c curve) any { return c.at(n).efficiency() },
			Text:  func(c curve) string { return c.at(n).mark() },
		})
	}
	return report.NewSheet("efficiency", "efficiency, sequential time / (n · time), on n processors", columns, curves(points))
}

// List is all that is known, a row a point.
func List(points []Measurement) report.Sheet {
	columns := []report.Column[Measurement]{{Key: "tree", Heading: "tree", Left: true, Value: func(p Measurement) any { return p.Tree }}}
	if len(trees(points)) == 1 {
		columns[0].Heading = "" // it is in the caption
	}
	var rows []experiment.Row
	for _, p := range points {
		rows = append(rows, p.Row)
	}
	for _, c := range experiment.Columns(rows) {
		columns = append(columns, lift(c))
	}
	columns = append(columns, report.Column[Measurement]{Key: "given_up", Value: func(p Measurement) any { return reason(p.GivenUp) }})
	return report.NewSheet("points", "", columns, points)
}

// Lost tells where the processors' time went, in percent, a row a point that was not given up.
func Lost(points []Measurement) report.Sheet {
	known := slices.DeleteFunc(slices.Clone(points), func(p Measurement) bool { return p.GivenUp != experiment.NotGivenUp })
	lost := experiment.LostTable(nil)
	columns := []report.Column[Measurement]{{Key: "tree", Heading: "tree", Left: true, Value: func(p Measurement) any { return p.Tree }}}
	if len(trees(points)) == 1 {
		columns = columns[:0]
	}
	for i, c := range lost.Columns {
		columns = append(columns, lift(c))
		if i == 0 { // the policy
			columns = append(columns, report.Column[Measurement]{Key: "n", Heading: "n", Value: func(p Measurement) any { return p.N() }})
		}
	}
	return report.NewSheet("lost", lost.Caption[0], columns, known, lost.Notes...)
}

// lift makes a column of points from one of rows. A point that was given up has nothing but its setup.
func lift(c report.Column[experiment.Row]) report.Column[Measurement] {
	ofSetup := slices.Contains([]string{"policy", "topology", "load", "n", "grid", "machine", "start", "grain", "seed"}, c.Key)
	lifted := report.Column[Measurement]{Key: c.Key, Heading: c.Heading, Left: c.Left, Rank: c.Rank, Gloss: c.Gloss}
	if c.Key == "n" {
		lifted.Rank = 0 // the measure of a sweep
	}
	lifted.Value = func(p Measurement) any {
		if p.GivenUp != experiment.NotGivenUp && !ofSetup {
			return math.NaN()
		}
		return c.Value(p.Row)
	}
	lifted.Text = func(p Measurement) string {
		switch {
		case p.GivenUp == experiment.NotGivenUp && c.Text != nil:
			return c.Text(p.Row)
		case p.GivenUp == experiment.NotGivenUp || ofSetup:
			return fmt.Sprint(c.Value(p.Row))
		case c.Key == "efficiency":
			return p.mark()
		}
		return "–"
	}
	return lifted
}

// efficiency is NaN if it is not known.
func (p Measurement) efficiency() float64 {
	if p.Physical == nil || p.GivenUp != experiment.NotGivenUp {
		return math.NaN()
	}
	return p.Efficiency
}

// mark is the efficiency in tables: "92.8 %", "< 1 %", or why there is none.
func (p Measurement) mark() string {
	switch {
	case p.Physical == nil:
		return "–"
	case p.GivenUp == experiment.TooSlow:
		return fmt.Sprintf("< %v %%", 100*p.Floor)
	case p.GivenUp != experiment.NotGivenUp:
		return reason(p.GivenUp)
	}
	return strconv.FormatFloat(100*p.Efficiency, 'f', 1, 64) + " %"
}

// reason is why a point was given up, "" if it was not.
func reason(g experiment.GivenUp) string {
	return [...]string{"", "too slow", "too long", "no memory", "restless"}[g]
}

// GivenUpNotes explains the marks of points that were given up, as far as there are any.
func GivenUpNotes(points []Measurement) []string {
	var notes []string
	for _, n := range []struct {
		why  experiment.GivenUp
		text string
	}{
		{experiment.TooSlow, "<: given up, the efficiency is below (--floor)"},
		{experiment.TooLong, "too long: given up, the simulation took more real time than --limit allows"},
		{experiment.TooLarge, "no memory: there is not enough for that number of processors (--threads=1 needs least)"},
		{experiment.Restless, "restless: given up, timers go off too often for the machine"},
	} {
		if slices.ContainsFunc(points, func(p Measurement) bool { return p.GivenUp == n.why }) {
			notes = append(notes, n.text)
		}
	}
	return notes
}

// curve is the points of one policy on one tree, by rising number of processors.
type curve []Measurement

// at returns the point of n processors; one without a machine if there is none.
func (c curve) at(n int) Measurement {
	for _, p := range c {
		if p.N() == n {
			return p
		}
	}
	return Measurement{}
}

// curves groups points, in the order in which trees and policies turn up.
func curves(points []Measurement) []curve {
	var all []curve
	for _, p := range points {
		i := slices.IndexFunc(all, func(c curve) bool {
			return c[0].Tree == p.Tree && c[0].Policy.String() == p.Policy.String()
		})
		if i < 0 {
			i = len(all)
			all = append(all, nil)
		}
		all[i] = append(all[i], p)
	}
	return all
}

func trees(points []Measurement) []string {
	var names []string
	for _, p := range points {
		if !slices.Contains(names, p.Tree) {
			names = append(names, p.Tree)
		}
	}
	return names
}

func policies(points []Measurement) []string {
	var names []string
	for _, p := range points {
		if name := p.Policy.String(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func sizes(points []Measurement) []int {
	var all []int
	for _, p := range points {
		all = append(all, p.N())
	}
	slices.Sort(all)
	return slices.Compact(all)
}
