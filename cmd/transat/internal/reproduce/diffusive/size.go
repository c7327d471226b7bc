package diffusive

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

func sizeItem() reproduce.Item {
	return reproduce.Item{
		Name:   "diffusive/fig11-12",
		Title:  "overhead and quality of diffusive policies on meshes of 16 to 100 nodes",
		Source: "Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, §4.4, Figures 11 and 12",
		Run:    size,
	}
}

// The dynamicities of Figures 11 and 12, and the dispersion of both.
const (
	overheadDynamicity = 10
	qualityDynamicity  = 1
	middling           = 0.5
)

// sizeRow is a mesh with all policies.
type sizeRow struct {
	side            int
	overhead, sigma map[string]float64 // percent, by policy
}

// sizeSetting is a policy on a square mesh.
func sizeSetting(policy string, side int, dynamicity float64) loadSetting {
	return usualSetting(policy, [2]int{side, side}, dynamicity, middling)
}

func size(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	sides := reproduce.Size(s, []int{4, 5, 7, 10}, []int{4, 5, 7, 8, 10})
	var settings []loadSetting
	for _, side := range sides {
		for _, p := range allPolicies() {
			settings = append(settings,
				sizeSetting(p, side, overheadDynamicity), sizeSetting(p, side, qualityDynamicity))
		}
	}
	all, err := runs(ctx, s, settings)
	var rows []sizeRow
	for _, side := range sides {
		group := slices.DeleteFunc(slices.Clone(all), func(m loadPoint) bool { return m.sides[0] != side })
		if len(group) < 2*len(allPolicies()) {
			continue // interrupted
		}
		row := sizeRow{side: side, overhead: map[string]float64{}, sigma: map[string]float64{}}
		for _, m := range group {
			if m.dynamicity == overheadDynamicity {
				row.overhead[m.policy] = m.overheadPercent()
			} else {
				row.sigma[m.policy] = m.sigmaPercent()
			}
		}
		rows = append(rows, row)
	}
	overhead := fmt.Sprintf("Figure 11: overhead in percent, Δσ/T = %d/s, Δδ/T = 50 %% of Δσ/T", overheadDynamicity)
	quality := fmt.Sprintf("Figure 12: mean σ in percent, Δσ/T = %d/s, Δδ/T = 50 %% of Δσ/T", qualityDynamicity)
	tables := []report.Sheet{
		sizeTable("fig11", overhead, allPolicies()[1:], 3, rows, sizeRow.overheadOf),
		sizeTable("fig12", quality, allPolicies(), 1, rows, sizeRow.sigmaOf),
	}
	if err != nil {
		return reproduce.Interrupted(err, nil, tables...)
	}
	return &reproduce.Result{
		Setup:  times(s).setup(),
		Tables: tables,
		Claims: diffusive{}.byBothReadings(func(d diffusive) []reproduce.Claim { return sizeClaims(d.balancers(), rows) }),
		Figures: []reproduce.Figure{
			{Key: "fig11", Picture: sizeChart(overhead, "overhead, percent", allPolicies()[1:], rows, sizeRow.overheadOf)},
			{Key: "fig12", Picture: sizeChart(quality, "mean σ, percent of the mean load", allPolicies(), rows, sizeRow.sigmaOf)},
		},
	}, nil
}

func (r sizeRow) nodes() int                       { return r.side * r.side }
func (r sizeRow) overheadOf(policy string) float64 { return r.overhead[policy] }
func (r sizeRow) sigmaOf(policy string) float64    { return r.sigma[policy] }

func sizeTable(key, title string, policies []string, decimals int, rows []sizeRow, of func(sizeRow, string) float64) report.Sheet {
	columns := []report.Column[sizeRow]{
		{Key: "nodes", Heading: "nodes", Value: func(r sizeRow) any { return r.nodes() }},
	}
	for _, p := range policies {
		columns = append(columns, report.Number(pointKey(p), label(p), decimals, func(r sizeRow) float64 { return of(r, p) }))
	}
	return report.NewSheet(key, title, columns, rows)
}

func sizeChart(title, unit string, policies []string, rows []sizeRow, of func(sizeRow, string) float64) figure.Chart {
	chart := figure.Chart{
		Title:    title,
		Subtitle: "square meshes, 20 processes a node, threshold 20 %; Corradi, Leonardi, Zambonelli, §4.4",
		X:        figure.Axis{Label: "nodes"},
		Y:        figure.Axis{Label: unit, Zero: true},
	}
	for _, p := range policies {
		series := figure.Series{Name: label(p), Policy: p}
		for _, r := range rows {
			series.Points = append(series.Points, figure.Point{X: float64(r.nodes()), Y: of(r, p)})
		}
		chart.Series = append(chart.Series, series)
	}
	return chart
}

// smallSystem is the number of nodes below which the paper sees less difference between policies.
const smallSystem = 25

func sizeClaims(policies []string, rows []sizeRow) []reproduce.Claim {
	large := slices.DeleteFunc(slices.Clone(rows), func(r sizeRow) bool { return r.nodes() < smallSystem })
	return []reproduce.Claim{
		sizeIndependent("§4.4, Figure 11", "overhead depends only slightly on the size", 1.5, policies, rows, sizeRow.overheadOf),
		sizeIndependent("§4.4, Figure 12", "from 25 nodes on, the quality does not depend on the size", 1.25, policies, large, sizeRow.sigmaOf),
		sizeDifferences(policies, rows),
	}
}

// sizeIndependent judges that the largest value of every policy is at most a number of times its least, or from
// which size on.
func sizeIndependent(section, text string, factor float64, policies []string, rows []sizeRow,
	of func(sizeRow, string) float64,
) reproduce.Claim {
	var notes []string
	for _, p := range policies {
		least, most := sizeRange(p, rows, of)
		notes = append(notes, fmt.Sprintf("%s %.3g to %.3g", short(p), least, most))
	}
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: section, Text: text,
		Bound: reproduce.Ours(fmt.Sprintf("with every policy, the most is at most %v times the least", factor)),
		Note:  fmt.Sprintf("percent, %d nodes and more: %s", rows[0].nodes(), strings.Join(notes, ", ")),
	}
	for i := range len(rows) - 1 { // at least two sizes
		came := !slices.ContainsFunc(policies, func(p string) bool {
			least, most := sizeRange(p, rows[i:], of)
			return most > factor*least
		})
		switch {
		case came && i == 0:
			c.Verdict = reproduce.Holds
			return c
		case came:
			c.Verdict, c.Range = reproduce.HoldsPartly, fmt.Sprintf("%d nodes and more", rows[i].nodes())
			return c
		}
	}
	return c
}

// sizeRange returns the least and the largest value of a policy.
func sizeRange(policy string, rows []sizeRow, of func(sizeRow, string) float64) (least, most float64) {
	least, most = math.Inf(1), 0
	for _, r := range rows {
		least, most = min(least, of(r, policy)), max(most, of(r, policy))
	}
	return least, most
}

// sizeDifferences judges that policies differ less on small systems.
func sizeDifferences(policies []string, rows []sizeRow) reproduce.Claim {
	spread := func(r sizeRow) float64 {
		var all []float64
		for _, p := range policies {
			all = append(all, r.sigma[p])
		}
		return slices.Max(all) - slices.Min(all)
	}
	small, least, most := 0.0, 100.0, 0.0
	for _, r := range rows {
		if r.nodes() < smallSystem {
			small = max(small, spread(r))
		} else {
			least, most = min(least, spread(r)), max(most, spread(r))
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.4, Figure 12", Text: "below 25 nodes the policies differ less",
		Bound: reproduce.Theirs("the best and the worst σ differ less than on any larger mesh"), Verdict: reproduce.Judge(small < least),
		Note: fmt.Sprintf("the best and the worst σ differ by %.1f points on 16 nodes, by %.1f to %.1f on more", small, least, most),
	}
}
