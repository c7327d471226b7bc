package plb

import (
	"math"
	"math/bits"

	"gonum.org/v1/gonum/stat"
)

// The formulas for the numbers of plb/table1: the paper's, and exact ones.

// limit is the upper bound of the migrated load, Δ·n/2·λ_mid (eq. 8).
func (r *row) limit(loads []float64) float64 {
	mean, far := stat.Mean(loads, nil), 0.0
	for _, l := range loads {
		far += math.Abs(l - mean)
	}
	return float64(r.diameter) / 2 * far
}

// diameter is the number of links between the two processors farthest apart.
func (c setting) diameter() int {
	switch c.label {
	case "clique":
		return 1
	case "tree":
		return 2 * (bits.Len(uint(c.net.Procs())) - 1)
	}
	sum := 0
	for _, side := range c.net.Sides() {
		sum += side - 1
	}
	return sum
}

// exact is the expected migration of normally distributed loads with standard deviation 1: the sum of
// √(2i(n−i)/πn) over all links (eq. 3), which the paper replaces by an integral.
func (c setting) exact() float64 {
	n := float64(c.net.Procs())
	link := func(i, n float64) float64 { return math.Sqrt(2 * i * (n - i) / (math.Pi * n)) }
	sum := 0.0
	switch c.label {
	case "clique":
		return n / 2 * math.Sqrt(2/math.Pi*(n-1)/n)
	case "tree":
		for leaves := 1.; leaves < (n+1)/2; leaves *= 2 {
			sum += (n + 1) / (2 * leaves) * link(2*leaves-1, n)
		}
		return sum
	}
	spread := 1.0 // of the loads of a stage, which are means over the lines of the stages before
	for _, side := range c.net.Sides() {
		for i := 1; i < side; i++ {
			sum += spread * n / float64(side) * link(float64(i), float64(side))
		}
		spread /= math.Sqrt(float64(side))
	}
	return sum
}

// formula is the paper's expected migration over nσ; NaN if it has only an order of growth.
func (c setting) formula() float64 {
	switch {
	case c.label == "line":
		return math.Sqrt(2*math.Pi*float64(c.net.Procs())) / 8 // eq. 4
	case c.label == "tree":
		leaves := float64(c.net.Procs()+1) / 2 // 2^h; eq. 5, last line but one
		return 4 * (leaves - math.Sqrt(leaves)) / (math.Sqrt(math.Pi) * math.Ln2) / float64(c.net.Procs())
	case c.label == "clique" && c.loads == "uniform":
		return math.Sqrt(3) / 4 // eq. 6
	case c.label == "clique":
		return 1 / math.Sqrt(2*math.Pi)
	}
	return math.NaN()
}
