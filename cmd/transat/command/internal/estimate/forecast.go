package estimate

import (
	"context"
	"sync"
	"time"

	"transat/cmd/transat/command/internal/cli"
	"transat/solver"
	"transat/solver/cnf"
	"transat/solver/estimate"
)

// Forecast estimates the remaining time of a search. When the search has lasted for a while, one more thread
// estimates its tree for a short time. Its methods are called by one goroutine at a time.
type Forecast struct {
	estimate  func(context.Context) (estimate.Result, error)
	cancel    context.CancelFunc
	found     chan estimate.Result
	working   sync.WaitGroup
	estimator *estimate.Estimator // nil until the estimate is there
	Before    int64               // nodes visited before the program was started
}

const (
	forecastAfter = 2 * time.Second        // a search that takes less needs no forecast
	forecastTime  = 500 * time.Millisecond // for the estimate
)

// NewForecast returns the forecast for the search of a formula.
func NewForecast(f *cnf.Formula, rule string) *Forecast {
	return &Forecast{estimate: func(ctx context.Context) (estimate.Result, error) {
		if rule == cli.AutoRule {
			rule, _ = solver.ChooseRule(f)
		}
		began := time.Now()
		return estimate.Size(ctx, f, estimate.Options{
			Rule: rule, Time: forecastTime, Clock: func() time.Duration { return time.Since(began) },
		})
	}}
}

// Text is the remaining time in words (timeToGo) after a number of nodes visited in a time. It is "" before the estimate is
// there.
func (f *Forecast) Text(nodes int64, elapsed time.Duration) string {
	if f.estimator == nil && !f.ready(elapsed) {
		return ""
	}
	left, low, high := f.estimator.Remaining(f.Before+nodes, nil)
	return timeToGo(left, low, high, float64(nodes)/elapsed.Seconds())
}

// ready starts the estimate when it is time, and reports whether it is there.
func (f *Forecast) ready(elapsed time.Duration) bool {
	switch {
	case elapsed < forecastAfter:
		return false
	case f.found == nil:
		f.begin()
	}
	select {
	case before := <-f.found:
		f.estimator = estimate.NewEstimator(before)
		return true
	default:
		return false
	}
}

// begin starts the estimate. After an error there is none.
func (f *Forecast) begin() {
	var ctx context.Context
	ctx, f.cancel = context.WithCancel(context.Background())
	f.found = make(chan estimate.Result, 1)
	f.working.Go(func() {
		if before, err := f.estimate(ctx); err == nil {
			f.found <- before
		}
	})
}

// End ends the forecast, and waits for its goroutine.
func (f *Forecast) End() {
	if f.cancel != nil {
		f.cancel()
	}
	f.working.Wait()
}
