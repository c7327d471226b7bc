package replay

import (
	"cmp"
	_ "embed"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Report is the report of reproduce as one page: every experiment with its tables, the paper's numbers beside ours, its verdicts and
// pictures, the commands that repeat it, and replays of the policies that the papers are about. Package reproduce has the results.
type Report struct {
	Found   reproduce.ItemResults
	Command string // the command line that wrote it
	Replays []Played
}

// Played is a replay with what is said about it.
type Played struct {
	Name, Title, Text string
	Commands          []string // one a run
	Replay
	Left []string // what was left out of its recordings
}

// Write writes the page.
func (p Report) Write(w io.Writer) error {
	all := p.Found.Sections()
	var b strings.Builder
	fmt.Fprintf(&b, "<div class=\"lead replay-head\"><h1>The papers’ experiments again</h1>\n%s</div>\n", Paragraphs([]string{
		fmt.Sprintf(
			"%s, done again by transat: the paper’s numbers beside ours, and a verdict on every claim. Where a claim does not hold, both "+
				"numbers stand.",
			count(len(all.All), "experiment", "experiments")),
	}))
	b.WriteString(overview(all))
	b.WriteString(p.contents())
	document := Document{Title: "The papers’ experiments again · transat", Style: style}
	for i, r := range p.Replays {
		b.WriteString(r.section(i))
		document.Replays = append(document.Replays, r.Replay)
	}
	for i, s := range all.All {
		if err := p.section(&b, s, p.Found[i]); err != nil {
			return err
		}
	}
	b.WriteString(p.made())
	document.Body = b.String()
	return document.Write(w)
}

//go:embed report.css
var style string

func count(n int, one, more string) string {
	if n == 1 {
		return "One " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// capital is a title with a large first letter, as it stands above a section.
func capital(title string) string {
	r, size := utf8.DecodeRuneInString(title)
	return string(unicode.ToUpper(r)) + title[size:]
}

// anchor is the name of a section in addresses.
func anchor(name string) string { return strings.ReplaceAll(name, "/", "-") }

// contents are links to the replays.
func (p Report) contents() string {
	if len(p.Replays) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<nav class=\"panel\" aria-label=\"Replays\"><h2>To watch</h2>\n<ul class=\"replays\">\n")
	for _, r := range p.Replays {
		fmt.Fprintf(&b, "<li><a href=\"#%s\">%s</a></li>\n", html.EscapeString(r.Name), html.EscapeString(r.Title))
	}
	b.WriteString("</ul></nav>\n")
	return b.String()
}

func (r Played) section(i int) string {
	var b strings.Builder
	fmt.Fprintf(
		&b, "<section class=\"panel report\" id=\"%s\"><h2>%s</h2>\n<p>%s</p>\n", html.EscapeString(r.Name), html.EscapeString(r.Title),
		html.EscapeString(r.Text))
	fmt.Fprintf(&b, "<div data-replay=\"%d\"><p class=\"replay-wait\">The runs are unpacked …</p></div>\n<dl class=\"facts\">\n", i)
	b.WriteString("<dt>Commands</dt>")
	for _, command := range r.Commands {
		fmt.Fprintf(&b, "<dd><code class=\"command\">%s</code></dd>\n", html.EscapeString(command))
	}
	for _, left := range r.Left {
		fmt.Fprintf(&b, "<dt>Left out</dt><dd>%s</dd>\n", html.EscapeString(left))
	}
	b.WriteString("</dl></section>\n")
	return b.String()
}

// section is an experiment.
func (p Report) section(b *strings.Builder, s report.Section, f reproduce.ItemResult) error {
	fmt.Fprintf(
		b, "<section class=\"panel report\" id=\"%s\"><h2><span class=\"name\">%s</span>%s</h2>\n<div class=\"setup\">%s</div>\n",
		anchor(s.Name), html.EscapeString(s.Name), html.EscapeString(capital(s.Title)), Paragraphs(s.Lines))
	for i, sheet := range s.Sheets {
		if sheet.Title != "" {
			fmt.Fprintf(b, "<h3>%s</h3>\n", html.EscapeString(sheet.Title))
		}
		b.WriteString(Table(fmt.Sprintf("%s, %d of %d", s.Name, i+1, len(s.Sheets)), sheet.Table().Cells()))
	}
	for _, name := range s.Pictures {
		picture, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(
			b,
			"<figure><div class=\"frame\" tabindex=\"0\" role=\"region\" aria-label=\"Picture: %s\"><img alt=\"%s\" "+
				"src=\"%s\"></div><figcaption>%s; the numbers are in the tables above</figcaption></figure>\n",
			html.EscapeString(filepath.Base(name)), html.EscapeString(cmp.Or(titleOf(picture), s.Title)), address(picture),
			html.EscapeString(filepath.Base(name)))
	}
	for i, c := range s.Claims {
		if i == 0 || c.Heading != s.Claims[i-1].Heading {
			if i > 0 {
				b.WriteString("</ul>\n")
			}
			fmt.Fprintf(b, "<h3>%s</h3>\n<ul class=\"claims\">\n", html.EscapeString(c.Heading))
		}
		b.WriteString(claim(c))
	}
	if len(s.Claims) > 0 {
		b.WriteString("</ul>\n")
	}
	fmt.Fprintf(
		b, "<dl class=\"facts\"><dt>Command</dt><dd><code class=\"command\">%s</code></dd></dl></section>\n", html.EscapeString(again(f)))
	return nil
}

// titleOf is the first text of a picture, its title.
func titleOf(svg []byte) string {
	m := regexp.MustCompile(`<text[^>]*>([^<]+)</text>`).FindSubmatch(svg)
	if m == nil {
		return ""
	}
	return html.UnescapeString(string(m[1]))
}

func claim(c report.ClaimLine) string {
	class := map[report.Rating]string{report.Good: "good", report.Bad: "bad"}[c.Verdict]
	text := c.Text
	if c.Bound != "" {
		text += fmt.Sprintf(" (bound, %s: %s)", c.BoundOf, c.Bound)
	}
	said := c.Said
	if c.Note != "" {
		said += ": " + c.Note
	}
	return fmt.Sprintf("<li><span class=\"mark %s\" aria-hidden=\"true\">%s</span><b>%s</b> %s <span class=\"said\">%s</span></li>\n", class,
		html.EscapeString(c.Mark), html.EscapeString(c.Section), html.EscapeString(text), html.EscapeString(said))
}

// again is the command that repeats an experiment.
func again(f reproduce.ItemResult) string {
	command := "transat reproduce"
	if f.Quick {
		command += " --quick"
	}
	command += " " + f.Item.Name
	if f.Seed != 1 {
		command += fmt.Sprintf(" --seed=%d", f.Seed)
	}
	return command
}

// made says how the report was made.
func (p Report) made() string {
	return fmt.Sprintf("<section class=\"panel\"><h2>How this was made</h2>\n<dl class=\"facts\">\n"+
		"<dt>Command</dt><dd><code class=\"command\">%s</code></dd>\n<dt>Program</dt><dd>%s</dd>\n<dt>Machine</dt><dd>%s</dd>\n"+
		"<dt>Repeat it</dt><dd>One seed gives the same numbers on any computer and any number of cores. All machines are simulated, so "+
		"their speed does not depend on this one’s.</dd>\n"+
		"</dl></section>\n", html.EscapeString(p.Command), html.EscapeString(Version()),
		html.EscapeString(fmt.Sprintf("%s/%s, %s", runtime.GOOS, runtime.GOARCH, count(runtime.NumCPU(), "core", "cores"))))
}
