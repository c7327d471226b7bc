package rounds

import (
	"context"
	"errors"

	"transat/balance"
)

// Goal is a state of the loads, or a set of several joined by |.
type Goal uint8

// The goals.
const (
	// Shared: every processor has load.
	Shared Goal = 1 << iota
	// Balanced: no two loads differ by more than the tolerance.
	Balanced
)

// Config says how long a machine runs, and what is recorded.
type Config struct {
	// Until ends the run when all goals in it have been reached, be it at different times, or when the
	// loads go round in a circle, so that they never will be. Without goals it runs for MaxSteps steps.
	Until Goal
	// MaxSteps ends the run at the latest; 0 is no limit.
	MaxSteps int
	// Tolerance is the largest difference of two loads that are Balanced. 0 stands for the default:
	// of whole loads, one element for each dimension of the network (Henrich, Definition 2), of real
	// ones, a millionth of the mean load. Anything below 1 asks whole loads to be equal.
	Tolerance float64
	// Every n-th step is recorded, and the first and the last; 0 records none.
	Every int
	// Keep, if not 0, is the largest number of records, not counting the last: whenever there would be
	// more, every other one is dropped, and Every doubles.
	Keep int
}

// Result is what a run came to.
type Result struct {
	Steps   int     // the machine has done, all runs taken together
	Traffic Traffic // in all its steps
	// Shared and Balanced say when the machine was so for the first time in this run.
	Shared, Balanced Milestone
	Stop             Stop
	Period           int // of the circle, if Stop is StopCircle; 1 if the loads stand still
	Records          []Record
}

// Milestone is a point of time in a run, if it came.
type Milestone struct {
	Reached bool
	Step    int     // after how many steps
	Shifts  float64 // after how many shifts (see Traffic)
}

// Stop is the reason for which a run ended.
type Stop uint8

// The reasons.
const (
	StopReached  Stop = iota // all goals
	StopSteps                // MaxSteps
	StopCircle               // the loads come back every Period steps
	StopCanceled             // the context ended
)

// String says the reason in words.
func (s Stop) String() string {
	return [...]string{"goals reached", "out of steps", "loads go round in a circle", "interrupted"}[s]
}

// checkEvery is how many processor-steps pass between two looks at the context, about a millisecond's
// worth.
const checkEvery = 1 << 16

// Run lets the machine step until the goals of the Config are reached, or never can be, or a limit is. If
// the context ends it returns the result so far, and the error of the context; on a large network that may be in
// the midst of a step, after which the machine cannot go on.
func (m *Machine) Run(ctx context.Context, c Config) (_ Result, err error) {
	defer balance.CatchFault(&err)
	if c.Until == 0 && c.MaxSteps == 0 {
		return Result{}, errors.New("a run without a goal needs a limit on its steps")
	}
	r := run{machine: m, config: c, tolerance: m.tolerance(c.Tolerance), every: c.Every, start: m.steps}
	r.record()
	patience := max(1, checkEvery/m.network.Procs())
	for steps := 0; !r.ended(steps); steps++ {
		if steps%patience == 0 && ctx.Err() != nil {
			r.result.Stop = StopCanceled
			return r.close(), ctx.Err()
		}
		if !m.step(ctx) {
			r.result.Stop = StopCanceled
			r.every = 0 // the loads are those of no step
			return r.close(), ctx.Err()
		}
		r.record()
	}
	return r.close(), nil
}

// tolerance resolves the default of Config.Tolerance.
func (m *Machine) tolerance(configured float64) float64 {
	switch {
	case configured > 0:
		return configured
	case m.whole:
		return float64(max(1, len(m.network.Sides())))
	}
	m.kernel.read(m.loads)
	mean, _ := moments(m.loads)
	return mean / 1e6
}

// run is a run under way.
type run struct {
	machine   *Machine
	config    Config
	tolerance float64
	every     int // of Config, doubled as often as records were thinned
	start     int // steps of the machine before the run
	result    Result
}

// ended reports whether the run is over, and notes why. It also notes the goals that have come true.
func (r *run) ended(steps int) bool {
	r.check()
	c := &r.config
	switch {
	case c.Until != 0 && r.reached() == c.Until:
		r.result.Stop = StopReached
	case c.Until != 0 && r.circling():
		r.result.Stop = StopCircle
	case c.MaxSteps > 0 && steps == c.MaxSteps:
		r.result.Stop = StopSteps
	default:
		return false
	}
	return true
}

// reached are those goals of the run that have been reached.
func (r *run) reached() Goal {
	var g Goal
	if r.result.Shared.Reached {
		g |= Shared
	}
	if r.result.Balanced.Reached {
		g |= Balanced
	}
	return g & r.config.Until
}

// circling reports whether the loads are those of an earlier step. They are compared with those marked
// at the latest step whose number is a power of two, so that a circle is found within three times its
// length or the number of steps that lead into it, whichever is more. Runs that follow each other go on
// with the same mark.
//
// Source: Brent: An improved Monte Carlo factorization algorithm, 1980, §2.
func (r *run) circling() bool {
	m := r.machine
	if !m.forgetful {
		return false
	}
	if m.mark >= 0 && m.steps > m.mark && m.kernel.marked() {
		r.result.Period = m.steps - m.mark
		return true
	}
	if m.steps&(m.steps-1) == 0 || m.mark < 0 {
		m.kernel.mark()
		m.mark = m.steps
	}
	return false
}

// check notes the goals that have come true just now.
func (r *run) check() {
	shared, balanced := &r.result.Shared, &r.result.Balanced
	if shared.Reached && balanced.Reached {
		return
	}
	lowest, highest := r.machine.kernel.extremes()
	now := Milestone{Reached: true, Step: r.machine.steps, Shifts: r.machine.total.Shifts}
	if !shared.Reached && lowest > 0 {
		*shared = now
	}
	if !balanced.Reached && highest-lowest <= r.tolerance {
		*balanced = now
	}
}

// record takes a record if it is time to.
func (r *run) record() {
	if r.every == 0 || (r.machine.steps-r.start)%r.every != 0 {
		return
	}
	records := &r.result.Records
	*records = append(*records, r.machine.Record())
	if keep := r.config.Keep; keep > 0 && len(*records) > keep {
		r.every *= 2
		thinned := (*records)[:0]
		for _, record := range *records {
			if (record.Step-r.start)%r.every == 0 {
				thinned = append(thinned, record)
			}
		}
		*records = thinned
	}
}

// close completes the result.
func (r *run) close() Result {
	r.result.Steps, r.result.Traffic = r.machine.steps, r.machine.total
	records := &r.result.Records
	if r.every > 0 && (*records)[len(*records)-1].Step != r.machine.steps {
		*records = append(*records, r.machine.Record())
	}
	return r.result
}
