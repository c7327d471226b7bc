package atlas

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"transat/cmd/transat/internal/atlas"
	"transat/cmd/transat/internal/report"
)

// On a machine that is too far off those of the map, no format shows a number for the efficiency.
func TestAdviceWithoutAForecast(t *testing.T) {
	far := adviceRow{Advice: atlas.Advice{Policy: "steal", TooFar: true}}
	near := adviceRow{Advice: atlas.Advice{Policy: "steal", Forecast: atlas.Forecast{Efficiency: 0.5, Low: 0.25, High: 0.75}}}
	if lines := taken(far.Advice); len(lines) != 1 || lines[0] != "take steal" {
		t.Errorf("too far off: %q", lines)
	}
	if lines := taken(near.Advice); len(lines) != 2 || lines[1] != "efficiency: about 50 %, and probably between 25 and 75 %" {
		t.Errorf("near: %q", lines)
	}
	written := func(format report.Format) *bytes.Buffer {
		var out bytes.Buffer
		table := report.Table[adviceRow]{Columns: adviceColumns(), Rows: []adviceRow{far, near}}
		if err := table.Write(&out, report.Style{Format: format}); err != nil {
			t.Fatal(err)
		}
		return &out
	}
	if text := written(report.JSON).String(); strings.Count(text, "null") != 3 ||
		!strings.Contains(text, `"efficiency": null, "efficiency_low": null, "efficiency_high": null`) {
		t.Error(text)
	}
	rows, err := csv.NewReader(written(report.CSV)).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatal(rows, err)
	}
	for i, key := range rows[0] {
		if strings.HasPrefix(key, "efficiency") && (rows[1][i] != "" || rows[2][i] == "") {
			t.Errorf("%s: %q where it is not foretold, and %q where it is", key, rows[1][i], rows[2][i])
		}
	}
}
