package estimate

import "math"

// Estimator says how much of a search is left while it is under way, on any number of processors. It starts from an
// estimate of the whole tree, is asked at moments at which the search can be looked at, and knows no clock.
//
// What is left is estimated in two ways: as the size of the whole tree less the nodes visited, which is good
// at the beginning, and as the sum of what branches of the level of each open one have on average, which is good
// when few nodes are left. Each counts the more, the less it is expected to be wrong.
type Estimator struct{ before Estimate }

// NewEstimator returns the estimator for a search whose tree has been estimated by Size.
func NewEstimator(before Estimate) *Estimator { return &Estimator{before: before} }

// Remaining estimates how many nodes are left after visited ones, and bounds between which their number
// lies in about 19 of 20 cases. open are the levels of the branches that are not begun, as Worker.Open gives
// them; it is nil if they are not known.
func (e *Estimator) Remaining(visited int64, open []int) (nodes, low, high float64) {
	if e.before.Exact {
		left := max(e.before.Nodes-float64(visited), 0)
		return left, left, left
	}
	const (
		quantile = 2.0
		regional = 0.25 // how far all open branches together may be from the mean of their levels
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

// branches returns how many nodes branches of the given levels have together on average, and the variance.
func (e *Estimator) branches(levels []int) (nodes, variance float64) {
	const spread = 1.0 // variance of the size of branches of a level, in squares of the mean
	// The sizes of levels are from probes, and those of the whole tree from more than that.
	scale := math.Log(max(e.before.Nodes, 2)) / math.Log(max(e.before.sizes.at(0), 2))
	for _, level := range levels {
		before := math.Pow(e.before.sizes.below(level-1), scale)
		nodes += before
		variance += spread * before * before
	}
	return nodes, variance
}
