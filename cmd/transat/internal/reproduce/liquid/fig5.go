package liquid

import (
	"context"
	"fmt"
	"math"
	"slices"

	"transat/balance/rounds"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// The Liquid model against nearest-neighbour averaging (NNA) on a ring, from the worst case: all load
// on one processor, five elements for each processor. Time is in shifts: a step takes as many as the largest
// number of elements that a processor sends to one neighbour. Source: Henrich: Local load balancing
// according to a simple liquid model, §5, Figure 5.
//
// The figure cannot be read any more, but the text says what it shows.

func fig5Item() reproduce.Item {
	return reproduce.Item{
		Name:   "liquid/fig5",
		Title:  "the Liquid model and nearest-neighbour averaging on a ring",
		Source: "Henrich: Local load balancing according to a simple liquid model, §5, Figure 5",
		Run:    fig5,
	}
}

// ringLoad is c, the elements for each processor.
const ringLoad = 5

// ringRun is one policy on one ring.
type ringRun struct {
	policy string
	procs  int
	load   int // elements for each processor
	rounds.Result
}

// shifts is the time of a milestone, or NaN if it was not reached.
func shifts(m rounds.Milestone) float64 {
	if !m.Reached {
		return math.NaN()
	}
	return m.Shifts
}

func ringRuns(ctx context.Context, s *reproduce.Session, runs []ringRun) ([]ringRun, error) {
	return reproduce.Map(ctx, s, runs,
		func(r ringRun) reproduce.Job {
			seconds := 1e-8 * math.Pow(float64(r.procs), 2)
			if r.policy == "nna-sync" {
				seconds *= 20
			}
			return reproduce.Job{What: fmt.Sprintf("%s on a ring of %d", r.policy, r.procs), Seconds: seconds}
		},
		func(ctx context.Context, r ringRun) (ringRun, error) {
			var err error
			r.Result, err = reproduce.Settle(ctx, r.policy, "ring", []int{r.procs}, reproduce.Pile(r.procs, r.load), 0)
			return r, err
		})
}

func fig5(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	sizes := reproduce.Size(s, []int{16, 32, 64, 128, 256, 512}, []int{16, 32, 64, 128, 256, 512, 1024, 2048})
	policies := []string{"liquid-c0", "liquid-c1", "liquid-c2", "liquid-c3", "liquid-c4", "liquid-c5", "nna-sync"}
	var runs []ringRun
	for _, n := range sizes {
		for _, p := range policies {
			runs = append(runs, ringRun{policy: p, procs: n, load: ringLoad})
		}
	}
	for _, p := range []string{"liquid-c3", "liquid-c4", "liquid-c5", "nna-sync"} {
		for _, c := range ringLoads() {
			runs = append(runs, ringRun{policy: p, procs: 128, load: c})
		}
	}
	runs, err := ringRuns(ctx, s, runs)
	main := len(sizes) * len(policies)
	var rows []ringRow
	for _, group := range reproduce.Whole(runs[:main], len(policies), err) {
		rows = append(rows, newRingRow(group))
	}
	if err != nil {
		return reproduce.Interrupted(err, nil, ringTables(rows)...)
	}
	most := reproduce.Size(s, 256, 2048)
	wrong, err := ringsNotSharedInTime(ctx, s, most)
	if err != nil {
		return reproduce.Interrupted(err, nil, append(ringTables(rows), ringLoadTable(runs[main:]))...)
	}
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("ring of P processors, %d·P elements on one of them; T in shifts: a step counts as its largest transfer", ringLoad),
			"sharing: until all processors have load; balancing: until no two loads differ by more than 1",
		},
		Tables:  append(ringTables(rows), ringLoadTable(runs[main:])),
		Claims:  append(ringClaims(rows, most, wrong), ringLoadClaim(runs[main:])),
		Figures: []reproduce.Figure{{Key: "balance", Picture: ringChart(rows, false)}, {Key: "share", Picture: ringChart(rows, true)}},
	}, nil
}

// ringsNotSharedInTime tries LM-C5 on every ring of 2 to most processors, and returns the sizes of the rings on which it
// does not share in exactly P − 1 shifts.
func ringsNotSharedInTime(ctx context.Context, s *reproduce.Session, most int) ([]int, error) {
	var sizes []int
	for p := 2; p <= most; p++ {
		sizes = append(sizes, p)
	}
	chunks := slices.Collect(slices.Chunk(sizes, 32))
	wrong, err := reproduce.Map(ctx, s, chunks,
		func(chunk []int) reproduce.Job {
			last := chunk[len(chunk)-1]
			return reproduce.Job{What: fmt.Sprintf("LM-C5 on rings of %d to %d", chunk[0], last), Seconds: 5e-9 * float64(len(chunk)*last*last)}
		},
		func(ctx context.Context, chunk []int) ([]int, error) {
			var wrong []int
			for _, p := range chunk {
				m, err := reproduce.New("liquid-c5", "ring", []int{p}, reproduce.Pile(p, ringLoad), true)
				if err != nil {
					return nil, err
				}
				result, err := m.Run(ctx, rounds.Config{Until: rounds.Shared})
				if err != nil {
					return nil, err
				}
				if !result.Shared.Reached || result.Shared.Shifts != float64(p-1) {
					wrong = append(wrong, p)
				}
			}
			return wrong, nil
		})
	return slices.Concat(wrong...), err
}

// ringLoads are the values of c for the time against the load.
func ringLoads() []int { return []int{1, 2, 4, 8, 16, 32, 64} }

// ringRow is a ring with all policies.
type ringRow struct {
	procs          int
	share, balance map[string]float64 // shifts, by policy
}

func newRingRow(runs []ringRun) ringRow {
	row := ringRow{procs: runs[0].procs, share: map[string]float64{}, balance: map[string]float64{}}
	for _, r := range runs {
		row.share[r.policy], row.balance[r.policy] = shifts(r.Shared), shifts(r.Balanced)
	}
	return row
}

// balancing are the conditions that balance: the paper's "LM" in what it says of Figure 5.
func balancing() []string { return []string{"liquid-c3", "liquid-c4", "liquid-c5"} }

// slowerBalance is how many times as long as a condition NNA takes to balance.
func (r ringRow) slowerBalance(policy string) float64 {
	return r.balance["nna-sync"] / r.balance[policy]
}

// slowerShare is how many times as long as a condition NNA takes to share.
func (r ringRow) slowerShare(policy string) float64 { return r.share["nna-sync"] / r.share[policy] }

// The ratios of the paper.
const (
	paperSlowerBalance = 4
	paperSlowerShare   = 23
)

func ringTables(rows []ringRow) []report.Sheet {
	procs := report.Column[ringRow]{Key: "procs", Heading: "P", Value: func(r ringRow) any { return r.procs }}
	constant := func(x float64) func(ringRow) float64 { return func(ringRow) float64 { return x } }
	balance, share := []report.Column[ringRow]{procs}, []report.Column[ringRow]{procs}
	for _, c := range []string{"c3", "c4", "c5"} {
		balance = append(balance, report.Number(c, "LM-C"+c[1:], 0, func(r ringRow) float64 { return r.balance["liquid-"+c] }))
	}
	balance = append(balance, report.Number("nna", "NNA", 0, func(r ringRow) float64 { return r.balance["nna-sync"] }))
	balance = append(balance, reproduce.Beside("ratio", "NNA/LM-C5", 1,
		func(r ringRow) float64 { return r.slowerBalance("liquid-c5") }, constant(paperSlowerBalance))...)

	for _, c := range []string{"c0", "c1", "c2", "c3", "c4"} {
		share = append(share, report.Number(c, "C"+c[1:], 0, func(r ringRow) float64 { return r.share["liquid-"+c] }))
	}
	share = append(share, reproduce.Beside("c5", "C5", 0, func(r ringRow) float64 { return r.share["liquid-c5"] },
		func(r ringRow) float64 { return float64(r.procs - 1) })...)
	share = append(share, report.Number("nna", "NNA", 0, func(r ringRow) float64 { return r.share["nna-sync"] }))
	share = append(share, reproduce.Beside("ratio", "NNA/C5", 1,
		func(r ringRow) float64 { return r.slowerShare("liquid-c5") }, constant(paperSlowerShare))...)
	return []report.Sheet{
		report.NewSheet("balance", "Figure 5a, balancing: shifts until loads differ by at most 1", balance, rows),
		report.NewSheet("share", "Figure 5b, sharing: shifts until all processors have load", share, rows).LeastNeeded("nna_deviation",
			"ratio_deviation", "c5_deviation", "c0", "c1", "c2"),
	}
}

func ringLoadTable(runs []ringRun) report.Sheet {
	return report.NewSheet("load", "Balancing on a ring of 128, for more and less load", []report.Column[ringRun]{
		{Key: "policy", Heading: "policy", Left: true, Value: func(r ringRun) any { return r.policy }},
		{Key: "load", Heading: "c", Value: func(r ringRun) any { return r.load }},
		{Key: "elements", Heading: "elements", Value: func(r ringRun) any { return r.load * r.procs }},
		report.Number("balance", "shifts", 0, func(r ringRun) float64 { return shifts(r.Balanced) }),
		report.Number("per_element", "an element", 2, func(r ringRun) float64 { return shifts(r.Balanced) / float64(r.load*r.procs) }),
	}, runs)
}

// ringChart draws Figure 5a or 5b.
func ringChart(rows []ringRow, share bool) figure.Chart {
	chart := figure.Chart{
		Title:    "Balancing on a ring: shifts until loads differ by at most 1",
		Subtitle: "worst case, 5·P elements on one processor; Henrich, Figure 5a",
		X:        figure.Axis{Label: "processors P", Log: true},
		Y:        figure.Axis{Label: "shifts T", Log: true},
	}
	times, slower := func(r ringRow) map[string]float64 { return r.balance }, float64(paperSlowerBalance)
	names := []string{"liquid-c5", "liquid-c4", "liquid-c3", "nna-sync"}
	if share {
		chart.Title = "Sharing on a ring: shifts until all processors have load"
		chart.Subtitle = "worst case, 5·P elements on one processor; Henrich, Figure 5b"
		times, slower = func(r ringRow) map[string]float64 { return r.share }, paperSlowerShare
		names = []string{"liquid-c5", "liquid-c2", "liquid-c1", "nna-sync"}
	}
	labels := map[string]string{
		"liquid-c1": "LM-C1", "liquid-c2": "LM-C2", "liquid-c3": "LM-C3", "liquid-c4": "LM-C4", "liquid-c5": "LM-C5", "nna-sync": "NNA",
	}
	for i, name := range names {
		series := figure.Series{Name: labels[name], Policy: name, Size: []float64{1, 1.7, 0.8, 1}[i]}
		for _, r := range rows {
			series.Points = append(series.Points, figure.Point{X: float64(r.procs), Y: times(r)[name]})
		}
		chart.Series = append(chart.Series, series)
	}
	theirs := figure.Series{Name: fmt.Sprintf("%v × LM-C5 (paper)", slower), Policy: "nna-sync", Paper: true, Show: figure.Lines}
	exact := figure.Series{Name: "P − 1 (paper)", Policy: "liquid-c5", Paper: true, Show: figure.Lines}
	for _, r := range rows {
		n := float64(r.procs)
		chart.X.Ticks = append(chart.X.Ticks, n)
		theirs.Points = append(theirs.Points, figure.Point{X: n, Y: slower * times(r)["liquid-c5"]})
		exact.Points = append(exact.Points, figure.Point{X: n, Y: n - 1})
	}
	chart.Series = append(chart.Series, theirs)
	if share {
		chart.Series = append(chart.Series, exact)
	}
	return chart
}
