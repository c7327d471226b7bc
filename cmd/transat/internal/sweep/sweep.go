// Package sweep looks at how policies scale: at simulations of the same trees on machines of growing size.
//
// A Measurement is the result of one policy on a machine of one size and one tree. Measurements makes them from the outcome of a
// plan whose setups are policies × sizes:
//
//	           n = 16     64      256        efficiency
//	plb        99.5 %   98.8 %   95.1 %
//	steal      98.9 %   97.0 %   90.4 %
//	none        6.2 %    1.6 %  < 1 %        given up
//
// With several trees, Isoefficiency computes the work that keeps an efficiency as the machine grows, the usual measure of
// scalability. Sizes and Grid choose machines. Read this file first, then isoefficiency.go; tables.go and chart.go show measurements.
package sweep

import (
	"transat/cmd/transat/internal/experiment"
)

// Measurement is the result of a policy on a machine of one size and a tree.
type Measurement struct {
	Tree  string           // its name, or that of a sample, of which numbers are means
	About *experiment.Tree // the tree, if there is one; nil for a sample
	// Row has nothing but its Setup if the point was given up.
	experiment.Row
	GivenUp experiment.GivenUp
	Floor   float64 // the efficiency at which it was given up, if it was too slow
}

// N is the number of processors.
func (p Measurement) N() int { return p.Physical.Procs() }

// Measurements returns the results of all setups of a plan that was run on the named formula, sample or tree.
// Setups that are not finished are left out. If not everything was finished, means are over the formulas
// that all setups have finished but those that were given up.
func Measurements(name string, plan *experiment.Plan, outcome *experiment.PlanResult) []Measurement {
	whole, results := *plan, *outcome
	whole.Setups, results.Results = nil, nil
	reasons := make([]experiment.GivenUp, len(plan.Setups))
	for j, setup := range plan.Setups {
		if reasons[j] = outcome.WhyGivenUp(j); reasons[j] == experiment.NotGivenUp {
			whole.Setups = append(whole.Setups, setup)
			results.Results = append(results.Results, outcome.Results[j])
		}
	}
	rows := results.Rows(&whole)
	var points []Measurement
	var about *experiment.Tree
	if len(outcome.Trees) == 1 {
		about = outcome.Trees[0]
	}
	for j, setup := range plan.Setups {
		if reasons[j] != experiment.NotGivenUp {
			points = append(points, givenUp(name, setup, reasons[j], plan.Patience))
			continue
		}
		if len(rows) > 0 && same(rows[0].Setup, setup) {
			points = append(points, Measurement{Tree: name, About: about, Row: rows[0]})
			rows = rows[1:]
		}
	}
	return points
}

// same reports whether two setups of a sweep are the same: the rest of them does not vary.
func same(a, b experiment.Setup) bool {
	return a.Policy.String() == b.Policy.String() && a.Physical == b.Physical
}

func givenUp(name string, s experiment.Setup, why experiment.GivenUp, p *experiment.Patience) Measurement {
	return Measurement{Tree: name, Row: experiment.Row{Setup: s}, GivenUp: why, Floor: p.Efficiency}
}

// Grid returns the sides of a mesh of n processors that is as square as can be: 2x4 for 8.
func Grid(n int) []int {
	rows := 1
	for r := 1; r*r <= n; r++ {
		if n%r == 0 {
			rows = r
		}
	}
	return []int{rows, n / rows}
}

// Sizes returns the numbers of processors from the first to the last, each four times the one before.
func Sizes(first, last int) []int {
	var sizes []int
	for n := first; n <= last; n *= 4 {
		sizes = append(sizes, n)
	}
	return sizes
}
