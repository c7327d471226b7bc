package atlas

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"transat/balance/sim"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/atlas"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/report"
)

// printMap judges cells, and prints and draws the results.
func printMap(a *cli.App, cells []atlas.Cell, flags *atlasFlags) error {
	cases := atlas.Judge(cells)
	trees, loads := atlas.Kinds(cases)
	all := flags.style.ForPrograms() || flags.style.Wide
	sheets := []report.Sheet{recordSheet("policies", "All trees", atlas.Records(trees)), groupSheet(trees, all)}
	if rivals := atlas.Crowded(trees); len(rivals) > 0 && len(rivals) < len(trees) {
		sheets = append(sheets, recordSheet("rivals", "The trees under all policies", atlas.Records(rivals)), rivalSheet(rivals, all))
	}
	if len(loads) > 0 {
		sheets = append(sheets, loadSheet(atlas.Records(loads)))
	}
	held := atlas.Half(cases, true)
	if fit := atlas.Half(cases, false); len(fit) > 0 && len(held) > 0 {
		rule, err := atlas.Fit(fit)
		if err != nil {
			return err
		}
		sheets = append(sheets, ruleSheet(rule))
		heldTrees, heldLoads := atlas.Kinds(held)
		for _, half := range []struct {
			key, title string
			held       []atlas.Judged
		}{
			{"held_out", "The other half of the trees", heldTrees},
			{"held_out_loads", "The other half of the dynamic loads", heldLoads},
		} {
			if len(half.held) == 0 {
				continue
			}
			sheet, err := heldSheet(half.key, half.title, fit, half.held, rule)
			if err != nil {
				return err
			}
			sheets = append(sheets, sheet)
		}
	}
	sheets = append(sheets, changeSheet(atlas.Changes(cases)), caseSheet("cases", "The winners", trees))
	if len(loads) > 0 {
		sheets = append(sheets, caseSheet("loads_cases", "The winners on dynamic loads", loads))
	}
	caption := []string{fmt.Sprintf("%d cases, %d cells", len(cases), len(cells))}
	if narrow := flags.style.Columns > 0 && !flags.style.Wide && !flags.style.ForPrograms(); narrow {
		caption = append(caption, "no room for all cells (--wide shows all)")
	} else {
		sheets = append(sheets, cellSheet(cases))
	}
	if err := report.WriteSheets(a.Out, caption, sheets, flags.style); err != nil {
		return err
	}
	if flags.plot == "" {
		return nil
	}
	return drawMap(cases, flags.plot)
}

func points(x float64) string { return fmt.Sprintf("%.1f", x) }

// recordSheet has the results of the policies.
func recordSheet(key, title string, records []atlas.RegretStats) report.Sheet {
	type row = atlas.RegretStats
	return report.NewSheet(key, title, []report.Column[row]{
		{Key: "policy", Heading: "policy", Left: true, Value: func(r row) any { return r.Policy }},
		{Key: "cases", Heading: "cases", Value: func(r row) any { return r.Cases }},
		{Key: "best", Heading: "best", Value: func(r row) any { return r.Best }},
		{Key: "tied", Heading: "or tied", Value: func(r row) any { return r.Tied }},
		report.Formatted("mean_regret", "mean regret", points, func(r row) float64 { return r.Mean }),
		report.Formatted("most_regret", "most", points, func(r row) float64 { return r.Most }),
		{Key: "within_2", Heading: "≤ 2", Value: func(r row) any { return r.Within }},
		{Key: "worst", Heading: "where it is most", Left: true, Rank: 1, Value: func(r row) any { return r.Worst }},
		{Key: "never_best", Value: func(r row) any { return r.NeverBest() }},
		{Key: "never_far", Value: func(r row) any { return r.NeverFar() }},
	}, records, verdicts(records)...)
}

// loadSheet has the results of the policies on dynamic loads.
func loadSheet(records []atlas.RegretStats) report.Sheet {
	sheet := recordSheet("loads", "All dynamic loads", records)
	sheet.Notes[0] = "regret: how much larger σ is than under the best policy of the case, in percent of the mean load"
	return sheet
}

// verdicts name the policies that are never best, and the ones that are never far from it.
func verdicts(records []atlas.RegretStats) []string {
	var never, close []string
	for _, r := range records {
		if r.NeverBest() {
			never = append(never, r.Policy)
		}
		if r.NeverFar() {
			close = append(close, r.Policy)
		}
	}
	return []string{
		"regret: points of efficiency behind the best policy of the case",
		"never best, nor tied with it: " + list(never),
		"never more than 2 points behind: " + list(close),
	}
}

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// machinesOf are the machines of cases.
func machinesOf(cases []atlas.Judged) []string {
	var all []string
	for _, j := range cases {
		if !slices.Contains(all, j.Machine) {
			all = append(all, j.Machine)
		}
	}
	return all
}

// ruleSheet is a decision tree as text.
func ruleSheet(rule *atlas.DecisionTree) report.Sheet {
	var notes []string
	for _, f := range atlas.Features() {
		notes = append(notes, f.Key+": "+f.Title)
	}
	return report.NewSheet("rule", "The decision tree, fitted on half of the cases", []report.Column[string]{
		{Key: "rule", Heading: "rule", Left: true, Value: func(line string) any { return line }},
	}, rule.Lines(), notes...)
}

// heldSheet judges the decision tree, and all policies, on the cases that were held out.
func heldSheet(key, title string, fit, held []atlas.Judged, rule *atlas.DecisionTree) (report.Sheet, error) {
	var failed error
	advised := atlas.RecordOf("(decision tree)", held, func(j atlas.Judged) string {
		policy, _, err := rule.Take(j.Case)
		if err != nil {
			failed = err
		}
		return policy
	})
	if failed != nil {
		return report.Sheet{}, failed
	}
	inside, all, err := atlas.Covered(fit, held, rule)
	if err != nil {
		return report.Sheet{}, err
	}
	sheet := recordSheet(key, title, append([]atlas.RegretStats{advised}, atlas.Records(held)...))
	sheet.Notes = append(sheet.Notes, fmt.Sprintf("forecasts of the efficiency, from the first half: %d of %d intervals hold it", inside, all))
	return sheet, nil
}

// changeSheet lists where winners change.
func changeSheet(changes []atlas.Change) report.Sheet {
	type row = atlas.Change
	return report.NewSheet("changes", "Where winners change with the number of processors", []report.Column[row]{
		{Key: "tree", Heading: "tree", Left: true, Value: func(c row) any { return c.Few.Tree }},
		{Key: "machine", Heading: "machine", Left: true, Value: func(c row) any { return c.Few.Machine }},
		{Key: "start", Heading: "start", Left: true, Value: func(c row) any { return string(c.Few.Start) }},
		{Key: "few", Heading: "n", Value: func(c row) any { return c.Few.N }},
		{Key: "winners_few", Heading: "best or tied", Left: true, Value: func(c row) any { return list(c.Left) }},
		{Key: "many", Heading: "n", Value: func(c row) any { return c.Many.N }},
		{Key: "winners_many", Heading: "best or tied", Left: true, Value: func(c row) any { return list(c.Right) }},
	}, changes, "a change: none of the policies that are best or tied on fewer processors is so on more")
}

// caseSheet has the winners of each case.
func caseSheet(key, title string, cases []atlas.Judged) report.Sheet {
	type row = atlas.Judged
	return report.NewSheet(key, title, []report.Column[row]{
		{Key: "tree", Heading: "tree or load", Left: true, Value: func(j row) any { return j.Tree }},
		{Key: "machine", Heading: "machine", Left: true, Value: func(j row) any { return j.Machine }},
		{Key: "network", Heading: "network", Left: true, Rank: 2, Value: func(j row) any { return j.Network }},
		{Key: "n", Heading: "n", Value: func(j row) any { return j.N }},
		{Key: "start", Heading: "start", Left: true, Value: func(j row) any { return string(j.Start) }},
		{Key: "held_out", Value: func(j row) any { return j.Held() }},
		{Key: "best", Heading: "best", Left: true, Value: func(j row) any { return j.Cells[0].PolicyName() }},
		{Key: "efficiency", Heading: measure(cases), Value: func(j row) any { return j.Cells[0].Efficiency }, Text: func(j row) string {
			return fmt.Sprintf("%.1f %%", 100*j.Cells[0].Efficiency)
		}},
		{Key: "half", Heading: "±", Rank: 1, Value: func(j row) any { return j.Cells[0].Half }, Text: func(j row) string {
			return points(100 * j.Cells[0].Half)
		}},
		{Key: "tied", Heading: "tied with it", Left: true, Rank: 3, Value: func(j row) any { return strings.Join(j.Ties()[1:], ", ") }},
	}, cases)
}

// measure is the heading of the cells' number.
func measure(cases []atlas.Judged) string {
	if len(cases) > 0 && cases[0].Changing() {
		return "1 - σ"
	}
	return "efficiency"
}

// cellSheet has all cells, in more lines than a terminal keeps.
func cellSheet(cases []atlas.Judged) report.Sheet {
	type row struct {
		atlas.Cell
		regret float64
	}
	var rows []row
	for _, j := range cases {
		for _, c := range j.Cells {
			rows = append(rows, row{c, 100 * (j.Cells[0].Efficiency - c.Efficiency)})
		}
	}
	return report.NewSheet("cells", "All cells", []report.Column[row]{
		{Key: "tree", Heading: "tree", Left: true, Value: func(c row) any { return c.Tree }},
		{Key: "machine", Heading: "machine", Left: true, Value: func(c row) any { return c.Machine }},
		{Key: "network", Heading: "network", Left: true, Value: func(c row) any { return c.Network }},
		{Key: "n", Heading: "n", Value: func(c row) any { return c.N }},
		{Key: "start", Heading: "start", Left: true, Value: func(c row) any { return string(c.Start) }},
		{Key: "policy", Heading: "policy", Left: true, Value: func(c row) any { return c.Policy }},
		{Key: "seeds", Heading: "seeds", Value: func(c row) any { return c.Seeds }},
		{Key: "efficiency", Heading: "efficiency", Value: func(c row) any { return c.Efficiency }, Text: func(c row) string {
			if c.Below {
				return fmt.Sprintf("< %.0f %%", 100*c.Efficiency)
			}
			return fmt.Sprintf("%.1f ± %.1f %%", 100*c.Efficiency, 100*c.Half)
		}},
		{Key: "half", Value: func(c row) any { return c.Half }},
		{Key: "below", Value: func(c row) any { return c.Below }},
		report.Formatted("regret", "regret", points, func(c row) float64 { return c.regret }),
	}, rows)
}

// drawMap writes a heat map of the regret for each machine and one for dynamic loads, and curves of the efficiency for each machine and
// start.
func drawMap(cases []atlas.Judged, dir string) error {
	trees, loads := atlas.Kinds(cases)
	if len(loads) > 0 {
		if err := draw(filepath.Join(dir, "regret-loads.svg"), loadMap(loads)); err != nil {
			return err
		}
	}
	for _, machine := range machinesOf(trees) {
		mine := slices.DeleteFunc(slices.Clone(trees), func(j atlas.Judged) bool { return j.Machine != machine })
		if err := draw(filepath.Join(dir, "regret-"+machine+".svg"), regretMap(machine, mine)); err != nil {
			return err
		}
		for _, start := range sim.Starts() {
			if !slices.ContainsFunc(mine, func(j atlas.Judged) bool { return j.Start == start }) {
				continue
			}
			name := fmt.Sprintf("efficiency-%s-%s.svg", machine, start)
			if err := draw(filepath.Join(dir, name), efficiencyChart(machine, start, mine)); err != nil {
				return err
			}
		}
	}
	return nil
}

func draw(name string, picture figure.Picture) error {
	file, err := output.Create(name)
	if err != nil {
		return fmt.Errorf("--plot: %w", err)
	}
	defer file.Discard()
	if err := figure.Write(file, picture); err != nil {
		return err
	}
	return file.Commit()
}

// darkest is the regret that has the darkest colour, in points.
const darkest = 40

// regretMap has a row for each policy, the best at the top, and a column for each case. Below is the efficiency of the best.
func regretMap(machine string, cases []atlas.Judged) figure.Heat {
	records := atlas.Records(cases)
	slices.Reverse(records)
	var names []string
	for i, r := range slices.Backward(records) {
		names = append(names, fmt.Sprintf("%d %s", i+1, r.Policy))
	}
	var below []figure.Point
	for i, j := range cases {
		below = append(below, figure.Point{X: float64(i), Y: 100 * j.Cells[0].Efficiency},
			figure.Point{X: float64(i + 1), Y: 100 * j.Cells[0].Efficiency})
	}
	return figure.Heat{
		Title:    "Regret on " + machine + ", in points of efficiency",
		Subtitle: strings.Join(names, ", "),
		X:        figure.Axis{Label: "cases, by tree, processors and start", To: float64(len(cases))},
		Y:        figure.Axis{Label: "policies", From: 0.5, To: float64(len(records)) + 0.5},
		Columns:  len(cases), Rows: len(records),
		Cell: func(column, row int) (much, nothing float64) {
			regret, ok := cases[column].Regret(records[row].Policy)
			if !ok {
				return math.NaN(), 0
			}
			if slices.ContainsFunc(cases[column].Cells, func(c atlas.Cell) bool { return c.Below && c.PolicyName() == records[row].Policy }) {
				return 1, 1
			}
			return min(regret/darkest, 1), 0
		},
		Scale:   []figure.Mark{{At: 0, Text: "0"}, {At: 0.5, Text: "20"}, {At: 1, Text: "≥ 40"}},
		Nothing: fmt.Sprintf("below %.0f %%", 100*atlas.Floor),
		Below:   below, BelowY: figure.Axis{Label: "best, %", To: 100},
	}
}

// loadMap is regretMap for dynamic loads.
func loadMap(cases []atlas.Judged) figure.Heat {
	heat := regretMap("dynamic loads", cases)
	heat.Title = "Regret on dynamic loads: σ above the best, in percent of the mean load"
	heat.X.Label = "cases, by dynamicity, dispersion and processors"
	heat.BelowY.Label = "best 1 - σ, %"
	return heat
}

// usualSizes are the numbers of processors for which there are at least half as many cases as for any.
func usualSizes(cases []atlas.Judged) []int {
	trees, most := map[int]int{}, 0
	for _, j := range cases {
		trees[j.N]++
		most = max(most, trees[j.N])
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(trees)), func(n int) bool { return 2*trees[n] < most })
}

// efficiencyChart has a curve for each policy: the mean over the trees that are large enough for all numbers of processors. A number of
// processors is left out if fewer than half of the trees are large enough for it.
func efficiencyChart(machine string, start sim.Start, cases []atlas.Judged) figure.Chart {
	cases = slices.DeleteFunc(slices.Clone(cases), func(j atlas.Judged) bool { return j.Start != start || j.Network != atlas.Mesh })
	procs := usualSizes(cases)
	sizes := map[string]int{}
	for _, j := range cases {
		if slices.Contains(procs, j.N) {
			sizes[j.Tree]++
		}
	}
	chart := figure.Chart{
		Title:    fmt.Sprintf("Efficiency on %s, start %s", machine, start),
		Subtitle: "means over the trees that are large enough for all numbers of processors",
		X:        figure.Axis{Label: "processors", Log: true},
		Y:        figure.Axis{Label: "efficiency, %", To: 100},
	}
	for i, r := range atlas.Records(cases) {
		if i >= 7 { // more would lie on each other
			break
		}
		series := figure.Series{Name: r.Policy, Policy: r.Policy}
		for _, n := range procs {
			sum, count := 0.0, 0
			for _, j := range cases {
				regret, ok := j.Regret(r.Policy)
				if ok && j.N == n && sizes[j.Tree] == len(procs) {
					sum += 100*j.Cells[0].Efficiency - regret
					count++
				}
			}
			if count > 0 {
				series.Points = append(series.Points, figure.Point{X: float64(n), Y: sum / float64(count)})
			}
		}
		if len(series.Points) > 0 {
			chart.Series = append(chart.Series, series)
		}
	}
	return chart
}
