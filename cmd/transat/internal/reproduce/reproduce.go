// Package reproduce does the papers' experiments again and puts the papers' numbers beside ours.
//
// An experiment is an Item: a name such as "liquid/fig5", a source, and a function that returns a
// Result: tables, pictures, and a verdict on every claim that the paper makes. An item is a file in its paper's
// package, and a line in the Items of that package. Papers share what is here, and do not use each other; package
// papers is the table of them all. The example of [Item] is the whole of a small one.
//
// The jobs of an item, and those of all items under way, run side by side on the cores (Map); results
// keep the order of the input, and every job draws from a random stream of its own (Session.Rand), so
// that the same seed gives the same bytes on any number of cores. With Session.Quick an item does the
// same at a size that takes seconds. Claims on what a paper has measured are not judged at that size; theorems and
// formulas are ([Claim]). An item that is interrupted keeps the rows that are finished ([Interrupted]).
//
// Start reading here; session.go has what an item is lent, lend.go how it is lent the search trees of formulas,
// beside.go the columns with a paper's numbers, plan.go how items are run, text.go, summary.go and data.go how
// results are printed, files.go how they are written to a folder.
package reproduce

import (
	"context"

	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
)

// Item is one experiment of a paper.
type Item struct {
	Name   string // paper/what, in lower case: "liquid/fig5"
	Title  string // what it shows, in a line
	Source string // author, title, section
	// Run does the experiment. If ctx ends it returns the error of ctx, soon.
	Run func(ctx context.Context, s *Session) (*Result, error)
}

// Result is what an item has found.
type Result struct {
	Setup   []string // what was run: sizes, repetitions, units; one statement a line
	Tables  []report.Sheet
	Claims  []Claim
	Figures []Figure
	// Unfinished is a result of which there are only some rows, since it was interrupted.
	Unfinished bool
}

// Figure is a picture of an item. The files of an item with a single picture are named after the item;
// with several, Key, a short word, tells them apart.
type Figure struct {
	Key     string
	Picture figure.Picture // its subtitle says what is particular to it; item, size and seed are added
}

// Claim is something that the paper says, with our verdict on it.
type Claim struct {
	Section string // where the paper says it: "§5", "Theorem 1"
	Text    string // what it says, in few words
	Verdict Verdict
	Range   string // where it holds, if Verdict is HoldsPartly: "P ≤ 250"
	Note    string // our numbers, and the reason if they are not the paper's
	// AnySize says that the claim is about all sizes, as a theorem or a formula is. Others are made for the size that
	// the paper has measured, and are not judged at the quick one.
	AnySize bool
}

// AtAnySize returns claims that are about all sizes.
func AtAnySize(claims ...Claim) []Claim {
	for i := range claims {
		claims[i].AnySize = true
	}
	return claims
}

// judgedAt is the claim as it is judged at the quick size, or the full one.
func (c Claim) judgedAt(quick bool) Claim {
	if quick && !c.AnySize {
		c.Verdict, c.Range = NotJudged, ""
	}
	return c
}

// Verdict says whether a claim came out.
type Verdict uint8

// The verdicts.
const (
	DoesNotHold Verdict = iota
	HoldsPartly         // in a range only
	Holds
	NotJudged // the size is below the one that the claim was made for
)

// Judge is Holds if the claim came out and DoesNotHold if it did not.
func Judge(came bool) Verdict {
	if came {
		return Holds
	}
	return DoesNotHold
}

// String is "holds", "holds for …", "does not hold" or "not judged at this size".
func (c Claim) String() string {
	switch c.Verdict {
	case Holds:
		return "holds"
	case HoldsPartly:
		return "holds for " + c.Range
	case NotJudged:
		return "not judged at this size"
	}
	return "does not hold"
}
