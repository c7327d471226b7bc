package compare

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// What many formulas, or many seeds, say of a policy: means mislead where a few large trees outweigh all
// others, so there are medians and quartiles too; and since the trees differ more than the policies do,
// policies are compared tree by tree.

// Spread describes the times of a setup by their order, in seconds: the least, the quartiles and the
// largest.
type Spread struct{ Least, Lower, Median, Upper, Most float64 }

// spread orders at least one number.
func spread(x []float64) Spread {
	x = slices.Sorted(slices.Values(x))
	return Spread{x[0], quantile(x, 0.25), quantile(x, 0.5), quantile(x, 0.75), x[len(x)-1]}
}

// quantile interpolates between the neighbours of rank 1 + p·(n−1) of sorted numbers: the median of an
// even number of them is the mean of the two in the middle.
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[i]
	}
	share := at - float64(i)
	return sorted[i]*(1-share) + sorted[i+1]*share
}

// std is the sample standard deviation, 0 for a single number.
func std(x []float64) float64 {
	if len(x) < 2 {
		return 0
	}
	return stat.StdDev(x, nil)
}

// Variation is the coefficient of variation of loads: their standard deviation as a share of their mean, 0 if that is 0.
func Variation(loads []float64) float64 {
	mean, std := stat.PopMeanStdDev(loads, nil)
	if mean == 0 {
		return 0
	}
	return std / mean
}

// Against compares the times of a row with those of another one, formula by formula (or seed by seed).
type Against struct {
	Reference string // the policy of the other row; "" if there is nothing to compare with
	// Ratio is the median of time / time of the reference. With a probability of at least 95 % the true
	// median lies between Low and High, which are NaN if there are too few formulas to say so.
	Ratio, Low, High float64
	Faster, Slower   int // on how many formulas; on the others they are as fast
}

// confidence is the probability with which the interval from Low to High holds the true value.
const confidence = 0.95

// against compares times with the times of a reference, pair by pair.
func against(reference string, times, others []float64) Against {
	a := Against{Reference: reference}
	var ratios []float64
	for i, t := range times {
		ratios = append(ratios, t/others[i])
		switch {
		case t < others[i]:
			a.Faster++
		case t > others[i]:
			a.Slower++
		}
	}
	slices.Sort(ratios)
	a.Ratio = quantile(ratios, 0.5)
	a.Low, a.High = medianInterval(ratios)
	return a
}

// medianInterval is the interval of the sign test. Each of n independent values lies below the true median with
// probability ½, so fewer than k do with that of fewer than k heads in n throws; if this is at most half of
// what confidence leaves, the median lies between the k-th value from below and the k-th from above.
// There is no such k for fewer than six values.
func medianInterval(sorted []float64) (low, high float64) {
	throws := distuv.Binomial{N: float64(len(sorted)), P: 0.5}
	k := 0
	for throws.CDF(float64(k)) <= (1-confidence)/2 {
		k++
	}
	if k == 0 {
		return math.NaN(), math.NaN()
	}
	return sorted[k-1], sorted[len(sorted)-k]
}

// Relate fills in what rows say of each other. Times can be compared only if they belong to the same
// formulas.
func Relate(rows []Row, same bool) {
	nothing := Against{Ratio: math.NaN(), Low: math.NaN(), High: math.NaN()}
	best := fastest(rows)
	for i := range rows {
		r := &rows[i]
		r.Against, r.NRT = nothing, math.NaN()
		if !same {
			continue
		}
		if best >= 0 && len(rows) > 1 {
			r.Against = against(rows[best].Policy.String(), r.Times, rows[best].Times)
		}
		none, ideal := named(rows, "none"), named(rows, "ideal")
		if none >= 0 && ideal >= 0 {
			r.NRT = (rows[none].Time - r.Time) / (rows[none].Time - rows[ideal].Time)
		}
	}
}

// fastest is the index of the row with the least mean time that is no bound, or -1.
func fastest(rows []Row) int {
	best := -1
	for i, r := range rows {
		if !r.Policy.Spec.Bound && (best < 0 || r.Time < rows[best].Time) {
			best = i
		}
	}
	return best
}

// named is the index of the first row of a policy, or -1.
func named(rows []Row, policy string) int {
	return slices.IndexFunc(rows, func(r Row) bool { return r.Policy.Spec.Name == policy })
}
