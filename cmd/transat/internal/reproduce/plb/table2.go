package plb

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/reproduce"
)

// Table 2: how PLB scales on meshes of 32 to 1024 processors.

func table2Item() reproduce.Item {
	return reproduce.Item{
		Name:   "plb/table2",
		Title:  "PLB on meshes of 32 to 1024 transputers: time, idle time, phases, efficiency",
		Source: "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §6.1, Table 2",
		Run:    table2,
	}
}

// machine is the machine on which the paper's own programs ran.
const machine = "gcel-1024"

func table2(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	formulas, err := tableFormulas(s, reproduce.Sample350)
	if err != nil {
		return nil, err
	}
	rows, err := gridRows(ctx, s, table2Cases(s), formulas)
	labels, measures := []gridColumn{procsColumn()}, []gridMeasure{idleMeasure(), phaseMeasure(), sendMeasure()}
	columns := slices.Concat(besideColumns(timeMeasure()), stdColumns(), besideColumns(measures...))
	tables := tableSheets("table2", "Table 2: PLB on meshes", labels, columns, measures, rows)
	if err != nil {
		return reproduce.Interrupted(err, finishedSetup(rows), tables...)
	}
	return &reproduce.Result{
		Setup:   gridSetup(s, formulas, rows),
		Tables:  tables,
		Claims:  table2Claims(rows, measures),
		Figures: table2Figures(rows),
	}, nil
}

// table2Cases are the rows; at the quick size with smaller machines.
func table2Cases(s *reproduce.Session) []gridCase {
	var cases []gridCase
	for _, row := range reproduce.Table2() {
		n := row.Procs()
		// The fit used 32, 256 and 1024. The choice of what the paper leaves open used 64, so it was not held out.
		c := gridCase{row: row, machine: machine, seeds: 1, fitted: n != 128 && n != 512}
		if s.Quick {
			c.row = unmeasured(row)
		}
		if !s.Quick || n <= 256 {
			cases = append(cases, c)
		}
	}
	return cases
}

// gridSetup describes formulas and machine.
func gridSetup(s *reproduce.Session, formulas []input.Formula, rows []gridRow) []string {
	r := rows[0]
	sample, _, _ := strings.Cut(formulas[0].Name, "/")
	setup := []string{
		fmt.Sprintf("means over %d unsatisfiable formulas of %s, mean sequential time %.0f s; machine %s", len(r.runs), sample, r.sequential(),
			r.machine),
	}
	if s.Quick {
		return append(setup,
			"the paper's formulas have trees a hundred times as large, so its numbers are not beside ours; on small trees start and end weigh more")
	}
	return append(setup, fmt.Sprintf("the paper's formulas were of the same kind, but others; their mean sequential time is n · time · "+
		"efficiency, %.0f s", reproduce.Sequential(sample)))
}

// finishedSetup says over how many formulas the means of an interrupted table are.
func finishedSetup(rows []gridRow) []string {
	if len(rows) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("means over the formulas that were finished: %d", len(rows[0].runs))}
}

func table2Claims(rows []gridRow, measures []gridMeasure) []reproduce.Claim {
	claims := numberClaims("§6.1, Table 2", measures, rows, procsName)
	if len(claims) > 0 {
		claims = append(claims, sampleClaim(len(rows[0].runs)), spreadClaim(rows))
		for _, m := range measures {
			claims = append(claims, courseClaim("§6.1, Table 2", m, rows, procsName))
		}
	}
	return append(claims, fallingClaim(rows), fewSecondsClaim(rows), startAndEndClaim(rows))
}

// sampleClaim judges how many formulas are unsatisfiable: both counts are of 50, drawn alike.
func sampleClaim(ours int) reproduce.Claim {
	const all, theirs = 50, 31
	share := float64(ours+theirs) / (2 * all)
	deviation := math.Sqrt(2 * share * (1 - share) / all)
	apart := math.Abs(float64(ours-theirs)) / all / deviation
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§6", Text: "31 of 50 formulas 350-1505-3 are unsatisfiable",
		Bound: reproduce.Ours("less than two standard deviations of the difference"), Verdict: reproduce.Judge(apart < 2),
		Note: fmt.Sprintf("%d of ours, which is %.1f standard deviations from theirs", ours, apart),
	}
}

// spreadClaim judges the standard deviation of the time.
func spreadClaim(rows []gridRow) reproduce.Claim {
	std := gridMeasure{name: "standard deviation of the time", mean: func(r reproduce.TableRow) float64 { return r.TimeStd }}
	return factorClaim("§6.1, Table 2", std, compared(rows), procsName)
}

// fallingClaim judges that more processors are less efficient.
func fallingClaim(rows []gridRow) reproduce.Claim {
	falls := slices.IsSortedFunc(rows, func(a, b gridRow) int { return cmp.Compare(b.ours.Efficiency, a.ours.Efficiency) })
	return reproduce.Claim{
		Kind: reproduce.Reading, Section: "§6.1, Table 2", Text: "the more processors, the less efficiency",
		Bound:   reproduce.Theirs("at every step"),
		Verdict: reproduce.Judge(falls),
		Note:    told(rows, procsName, "%.1f %%", efficiencyOf),
	}
}

// fewSeconds is how many are a few.
const fewSeconds = 5

// fewSecondsClaim judges idle times.
func fewSecondsClaim(rows []gridRow) reproduce.Claim {
	return judgeRows("§1", "processors are idle for a few seconds only, even on the largest network",
		reproduce.Ours(fmt.Sprintf("at most %d s", fewSeconds)), rows, procsName,
		func(r gridRow) bool { return r.ours.Idle <= fewSeconds },
		func(r gridRow) string { return fmt.Sprintf("%.1f s", r.ours.Idle) })
}

// twoOrThree is the most that is called two or three seconds.
const twoOrThree = 3.5

// startAndEndClaim judges for how long processors are idle, and when.
func startAndEndClaim(rows []gridRow) reproduce.Claim {
	between := func(r gridRow) float64 { return r.idleIn(func(p idlePhases) float64 { return p.middle }) }
	outside := func(r gridRow) float64 { return r.idleIn(idlePhases.all) - between(r) }
	return judgeRows("§5", "processors are idle for two or three seconds, at the start and at the end of a run",
		reproduce.Ours(fmt.Sprintf("at most %v s in the first and the last tenth of a run, and at most a tenth of all idle time in between",
			twoOrThree)), rows, procsName,
		func(r gridRow) bool { return outside(r) <= twoOrThree && between(r) <= (between(r)+outside(r))/10 },
		func(r gridRow) string {
			return fmt.Sprintf("%.1f s, and %.0f %% in between", outside(r), 100*between(r)/(between(r)+outside(r)))
		})
}

// table2Figures draws the columns of the table against n, the paper's and ours.
func table2Figures(rows []gridRow) []reproduce.Figure {
	chart := func(title string, y figure.Axis, measures ...gridMeasure) figure.Chart {
		c := figure.Chart{
			Title:    title,
			Subtitle: withPaper(rows, "PLB on meshes", "paper: Böhm, Speckenmeyer 1996, Table 2"),
			X:        figure.Axis{Label: "processors n", Log: true, Ticks: []float64{32, 64, 128, 256, 512, 1024}},
			Y:        y,
		}
		for i, m := range measures {
			ours, theirs := figure.Series{Name: m.name, Colour: i}, figure.Series{Name: m.name + ", paper", Colour: i, Paper: true}
			for _, r := range rows {
				n := float64(r.row.Procs())
				ours.Points = append(ours.Points, figure.Point{X: n, Y: m.mean(r.ours)})
				theirs.Points = append(theirs.Points, figure.Point{X: n, Y: m.mean(r.row)})
			}
			c.Series = append(c.Series, ours)
			if len(compared(rows)) > 0 {
				c.Series = append(c.Series, theirs)
			}
		}
		return c
	}
	return []reproduce.Figure{
		{Key: "efficiency", Picture: chart("Efficiency of PLB", upTo100("efficiency, percent"), efficiencyMeasure())},
		{Key: "idle", Picture: chart("Idle time under PLB, per processor", figure.Axis{Label: "seconds", Zero: true}, idleMeasure())},
		{Key: "counts", Picture: chart("Balancing phases and subproblems sent under PLB, per processor",
			figure.Axis{Label: "number", Zero: true}, phaseMeasure(), sendMeasure())},
	}
}
