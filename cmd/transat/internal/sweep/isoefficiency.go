package sweep

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Isoefficiency. A larger machine needs a larger tree to be as efficient: the isoefficiency function W(n) of a
// policy is the work, as sequential time, for which n processors have a given efficiency e. The more
// slowly it grows, the better the policy scales; no policy can do better than W ~ n.
//
// With overhead To, the time that all processors together spend on anything but the work, e = 1/(1 + To/W),
// that is
//
//	ln(e/(1-e)) = ln W − ln To
//
// Between two trees of which one is below e and the next above, W is found on a straight line through
// their points on these axes. That is exact if To is the same for both, and otherwise (To may grow like a
// power of W) on the line all the same. Nothing is said beyond the trees given: there are only bounds.
//
// Source: Grama, Gupta, Kumar: Isoefficiency: Measuring the Scalability of Parallel Algorithms and
// Architectures, 1993.

// Measure is one tree on n processors.
type Measure struct {
	Work       float64 // sequential time, s
	Efficiency float64 // 0 to 1; NaN if it is only known to be below what is looked for
}

// Bound tells whether a Need is interpolated, or an upper or lower bound.
type Bound uint8

// The bounds.
const (
	Interpolated Bound = iota // between two trees
	AtMost                    // the smallest tree, or the smallest that was not given up, is enough
	MoreThan                  // the largest tree is not enough
)

// Need is the work that a number of processors need to be as efficient as asked.
type Need struct {
	Procs int
	Work  float64 // s
	Bound Bound
}

// WorkFor returns the work at which n processors reach efficiency e in (0, 1). The measures are of at least one
// tree, in any order. If efficiency does not grow with work everywhere, it is the work from which on all trees
// reach e.
func WorkFor(n int, measures []Measure, e float64) Need {
	sorted := slices.SortedFunc(slices.Values(measures), func(a, b Measure) int { return cmp.Compare(a.Work, b.Work) })
	enough := len(sorted)
	for enough > 0 && sorted[enough-1].Efficiency >= e { // not so if it is NaN
		enough--
	}
	switch {
	case enough == len(sorted):
		return Need{n, sorted[enough-1].Work, MoreThan}
	case enough == 0 || math.IsNaN(sorted[enough-1].Efficiency):
		return Need{n, sorted[enough].Work, AtMost}
	}
	below, above := sorted[enough-1], sorted[enough]
	low, high := odds(below.Efficiency), odds(above.Efficiency)
	share := (odds(e) - low) / (high - low)
	return Need{n, math.Exp(math.Log(below.Work) + share*(math.Log(above.Work)-math.Log(below.Work))), Interpolated}
}

// odds is ln(e/(1-e)), kept finite.
func odds(e float64) float64 {
	const least = 1e-9
	e = min(max(e, least), 1-least)
	return math.Log(e / (1 - e))
}

// Growth is a power law W = c·n^Exponent through interpolated needs.
type Growth struct {
	Exponent float64
	Error    float64 // standard error of the exponent
	From, To int     // the numbers of processors that it rests on
	Sizes    int     // how many
}

// leastSizes is how many sizes a power law needs: two would fit any.
const leastSizes = 3

// Fit returns the power law that fits the interpolated needs best on logarithmic axes. It reports false if
// there are fewer than three.
func Fit(needs []Need) (Growth, bool) {
	var xs, ys []float64
	g := Growth{From: math.MaxInt}
	for _, n := range needs {
		if n.Bound == Interpolated {
			xs, ys = append(xs, math.Log(float64(n.Procs))), append(ys, math.Log(n.Work))
			g.From, g.To = min(g.From, n.Procs), max(g.To, n.Procs)
		}
	}
	if g.Sizes = len(xs); g.Sizes < leastSizes {
		return Growth{}, false
	}
	offset, exponent := stat.LinearRegression(xs, ys, nil, false)
	g.Exponent = exponent
	squares, spread, mean := 0.0, 0.0, stat.Mean(xs, nil)
	for i := range xs {
		squares += math.Pow(ys[i]-offset-exponent*xs[i], 2)
		spread += math.Pow(xs[i]-mean, 2)
	}
	g.Error = math.Sqrt(squares / float64(len(xs)-2) / spread)
	return g, true
}
