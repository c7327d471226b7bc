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
func betas() []float64  { return []float64{0, 0.0125, 0.025, paperBeta, 0.1, 0.2, 0.4} }
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
		chosen, n := slices.Index(sweep.values, sweep.chosen), some[0].row.Procs()
		if sweep.letter == "γ" {
			claims = append(claims, notNecessary(sweep.where, chosen, some, sweep.values))
			continue
		}
		text := fmt.Sprintf("%s = %v %s (n = %d)", sweep.letter, sweep.chosen, sweep.said, n)
		claims = append(claims, goodChoice(sweep.where, text, chosen, some, sweep.values))
		if sweep.letter == "β" {
			claims = append(claims, moreEfficient(sweep.where, n, chosen, some, sweep.values))
		}
	}
	return claims
}

// lost is the part of the processors' time that is lost, in percent.
func lost(r gridRow) float64 { return 100 - r.ours.Efficiency }

// losses lists the loss with each value.
func losses(rows []gridRow, values []float64) string {
	var notes []string
	for i, r := range rows {
		notes = append(notes, fmt.Sprintf("%v: %.1f %%", values[i], lost(r)))
	}
	return "loss with " + strings.Join(notes, ", ")
}

// goodChoice judges that a row loses little more than the best one. The rows differ in a value.
func goodChoice(section, text string, chosen int, rows []gridRow, values []float64) reproduce.Claim {
	least := lost(rows[0])
	for _, r := range rows {
		least = min(least, lost(r))
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: section, Text: text,
		Bound: reproduce.Ours(fmt.Sprintf("its loss, 100 %% less the efficiency, is at most %v times that of the best value",
			usedBand)),
		Verdict: reproduce.Judge(lost(rows[chosen]) <= usedBand*least), Note: losses(rows, values),
	}
}

// moreEfficient judges that it is better to solve small subproblems to their end: the first value is 0.
func moreEfficient(section string, n, chosen int, rows []gridRow, values []float64) reproduce.Claim {
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: section,
		Text:    fmt.Sprintf("small subproblems are solved sequentially for efficiency reasons (n = %d)", n),
		Bound:   reproduce.Theirs(fmt.Sprintf("a smaller loss with β = %v than with β = 0", values[chosen])),
		Verdict: reproduce.Judge(lost(rows[chosen]) < lost(rows[0])), Note: losses(rows, values),
	}
}

// notNecessary judges the reason for γ: a link need not carry all of its flow. The first value is the smallest.
func notNecessary(section string, chosen int, rows []gridRow, values []float64) reproduce.Claim {
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: section, Text: fmt.Sprintf("an exact load balance is not necessary (γ = %v)", values[chosen]),
		Bound:   reproduce.Ours(fmt.Sprintf("its loss is at most 1.1 times that of γ = %v", values[0])),
		Verdict: reproduce.Judge(lost(rows[chosen]) <= 1.1*lost(rows[0])), Note: losses(rows, values),
	}
}
