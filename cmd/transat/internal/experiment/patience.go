package experiment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/process"
)

// Patience says when a simulation is given up. Without it, one that takes many times as long as a single
// processor would, in simulated time, is an error of the whole plan.
type Patience struct {
	// Efficiency is the least that is of interest, in (0, 1]: a simulation ends when its time says
	// that it will be below.
	Efficiency float64
	Real       time.Duration // of the computer, for one simulation; 0 for any
}

// GivenUp is the reason why a simulation has no result.
type GivenUp uint8

// The reasons.
const (
	NotGivenUp GivenUp = iota
	TooSlow            // its efficiency is below that of Patience
	TooLong            // it took more real time than that of Patience
	TooLarge           // there is not enough memory
	Restless           // the policy's timers go off too often for the machine: see sim.RestlessError
)

// WhyGivenUp returns why a setup has no results on some formula, if it was given up there.
func (o *PlanResult) WhyGivenUp(setup int) GivenUp {
	for _, why := range o.GivenUp[setup] {
		if why != NotGivenUp {
			return why
		}
	}
	return NotGivenUp
}

// LeaveOut removes the groups of setups from a plan, and their results, of which some were given up: they have
// no means that could be compared. It returns their policies.
func (o *PlanResult) LeaveOut(p *Plan) []string {
	seeds := max(1, p.Seeds)
	var left []string
	whole, results := p.Setups[:0:0], o.Results[:0:0]
	var reasons [][]GivenUp
	for j := 0; j < len(p.Setups); j += seeds {
		why := NotGivenUp
		for k := j; k < j+seeds; k++ {
			why = max(why, o.WhyGivenUp(k))
		}
		if why != NotGivenUp {
			left = append(left, p.Setups[j].Policy.String())
			continue
		}
		whole = append(whole, p.Setups[j:j+seeds]...)
		results = append(results, o.Results[j:j+seeds]...)
		reasons = append(reasons, o.GivenUp[j:j+seeds]...)
	}
	p.Setups, o.Results, o.GivenUp = whole, results, reasons
	return left
}

// errTooLong ends the context of a simulation that takes too long.
var errTooLong = errors.New("the time for a simulation is over")

// hurry returns a context that ends with the real time.
func (p *Patience) hurry(ctx context.Context) (context.Context, context.CancelFunc) {
	if p == nil || p.Real == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, p.Real, errTooLong)
}

// shorten returns the limit on the simulated time of s. The usual one, 0 if there is none, is compare.Patience times
// the sequential time.
func (p *Patience) shorten(usual balance.Ticks, s Setup) balance.Ticks {
	if p == nil || usual == 0 {
		return usual
	}
	sequential := float64(usual-balance.Second) / compare.Patience
	slowest := sequential / (p.Efficiency * float64(s.Physical.Procs()))
	return balance.Ticks(min(float64(usual), max(1, slowest)))
}

func whyGivenUp(err error) GivenUp {
	var restless *sim.RestlessError
	switch {
	case errors.As(err, &restless):
		return Restless
	case errors.Is(err, sim.ErrLimit):
		return TooSlow
	case errors.Is(err, errTooLong):
		return TooLong
	}
	return NotGivenUp
}

func (r *runner) giveUp(i, j int, why GivenUp) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out.GivenUp[j][i] = why
}

// procBytes is about what a processor takes in a simulation, with its policy, and with memory that has not been
// collected: 570 bytes with lade, 2700 with diffusion. Machines with fewer than manyProcs of them are not worth
// the question.
const (
	procBytes = 2000
	manyProcs = 1 << 16
)

// room returns an error if there is too little memory for as many simulations of s as there may be at
// the same time.
func (r *runner) room(s Setup) error {
	procs := s.Physical.Procs()
	if procs < manyProcs {
		return nil
	}
	if err := process.Need(int64(procs) * procBytes * int64(r.Threads)); err != nil {
		return fmt.Errorf("%d simulations of %d processors at the same time: %w (--threads=1 does one after the other)",
			r.Threads, procs, err)
	}
	return nil
}
