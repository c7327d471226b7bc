package replay

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"transat/cmd/transat/internal/recording"
	"transat/cmd/transat/internal/report"
)

// Page is the file of --page: runs of one plan.
type Page struct {
	Title    string
	Command  string // the command line that wrote it
	Version  string // of the program
	Recorded []*recording.Run
	Rows     []json.RawMessage // of the result table: those of the recorded runs first, in their order
	Result   report.Cells      // the result table
	Lost     report.Cells      // where the time went
}

// Write writes the page, and returns what was left out of each run, in words, or "".
func (p Page) Write(w io.Writer) (left []string, err error) {
	if len(p.Recorded) == 0 || len(p.Recorded) > MostRuns || len(p.Rows) < len(p.Recorded) {
		return nil, fmt.Errorf("a page of %d runs and %d rows: want 1 to %d runs, and a row for each", len(p.Recorded), len(p.Rows), MostRuns)
	}
	var empty strings.Builder
	if err := p.document(nil, make([]string, len(p.Recorded))).Write(&empty); err != nil {
		return nil, err
	}
	const words = 4_000 // what was left out
	encoded, left, err := Fit(p.Recorded, MostBytes-empty.Len()-words)
	if err != nil {
		return nil, err
	}
	return left, p.document(encoded, left).Write(w)
}

func (p Page) document(recorded [][]byte, left []string) Document {
	r := Replay{Title: p.Title}
	for i, row := range p.Rows {
		run := Run{Row: row}
		if i < len(recorded) {
			run.Recording = recorded[i]
		}
		r.Runs = append(r.Runs, run)
	}
	return Document{Title: p.Title + " · transat", Body: p.body(left), Replays: []Replay{r}}
}

func (p Page) body(left []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<div class=\"lead replay-head\"><h1>%s</h1>\n%s</div>\n", html.EscapeString(p.Title), Paragraphs(p.Result.Caption))
	b.WriteString(
		"<section class=\"panel\" aria-label=\"The runs\"><div data-replay=\"0\"><p class=\"replay-wait\">The runs are unpacked …</p></div>\n")
	fmt.Fprintf(&b, "<noscript>%s</noscript></section>\n", Table("the result", p.Result))
	fmt.Fprintf(&b, "<section class=\"panel\"><h2>Where the time went</h2>\n%s</section>\n", Table("where the time went", p.Lost))
	b.WriteString("<section class=\"panel\"><h2>How this was made</h2>\n<dl class=\"facts\">\n")
	fmt.Fprintf(&b, "<dt>Command</dt><dd><code class=\"command\">%s</code></dd>\n", html.EscapeString(p.Command))
	fmt.Fprintf(&b, "<dt>Program</dt><dd>%s</dd>\n", html.EscapeString(p.Version))
	recorded := "Everything above is recorded, to the nanosecond"
	if slices.ContainsFunc(left, func(words string) bool { return words != "" }) {
		recorded = "The tables are whole; of the moving pictures, some is left out"
	}
	fmt.Fprintf(&b, "<dt>Recorded</dt><dd>%s; this file holds no engine and loads nothing from elsewhere.</dd>\n", recorded)
	for i, words := range left {
		if words != "" {
			fmt.Fprintf(
				&b, "<dt>Left out</dt><dd>%s: %s. The file would be too large otherwise.</dd>\n", html.EscapeString(p.Recorded[i].Policy),
				html.EscapeString(words))
		}
	}
	b.WriteString("</dl></section>\n")
	return b.String()
}

// Paragraphs are lines of text as HTML.
func Paragraphs(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		if line != "" {
			fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(line))
		}
	}
	return b.String()
}

// Table is a table as HTML, with its notes below. No other of the document has its name.
func Table(name string, c report.Cells) string {
	var b strings.Builder
	fmt.Fprintf(
		&b, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table: %s\"><table><thead><tr>", html.EscapeString(name))
	class := func(i int) string {
		if i < len(c.Columns) && c.Columns[i].Left {
			return ""
		}
		return " class=\"number\""
	}
	for i, column := range c.Columns {
		fmt.Fprintf(&b, "<th scope=\"col\"%s>%s</th>", class(i), html.EscapeString(column.Text))
	}
	b.WriteString("</tr></thead><tbody>\n")
	for _, row := range c.Rows {
		b.WriteString("<tr>")
		for i, cell := range row {
			fmt.Fprintf(&b, "<td%s>%s</td>", class(i), html.EscapeString(cell))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody></table></div>\n")
	if len(c.Notes) > 0 {
		fmt.Fprintf(&b, "<div class=\"notes\">%s</div>\n", Paragraphs(c.Notes))
	}
	return b.String()
}

// Version says in a line which program this is, as far as the go command has written it into the program.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "transat"
	}
	text := "transat " + info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && !strings.Contains(text, s.Value[:min(12, len(s.Value))]) {
			text += ", commit " + s.Value
		}
	}
	return text + ", " + info.GoVersion
}
