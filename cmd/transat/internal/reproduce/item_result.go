package reproduce

import (
	"fmt"
	"io"

	"transat/cmd/transat/internal/report"
)

// ItemResult is the result of an item, to be printed.
type ItemResult struct {
	Item   Item
	Result *Result
	Quick  bool
	Seed   uint64
	Files  // that were written for it
}

// ItemResults has a result for each item that was run, in order.
type ItemResults []ItemResult

// Write prints the results, with a summary if there are several. The error is that of w.
func (f ItemResults) Write(w io.Writer, style report.Style) error {
	return f.Sections().Write(w, style)
}

// Sections are the results as a report, with a summary if there are several.
func (f ItemResults) Sections() report.Sections {
	all := report.Sections{Key: "item"}
	for _, result := range f {
		all.All = append(all.All, result.section())
	}
	if rows := f.tallies(); len(rows) > 2+len(Kinds()) { // two items, and their sums
		summary := summary(rows)
		all.Summary = &summary
	}
	return all
}

// section is the result as a part of a report.
func (f ItemResult) section() report.Section {
	c := report.Section{
		Name: f.Item.Name, Title: f.Item.Title,
		Lines:    append([]string{f.Item.Source}, f.Result.Setup...),
		Fields:   []report.KeyValue{{Key: "source", Value: f.Item.Source}, {Key: "quick", Value: f.Quick}, {Key: "seed", Value: f.Seed}},
		Sheets:   f.Result.Tables,
		Files:    f.all(),
		Pictures: f.Pictures,
	}
	c.Lines = append(c.Lines, fmt.Sprintf("%s size, seed %d", f.size(), f.Seed))
	if f.Result.Unfinished {
		c.Lines = append(c.Lines, "interrupted: these are the rows that were finished, and no verdicts")
		c.Fields = append(c.Fields, report.KeyValue{Key: "unfinished", Value: true})
	}
	for _, kind := range Kinds() {
		for _, claim := range f.claims() {
			if claim.Kind == kind {
				c.Claims = append(c.Claims, claim.reported())
			}
		}
	}
	return c
}

// claims returns the claims of the result, as they are judged at its size.
func (f ItemResult) claims() []Claim {
	var all []Claim
	for _, c := range f.Result.Claims {
		all = append(all, c.judgedAt(f.Quick))
	}
	return all
}

// reported is the claim as reports have it.
func (c Claim) reported() report.ClaimLine {
	r := report.ClaimLine{
		Kind: c.Kind.key(), Heading: c.Kind.String(), Section: c.Section, Text: c.Text,
		Bound: c.Bound.Text, BoundOf: c.Bound.owner(), Said: c.String(), Note: c.Note,
	}
	switch c.Verdict {
	case Holds:
		r.Verdict, r.Mark = report.Good, "✓"
	case HoldsPartly:
		r.Verdict, r.Mark, r.Range = report.Mixed, "◐", c.Range
	case DoesNotHold:
		r.Verdict, r.Mark = report.Bad, "✗"
	case NotJudged:
		r.Mark = "–"
	}
	return r
}

// size is the word for how much was run.
func (f ItemResult) size() string {
	if f.Quick {
		return "quick"
	}
	return "full"
}
