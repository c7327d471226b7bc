package diffusive

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// A static load, from which a diffusive policy "can achieve a global balancing" (§2.1): the finer the processes and the
// smaller the threshold, the more level it comes to rest. Whether σ gets there "monotonically" cannot be judged by samples, in which
// processes on their way are missing.

func staticItem() reproduce.Item {
	return reproduce.Item{
		Name:   "diffusive/static",
		Title:  "a static load comes to rest: by granularity and threshold",
		Source: "Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, §2.1",
		Run:    static,
	}
}

// restPerItem is how many seconds policies have for each process of a node, to come to rest.
const restPerItem = 0.5

// staticRow is a granularity and a threshold in percent, with the policies in the order of staticPolicies.
type staticRow struct {
	items     int
	threshold float64
	points    []loadPoint
}

// staticPolicies are the paper's. A threshold of 0 is the same by all readings.
func staticPolicies() []string { return []string{dnPolicy, anPolicy, an2Policy, dnrPolicy} }

func static(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	var rows []staticRow
	var err error
	for _, items := range reproduce.Size(s, []int{20, 100}, []int{20, 100, 400}) {
		length := times(s)
		length.rest = restPerItem * float64(items)
		var settings []loadSetting
		for _, threshold := range []float64{20, 0} {
			rows = append(rows, staticRow{items: items, threshold: threshold})
			for _, p := range staticPolicies() {
				x := usualSetting(p, tenByTen(), 0, smooth)
				x.items, x.step, x.unasked = items, float64(items)/usualItems, true
				if threshold == 0 {
					x.policy += ":threshold=0:change=0"
				}
				settings = append(settings, x)
			}
		}
		var points []loadPoint
		if points, err = runsOf(ctx, s, length, settings); err != nil {
			break
		}
		for ; len(points) > 0; points = points[len(staticPolicies()):] {
			rows[len(rows)-len(points)/len(staticPolicies())].points = points[:len(staticPolicies())]
		}
	}
	if err != nil {
		rows = slices.DeleteFunc(rows, func(r staticRow) bool { return r.points == nil })
		return reproduce.Interrupted(err, nil, staticTable(rows))
	}
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("machine meiko-cs1, 10×10 mesh, δ = %.0f %% of σ at the start; %d repetitions, σ is that of %d s after %v s a process",
				100*smooth, times(s).repetitions, staticMeasured, restPerItem),
			"threshold 0: every change of the load is told, too",
		},
		Tables: []report.Sheet{staticTable(rows)},
		Claims: staticClaims(rows),
	}, nil
}

func staticTable(rows []staticRow) report.Sheet {
	columns := []report.Column[staticRow]{
		{Key: "items", Heading: "processes a node", Value: func(r staticRow) any { return r.items }},
		{Key: "threshold", Heading: "threshold %", Value: func(r staticRow) any { return r.threshold }},
		report.Number("start", "σ % at the start", 1, func(r staticRow) float64 { return 100 * r.points[0].start }),
	}
	for i, p := range staticPolicies() {
		columns = append(columns,
			report.Number("sigma_"+pointKey(p), short(p)+" σ %", 2, func(r staticRow) float64 { return r.points[i].sigmaPercent() }),
			report.Number("migrations_"+pointKey(p), "moves/s", 2, func(r staticRow) float64 { return r.points[i].migrations }))
	}
	return report.NewSheet("static", "σ and migrations at rest", columns, rows)
}

func staticClaims(rows []staticRow) []reproduce.Claim {
	finest := rows[len(rows)-1] // without a threshold
	worst, rest := 0.0, 0.0
	var by []string
	for i, p := range staticPolicies() {
		worst = math.Max(worst, finest.points[i].sigmaPercent())
		by = append(by, fmt.Sprintf("%s %.1f", short(p), finest.points[i].sigmaPercent()))
	}
	for _, r := range rows {
		for _, m := range r.points {
			rest = math.Max(rest, m.migrations)
		}
	}
	finer := true
	for i := range staticPolicies() {
		var without []float64
		for _, r := range rows {
			if r.threshold == 0 {
				without = append(without, -r.points[i].sigma)
			}
		}
		finer = finer && slices.IsSorted(without)
	}
	return []reproduce.Claim{
		{
			Kind: reproduce.Stated, Section: "§2.1", Text: "a diffusive policy can achieve a global balancing in static load situations",
			Bound:   reproduce.Ours("without a threshold, with the finest processes, σ ends below 5 %, and is the less the finer they are"),
			Verdict: reproduce.Judge(worst < 5 && finer),
			Note:    fmt.Sprintf("σ in percent with %d processes a node: %s", finest.items, strings.Join(by, ", ")),
		},
		{
			Kind: reproduce.Check, Section: "§2.2", Text: "the policies stop when no action is worthwhile: a static load comes to rest",
			Bound:   reproduce.Ours(fmt.Sprintf("no migrations after %v s a process", restPerItem)),
			Verdict: reproduce.Judge(rest == 0),
			Note:    fmt.Sprintf("at most %.2f a second", rest),
		},
	}
}
