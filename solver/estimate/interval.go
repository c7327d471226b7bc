package estimate

import (
	"cmp"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// manySamples is how many independent samples an estimate is made of, if nodes cost what was planned. The
// spread of fewer would be known badly, and each of more would be small.
const manySamples, fewestSamples = 16, 6

// sample takes samples with all threads. whole is what has been visited for certain, no two nodes the same. If the context ends
// first, the estimate is that of the samples made so far.
func (e *estimation) sample(first *walker, whole *wholeSearch, sizes levelSizes) (Estimate, error) {
	crews := make([]*crew, max(1, e.opt.Threads))
	for i := range crews {
		w := first
		if i > 0 {
			var err error
			if w, err = e.walker(); err != nil {
				return e.soFar(first, whole, sizes), err
			}
		}
		crews[i] = &crew{walker: w, rng: rand.New(rand.NewPCG(e.opt.Seed, uint64(i)+1))}
	}
	speed, err := e.race(crews)
	if err != nil {
		return e.soFar(first, whole, sizes), err
	}
	budget := max(float64(e.opt.MaxNodes-first.cost), float64(e.opt.MaxNodes)/4)
	together(crews, func(c *crew) { c.err = c.take(sizes, e.dear, budget, len(crews)) })
	result := e.soFar(first, whole, sizes)
	result.SpeedOfAll, result.Visited = speed, 0
	var samples []float64
	for _, c := range crews {
		err = cmp.Or(err, c.err)
		samples = append(samples, c.samples...)
		result.Visited += c.walker.steps
		result.Models = result.Models || c.walker.models > 0
	}
	if result.Samples = len(samples); result.Samples < 2 {
		return result, err // the error is not nil: otherwise there are some
	}
	atLeast := result.Low
	result.Nodes, result.Low, result.High = interval(samples, e.opt.Confidence)
	result.Low = max(result.Low, atLeast)
	result.Nodes = max(result.Nodes, result.Low)
	result.High = max(result.High, result.Low)
	return result, err
}

// crew is a thread that takes samples.
type crew struct {
	walker  *walker
	rng     *rand.Rand
	samples []float64
	speed   float64 // nodes a second
	err     error
}

// together lets all crews work at the same time.
func together(crews []*crew, work func(*crew)) {
	var all sync.WaitGroup
	for _, c := range crews {
		all.Go(func() { work(c) })
	}
	all.Wait()
}

// race lets all crews search from the beginning at the same time, and returns how many nodes a second they
// visit together.
func (e *estimation) race(crews []*crew) (speed float64, err error) {
	if e.opt.Clock == nil || len(crews) == 1 {
		return e.speed, nil
	}
	together(crews, func(c *crew) {
		whole, start := &wholeSearch{level: c.walker.root.Assigned}, e.now()
		c.err = c.walker.resume(whole, max(int64(raceShare*float64(e.opt.MaxNodes)), 1))
		c.speed = float64(whole.nodes) / max((e.now()-start).Seconds(), 1e-9)
	})
	for _, c := range crews {
		if c.err != nil {
			return 0, c.err
		}
		speed += c.speed
	}
	// If threads were faster together than the first one alone, something has held that up: no thread is faster in company.
	e.speed = max(e.speed, speed/float64(len(crews)))
	return speed, nil
}

// take takes samples until about that many nodes have been gone to, in a number of crews. Far ones cost as much as several plain ones.
func (c *crew) take(sizes levelSizes, dear, nodes float64, crews int) error {
	planned, least := (manySamples+crews-1)/crews, (fewestSamples+crews-1)/crews
	sampler := newSampler(c.walker, sizes, dear, nodes/float64(planned), c.rng)
	start := c.walker.cost
	for n, spent := 0, 0.0; n < least || spent+spent/float64(2*n) < nodes; n++ {
		estimate, err := sampler.estimate()
		if err != nil {
			return err
		}
		c.samples = append(c.samples, estimate)
		spent = float64(c.walker.cost - start)
	}
	return nil
}

// skew is how much farther the interval reaches up than down, in logarithms. Samples that miss a large subtree
// are more frequent than those that meet one too often. The number was set by 233 unsatisfiable random
// 3-SAT formulas with 120 to 220 variables, under both rules, and few samples; see TestEstimateSizeIntervalHoldsTheSize.
const skew = 1.5

// interval returns the mean of independent samples, and bounds between which the true mean lies with the given
// probability, by Student's distribution on the logarithmic scale: a size is positive, and spread to the
// right.
func interval(samples []float64, confidence float64) (mean, low, high float64) {
	n := float64(len(samples))
	mean, deviation := stat.MeanStdDev(samples, nil)
	if math.IsInf(mean, 1) || math.IsNaN(mean) {
		return math.Inf(1), 0, math.Inf(1)
	}
	student := distuv.StudentsT{Sigma: 1, Nu: n - 1}
	factor := math.Exp(student.Quantile((1+confidence)/2) * deviation / math.Sqrt(n) / mean)
	return mean, mean / factor, mean * math.Pow(factor, skew)
}
