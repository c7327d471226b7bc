package reproduce

import (
	"fmt"
	"io"

	"transat/cmd/transat/internal/report"
)

// Finding is what is printed of an item that was run.
type Finding struct {
	Item   Item
	Result *Result
	Quick  bool
	Seed   uint64
	Files  // that were written for it
}

// Findings has a finding for each item that was run, in order.
type Findings []Finding

// Write prints the findings, with a summary if there are several. The error is that of w.
func (f Findings) Write(w io.Writer, style report.Style) error { return f.Sections().Write(w, style) }

// Sections are the findings as a report, with a summary if there are several.
func (f Findings) Sections() report.Sections {
	all := report.Sections{Key: "item"}
	for _, finding := range f {
		all.All = append(all.All, finding.section())
	}
	if rows := f.tallies(); len(rows) > 2+len(Kinds()) { // two items, and their sums
		summary := summary(rows)
		all.Summary = &summary
	}
	return all
}

// section is the finding as a part of a report.
func (f Finding) section() report.Section {
	c := report.Section{
		Name: f.Item.Name, Title: f.Item.Title,
		Lines:    append([]string{f.Item.Source}, f.Result.Setup...),
		Facts:    []report.Fact{{Key: "source", Value: f.Item.Source}, {Key: "quick", Value: f.Quick}, {Key: "seed", Value: f.Seed}},
		Sheets:   f.Result.Tables,
		Files:    f.all(),
		Pictures: f.Pictures,
	}
	c.Lines = append(c.Lines, fmt.Sprintf("%s size, seed %d", f.size(), f.Seed))
	if f.Result.Unfinished {
		c.Lines = append(c.Lines, "interrupted: these are the rows that were finished, and no verdicts")
		c.Facts = append(c.Facts, report.Fact{Key: "unfinished", Value: true})
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

// claims returns the claims of the finding, as they are judged at its size.
func (f Finding) claims() []Claim {
	var all []Claim
	for _, c := range f.Result.Claims {
		all = append(all, c.judgedAt(f.Quick))
	}
	return all
}

// reported is the claim as reports have it.
func (c Claim) reported() report.Claim {
	r := report.Claim{
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
func (f Finding) size() string {
	if f.Quick {
		return "quick"
	}
	return "full"
}
