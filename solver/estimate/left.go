package estimate

import "math"

// Estimator estimates how much of a search is left while it runs, on any number of processors, from the estimate of the
// whole tree. It uses no clock.
//
// It combines two estimates: the size of the whole tree less the visited nodes, which is good at the beginning, and the
// sum of the mean sizes of the open branches by their levels, which is good near the end. Each weighs the more, the
// smaller its expected error is.
type Estimator struct{ before Result }

// NewEstimator returns the estimator for a search whose tree Size has estimated.
func NewEstimator(before Result) *Estimator { return &Estimator{before: before} }

// Remaining estimates the number of nodes left after the visited ones, and bounds that hold it in about 19 of 20 cases.
// open has the levels of the branches not begun, as Worker.Open returns them, or is nil if they are not known.
func (e *Estimator) Remaining(visited int64, open []int) (nodes, low, high float64) {
	if e.before.Exact {
		left := max(e.before.Nodes-float64(visited), 0)
		return left, left, left
	}
	const (
		quantile = 2.0
		regional = 0.25 // how far the mean of all open branches may be from the mean of their levels
	)
	width := math.Log(e.before.High/e.before.Low) / (1 + skew) / quantile
	nodes = max(e.before.Nodes-float64(visited), 0)
	deviation := max(width*e.before.Nodes, float64(visited)-e.before.Nodes)
	if open != nil {
		sum, variance := e.branches(open)
		variance += math.Pow(max(width, regional)*sum, 2) + 1
		share := variance / (variance + deviation*deviation)
		nodes = share*nodes + (1-share)*sum
		deviation = math.Sqrt(share) * deviation
	}
	return nodes, max(nodes-quantile*deviation, 0), nodes + skew*quantile*deviation
}

// branches returns the expected number of nodes of branches of the given levels, and its variance.
func (e *Estimator) branches(levels []int) (nodes, variance float64) {
	const spread = 1.0 // variance of the size of branches of one level, relative to the squared mean
	// The sizes of levels come from probes alone, the size of the whole tree from samples too.
	scale := math.Log(max(e.before.Nodes, 2)) / math.Log(max(e.before.sizes.at(0), 2))
	for _, level := range levels {
		before := math.Pow(e.before.sizes.below(level-1), scale)
		nodes += before
		variance += spread * before * before
	}
	return nodes, variance
}
