package explain

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"transat/balance/compare"
	"transat/balance/foreign"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/explain"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/terminal"
)

// What explain prints: for people a page of paragraphs and tables, for programs the numbers. JSON is the whole report; CSV
// has its tables.

func print(a *cli.App, r *explain.Explanation, setups []experiment.Setup, x *flags) error {
	switch x.Style.Format {
	case report.JSON:
		e := json.NewEncoder(a.Out)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(r)
	case report.CSV:
		return report.WriteSheets(a.Out, nil, allSheets(r), x.Style)
	}
	p := &page{a: a, style: x.Style}
	p.paragraph(fmt.Sprintf("%s: a tree of %s. Machine %s, %v, %s.", r.Tree, r.Size,
		setups[0].Cost.Name, setups[0].Physical, seedsText(setups[0].Seed, r.Seeds)))
	for _, note := range r.Notes {
		p.paragraph(sentence(note))
	}
	p.paragraph(sentence(experiment.MadeEqual(setups)))
	for i := range r.Pairs {
		p.pair(&r.Pairs[i])
	}
	return p.err
}

// sentence makes a sentence of a line of a caption.
func sentence(line string) string { return strings.ToUpper(line[:1]) + line[1:] + "." }

func seedsText(first uint64, many int) string {
	if many == 1 {
		return fmt.Sprintf("seed %d: with a single seed the effect of chance is unknown", first)
	}
	return fmt.Sprintf("means of the seeds %d to %d", first, first+uint64(many)-1)
}

// page writes paragraphs and tables. Its error is the first.
type page struct {
	a     *cli.App
	style report.Style
	err   error
}

func (p *page) write(text string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.a.Out, text)
	}
}

func (p *page) paragraph(text string) {
	if p.err == nil {
		p.err = p.a.Paragraph(p.style, text)
	}
}

func (p *page) heading(text string) {
	text = foreign.Text(text)
	if p.style.Format == report.Markdown {
		p.write("\n## " + text + "\n\n")
		return
	}
	bold, plain := "", ""
	if p.style.Colour {
		bold, plain = terminal.Bold, terminal.Plain
	}
	p.write("\n" + bold + text + plain + "\n\n")
}

func (p *page) sheet(s report.Sheet) {
	if s.Rows() == 0 {
		return
	}
	p.write("\n")
	if p.err == nil {
		p.err = s.Table().Write(p.a.Out, p.style)
	}
}

// said are the paragraphs about something.
func (p *page) said(pair *explain.Pair, about string) {
	first := true
	for _, text := range pair.Paragraphs {
		if text.About != about {
			continue
		}
		if !first {
			p.write("\n")
		}
		p.paragraph(text.Text)
		first = false
	}
}

func (p *page) pair(x *explain.Pair) {
	p.heading(fmt.Sprintf("%s and %s: where is the difference?", x.First.Policy, x.Second.Policy))
	p.paragraph(x.Headline)
	p.sheet(partSheet(x))
	p.write("\n")
	p.said(x, "difference")
	p.heading("The rule, or its settings?")
	p.said(x, "merit")
	if len(x.Merit.Settings) > 0 {
		p.sheet(stepSheet(x))
	}
	if x.Turn == nil {
		return
	}
	p.heading("Where does the order turn?")
	p.said(x, "turn")
	p.sheet(turnSheet(x))
}

// allSheets are the tables of all pairs.
func allSheets(r *explain.Explanation) []report.Sheet {
	var all []report.Sheet
	for i := range r.Pairs {
		x := &r.Pairs[i]
		all = append(all, partSheet(x), stepSheet(x))
		if x.Turn != nil {
			all = append(all, turnSheet(x))
		}
	}
	return all
}

// partSheet has the parts of the time, and their sum.
func partSheet(x *explain.Pair) report.Sheet {
	rows := append([]explain.PartTimes{}, x.Parts...)
	all := explain.PartTimes{Key: "all", Title: "all", First: x.First.Seconds, Second: x.Second.Seconds, Saved: x.Difference}
	for _, p := range rows {
		all.FirstSum, all.SecondSum = all.FirstSum+p.FirstSum, all.SecondSum+p.SecondSum
	}
	rows = append(rows, all)
	return report.NewSheet("parts", "", []report.Column[explain.PartTimes]{
		pairColumn[explain.PartTimes](x),
		{Key: "part", Value: func(p explain.PartTimes) any { return p.Key }},
		{Key: "title", Heading: "seconds of a processor", Left: true, Value: func(p explain.PartTimes) any { return p.Title }},
		report.Number("first_s", x.First.Policy, 2, func(p explain.PartTimes) float64 { return p.First }),
		report.Number("second_s", x.Second.Policy, 2, func(p explain.PartTimes) float64 { return p.Second }),
		report.Formatted("difference_s", "difference", signed, func(p explain.PartTimes) float64 { return p.Saved }),
		{Key: "first_sum_ns", Value: func(p explain.PartTimes) any { return p.FirstSum }},
		{Key: "second_sum_ns", Value: func(p explain.PartTimes) any { return p.SecondSum }},
	}, rows)
}

// pairColumn names the pair in data.
func pairColumn[R any](x *explain.Pair) report.Column[R] {
	return report.Column[R]{Key: "pair", Value: func(R) any { return x.First.Policy + " " + x.Second.Policy }}
}

// signed formats a difference with its sign; what rounds to nothing is 0.
func signed(s float64) string {
	text := fmt.Sprintf("%+.2f", s)
	if strings.Trim(text, "+-0.") == "" {
		return "0"
	}
	return strings.Replace(text, "-", "−", 1)
}

// stepSheet has the runs on the way to equal settings.
func stepSheet(x *explain.Pair) report.Sheet {
	seconds := func(s *float64) string {
		if s == nil {
			return "–"
		}
		return compare.FormatSeconds(*s)
	}
	value := func(s *float64) any {
		if s == nil {
			return ""
		}
		return *s
	}
	what := func(s explain.ChainStep) string {
		if s.Changed == "" {
			return s.Text
		}
		return s.Changed + " " + s.Text
	}
	var notes []string
	if len(x.Merit.Settings) > 1 {
		notes = append(notes, "each line keeps what the lines above it have changed of the same policy;",
			"in another order, the steps may be others")
	}
	for i, s := range x.Merit.Steps {
		if s.Note != "" && (i == 0 || x.Merit.Steps[i-1].Note != s.Note) {
			notes = append(notes, "–: "+s.Note)
		}
	}
	return report.NewSheet("steps", "", []report.Column[explain.ChainStep]{
		pairColumn[explain.ChainStep](x),
		{Key: "changed", Value: func(s explain.ChainStep) any { return s.Changed }},
		{Key: "setting", Value: func(s explain.ChainStep) any { return s.Setting }},
		{Key: "text", Heading: "settings made equal", Left: true, Value: func(s explain.ChainStep) any { return s.Text }, Text: what},
		{
			Key: "first_s", Heading: x.First.Policy + " s", Value: func(s explain.ChainStep) any { return value(s.First) },
			Text: func(s explain.ChainStep) string { return seconds(s.First) },
		},
		{
			Key: "second_s", Heading: x.Second.Policy + " s", Value: func(s explain.ChainStep) any { return value(s.Second) },
			Text: func(s explain.ChainStep) string { return seconds(s.Second) },
		},
		{Key: "difference_s", Heading: "difference", Value: func(s explain.ChainStep) any {
			if s.First == nil || s.Second == nil {
				return ""
			}
			return *s.Second - *s.First
		}, Text: func(s explain.ChainStep) string {
			if s.First == nil || s.Second == nil {
				return "–"
			}
			return signed(*s.Second - *s.First)
		}},
	}, x.Merit.Steps, notes...)
}

// turnSheet tells who is faster where.
func turnSheet(x *explain.Pair) report.Sheet {
	notes := append([]string{}, x.Turn.Left...)
	for i := range notes {
		notes[i] = "left out: " + notes[i]
	}
	for _, c := range x.Turn.Cells {
		if c.Seeds < len(x.First.Times) {
			notes = append(notes, "trees of more than a million nodes: one seed")
			break
		}
	}
	return report.NewSheet("turn", "", []report.Column[explain.Cell]{
		pairColumn[explain.Cell](x),
		report.Formatted("nodes", "nodes", cli.Grouped, func(c explain.Cell) int64 { return c.Nodes }),
		{Key: "grid", Heading: "grid", Value: func(c explain.Cell) any { return c.Grid }},
		{
			Key: "nodes_a_processor", Heading: "nodes a processor", Value: func(c explain.Cell) any { return c.PerProc },
			Text: func(c explain.Cell) string { return cli.Grouped(int64(c.PerProc + 0.5)) },
		},
		report.Formatted("first_s", x.First.Policy+" s", compare.FormatSeconds, func(c explain.Cell) float64 { return c.First }),
		report.Formatted("second_s", x.Second.Policy+" s", compare.FormatSeconds, func(c explain.Cell) float64 { return c.Second }),
		{
			Key: "winner", Heading: "faster", Left: true, Value: func(c explain.Cell) any { return c.Winner },
			Text: func(c explain.Cell) string { return cmp.Or(c.Winner, "a tie") },
		},
	}, x.Turn.Cells, notes...)
}
