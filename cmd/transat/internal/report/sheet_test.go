package report_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/report"
)

type bowl struct{ litres float64 }

func sheets() []report.Sheet {
	return []report.Sheet{
		report.NewSheet("fruit", "Fruit", fruits().Columns, fruits().Rows[:1], "with the skin"),
		report.NewSheet("bowls", "", []report.Column[bowl]{
			report.Number("volume_l", "volume l", 1, func(b bowl) float64 { return b.litres }),
		}, []bowl{{2.25}, {math.NaN()}, {math.Inf(-1)}}),
	}
}

func TestWriteSheets(t *testing.T) {
	for _, c := range []struct {
		format report.Format
		want   string
	}{
		{report.Text, `
what was done
Fruit

 name   weight g
─────────────────
 apple    151.25

with the skin

 volume l
──────────
      2.2


`},
		{report.CSV, `
table,name,weight_g,seeds,volume_l
fruit,apple,151.25,5,
bowls,,,,2.25
bowls,,,,
bowls,,,,
`},
		{report.JSON, `
[
  {"table": "fruit", "name": "apple", "weight_g": 151.25, "seeds": 5},
  {"table": "bowls", "volume_l": 2.25},
  {"table": "bowls", "volume_l": null},
  {"table": "bowls", "volume_l": null}
]
`},
	} {
		t.Run(string(c.format), func(t *testing.T) {
			var out strings.Builder
			if err := report.WriteSheets(&out, []string{"what was done"}, sheets(), report.Plain(c.format)); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), out.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestWriteSheetsReportsErrors(t *testing.T) {
	for _, name := range report.Formats() {
		full := brokenWriter{errors.New("disk full")}
		if err := report.WriteSheets(full, nil, sheets(), report.Plain(report.Format(name))); !errors.Is(err, full.err) {
			t.Errorf("%s: got error %v, want %v", name, err, full.err)
		}
	}
}
