package plb

import (
	"fmt"
	"slices"
	"strings"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// The parameters of PLB of which the paper says that their values were found by experiment: β = 0.05 (§5)
// and α = 1.04 (§6); and γ = 0.5 (§5), of which it says only that it was chosen.

// The values of the paper, and others.
const (
	paperBeta  = 0.05
	paperAlpha = 1.04
	paperGamma = 0.5
)

// betas, alphas and gammas are the values that are tried.
func betas() []float64  { return []float64{0.0125, 0.025, paperBeta, 0.1, 0.2, 0.4} }
func alphas() []float64 { return []float64{1.01, 1.02, 1.03, paperAlpha, 1.05, 1.06, 1.08} }
func gammas() []float64 { return []float64{0.1, 0.25, paperGamma, 1, 2} }

// parameterFormulas is on how many formulas: on the first ones.
const parameterFormulas = 5

// sweep is a parameter with the values that are tried on a machine.
type sweep struct {
	letter, where string // "β", "§5"
	said          string
	values        []float64
	chosen        float64 // the paper's
	sides         []int
	set           func(*gridCase, float64)
}

// sweeps are on the mesh of Table 3, and on the largest mesh of Table 2: what is good on one need not be on the other.
func sweeps(s *reproduce.Session, mesh gridCase) []sweep {
	var all []sweep
	for _, sides := range [][]int{mesh.row.Sides, reproduce.Size(s, []int{16, 16}, []int{32, 32})} {
		all = append(all,
			sweep{
				"β", "§5", "is a good choice", betas(), paperBeta, sides,
				func(c *gridCase, x float64) { c.row.Policy = fmt.Sprintf("plb:beta=%v", x) },
			},
			sweep{
				"α", "§6", "was found by experiment", alphas(), paperAlpha, sides,
				func(c *gridCase, x float64) { c.row.Estimate = fmt.Sprintf("alpha:alpha=%v", x) },
			})
	}
	set := func(c *gridCase, x float64) { c.row.Policy = fmt.Sprintf("plb:gamma=%v", x) }
	return append(all, sweep{"γ", "§5", "was chosen", gammas(), paperGamma, mesh.row.Sides, set})
}

// parameterCases are the mesh with estimate (a), with other values, sweep by sweep.
func parameterCases(s *reproduce.Session, mesh gridCase) []gridCase {
	var cases []gridCase
	for _, sweep := range sweeps(s, mesh) {
		for _, x := range sweep.values {
			c := mesh
			c.row = unmeasured(mesh.row)
			c.row.Sides = sweep.sides
			sweep.set(&c, x)
			cases = append(cases, c)
		}
	}
	return cases
}

func parameterSheet(rows []gridRow) report.Sheet {
	columns := []gridColumn{
		procsColumn(),
		{Key: "policy", Heading: "policy", Left: true, Value: func(r gridRow) any { return r.row.Policy }},
		{Key: "load", Heading: "load estimate", Left: true, Value: func(r gridRow) any { return r.row.Estimate }},
		report.Number("time_s", "time s", 1, func(r gridRow) float64 { return r.ours.Time }),
		report.Number("idle_s", "idle s", 1, idleOf),
		report.Number("bal", "bal", 0, func(r gridRow) float64 { return r.ours.Phases }),
		report.Number("send", "send", 0, sendOf),
		report.Number("efficiency_percent", "eff. %", 1, efficiencyOf),
	}
	return report.NewSheet("parameters", fmt.Sprintf("Other values of β, α and γ, on %d formulas and meshes", len(rows[0].runs)), columns,
		rows)
}

func parameterClaims(all []sweep, rows []gridRow) []reproduce.Claim {
	var claims []reproduce.Claim
	for _, sweep := range all {
		some := rows[:len(sweep.values)]
		rows = rows[len(sweep.values):]
		text := fmt.Sprintf("%s = %v %s (n = %d)", sweep.letter, sweep.chosen, sweep.said, some[0].row.Procs())
		claims = append(claims, goodChoice(sweep.where, text, slices.Index(sweep.values, sweep.chosen), some, sweep.values))
	}
	return claims
}

// goodChoice judges that a row is nearly as efficient as the best one. The rows differ in a value.
func goodChoice(section, text string, chosen int, rows []gridRow, values []float64) reproduce.Claim {
	best := 0.0
	var notes []string
	for i, r := range rows {
		best = max(best, r.ours.Efficiency)
		notes = append(notes, fmt.Sprintf("%v: %.1f %%", values[i], r.ours.Efficiency))
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: section, Text: text, Bound: reproduce.Ours("an efficiency within two points of the best value's"),
		Verdict: reproduce.Judge(rows[chosen].ours.Efficiency >= best-2),
		Note:    strings.Join(notes, ", "),
	}
}
