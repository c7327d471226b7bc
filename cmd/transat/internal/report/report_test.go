package report_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/terminal"
)

type fruit struct {
	Name  string
	Grams float64
	Seeds int
}

func fruits() report.Table[fruit] {
	return report.Table[fruit]{
		Caption: []string{"Fruit on the table, seed 1"},
		Columns: []report.Column[fruit]{
			{Key: "name", Heading: "name", Left: true, Value: func(f fruit) any { return f.Name }},
			{Key: "weight_g", Heading: "weight g", Value: func(f fruit) any { return f.Grams }},
			{Key: "seeds", Value: func(f fruit) any { return f.Seeds }},
		},
		Rows:  []fruit{{"apple", 151.25, 5}, {"fig | \"dried\", <soft>", 8, 1500}, {"thought", math.NaN(), 0}, {"black hole", math.Inf(1), 0}},
		Notes: []string{"Weights are with the skin."},
	}
}

func TestWrite(t *testing.T) {
	for _, tc := range []struct {
		format report.Format
		want   string
	}{
		{report.Text, `
Fruit on the table, seed 1

 name                   weight g
─────────────────────────────────
 apple                    151.25
 fig | "dried", <soft>         8
 thought
 black hole

Weights are with the skin.
`},
		{report.Markdown, `
- Fruit on the table, seed 1

| name                   | weight g |
|:-----------------------|---------:|
| apple                  |   151.25 |
| fig \| "dried", <soft> |        8 |
| thought                |          |
| black hole             |          |

- Weights are with the skin.
`},
		{report.CSV, `
name,weight_g,seeds
apple,151.25,5
"fig | ""dried"", <soft>",8,1500
thought,,0
black hole,,0
`},
		{report.JSON, `
[
  {"name": "apple", "weight_g": 151.25, "seeds": 5},
  {"name": "fig | \"dried\", \u003csoft\u003e", "weight_g": 8, "seeds": 1500},
  {"name": "thought", "weight_g": null, "seeds": 0},
  {"name": "black hole", "weight_g": null, "seeds": 0}
]
`},
	} {
		t.Run(string(tc.format), func(t *testing.T) {
			var out strings.Builder
			if err := fruits().Write(&out, report.Plain(tc.format)); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.TrimPrefix(tc.want, "\n"), out.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestDataFormatsAreValidWithoutRows(t *testing.T) {
	table := fruits()
	table.Rows = nil
	var text, data strings.Builder
	if err := errors.Join(table.Write(&text, report.Plain(report.CSV)), table.Write(&data, report.Plain(report.JSON))); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(text.String())).ReadAll()
	if err != nil || len(records) != 1 {
		t.Errorf("CSV %q has records %v, error %v; want a line of keys", text.String(), records, err)
	}
	var rows []any
	if err := json.Unmarshal([]byte(data.String()), &rows); err != nil || rows == nil || len(rows) != 0 {
		t.Errorf("JSON %q is %v, error %v; want an empty array", data.String(), rows, err)
	}
}

func TestWriteErrorsAreReported(t *testing.T) {
	for _, name := range report.Formats() {
		t.Run(name, func(t *testing.T) {
			full := brokenWriter{errors.New("disk full")}
			if err := fruits().Write(full, report.Plain(report.Format(name))); !errors.Is(err, full.err) {
				t.Errorf("got error %v, want %v", err, full.err)
			}
		})
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestFormatSuggestsTheNearest(t *testing.T) {
	var f report.Format
	err := f.Set("jsn")
	want := `unknown format "jsn"; did you mean "json"? (table, markdown, csv or json)`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func ExampleTable_Write() {
	err := report.Table[fruit]{
		Columns: []report.Column[fruit]{
			{Key: "name", Heading: "name", Left: true, Value: func(f fruit) any { return f.Name }},
			{Key: "weight_g", Heading: "weight g", Value: func(f fruit) any { return f.Grams }},
		},
		Rows: []fruit{{Name: "apple", Grams: 151.25}},
	}.Write(os.Stdout, report.Plain(report.JSON))
	if err != nil {
		panic(err)
	}
	// Output:
	// [
	//   {"name": "apple", "weight_g": 151.25}
	// ]
}

// What a heading means stands below the table, unless the table has no room for the column.
func TestGlossesExplainTheColumnsThatAreShown(t *testing.T) {
	table := fruits()
	table.Outcome = "The apple is the heaviest fruit that has a weight."
	table.Columns[0].Gloss = "as a market calls it"
	table.Columns[1].Gloss, table.Columns[1].Rank = "with its skin and stone, in grams", 1
	for _, c := range []struct {
		columns int
		want    string
	}{
		{0, `
The apple is the heaviest fruit that has a weight.

name: as a market calls it; weight g: with its skin and stone, in grams
Weights are with the skin.
`},
		{26, `
The apple is the heaviest
fruit that has a weight.

name: as a market calls it
Weights are with the skin.
`},
	} {
		var out strings.Builder
		if err := table.Write(&out, report.Style{Format: report.Text, Screen: terminal.Screen{Columns: c.columns}}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(out.String(), c.want) {
			t.Errorf("%d columns: want%s\ngot\n%s", c.columns, c.want, out.String())
		}
	}
	cells := table.Cells()
	if want := []string{table.Caption[0], table.Outcome}; cmp.Diff(want, cells.Caption) != "" || len(cells.Notes) != 2 {
		t.Errorf("a page has the caption %q and the notes %q", cells.Caption, cells.Notes)
	}
}
