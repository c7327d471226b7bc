package plb

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/reproduce"
	"transat/instances"
	"transat/solver/cnf"
)

// The rows of Tables 2, 3 and 4 of the PLB paper: its numbers, and ours. A row is a
// mean over the unsatisfiable formulas of a sample. Source: Böhm, Speckenmeyer: Precomputation based Load
// Balancing, 1996, §6.
//
// Read on in sheets.go for how rows are shown, and verdicts.go for how they are judged; the tables
// themselves are table2.go, table3.go and table4.go.

// gridCase is a row to be simulated.
type gridCase struct {
	row     reproduce.TableRow
	machine string
	seeds   int  // runs for each formula
	alike   bool // as in simulated
	fitted  bool // the machine or the policy was fitted to this row; meaningless if the paper does not have it
}

// gridRow is the result of a case.
type gridRow struct {
	gridCase
	ours reproduce.TableRow
	runs [][]gridRun // by formula and seed
}

// gridRun is one simulation.
type gridRun struct {
	balance.Result
	idle idlePhases
}

// gridRows simulates cases on the unsatisfiable ones among formulas. After an interruption the rows are means over
// the formulas that are finished, and there are none if no formula is.
func gridRows(ctx context.Context, s *reproduce.Session, cases []gridCase, formulas []input.Formula) ([]gridRow, error) {
	var all []simulated
	rows := make([]gridRow, len(cases))
	for i, c := range cases {
		rows[i] = gridRow{gridCase: c}
		for k := range c.seeds {
			all = append(all, simulated{row: c.row, machine: c.machine, seed: s.Seed + uint64(k), alike: c.alike})
		}
	}
	results, err := reproduce.OnTrees(ctx, s, formulas, all, simulated.about, gridRunOn)
	for _, runs := range reproduce.Finished(results, err) {
		if runs[0] == nil {
			continue
		}
		for i := range rows {
			var seeds []gridRun
			for _, run := range runs[:rows[i].seeds] {
				seeds = append(seeds, *run)
			}
			rows[i].runs = append(rows[i].runs, seeds)
			runs = runs[rows[i].seeds:]
		}
	}
	for i := range rows {
		rows[i].ours = rows[i].measured()
	}
	if len(rows[0].runs) == 0 {
		rows = nil
	}
	return rows, err
}

// gridRunOn runs one case on one tree; nil if the formula is satisfiable.
func gridRunOn(ctx context.Context, lent reproduce.Lent, r simulated) (*gridRun, error) {
	if lent.Tree == nil || lent.Tree.Models() > 0 {
		return nil, nil
	}
	watch := newIdleWatch(r.row.Procs())
	result, err := simulate(ctx, r, lent.Tree, compare.Watch{Timeline: &sim.Timeline{Event: watch.see, Quiet: true}})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", lent.Name, err)
	}
	return &gridRun{result, watch.phases(result.Time)}, nil
}

// unsatisfiable returns the formulas of a sample that are known to be unsatisfiable.
func unsatisfiable(sample string) ([]input.Formula, error) {
	formulas, err := input.Sample(sample)
	return slices.DeleteFunc(formulas, func(f input.Formula) bool { return f.Verdict != cnf.Unsatisfiable }), err
}

// quickFormulas returns formulas with small trees. They have as many clauses for each variable as
// 400-2000-3, so that few are satisfiable, if any.
func quickFormulas() ([]input.Formula, error) {
	const count = 6
	return input.Random(instances.Sample{Vars: 300, Clauses: 1500, K: 3}, 1, count)
}

// tableFormulas returns the formulas of the paper's sample, or at the quick size others.
func tableFormulas(s *reproduce.Session, sample string) ([]input.Formula, error) {
	if s.Quick {
		return quickFormulas()
	}
	return unsatisfiable(sample)
}

// measured are the numbers of a row as the paper gives them. Efficiency is the mean sequential time over
// n times the mean time, not the mean of the formulas' efficiencies: so it is in the paper, where n · time ·
// efficiency is the same number in all rows on a sample.
func (r gridRow) measured() reproduce.TableRow {
	ours := r.row
	mean := func(m gridMeasure) float64 { return stat.Mean(r.each(m), nil) }
	times := r.each(timeMeasure())
	ours.Time, ours.TimeStd = stat.MeanStdDev(times, nil)
	ours.Idle, ours.Phases, ours.Info, ours.Send = mean(idleMeasure()), mean(phaseMeasure()), mean(infoMeasure()), mean(sendMeasure())
	ours.Efficiency = 100 * r.sequential() / (float64(r.row.Procs()) * ours.Time)
	return ours
}

// sequential is the mean sequential time of the formulas.
func (r gridRow) sequential() float64 {
	return stat.Mean(r.each(gridMeasure{of: func(run gridRun) float64 { return run.Sequential.Seconds() }}), nil)
}

// each returns a number for every formula, the mean over its seeds.
func (r gridRow) each(m gridMeasure) []float64 {
	values := make([]float64, len(r.runs))
	for i, seeds := range r.runs {
		for _, run := range seeds {
			values[i] += m.of(run) / float64(len(seeds))
		}
	}
	return values
}

// gridMeasure is one of the numbers of a row.
type gridMeasure struct {
	key, heading, name string
	decimals           int
	of                 func(gridRun) float64            // of one run
	mean               func(reproduce.TableRow) float64 // of a row
}

func timeMeasure() gridMeasure {
	return gridMeasure{
		"time_s", "time s", "time", 1,
		func(r gridRun) float64 { return r.Seconds() }, func(r reproduce.TableRow) float64 { return r.Time },
	}
}

func idleMeasure() gridMeasure {
	return gridMeasure{
		"idle_s", "idle s", "idle time", 1,
		func(r gridRun) float64 { return r.MeanSeconds(r.Idle) }, func(r reproduce.TableRow) float64 { return r.Idle },
	}
}

// otherLossMeasure is the time that was lost but not idle: with messages, lists and received elements.
func otherLossMeasure() gridMeasure {
	return gridMeasure{
		"lost_s", "lost otherwise s", "time lost otherwise than idle", 1,
		func(r gridRun) float64 { return r.Seconds()*(1-r.Efficiency()) - r.MeanSeconds(r.Idle) },
		func(r reproduce.TableRow) float64 { return r.Time*(1-r.Efficiency/100) - r.Idle },
	}
}

func phaseMeasure() gridMeasure {
	return gridMeasure{
		"bal", "bal", "balancing phases", 0,
		func(r gridRun) float64 { return r.PerProc(r.Phases) }, func(r reproduce.TableRow) float64 { return r.Phases },
	}
}

func infoMeasure() gridMeasure {
	return gridMeasure{
		"info", "info", "load informations", 0,
		func(r gridRun) float64 { return r.PerProc(r.Messages) }, func(r reproduce.TableRow) float64 { return r.Info },
	}
}

func sendMeasure() gridMeasure {
	return gridMeasure{
		"send", "send", "subproblems sent", 0,
		func(r gridRun) float64 { return r.PerProc(r.Sent) }, func(r reproduce.TableRow) float64 { return r.Send },
	}
}

func efficiencyMeasure() gridMeasure {
	return gridMeasure{
		"efficiency_percent", "eff. %", "efficiency", 1,
		func(r gridRun) float64 { return 100 * r.Efficiency() }, func(r reproduce.TableRow) float64 { return r.Efficiency },
	}
}

// off is how many times our mean is larger than the paper's, or the inverse if it is smaller; NaN if the
// paper has none.
func (r gridRow) off(m gridMeasure) float64 {
	factor := m.mean(r.ours) / m.mean(r.row)
	if factor <= 0 { // a loss below nothing
		return math.Inf(1)
	}
	return max(factor, 1/factor)
}

// unmeasured is a row without the paper's numbers: one that it does not have.
func unmeasured(row reproduce.TableRow) reproduce.TableRow {
	none := math.NaN()
	row.Time, row.TimeStd, row.Idle, row.Phases, row.Info, row.Send, row.Efficiency = none, none, none, none, none, none, none
	return row
}
