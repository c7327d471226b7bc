package solve

import (
	"strings"

	"transat/cmd/transat/command/internal/cli"
	"transat/solver"
	"transat/solver/cnf"
)

// A formula that is unsatisfiable under assumptions, or with --only-cubes under the given cubes, may still have models elsewhere.

// The keys of what an answer may rest on, as JSON has them.
const (
	underCubes       = "cubes"
	underAssumptions = "assumptions"
)

// restricting is the number of cubes under which alone the answer is to hold. It is 0 if one of them is empty: an answer under the empty
// cube holds for the formula.
func (f *solveFlags) restricting(cubes [][]cnf.Lit) int {
	if f.cube.parts != "" {
		return len(f.cube.numbers)
	}
	if !f.cube.only {
		return 0
	}
	for _, cube := range cubes {
		if len(cube) == 0 {
			return 0
		}
	}
	return len(cubes)
}

// under returns the cubes or assumptions under which an unsatisfiable answer holds; nil if it holds for the formula alone.
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

// elsewhere tells that a formula without a model under its cubes, or assumptions, may have one elsewhere; otherwise it is "". Of
// assumptions alone a c line names those that cannot be true together (blamed), but for --quiet.
func (o *solveOutput) elsewhere(end solver.Result) string {
	where := "elsewhere"
	switch under := o.under(end); {
	case under == nil, o.cubes == 0 && !(o.flags.quiet && o.flags.format == cli.TextFormat):
		return ""
	case o.cubes == 0:
		where = "without them"
	case o.flags.cube.chosen == "":
		where = "that is under none of the cubes"
	}
	return "UNSATISFIABLE" + o.onlyUnder(end) + ": the formula may have a model " + where
}
