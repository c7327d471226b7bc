package balance

import (
	"math"
	"strings"
)

// Estimate is a load estimate: it turns the level of an element (see Tree) into the load that
// policies see.
type Estimate struct {
	Name   string
	Title  string
	Source string
	Params []Param
	Values Values
	load   func(level int, v Values) float64
}

// Estimates returns all load estimates: the table that help, listing and parsing read.
//
// alpha counts the variables that are assigned when an element is listed: those at its parent, unit propagation included, and the
// decision that leads to it. §6 of the paper puts propagation into the branching step of the element itself, so the two children
// of a node weigh the same. Recorded trees, trees that are solved live, and real cores count alike (doc/machines.md has the tables under
// the other reading, which counts what the element's own propagation assigns as well).
func Estimates() []Estimate {
	return []Estimate{
		{
			Name:   "alpha",
			Title:  "α^(-k) for an element with k assigned variables",
			Source: "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §6 (a)",
			Params: []Param{{
				Name: "alpha", Title: "shrinkage of the work with every assigned variable, α",
				Default: 1.04, Min: 1, Max: 4,
			}},
			load: func(level int, v Values) float64 { return math.Pow(v["alpha"], -float64(level)) },
		},
		{
			Name:   "count",
			Title:  "1 for every element",
			Source: "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §6 (b)",
			load:   func(int, Values) float64 { return 1 },
		},
	}
}

// ChooseEstimate reads a load estimate and its parameters: "count", "alpha" or "alpha:alpha=1.1".
func ChooseEstimate(s string) (Estimate, error) {
	name, rest, _ := strings.Cut(s, ":")
	e, err := Find("load estimate", name, Estimates(), func(e Estimate) string { return e.Name })
	if err != nil {
		return Estimate{}, err
	}
	e.Values, err = parseValues("load estimate "+name, e.Params, rest)
	return e, err
}

// Load is the estimated load of an element at the given level: positive, at most 1, and not
// growing with the level.
func (e Estimate) Load(level int) float64 { return e.load(level, e.Values) }

// String is the inverse of ChooseEstimate.
func (e Estimate) String() string { return e.Name + e.Values.suffix(e.Params) }
