package reproduce

import (
	"transat/cmd/transat/internal/report"
)

// What became of the claims, at the end of several findings.

// tally counts the claims of an item by their verdicts.
type tally struct {
	name   string
	counts [NotJudged + 1]int
}

// tallies are those of all findings that are finished, and their sum.
func (f Findings) tallies() []tally {
	var rows []tally
	all := tally{name: "all"}
	for _, finding := range f {
		if finding.Result.Unfinished {
			continue
		}
		row := tally{name: finding.Item.Name}
		for _, c := range finding.claims() {
			row.counts[c.Verdict]++
			all.counts[c.Verdict]++
		}
		rows = append(rows, row)
	}
	return append(rows, all)
}

// summary counts how many claims came out, a row for each finding.
func (f Findings) summary() report.Sheet {
	columns := []report.Column[tally]{
		{Key: "item", Heading: "claims of", Left: true, Value: func(t tally) any { return t.name }},
	}
	rows := f.tallies()
	all := rows[len(rows)-1]
	for _, v := range []struct {
		verdict      Verdict
		key, heading string
	}{
		{Holds, "hold", "✓ hold"},
		{HoldsPartly, "hold_partly", "◐ in a range"},
		{DoesNotHold, "do_not_hold", "✗ do not hold"},
		{NotJudged, "not_judged", "– not judged"},
	} {
		if v.verdict == NotJudged && all.counts[NotJudged] == 0 {
			continue
		}
		columns = append(columns, report.Column[tally]{
			Key: v.key, Heading: v.heading, Value: func(t tally) any { return t.counts[v.verdict] },
		})
	}
	return report.NewSheet("summary", "", columns, rows)
}
