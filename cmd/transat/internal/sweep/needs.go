package sweep

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/report"
)

// scaling is a line of the isoefficiency table: a policy.
type scaling struct {
	policy string
	needs  []Need // by rising number of processors
}

// Needs is the isoefficiency table: for each policy the sequential time of a tree on which n processors reach
// efficiency e, and how it grows.
func Needs(points []Measurement, e float64) report.Sheet {
	columns := []report.Column[scaling]{
		{Key: "policy", Heading: "policy", Left: true, Value: func(s scaling) any { return s.policy }},
		{Key: "target_efficiency", Value: func(scaling) any { return e }},
	}
	for _, n := range sizes(points) {
		key := strconv.Itoa(n)
		columns = append(columns,
			report.Column[scaling]{
				Key: "sequential_s_" + key, Heading: key,
				Value: func(s scaling) any { return s.at(n).Work },
				Text:  func(s scaling) string { return s.at(n).text() },
			},
			report.Column[scaling]{Key: "bound_" + key, Value: func(s scaling) any { return s.at(n).bound() }},
		)
	}
	columns = append(columns,
		report.Column[scaling]{
			Key: "exponent", Heading: "~ n^x, x",
			Value: func(s scaling) any { return s.growth().Exponent },
			Text:  scaling.exponent,
		},
		report.Column[scaling]{Key: "exponent_error", Value: func(s scaling) any { return s.growth().Error }},
	)
	title := fmt.Sprintf("isoefficiency: sequential time, in s, of a tree on which n processors are %v %% efficient", 100*e)
	return report.NewSheet("isoefficiency", title, columns, scalings(points, e),
		"between two of the trees given, interpolated; ≤ and >: beyond the smallest and the largest of them",
		"x: power law fitted to the interpolated values, with its standard error and its range; no policy can have less than 1 for ever")
}

func scalings(points []Measurement, e float64) []scaling {
	var all []scaling
	for _, policy := range policies(points) {
		s := scaling{policy: policy}
		for _, n := range sizes(points) {
			if measures := measuresOf(points, policy, n); len(measures) > 0 {
				s.needs = append(s.needs, WorkFor(n, measures, e))
			}
		}
		all = append(all, s)
	}
	return all
}

// measuresOf returns the measures of a policy on n processors, one for each tree that is of use. Of a point that was given up
// the work is that of the same tree elsewhere.
func measuresOf(points []Measurement, policy string, n int) []Measure {
	var measures []Measure
	for _, p := range points {
		if p.N() != n || p.Policy.String() != policy {
			continue
		}
		work := p.Sequential
		if p.GivenUp == experiment.TooSlow {
			work = sequentialOf(points, p.Tree)
		}
		if work > 0 && (p.GivenUp == experiment.NotGivenUp || p.GivenUp == experiment.TooSlow) {
			measures = append(measures, Measure{Work: work, Efficiency: p.efficiency()})
		}
	}
	return measures
}

// sequentialOf is the sequential time of a tree, 0 if all its points were given up.
func sequentialOf(points []Measurement, tree string) float64 {
	i := slices.IndexFunc(points, func(p Measurement) bool { return p.Tree == tree && p.GivenUp == experiment.NotGivenUp })
	if i < 0 {
		return 0
	}
	return points[i].Sequential
}

// at returns the need of n processors; one of NaN if nothing is known.
func (s scaling) at(n int) Need {
	for _, need := range s.needs {
		if need.Procs == n {
			return need
		}
	}
	return Need{Procs: n, Work: math.NaN()}
}

// text is a need in tables: "12300", "≤ 520".
func (n Need) text() string {
	if math.IsNaN(n.Work) {
		return "–"
	}
	return [...]string{"", "≤ ", "> "}[n.Bound] + threeDigits(n.Work)
}

// threeDigits formats a number that is not negative with three significant digits, and without an exponent.
func threeDigits(x float64) string {
	if x <= 0 || math.IsInf(x, 0) {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 2, 64), 64)
	if err != nil {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// bound is the word for the bound of a need in data, "" if nothing is known.
func (n Need) bound() string {
	if math.IsNaN(n.Work) {
		return ""
	}
	return [...]string{"interpolated", "at most", "more than"}[n.Bound]
}

// growth has NaN for unknown numbers.
func (s scaling) growth() Growth {
	if g, ok := Fit(s.needs); ok {
		return g
	}
	return Growth{Exponent: math.NaN(), Error: math.NaN()}
}

// exponent is "1.21 ± 0.04 (64…4096)".
func (s scaling) exponent() string {
	g := s.growth()
	if math.IsNaN(g.Exponent) {
		return "–"
	}
	return fmt.Sprintf("%.2f ± %.2f (%d…%d)", g.Exponent, g.Error, g.From, g.To)
}
