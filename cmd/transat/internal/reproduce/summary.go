package reproduce

import (
	"slices"
	"strings"

	"transat/cmd/transat/internal/report"
)

// The verdicts on the claims, before several results.

// tally counts the claims of an item by their verdicts.
type tally struct {
	name   string
	counts [NotJudged + 1]int
}

// tallies has a tally for each finished result, one for their sum, and one for each kind of claim.
func (f ItemResults) tallies() []tally {
	var rows []tally
	all := tally{name: "all"}
	kinds := make([]tally, len(Kinds()))
	for i, k := range Kinds() {
		kinds[i].name = "all: " + strings.ToLower(k.String()[:1]) + k.String()[1:]
	}
	for _, result := range f {
		if result.Result.Unfinished {
			continue
		}
		row := tally{name: result.Item.Name}
		for _, c := range result.claims() {
			row.counts[c.Verdict]++
			all.counts[c.Verdict]++
			if i := slices.Index(Kinds(), c.Kind); i >= 0 {
				kinds[i].counts[c.Verdict]++
			}
		}
		rows = append(rows, row)
	}
	return append(append(rows, all), kinds...)
}

// summary counts the claims by verdict, in the order of tallies.
func summary(rows []tally) report.Sheet {
	columns := []report.Column[tally]{
		{Key: "item", Heading: "claims of", Left: true, Value: func(t tally) any { return t.name }},
	}
	counts := rows[len(rows)-1-len(Kinds())].counts
	judged := counts[NotJudged] == 0
	for _, v := range []struct {
		verdict      Verdict
		key, heading string
	}{
		{Holds, "hold", "✓ hold"},
		{HoldsPartly, "hold_partly", "◐ in a range"},
		{DoesNotHold, "do_not_hold", "✗ do not hold"},
		{NotJudged, "not_judged", "– not judged"},
	} {
		if judged != (v.verdict == NotJudged) {
			columns = append(columns, report.Column[tally]{
				Key: v.key, Heading: v.heading, Value: func(t tally) any { return t.counts[v.verdict] },
			})
		}
	}
	if !judged {
		return report.NewSheet("summary", "", columns, rows,
			"the quick size is too small to judge what papers say of theirs; without --quick, all is judged")
	}
	return report.NewSheet("summary", "", columns, rows)
}
