package report_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/terminal"
)

// trips is a table of which the seats are needed least, and then the fare.
func trips() report.Table[int] {
	column := func(key string, value any) report.Column[int] {
		return report.Column[int]{Key: key, Heading: key, Value: func(int) any { return value }}
	}
	return report.Table[int]{
		Caption: []string{"Ferries across the sound, as they were on a Sunday"},
		Columns: report.LeastNeeded([]report.Column[int]{
			column("harbour", "Rødby"), column("fare", 120), column("minutes", 45), column("seats", 1100), column("boats", 4),
		}, "seats", "fare", "no such column"),
		Rows: []int{0},
	}
}

func printedOn(t *testing.T, table report.Table[int], style report.Style) string {
	t.Helper()
	var out strings.Builder
	if err := table.Write(&out, style); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestTablesFitTheTerminal(t *testing.T) {
	all := `
 harbour  fare  minutes  seats  boats
──────────────────────────────────────
   Rødby   120       45   1100      4
`
	for _, c := range []struct {
		name    string
		columns int
		wide    bool
		want    string
	}{
		{"no terminal", 0, false, all},
		{"wide enough", 38, false, all},
		{"wide, on demand", 10, true, all},
		{"one too narrow", 37, false, `
 harbour  fare  minutes  boats
───────────────────────────────
   Rødby   120       45      4
 no room for: seats (--wide shows
 all)
`},
		{"narrow", 28, false, `
 harbour  minutes  boats
─────────────────────────
   Rødby       45      4
 no room for: seats, fare
 (--wide shows all)
`},
		{"too narrow for what is needed most", 20, false, `
 harbour  minutes
──────────────────
   Rødby       45

 harbour  boats
────────────────
   Rødby      4
 no room for: seats,
 fare (--wide shows
 all)
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := trips()
			table.Caption = nil
			style := report.Style{Format: report.Text, Screen: terminal.Screen{Columns: c.columns}, Wide: c.wide}
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), printedOn(t, table, style)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Headings are broken before columns go; cells are broken where all that is left is needed; numbers that still do not fit go below.
func TestTablesThatDoNotFitAreBroken(t *testing.T) {
	column := func(heading, value string, left bool) report.Column[int] {
		return report.Column[int]{Key: heading, Heading: heading, Left: left, Value: func(int) any { return value }}
	}
	ferries := func(ranked bool) report.Table[int] {
		columns := []report.Column[int]{
			column("harbour", "Rødby on the island of Lolland", true), column("fare in crowns", "120", false), column("boats", "4", false),
		}
		if ranked {
			columns = report.LeastNeeded(columns, "boats")
		}
		return report.Table[int]{Columns: columns, Rows: []int{0, 1}}
	}
	for _, c := range []struct {
		name    string
		ranked  bool
		columns int
		want    string
	}{
		{"a heading", true, 48, `
 harbour                         fare in  boats
                                  crowns
────────────────────────────────────────────────
 Rødby on the island of Lolland      120      4
 Rødby on the island of Lolland      120      4
`},
		{"a column is left out", true, 43, `
 harbour                         fare in
                                  crowns
─────────────────────────────────────────
 Rødby on the island of Lolland      120
 Rødby on the island of Lolland      120
 no room for: boats (--wide shows all)
`},
		{"a cell", false, 32, `
 harbour         fare  boats
                   in
               crowns
─────────────────────────────
 Rødby on the     120      4
 island of
 Lolland
 Rødby on the     120      4
 island of
 Lolland
`},
		{"below", false, 20, `
 harbour       fare
                 in
             crowns
────────────────────
 Rødby on       120
 the island
 of Lolland
 Rødby on       120
 the island
 of Lolland

 harbour     boats
───────────────────
 Rødby on        4
 the island
 of Lolland
 Rødby on        4
 the island
 of Lolland
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			style := report.Style{Format: report.Text, Screen: terminal.Screen{Columns: c.columns}}
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), printedOn(t, ferries(c.ranked), style)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// What goes below is still named: by all texts that a row begins with.
func TestColumnsBelowAreNamed(t *testing.T) {
	column := func(heading, value string, left bool) report.Column[int] {
		return report.Column[int]{Key: heading, Heading: heading, Left: left, Value: func(int) any { return value }}
	}
	table := report.Table[int]{Rows: []int{0}, Columns: []report.Column[int]{
		column("harbour", "Rødby", true), column("ferry", "Tycho", true), column("passengers", "1100", false),
		column("lifeboats", "24", false), column("captain", "Sørensen", true),
	}}
	for columns, want := range map[int]string{
		40: `
 harbour  ferry  passengers  lifeboats
───────────────────────────────────────
 Rødby    Tycho        1100         24

 harbour  ferry  captain
──────────────────────────
 Rødby    Tycho  Sørensen
`,
		21: `
 harbour  ferry
────────────────
 Rødby    Tycho

 harbour  passengers
─────────────────────
 Rødby          1100

 harbour  lifeboats
────────────────────
 Rødby           24

 harbour  captain
───────────────────
 Rødby    Sørensen
`,
	} {
		style := report.Style{Format: report.Text, Screen: terminal.Screen{Columns: columns}}
		if diff := cmp.Diff(strings.TrimPrefix(want, "\n"), printedOn(t, table, style)); diff != "" {
			t.Errorf("%d columns: -want +got:\n%s", columns, diff)
		}
	}
}

func TestTextFitsTheTerminal(t *testing.T) {
	for line := range strings.Lines(printedOn(t, trips(), report.Style{Format: report.Text, Screen: terminal.Screen{Columns: 30}})) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 30 {
			t.Errorf("%q takes %d columns", line, n)
		}
	}
	long := report.Sections{Key: "item", All: []report.Section{{
		Name: "sea/ferries", Title: "how long it takes to cross a sound on a Sunday", Lines: []string{"a ferry is a ship that goes to and fro"},
		Claims: []report.ClaimLine{{
			Heading: "Claims", Section: "§1", Text: "it is faster than swimming in summer", Verdict: report.Good, Mark: "✓",
			Said: "holds", Note: "but not by much at all",
		}},
	}}}
	for _, colour := range []bool{false, true} {
		var out strings.Builder
		if err := long.Write(&out, report.Style{Format: report.Text, Screen: terminal.Screen{Columns: 24, Colour: colour}}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if n := len([]rune(terminal.Bare(strings.TrimSuffix(line, "\n")))); n > 24 {
				t.Errorf("%q takes %d columns", line, n)
			}
		}
	}
}

// Data are for programs, whatever the terminal.
func TestDataDoNotDependOnTheScreen(t *testing.T) {
	for _, format := range []report.Format{report.Markdown, report.CSV, report.JSON} {
		plain := printedOn(t, trips(), report.Plain(format))
		if got := printedOn(t, trips(), report.Style{Format: format, Screen: terminal.Screen{Columns: 10, Colour: true}}); got != plain {
			t.Errorf("%s: %s on a terminal, %s in a file", format, got, plain)
		}
	}
}

func TestColoursAreNothingButColours(t *testing.T) {
	claims := report.Sections{Key: "item", All: []report.Section{{
		Name: "a/b", Title: "c", Sheets: sheets(),
		Claims: []report.ClaimLine{
			{Heading: "Claims", Section: "§1", Text: "good", Verdict: report.Good, Mark: "✓", Said: "holds"},
			{Heading: "Claims", Section: "§2", Text: "bad", Verdict: report.Bad, Mark: "✗", Said: "does not hold"},
			{Heading: "Claims", Section: "§3", Text: "mixed", Verdict: report.Mixed, Mark: "◐", Said: "holds for x"},
			{Heading: "Claims", Section: "§4", Text: "not judged", Mark: "–", Said: "not judged"},
		},
	}}}
	write := func(style report.Style) string {
		var out strings.Builder
		if err := claims.Write(&out, style); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	plain := write(report.Plain(report.Text))
	coloured := write(report.Style{Format: report.Text, Screen: terminal.Screen{Colour: true}})
	if diff := cmp.Diff(plain, terminal.Bare(coloured)); diff != "" {
		t.Errorf("without colours -want +got:\n%s", diff)
	}
	for _, want := range []string{
		terminal.Green + "✓", terminal.Red + "✗", terminal.Yellow + "◐", " – §4",
		terminal.Bold + "a/b", terminal.Bold + "name ", terminal.Faint + "──",
	} {
		if !strings.Contains(coloured, want) {
			t.Errorf("no %q in %q", want, coloured)
		}
	}
}
