package atlas

import (
	"fmt"
	"math"
	"strings"

	"transat/balance/sim"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/atlas"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/report"
)

// adviceRow is an advice as a row of a table.
type adviceRow struct {
	treeSize
	atlas.Advice
	command string
}

// printAdvice prints an advice, as sentences for people, who are told the lines. The command that checks it has the grid.
func printAdvice(a *cli.App, size treeSize, advice atlas.Advice, flags *adviseFlags, grid string, told []string) error {
	start := string(advice.Case.Start)
	if advice.Case.Start == sim.StartSpread {
		start += " --deal=" + atlas.Deal
	}
	row := adviceRow{size, advice, fmt.Sprintf("transat compare %s --machine=%s --grid=%s --start=%s --policy=%s",
		cli.ShellWord(advice.Case.Tree), cli.ShellWord(flags.machine), cli.ShellWord(grid), start,
		cli.ShellWord(strings.Join(advice.Check, ",")))}
	if flags.style.ForPrograms() {
		return report.Table[adviceRow]{Columns: adviceColumns(), Rows: []adviceRow{row}}.Write(a.Out, flags.style)
	}
	kind := "about "
	if size.Exact {
		kind = ""
	}
	about := fmt.Sprintf("%s: a tree of %s%s", advice.Case.Tree, kind, cli.Counted(int64(size.Nodes), "node"))
	if n := int64(advice.Case.N); n > 1 {
		about += fmt.Sprintf(", %s for each of %d processors", cli.Grouped(int64(size.Nodes)/n), n)
	}
	lines := []string{about}
	if size.Models {
		lines = append(lines, "it holds models: a search that stops at the first one may be far shorter, and this advice is for all of it")
	}
	if size.Pruned {
		lines = append(lines, experiment.PrunedNote)
	}
	return tell(a, append(lines, told...), row.command)
}

// taken names the policy of an advice for a tree, and its efficiency where one is foretold.
func taken(advice atlas.Advice) []string {
	lines := []string{"take " + advice.Policy}
	if f := advice.Forecast; !advice.TooFar {
		lines = append(lines, fmt.Sprintf("efficiency: about %.0f %%, and probably between %.0f and %.0f %%", 100*f.Efficiency, 100*f.Low,
			100*f.High))
	}
	return lines
}

func adviceColumns() []report.Column[adviceRow] {
	column := func(key string, value func(adviceRow) any) report.Column[adviceRow] {
		return report.Column[adviceRow]{Key: key, Heading: key, Value: value}
	}
	foretold := func(key string, value func(atlas.Forecast) float64) report.Column[adviceRow] {
		return column(key, func(r adviceRow) any {
			if r.TooFar {
				return math.NaN() // null, and nothing in CSV
			}
			return value(r.Forecast)
		})
	}
	return []report.Column[adviceRow]{
		column("tree", func(r adviceRow) any { return r.Case.Tree }),
		column("machine", func(r adviceRow) any { return r.Case.Machine }),
		column("n", func(r adviceRow) any { return r.Case.N }),
		column("start", func(r adviceRow) any { return string(r.Case.Start) }),
		column("nodes", func(r adviceRow) any { return r.treeSize.Nodes }),
		column("nodes_low", func(r adviceRow) any { return r.treeSize.Low }),
		column("nodes_high", func(r adviceRow) any { return r.treeSize.High }),
		column("policy", func(r adviceRow) any { return r.Policy }),
		foretold("efficiency", func(f atlas.Forecast) float64 { return f.Efficiency }),
		foretold("efficiency_low", func(f atlas.Forecast) float64 { return f.Low }),
		foretold("efficiency_high", func(f atlas.Forecast) float64 { return f.High }),
		column("why", func(r adviceRow) any { return strings.Join(r.Why, "; ") }),
		column("doubts", func(r adviceRow) any { return strings.Join(r.Doubts, "; ") }),
		column("check", func(r adviceRow) any { return r.command }),
	}
}
