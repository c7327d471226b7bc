package solve

import (
	"strings"

	"transat/solver"
	"transat/solver/cnf"
)

// An unsatisfiable answer under cubes that were given, or under assumptions, is none for the formula: it may have models elsewhere.

// The keys of what an answer may rest on, as JSON has them.
const (
	underCubes       = "cubes"
	underAssumptions = "assumptions"
)

// restricting is the number of cubes, or 0 if one of them has no literal: what holds under that holds for the formula.
func restricting(cubes [][]cnf.Lit) int {
	for _, cube := range cubes {
		if len(cube) == 0 {
			return 0
		}
	}
	return len(cubes)
}

// under returns what an unsatisfiable answer holds under, besides the formula; nil if it is one for the formula alone.
func (o *solveOutput) under(end solver.Result) (under []string) {
	if end.Verdict != cnf.Unsatisfiable {
		return nil
	}
	if o.cubes > 0 {
		under = append(under, underCubes)
	}
	if len(o.flags.assume) > 0 && len(end.Failed) > 0 {
		under = append(under, underAssumptions)
	}
	return under
}

// onlyUnder ends a sentence about an unsatisfiable answer.
func (o *solveOutput) onlyUnder(end solver.Result) string {
	under := o.under(end)
	if under == nil {
		return ""
	}
	return ", under these " + strings.Join(under, " and ") + " only"
}

// elsewhere says that a formula may have a model though none was found under its cubes, or "".
func (o *solveOutput) elsewhere(end solver.Result) string {
	if end.Verdict != cnf.Unsatisfiable || o.cubes == 0 {
		return ""
	}
	return "UNSATISFIABLE" + o.onlyUnder(end) + ": the formula may have a model that is under none of the cubes"
}
