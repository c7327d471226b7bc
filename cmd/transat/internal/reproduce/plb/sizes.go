package plb

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"transat/balance"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
	"transat/solver/tree"
)

// Load estimate (a) against the trees: the load of a subproblem with k assigned variables is α^−k, and the paper found α = 1.04 by
// experiment (§6). So how much smaller is a subtree with each assigned variable? A line is fitted to the logarithm of the work of subtrees
// against k: over all of them, and over the large ones alone, which balancing moves.

func sizesItem() reproduce.Item {
	return reproduce.Item{
		Name:   "plb/sizes",
		Title:  "the work of subtrees by assigned variables: what α estimates it",
		Source: "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §6, estimate (a)",
		Run:    sizes,
	}
}

// shares are the sizes from which subtrees count, as a part of the tree: 0 is all.
func shares() []float64 { return []float64{0, 1. / 20480, 1. / 1024} }

// sizesFit is the line through the subtrees of one tree from one size on.
type sizesFit struct {
	subtrees int
	alpha    float64 // by which a subtree is smaller with each assigned variable
	spread   float64 // standard deviation of the work from the line, as a factor
}

// sizesRow is a share, over all trees.
type sizesRow struct {
	share float64
	fits  []sizesFit
}

func sizes(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	formulas, err := tableFormulas(s, reproduce.Sample400)
	if err != nil {
		return nil, err
	}
	formulas = formulas[:min(len(formulas), parameterFormulas)]
	results, err := reproduce.OnTrees(ctx, s, formulas, shares(),
		func(float64) reproduce.Job { return reproduce.Job{What: "sizes of subtrees", Seconds: 0.1} }, sizesOn)
	rows := sizesRows(reproduce.Finished(results, err))
	if err != nil {
		return reproduce.Interrupted(err, nil, sizesSheet(rows))
	}
	sample, _, _ := strings.Cut(formulas[0].Name, "/")
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("%d unsatisfiable formulas of %s; the work of a subtree is its clause visits; leaves are left out",
				len(rows[0].fits), sample),
		},
		Tables: []report.Sheet{sizesSheet(rows)},
		Claims: sizesClaims(rows),
	}, nil
}

// sizesOn fits a line to the subtrees of a tree with a share of its work or more; nil if the formula is satisfiable.
func sizesOn(ctx context.Context, lent reproduce.Lent, share float64) (*sizesFit, error) {
	if lent.Tree == nil || lent.Tree.Models() > 0 {
		return nil, nil
	}
	var assigned, logs []float64
	whole, _, _ := lent.Tree.Subtree(lent.Tree.Root())
	err := walkInner(ctx, lent.Tree, func(n tree.Node, work int64) bool {
		if float64(work) < share*float64(whole) {
			return false
		}
		assigned, logs = append(assigned, float64(lent.Tree.Level(n))), append(logs, math.Log(float64(work)))
		return true
	})
	if err != nil {
		return nil, err
	}
	offset, slope := stat.LinearRegression(assigned, logs, nil, false)
	away := 0.0
	for i, k := range assigned {
		away += math.Pow(logs[i]-offset-slope*k, 2)
	}
	return &sizesFit{len(logs), math.Exp(-slope), math.Exp(math.Sqrt(away / float64(len(logs))))}, nil
}

// walkInner goes through the inner nodes of a tree from the root down. It tells visit the work of each one's subtree; visit says whether to
// go on below it.
func walkInner(ctx context.Context, t balance.Tree[tree.Node], visit func(n tree.Node, work int64) bool) error {
	stack := []tree.Node{t.Root()}
	var children []tree.Node
	for steps := 0; len(stack) > 0; steps++ {
		if steps%(1<<16) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		work, _, _ := t.Subtree(n)
		if children, _, _, _ = t.Expand(n, children[:0]); len(children) > 0 && visit(n, work) {
			stack = append(stack, children...)
		}
	}
	return nil
}

func sizesRows(results [][]*sizesFit) []sizesRow {
	var rows []sizesRow
	for i, share := range shares() {
		row := sizesRow{share: share}
		for _, fits := range results {
			if fits[i] != nil {
				row.fits = append(row.fits, *fits[i])
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// mean is the mean of a number over the trees.
func (r sizesRow) mean(of func(sizesFit) float64) float64 {
	sum := 0.0
	for _, f := range r.fits {
		sum += of(f) / float64(len(r.fits))
	}
	return sum
}

func (r sizesRow) alpha() float64 { return r.mean(func(f sizesFit) float64 { return f.alpha }) }

// name says which subtrees a row has.
func (r sizesRow) name() string {
	if r.share == 0 {
		return "all"
	}
	return fmt.Sprintf("1/%.0f of the tree or more", 1/r.share)
}

func sizesSheet(rows []sizesRow) report.Sheet {
	columns := []report.Column[sizesRow]{
		{Key: "subtrees", Heading: "subtrees", Left: true, Value: func(r sizesRow) any { return r.name() }},
		report.Number("count", "number", 0, func(r sizesRow) float64 { return r.mean(func(f sizesFit) float64 { return float64(f.subtrees) }) }),
		report.Number("alpha", "α", 3, sizesRow.alpha),
		report.Number("alpha_least", "least", 3, func(r sizesRow) float64 { return r.least() }),
		report.Number("alpha_most", "most", 3, func(r sizesRow) float64 { return r.most() }),
		report.Number("off", "off by", 2, func(r sizesRow) float64 { return r.mean(func(f sizesFit) float64 { return f.spread }) }),
	}
	return report.NewSheet("sizes", "The α that fits the work of subtrees best", columns, rows,
		"number: in a tree; α: mean, least and most of the trees; off by: the factor by which the work of a subtree differs from the line")
}

func (r sizesRow) least() float64 {
	least := math.Inf(1)
	for _, f := range r.fits {
		least = min(least, f.alpha)
	}
	return least
}

func (r sizesRow) most() float64 {
	most := 0.0
	for _, f := range r.fits {
		most = max(most, f.alpha)
	}
	return most
}

func sizesClaims(rows []sizesRow) []reproduce.Claim {
	const near = 0.01
	claim := func(kind reproduce.ClaimKind, text string, r sizesRow) reproduce.Claim {
		return reproduce.Claim{
			Kind: kind, Section: "§6", Text: text, Bound: reproduce.Ours(fmt.Sprintf("the α of a line through the logarithms, within %v", near)),
			Verdict: reproduce.Judge(math.Abs(r.alpha()-paperAlpha) <= near),
			Note: fmt.Sprintf("α = %.3f (%.3f to %.3f), off by a factor of %.1f", r.alpha(), r.least(), r.most(),
				r.mean(func(f sizesFit) float64 { return f.spread })),
		}
	}
	return []reproduce.Claim{
		claim(reproduce.Reading, "α^−k with α = 1.04 approximates the load of a subproblem, taken over all of them", rows[0]),
		claim(reproduce.Check, "so it does for the subproblems that are large enough to be sent", rows[len(rows)-1]),
	}
}
