// Package reproduce does the papers' experiments again and puts the papers' numbers beside ours.
//
// An experiment is an Item: a name such as "liquid/fig5", a source, and a function that returns a
// Result: tables, pictures, and verdicts on claims ([Claim]): what the paper says, what we read in it, and checks of our own. An item is a
// file in its paper's package, and a line in the Items of that package. Papers share what is here, and do not use each other; package
// papers is the table of them all. The example of [Item] is the whole of a small one.
//
// The jobs of an item, and those of all items under way, run side by side on the cores (Map); results
// keep the order of the input, and every job draws from a random stream of its own (Session.Rand), so
// that the same seed gives the same bytes on any number of cores. With Session.Quick an item does the
// same at a size that takes seconds. Claims on what a paper has measured are not judged at that size; theorems and
// formulas are ([Claim]). An item that is interrupted keeps the rows that are finished ([Interrupted]).
//
// Start reading here; claim.go has what is judged and by which bound, session.go what an item is lent, lend.go how it is lent the search
// trees of formulas, beside.go the columns with a paper's numbers, plan.go how items are run, item_result.go and summary.go how
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
	ByName bool   // it takes long, and is done only if its whole name is given
	// Run does the experiment. If ctx ends it returns the error of ctx, soon.
	Run func(ctx context.Context, s *Session) (*Result, error)
}

// Result is the outcome of an item.
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
