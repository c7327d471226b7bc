package experiment_test

import (
	"encoding/json"
	"strings"
	"testing"

	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/report"
)

// The main table in every format, and as the page has it. With -v, this shows them.
func TestEveryFormatHasTheColumns(t *testing.T) {
	p := plan(t, "php-5-4", "plb", "steal")
	outcome := run(t, p)
	table := experiment.ResultTable("php-5-4", p, outcome, outcome.Rows(p))
	for _, format := range report.Formats() {
		var text strings.Builder
		if err := table.Write(&text, report.Plain(report.Format(format))); err != nil {
			t.Fatal(err)
		}
		showColumn(t, format, text.String())
	}
	page, err := json.Marshal(table.Cells())
	if err != nil {
		t.Fatal(err)
	}
	showColumn(t, "page", string(page))
}

// showColumn logs which columns of numbers a text has, of those that a test may add.
func showColumn(t *testing.T, format, text string) {
	t.Helper()
	if !strings.Contains(text, "send") {
		t.Errorf("%s has no column send:\n%s", format, text)
	}
	if strings.Contains(text, "hops") {
		t.Logf("%s has hops", format)
	}
}
