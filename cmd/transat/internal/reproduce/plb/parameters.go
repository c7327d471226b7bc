package plb

import (
	"fmt"
	"slices"
	"strings"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// The parameters of PLB of which the paper says that their values were found by experiment: β = 0.05 (§5)
// and α = 1.04 (§6).

// The values of the paper, and others.
const (
	paperBeta  = 0.05
	paperAlpha = 1.04
)

// betas and alphas are the values that are tried.
func betas() []float64  { return []float64{0.0125, 0.025, paperBeta, 0.1, 0.2, 0.4} }
func alphas() []float64 { return []float64{1.01, 1.02, 1.03, paperAlpha, 1.05, 1.06, 1.08} }

// parameterCases are the mesh with estimate (a), with other values of β and of α.
func parameterCases(mesh gridCase) []gridCase {
	var cases []gridCase
	mesh.row = unmeasured(mesh.row)
	for _, beta := range betas() {
		c := mesh
		c.row.Policy = fmt.Sprintf("plb:beta=%v", beta)
		cases = append(cases, c)
	}
	for _, alpha := range alphas() {
		c := mesh
		c.row.Estimate = fmt.Sprintf("alpha:alpha=%v", alpha)
		cases = append(cases, c)
	}
	return cases
}

func parameterSheet(rows []gridRow) report.Sheet {
	columns := []gridColumn{
		{Key: "policy", Heading: "policy", Left: true, Value: func(r gridRow) any { return r.row.Policy }},
		{Key: "load", Heading: "load estimate", Left: true, Value: func(r gridRow) any { return r.row.Estimate }},
		report.Number("time_s", "time s", 1, func(r gridRow) float64 { return r.ours.Time }),
		report.Number("idle_s", "idle s", 1, idleOf),
		report.Number("bal", "bal", 0, func(r gridRow) float64 { return r.ours.Phases }),
		report.Number("send", "send", 0, sendOf),
		report.Number("efficiency_percent", "eff. %", 1, efficiencyOf),
	}
	return report.NewSheet("parameters", fmt.Sprintf("Other values of β and α, on %d formulas and the mesh", len(rows[0].runs)), columns, rows)
}

func parameterClaims(rows []gridRow) []reproduce.Claim {
	split := len(betas())
	return []reproduce.Claim{
		goodChoice("§5", "β = 0.05 is a good choice", slices.Index(betas(), paperBeta), rows[:split], betas()),
		goodChoice("§6", "α = 1.04 was found by experiment", slices.Index(alphas(), paperAlpha), rows[split:], alphas()),
	}
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
