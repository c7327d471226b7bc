package estimate

import (
	"cmp"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// manySamples is the number of independent samples, if nodes cost what was planned. With fewer, their spread would be
// uncertain; with more, each would be small.
const manySamples, fewestSamples = 16, 6

// sample takes samples with all threads. whole counts the nodes certainly visited, each once. If the context ends
// first, the estimate is that of the samples so far.
func (e *estimation) sample(first *walker, whole *wholeSearch, sizes levelSizes) (Result, error) {
	threads := make([]*thread, max(1, e.opt.Threads))
	for i := range threads {
		w := first
		if i > 0 {
			var err error
			if w, err = e.walker(); err != nil {
				return e.soFar(first, whole, sizes), err
			}
		}
		threads[i] = &thread{walker: w, rng: rand.New(rand.NewPCG(e.opt.Seed, uint64(i)+1))}
	}
	speed, err := e.race(threads)
	if err != nil {
		return e.soFar(first, whole, sizes), err
	}
	budget := max(float64(e.opt.MaxNodes-first.cost), float64(e.opt.MaxNodes)/4)
	together(threads, func(c *thread) { c.err = c.take(sizes, e.jumpCost, budget, len(threads)) })
	result := e.soFar(first, whole, sizes)
	result.SpeedOfAll, result.Visited = speed, 0
	var samples []float64
	for _, c := range threads {
		err = cmp.Or(err, c.err)
		samples = append(samples, c.samples...)
		result.Visited += c.walker.steps
		result.Models = result.Models || c.walker.models > 0
	}
	if result.Samples = len(samples); result.Samples < 2 {
		return result, err // the error is not nil: without one there are samples
	}
	atLeast := result.Low
	result.Nodes, result.Low, result.High = interval(samples, e.opt.Confidence)
	result.Low = max(result.Low, atLeast)
	result.Nodes = max(result.Nodes, result.Low)
	result.High = max(result.High, result.Low)
	return result, err
}

// thread takes samples in a goroutine of its own.
type thread struct {
	walker  *walker
	rng     *rand.Rand
	samples []float64
	speed   float64 // nodes a second
	err     error
}

// together lets all threads work at the same time.
func together(threads []*thread, work func(*thread)) {
	var all sync.WaitGroup
	for _, c := range threads {
		all.Go(func() { work(c) })
	}
	all.Wait()
}

// race lets all threads search from the beginning at the same time, and returns the nodes that they visit a second
// together.
func (e *estimation) race(threads []*thread) (speed float64, err error) {
	if e.opt.Clock == nil || len(threads) == 1 {
		return e.speed, nil
	}
	together(threads, func(c *thread) {
		whole, start := &wholeSearch{level: c.walker.root.Assigned}, e.now()
		c.err = c.walker.resume(whole, max(int64(raceShare*float64(e.opt.MaxNodes)), 1))
		c.speed = float64(whole.nodes) / max((e.now()-start).Seconds(), 1e-9)
	})
	for _, c := range threads {
		if c.err != nil {
			return 0, c.err
		}
		speed += c.speed
	}
	// Threads together are not faster, each, than the first one alone: if they seem so, its measurement was disturbed.
	e.speed = max(e.speed, speed/float64(len(threads)))
	return speed, nil
}

// take takes this thread's share of the samples, until it has visited about the given number of nodes. A jump to a far
// node costs jumpCost plain nodes.
func (c *thread) take(sizes levelSizes, jumpCost, nodes float64, threads int) error {
	planned, least := (manySamples+threads-1)/threads, (fewestSamples+threads-1)/threads
	sampler := newSampler(c.walker, sizes, jumpCost, nodes/float64(planned), c.rng)
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

// skew is the ratio of the interval's upper to its lower part, in logarithms: more samples miss a large subtree than
// meet one too often. Fitted to 233 unsatisfiable random 3-SAT formulas with 120 to 220 variables, under both rules,
// and few samples; see TestEstimateSizeIntervalHoldsTheSize.
const skew = 1.5

// interval returns the mean of independent samples, and bounds that hold the true mean with the given probability, by
// Student's distribution on the logarithmic scale: sizes are positive, and skewed to the right.
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
