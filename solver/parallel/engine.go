package parallel

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/dustin/go-humanize"

	"transat/solver"
)

// The size of the search tree is estimated, not searched. What is small was chosen by measurement: pigeon
// holes (11 in 10, 7 million nodes, 3 s), multipliers and van der Waerden numbers have trees below that limit where
// learning takes five to a hundred times as long, and on the other side little is lost: colouring, parity and
// counters, which learning decides in a tenth of the time or less, cost some 15 seconds at most.
const (
	smallTree     = 10_000_000
	estimateNodes = 20_000
	estimateTime  = 300 * time.Millisecond

	// largeFormula is the number of literals from which on a copy of the formula in every process is
	// too much.
	largeFormula = 5_000_000
)

// ChooseEngine returns the engine that suits a formula, which [Auto] stands for, and why. It looks at the formula:
//
//	clauses of one length, drawn at random   dpll: nothing is to be learned, and on such formulas it is faster
//	                                         than clause learning by factors of ten and more
//	a search tree that is small              dpll, whatever the formula is like
//	anything else                            learning: cube if there are several cores, otherwise cdcl
//
// Cubes are solved in processes of their own, so cube is out of the question without Options.Helper.
func ChooseEngine(ctx context.Context, f *solver.Formula, opt Options) (engine Engine, why string, err error) {
	opt = opt.withDefaults()
	rule := opt.Rule
	if rule == AutoRule {
		rule, _ = ChooseRule(f)
	}
	if only := opt.treeOnly(); only != "" {
		return DPLL, only + " is for a search of the tree", nil
	}
	if length := uniform(f); length > 0 && looksRandom(f) {
		return DPLL, fmt.Sprintf("%d random clauses of %d literals", f.Len(), length), nil
	}
	limited, cancel := context.WithTimeout(ctx, estimateTime)
	defer cancel()
	tree, err := solver.EstimateSize(limited, f, solver.EstimateOptions{Rule: rule, MaxNodes: estimateNodes, Seed: 1})
	switch {
	case ctx.Err() != nil:
		return DPLL, "there is no time to choose", nil // the search itself will say so
	case errors.Is(err, context.DeadlineExceeded):
		why = "a structured formula whose search tree is too deep to estimate"
	case err != nil:
		return "", "", err
	case tree.Nodes <= smallTree:
		return DPLL, "a search tree of about " + counted(int64(tree.Nodes), "node"), nil
	default:
		why = fmt.Sprintf("a structured formula with a search tree of about %s nodes", nodesText(tree.Nodes))
	}
	if opt.Threads > 1 && f.Literals() <= largeFormula && len(opt.Helper) > 0 {
		return Cube, why, nil
	}
	return CDCL, why, nil
}

// treeOnly names an option that only a search of the tree can keep to, if one is set.
func (o Options) treeOnly() string {
	switch {
	case o.MaxNodes > 0:
		return "a limit of nodes"
	case o.Deterministic:
		return "a deterministic search"
	case o.Checkpoint.File != "":
		return "a checkpoint"
	}
	return ""
}

// nodesText writes a number that may be beyond all measure.
func nodesText(n float64) string {
	if n < 1e15 {
		return humanize.Comma(int64(n))
	}
	return fmt.Sprintf("10^%.0f", math.Log10(n))
}

// uniform returns the length that all clauses have, or 0.
func uniform(f *solver.Formula) int {
	if f.Len() == 0 {
		return 0
	}
	length := len(f.Clause(0))
	for i := range f.Len() {
		if len(f.Clause(i)) != length {
			return 0
		}
	}
	return length
}

// looksRandom reports whether clauses, which are of one length, could have been drawn at random. Then how often
// variables occur is spread as by a Poisson distribution, whose variance is its mean, and two clauses hardly ever
// begin with the same two variables; encodings of structure have variables that are all alike, or of several
// kinds, and several clauses over the same ones.
func looksRandom(f *solver.Formula) bool {
	if f.Vars() < 2 || len(f.Clause(0)) < 3 {
		return false
	}
	const (
		leastSpread, mostSpread = 0.5, 1.6 // variance / mean
		mostPairs               = 3        // pairs in common, as a multiple of what chance gives
	)
	occurs := make([]int, f.Vars()+1)
	type pair struct{ low, high solver.Var }
	pairs := make(map[pair]int)
	same := 0
	for i := range f.Len() {
		clause := f.Clause(i)
		for _, l := range clause {
			occurs[l.Var()]++
		}
		low, high := twoLowest(clause)
		same += pairs[pair{low, high}]
		pairs[pair{low, high}]++
	}
	spread := dispersion(occurs[1:])
	// Two clauses of k literals that have a pair in common have the same two lowest variables less often than
	// that, so this is more than chance gives.
	n, k, m := float64(f.Vars()), float64(len(f.Clause(0))), float64(f.Len())
	chance := m * m / 2 * math.Pow(k*(k-1)/2, 2) / (n * (n - 1) / 2)
	return leastSpread <= spread && spread <= mostSpread && float64(same) <= mostPairs+chance
}

// twoLowest returns the two lowest variables of a clause of at least two literals.
func twoLowest(clause []solver.Lit) (low, high solver.Var) {
	low, high = math.MaxUint32, math.MaxUint32
	for _, l := range clause {
		switch v := l.Var(); {
		case v < low:
			low, high = v, low
		case v < high:
			high = v
		}
	}
	return low, high
}

// dispersion returns the variance of numbers over their mean.
func dispersion(numbers []int) float64 {
	sum, squares := 0.0, 0.0
	for _, x := range numbers {
		sum += float64(x)
		squares += float64(x) * float64(x)
	}
	mean := sum / float64(len(numbers))
	return (squares/float64(len(numbers)) - mean*mean) / max(mean, 1e-9)
}
