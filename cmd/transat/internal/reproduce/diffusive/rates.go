package diffusive

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// The sizes of Figures 11 and 12 at other rates of change, of which the paper says that they behave alike, and shows none.

func ratesItem() reproduce.Item {
	return reproduce.Item{
		Name:   "diffusive/rates",
		Title:  "overhead and quality on meshes of 16 to 100 nodes, at other rates of change",
		Source: "Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, §4.4",
		Run:    rates,
	}
}

// rateRow is a mesh at a dynamicity, with all policies in the order of allPolicies but the first.
type rateRow struct {
	dynamicity float64
	side       int
	points     []loadPoint
}

func (r rateRow) nodes() int { return r.side * r.side }

// balancing are all policies that do something, an, an-2 and dnr by both readings.
func balancing() []string { return allPolicies()[1:] }

func rates(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	sides := reproduce.Size(s, []int{4, 10}, []int{4, 5, 7, 8, 10})
	var rows []rateRow
	var settings []loadSetting
	for _, dynamicity := range reproduce.Size(s, []float64{100}, []float64{1, 10, 30, 100, 300}) {
		for _, side := range sides {
			rows = append(rows, rateRow{dynamicity: dynamicity, side: side})
			for _, p := range balancing() {
				x := sizeSetting(p, side, dynamicity)
				x.unasked = true
				settings = append(settings, x)
			}
		}
	}
	points, err := runs(ctx, s, settings)
	for i := range rows {
		for _, x := range settings[i*len(balancing()):][:len(balancing())] {
			if at := slices.IndexFunc(points, func(m loadPoint) bool { return m.loadSetting == x }); at >= 0 {
				rows[i].points = append(rows[i].points, points[at])
			}
		}
	}
	if err != nil {
		rows = slices.DeleteFunc(rows, func(r rateRow) bool { return len(r.points) < len(balancing()) })
		return reproduce.Interrupted(err, nil, rateTables(rows)...)
	}
	return &reproduce.Result{
		Setup:  append(times(s).setup(), "Δδ/T = 50 % of Δσ/T; Figure 12 has 1/s, Figure 11 10/s; no response times are measured"),
		Tables: rateTables(rows),
		Claims: rateClaims(rows),
	}, nil
}

func rateTables(rows []rateRow) []report.Sheet {
	table := func(key, title string, decimals int, of func(loadPoint) float64) report.Sheet {
		columns := []report.Column[rateRow]{
			{Key: "dynamicity", Heading: "Δσ/T", Value: func(r rateRow) any { return r.dynamicity }},
			{Key: "nodes", Heading: "nodes", Value: func(r rateRow) any { return r.nodes() }},
		}
		for i, p := range balancing() {
			columns = append(columns, report.Number(pointKey(p), label(p), decimals, func(r rateRow) float64 { return of(r.points[i]) }))
		}
		return report.NewSheet(key, title, columns, rows)
	}
	return []report.Sheet{
		table("overhead", "Overhead in percent", 3, loadPoint.overheadPercent),
		table("sigma", "Mean σ in percent", 1, loadPoint.sigmaPercent),
	}
}

// byRate groups rows by their dynamicity.
func byRate(rows []rateRow) (groups [][]rateRow) {
	for i, r := range rows {
		if i == 0 || rows[i-1].dynamicity != r.dynamicity {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], r)
	}
	return groups
}

func rateClaims(rows []rateRow) []reproduce.Claim {
	large := slices.DeleteFunc(slices.Clone(rows), func(r rateRow) bool { return r.nodes() < smallSystem })
	faster := slices.DeleteFunc(slices.Clone(rows), func(r rateRow) bool { return r.dynamicity <= overheadDynamicity })
	return []reproduce.Claim{
		ratesAlike("more dynamic situations exhibit the same: overhead depends only slightly on the size", 1.5, faster,
			loadPoint.overheadPercent),
		ratesAlike("from 25 nodes on, the quality does not depend on the size, whatever the dynamicity", 1.25, large,
			loadPoint.sigmaPercent),
		smallAlike(rows),
	}
}

// ratesAlike judges that on all meshes a quantity of a policy is within a factor, at each rate.
func ratesAlike(text string, factor float64, rows []rateRow, of func(loadPoint) float64) reproduce.Claim {
	var where, notes []string
	groups := byRate(rows)
	for _, group := range groups {
		worst, policy := 0.0, ""
		for i, p := range balancing() {
			least, most := group[0].points[i], group[0].points[i]
			for _, r := range group {
				if of(r.points[i]) < of(least) {
					least = r.points[i]
				}
				if of(r.points[i]) > of(most) {
					most = r.points[i]
				}
			}
			if ratio := of(most) / of(least); ratio > worst {
				worst, policy = ratio, label(p)
			}
		}
		rate := fmt.Sprintf("%v/s", group[0].dynamicity)
		if worst <= factor {
			where = append(where, rate)
		}
		notes = append(notes, fmt.Sprintf("%s: %.2f times (%s)", rate, worst, policy))
	}
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.4", Text: text,
		Bound:   reproduce.Ours(fmt.Sprintf("with every policy and reading, the most is at most %v times the least", factor)),
		Verdict: reproduce.Judge(len(where) == len(groups)),
		Note:    "the most: " + strings.Join(notes, "; "),
	}
	if len(where) > 0 && len(where) < len(groups) {
		c.Verdict, c.Range = reproduce.HoldsPartly, strings.Join(where, ", ")
	}
	return c
}

// smallAlike judges at each rate that policies differ less on small meshes, by σ. Each policy counts once,
// by its default reading.
func smallAlike(rows []rateRow) reproduce.Claim {
	var where, notes []string
	groups := byRate(rows)
	for _, group := range groups {
		small, least := 0.0, 1e9
		for _, r := range group {
			var all []float64
			for i, p := range balancing() {
				if slices.Contains((diffusive{}).balancers(), p) {
					all = append(all, r.points[i].sigmaPercent())
				}
			}
			if spread := slices.Max(all) - slices.Min(all); r.nodes() < smallSystem {
				small = max(small, spread)
			} else {
				least = min(least, spread)
			}
		}
		rate := fmt.Sprintf("%v/s", group[0].dynamicity)
		if small < least {
			where = append(where, rate)
		}
		notes = append(notes, fmt.Sprintf("%s: %.1f points below 25 nodes, %.1f at least on more", rate, small, least))
	}
	c := reproduce.Claim{
		Kind: reproduce.Reading, Section: "§4.4", Text: "below 25 nodes the policies differ less, whatever the dynamicity",
		Bound:   reproduce.Theirs("the best and the worst σ differ less than on any larger mesh (an and an-2: ±10 %; dnr: the first two)"),
		Verdict: reproduce.Judge(len(where) == len(groups)),
		Note:    strings.Join(notes, "; "),
	}
	if len(where) > 0 && len(where) < len(groups) {
		c.Verdict, c.Range = reproduce.HoldsPartly, strings.Join(where, ", ")
	}
	return c
}
