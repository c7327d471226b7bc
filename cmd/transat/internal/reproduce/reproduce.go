// Package reproduce does the papers' experiments again and puts the papers' numbers beside ours.
//
// An experiment is an Item: a name such as "liquid/fig5", a source, and a function that returns a
// Result: tables, pictures, and a verdict on every claim that the paper makes. An item is a file in its paper's
// package, and a line in the Items of that package. Papers share what is here, and do not use each other; package
// papers is the table of them all. Here is the whole of a small item:
//
//	func coinItem() Item {
//		return Item{Name: "coin/fair", Title: "heads in many throws", Source: "Nobody: On coins, §2", Run: coin}
//	}
//
//	type throws struct{ n, heads int }
//
//	func coin(ctx context.Context, s *Session) (*Result, error) {
//		sizes := Size(s, []int{100, 1000}, []int{1000, 1_000_000})
//		rows, err := Map(ctx, s, sizes, func(n int) Job { return Job{fmt.Sprint(n, " throws"), float64(n) / 1e8} },
//			func(_ context.Context, n int) (throws, error) { return throw(s.Rand(uint64(n)), n), nil })
//		if err != nil {
//			return nil, err
//		}
//		columns := []report.Column[throws]{
//			{Key: "n", Heading: "throws", Value: func(r throws) any { return r.n }},
//		}
//		columns = append(columns, Beside("share", "heads", 3, throws.share, func(throws) float64 { return 0.5 })...)
//		return &Result{
//			Tables: []report.Sheet{report.NewSheet("throws", "Heads", columns, rows)},
//			Claims: []Claim{{Section: "§2", Text: "half of the throws are heads", Verdict: Holds}},
//		}, nil
//	}
//
// The jobs of an item, and those of all items under way, run side by side on the cores (Map); results
// keep the order of the input, and every job draws from a random stream of its own (Session.Rand), so
// that the same seed gives the same bytes on any number of cores. With Session.Quick an item does the
// same at a size that takes seconds.
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
}

// Verdict says whether a claim came out.
type Verdict uint8

// The verdicts.
const (
	DoesNotHold Verdict = iota
	HoldsPartly         // in a range only
	Holds
)

// Judge is Holds if the claim came out and DoesNotHold if it did not.
func Judge(came bool) Verdict {
	if came {
		return Holds
	}
	return DoesNotHold
}

// String is "holds", "holds for …" or "does not hold".
func (c Claim) String() string {
	switch c.Verdict {
	case Holds:
		return "holds"
	case HoldsPartly:
		return "holds for " + c.Range
	}
	return "does not hold"
}
