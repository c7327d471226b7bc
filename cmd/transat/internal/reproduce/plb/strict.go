package plb

import (
	"context"
	"fmt"

	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// PLB as §5 words it (plb-strict) beside plb: rows and columns in one phase, which begins when a processor is out of
// work. Its parameters are those that were fitted to plb, so its numbers show what the wording changes, and not how well
// it could be fitted.

// strictFormulas is on how many formulas it is run: on the first ones.
const strictFormulas = 6

// strictRow is a row of a table by both.
type strictRow struct{ plb, strict gridRow }

// strictRows simulates the cases of a table with plb-strict. rows are those of plb on the same formulas, or more.
func strictRows(ctx context.Context, s *reproduce.Session, rows []gridRow, formulas []input.Formula) ([]strictRow, error) {
	var cases []gridCase
	for _, r := range rows {
		c := r.gridCase
		c.row.Policy, c.fitted = "plb-strict", false
		cases = append(cases, c)
	}
	strict, err := gridRows(ctx, s, cases, formulas[:min(len(formulas), strictFormulas)])
	if err != nil {
		return nil, err
	}
	var all []strictRow
	for i, r := range rows {
		r.runs = r.runs[:len(strict[i].runs)]
		r.ours = r.measured()
		all = append(all, strictRow{r, strict[i]})
	}
	return all, nil
}

// strictSheet shows both, and the paper's numbers.
func strictSheet(labels []gridColumn, rows []strictRow) report.Sheet {
	var columns []report.Column[strictRow]
	for _, l := range labels {
		c := report.Column[strictRow]{Key: l.Key, Heading: l.Heading, Left: l.Left, Value: func(r strictRow) any { return l.Value(r.plb) }}
		if l.Text != nil {
			c.Text = func(r strictRow) string { return l.Text(r.plb) }
		}
		columns = append(columns, c)
	}
	paper := len(compared([]gridRow{rows[0].plb})) > 0
	for _, m := range []gridMeasure{idleMeasure(), otherLossMeasure(), phaseMeasure(), sendMeasure()} {
		heading := m.heading
		if m.key == otherLossMeasure().key {
			heading = "lost s"
		}
		columns = append(columns,
			report.Number(m.key, heading, m.decimals, func(r strictRow) float64 { return m.mean(r.plb.ours) }),
			report.Number("strict_"+m.key, "strict", m.decimals, func(r strictRow) float64 { return m.mean(r.strict.ours) }))
		if paper {
			columns = append(columns, report.Number("paper_"+m.key, "paper", m.decimals, func(r strictRow) float64 { return m.mean(r.plb.row) }))
		}
	}
	return report.NewSheet("strict", fmt.Sprintf("As §5 words it: plb-strict beside plb, on %d formulas", len(rows[0].strict.runs)), columns, rows,
		"strict: rows and then columns in one phase, which begins when a processor is out of work; with the parameters that were fitted to plb",
		"lost: time lost otherwise than idle")
}
