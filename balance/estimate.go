package balance

import (
	"fmt"
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
	// Measured says that the tree itself knows the loads (see [Loader]), and levels do not count.
	Measured bool
	load     func(level int, v Values) float64
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
		{
			Name:     "measured",
			Title:    "the tree's own load of the element: for trees from files and programs",
			Source:   "transat: what the application has measured or expects of an element",
			Measured: true,
			load:     func(int, Values) float64 { return 1 },
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

// Loads returns the function that tells the load of an element of a tree under an estimate. The error is a *[NoLoadsError] if the tree
// should know loads itself, and does not. The function ends the run by a [Fault] if the tree breaks the promise of [Loader].
func Loads[E any](by Estimate, tree Tree[E]) (func(e E) float64, error) {
	if !by.Measured {
		return func(e E) float64 { return by.Load(tree.Level(e)) }, nil
	}
	loader, ok := tree.(Loader[E])
	if !ok {
		return nil, &NoLoadsError{by.Name}
	}
	root := loader.Load(tree.Root())
	broken := func(load float64) error {
		return &TreeError{Tree: fmt.Sprintf("%T", tree), Method: callLoad.String(), What: noLoad(load)}
	}
	switch {
	case root == 0:
		return nil, &NoLoadsError{by.Name}
	case !isLoad(root):
		return nil, broken(root)
	}
	return func(e E) float64 {
		load := loader.Load(e)
		if !isLoad(load) {
			panic(Fault{Err: broken(load)})
		}
		return min(load/root, MostLoad)
	}, nil
}

func isLoad(load float64) bool { return load >= 0 && load <= math.MaxFloat64 }

func noLoad(load float64) string {
	return fmt.Sprintf("it is %v: want a finite number of at least 0", load)
}

// NoLoadsError says that a load estimate needs a tree that knows loads of its own.
type NoLoadsError struct{ Estimate string }

func (e *NoLoadsError) Error() string {
	return fmt.Sprintf("load estimate %s: this tree has no loads of its own; only trees from files and programs have", e.Estimate)
}

// Load is the estimated load of an element at the given level: positive, at most 1, and not
// growing with the level. It is 1 if the estimate is Measured: see [Loads].
func (e Estimate) Load(level int) float64 { return e.load(level, e.Values) }

// String is the inverse of ChooseEstimate.
func (e Estimate) String() string { return e.Name + e.Values.suffix(e.Params) }
