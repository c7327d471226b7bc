package plb

import (
	"context"
	"fmt"
	"strings"

	"transat/balance/compare"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// PLB and local averaging, like for like. In Tables 3 and 4 each has software, an estimate and a grain of its own: PLB counts α^−k and
// solves small elements to their end, LADE counts elements and splits them all. Here both have the same machine, estimate and grain
// (one in work, as compare has it), and begin in the middle; on the machine that was fitted to PLB's rows, and
// on the one that was fitted to LADE's.

func alikeItem() reproduce.Item {
	return reproduce.Item{
		Name:   "plb/alike",
		Title:  "PLB and local averaging with the same machine, load estimate, grain and start",
		Source: "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §6.2, Tables 3 and 4",
		Run:    alikes,
	}
}

// alike gives policies the same grain, one in work, and the same start.
func alike(o compare.Options) compare.Options {
	usual := compare.Defaults()
	o.Budget, o.Start = usual.Budget, usual.Start
	return o
}

// alikeFormulas is on how many formulas: on the first ones.
const alikeFormulas = 10

func alikes(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	formulas, err := tableFormulas(s, reproduce.Sample400)
	if err != nil {
		return nil, err
	}
	formulas = formulas[:min(len(formulas), reproduce.Size(s, 3, alikeFormulas))]
	rows, err := gridRows(ctx, s, alikeCases(s), formulas)
	if err != nil {
		if len(rows) == 0 {
			return nil, err
		}
		return reproduce.Interrupted(err, finishedSetup(rows), alikeSheet(rows))
	}
	sample, _, _ := strings.Cut(formulas[0].Name, "/")
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("means over %d unsatisfiable formulas of %s, n = %d; every search begins in the middle", len(rows[0].runs), sample,
				rows[0].row.Procs()),
			fmt.Sprintf("grain: every policy has an element searched for %v times the time that moving it takes before it is split",
				compare.DefaultBudget),
			fmt.Sprintf("%s: its costs, and PLB's periods, were fitted to PLB's rows of Tables 2 and 3; %s, and LADE's periods: to LADE's rows "+
				"of Table 4", machine, ladeMachine),
		},
		Tables: []report.Sheet{alikeSheet(rows)},
		Claims: alikeClaims(rows),
	}, nil
}

// alikeCases are PLB on the mesh and LADE on its five networks, for each machine and estimate.
func alikeCases(s *reproduce.Session) []gridCase {
	var cases []gridCase
	for _, on := range []string{machine, ladeMachine} {
		for _, estimate := range []string{"alpha", "count"} {
			for _, row := range append([]reproduce.TableRow{reproduce.Table3()[0]}, reproduce.Table4()...) {
				row = unmeasured(row)
				row.Estimate = estimate
				if s.Quick {
					row.Sides = []int{8, 8}
				}
				cases = append(cases, gridCase{row: row, machine: on, seeds: 1, alike: true})
			}
		}
	}
	return cases
}

func alikeSheet(rows []gridRow) report.Sheet {
	taken := func(r gridRow) float64 {
		sum := 0.0
		for _, seeds := range r.runs {
			sum += seeds[0].PerProc(seeds[0].Taken) / float64(len(r.runs))
		}
		return sum
	}
	columns := []gridColumn{
		{Key: "machine", Heading: "machine", Left: true, Value: func(r gridRow) any { return r.machine }},
		estimateColumn(),
		{Key: "policy", Heading: "policy", Left: true, Value: func(r gridRow) any { return r.row.Policy }},
		topologyColumn(),
		report.Number("time_s", "time s", 1, func(r gridRow) float64 { return r.ours.Time }),
		report.Number("idle_s", "idle s", 1, idleOf),
		report.Number("messages", "messages", 0, infoOf),
		report.Number("send", "send", 0, sendOf),
		report.Number("taken", "taken", 0, taken),
		report.Number("efficiency_percent", "eff. %", 1, efficiencyOf),
	}
	return report.NewSheet("alike", "PLB and local averaging, like for like", columns, rows,
		"messages, send, taken: control messages, subproblems sent, and elements taken from lists, per processor")
}

// alikeSetting is PLB and LADE on one machine, with one estimate.
type alikeSetting struct {
	name string
	plb  gridRow
	lade []gridRow
}

func alikeSettings(rows []gridRow) []alikeSetting {
	var all []alikeSetting
	for _, r := range rows {
		if r.row.Policy != "lade" {
			all = append(all, alikeSetting{name: r.machine + " " + estimateLetter(r.row.Estimate), plb: r})
			continue
		}
		last := &all[len(all)-1]
		last.lade = append(last.lade, r)
	}
	return all
}

// best is LADE where it is most efficient.
func (a alikeSetting) best() gridRow {
	best := a.lade[0]
	for _, r := range a.lade {
		if r.ours.Efficiency > best.ours.Efficiency {
			best = r
		}
	}
	return best
}

func alikeClaims(rows []gridRow) []reproduce.Claim {
	settings := alikeSettings(rows)
	onMesh := func(a alikeSetting) gridRow { return row3(a.lade, "mesh", a.plb.row.Estimate) }
	ahead := reproduce.Claim{
		Kind: reproduce.Reading, Section: "§6.2, Tables 3 and 4",
		Text:  "PLB is more efficient than local averaging on any network, on one machine, with one estimate and one grain",
		Bound: reproduce.Theirs("the order, on either machine and with either estimate"),
	}
	sends := reproduce.Claim{
		Kind: reproduce.Reading, Section: "§6.2, Tables 3 and 4",
		Text:  "PLB on the mesh sends far fewer subproblems than local averaging there, on one machine, with one estimate and one grain",
		Bound: reproduce.Ours("by a factor of 5 or more; the paper has 11.9"),
	}
	return []reproduce.Claim{
		alikeClaim(ahead, settings, func(a alikeSetting) bool { return a.plb.ours.Efficiency > a.best().ours.Efficiency },
			func(a alikeSetting) string {
				return fmt.Sprintf("PLB %.1f %%, local averaging %.1f %% (%s)", a.plb.ours.Efficiency, a.best().ours.Efficiency, a.best().row.Topology)
			}),
		alikeClaim(sends, settings, func(a alikeSetting) bool { return 5*a.plb.ours.Send <= onMesh(a).ours.Send },
			func(a alikeSetting) string { return fmt.Sprintf("%.0f and %.0f", a.plb.ours.Send, onMesh(a).ours.Send) }),
	}
}

// alikeClaim judges a claim in each setting.
func alikeClaim(c reproduce.Claim, settings []alikeSetting, fits func(alikeSetting) bool, told func(alikeSetting) string) reproduce.Claim {
	var good, notes []string
	for _, a := range settings {
		mark := " (no)"
		if fits(a) {
			good, mark = append(good, a.name), ""
		}
		notes = append(notes, a.name+": "+told(a)+mark)
	}
	c.Verdict, c.Note = reproduce.Judge(len(good) == len(settings)), strings.Join(notes, "; ")
	if c.Verdict == reproduce.DoesNotHold && len(good) > 0 {
		c.Verdict, c.Range = reproduce.HoldsPartly, strings.Join(good, ", ")
	}
	return c
}
