package plb

import (
	"context"
	"slices"

	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// PLB as §5 words it (plb-strict) beside plb: rows and columns in one phase, which begins when a processor is out of
// work, and a grain that is a share of the mean load. Nothing was fitted to it: the costs of the machine and the
// parameters are those that were fitted to plb. doc/machines.md has it with another trigger of phases, which was fitted.

// strictRow is a row of a table by both.
type strictRow struct{ plb, strict gridRow }

// variants are the rows of a table by plb and by plb-strict.
type variants struct{ plb, strict []gridRow }

// variantRows simulates cases with both, on the same trees.
func variantRows(ctx context.Context, s *reproduce.Session, cases []gridCase, formulas []input.Formula) (variants, error) {
	all := slices.Clone(cases)
	for _, c := range cases {
		c.row.Policy = strictPolicy
		all = append(all, c)
	}
	rows, err := gridRows(ctx, s, all, formulas)
	if len(rows) == 0 {
		return variants{}, err
	}
	n := len(cases)
	return variants{rows[:n], rows[n:]}, err
}

const strictPolicy = "plb-strict"

// sheets show plb and plb-strict side by side, and the losses of the variants.
func (v variants) sheets(labels []gridColumn, measures []gridMeasure) []report.Sheet {
	var both []strictRow
	for i, r := range v.plb {
		both = append(both, strictRow{r, v.strict[i]})
	}
	if len(both) == 0 {
		return nil
	}
	sheets := []report.Sheet{besideSheet(labels, both)}
	if len(compared(v.strict)) > 0 {
		sheets = append(sheets, lossSheet("strict_losses", "Losses and counts of plb-strict: ours over the paper's", labels, measures, v.strict))
	}
	return sheets
}

func besideSheet(labels []gridColumn, rows []strictRow) report.Sheet {
	var columns []report.Column[strictRow]
	for _, l := range labels {
		c := report.Column[strictRow]{Key: l.Key, Heading: l.Heading, Left: l.Left, Value: func(r strictRow) any { return l.Value(r.plb) }}
		if l.Text != nil {
			c.Text = func(r strictRow) string { return l.Text(r.plb) }
		}
		columns = append(columns, c)
	}
	paper := len(compared([]gridRow{rows[0].plb})) > 0
	for _, m := range []gridMeasure{idleMeasure(), otherLossMeasure(), phaseMeasure(), sendMeasure(), efficiencyMeasure()} {
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
	return report.NewSheet("strict", "As §5 words it: plb-strict beside plb", columns, rows,
		"strict: rows and then columns in one phase, which begins when a processor is out of work; elements below β·mean are solved; with the "+
			"parameters that were fitted to plb",
		"lost: time lost otherwise than idle; bal: rows and columns count one by one")
}

// claims judge the numbers of plb-strict.
func (v variants) claims(section string, measures []gridMeasure, name func(gridRow) string) []reproduce.Claim {
	all := numberClaims(section, measures, v.strict, name)
	for i := range all {
		all[i].Kind = reproduce.Check
		all[i].Text = "with " + strictPolicy + ": " + all[i].Text
	}
	return all
}
