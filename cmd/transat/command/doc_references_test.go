package command

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"transat/balance"
)

// Every policy stands in the table of what the papers cite, or in the paragraph below of those that they do not; and what the table says
// to be here is here.
func TestReferencesNamePolicies(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(docFolder, "balancers.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "<!-- references -->\n")
	table, rest, ends := strings.Cut(rest, "<!-- end of references -->\n")
	_, rest, younger := strings.Cut(rest, "\nYounger than the papers")
	rest, _, stops := strings.Cut(rest, "\n\n")
	if !found || !ends || !younger || !stops {
		t.Fatal("the table of references, or the paragraph below, is gone")
	}
	var here []string
	name := regexp.MustCompile("`([a-z0-9-]+)`")
	rows := strings.Split(strings.TrimSpace(table), "\n")[2:]
	for _, row := range rows {
		cells := strings.Split(row, "|")
		if len(cells) != 6 {
			t.Fatalf("%d cells: %s", len(cells)-2, row)
		}
		if strings.TrimSpace(cells[3]) == "" && strings.TrimSpace(cells[4]) == "" {
			t.Errorf("neither here, nor why not: %s", row)
		}
		for _, m := range name.FindAllStringSubmatch(cells[3], -1) {
			here = append(here, m[1])
		}
	}
	for _, m := range name.FindAllStringSubmatch(rest, -1) {
		here = append(here, m[1])
	}
	for _, n := range here {
		if _, err := balance.Choose(n); err != nil {
			t.Error(err)
		}
	}
	for _, spec := range balance.Policies() {
		if !slices.Contains(here, spec.Name) {
			t.Errorf("%s is in no line", spec.Name)
		}
	}
}
