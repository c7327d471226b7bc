package estimate

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"transat/solver/cnf"
	"transat/solver/estimate"
)

func TestForecast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := 0
		f := &Forecast{estimate: func(context.Context) (estimate.Result, error) {
			begun++
			time.Sleep(forecastTime)
			return estimate.Result{Nodes: 50e6, Low: 40e6, High: 70e6}, nil
		}}
		defer f.End()
		want := func(nodes int64, elapsed time.Duration, want string) {
			t.Helper()
			if got := f.Text(nodes, elapsed); got != want {
				t.Errorf("after %v: %q, want %q", elapsed, got, want)
			}
		}
		want(1e6, time.Second, "")
		if begun != 0 {
			t.Error("the estimate begins with the search")
		}
		want(2e6, 2*time.Second, "")
		want(2e6, 2*time.Second+forecastTime/2, "")
		time.Sleep(forecastTime)
		synctest.Wait()
		want(10e6, 10*time.Second, "about 40 s to go (29 to 57)")
		want(20e6, 10*time.Second, "about 15 s to go (9.4 to 23)")
		f.Before = 10e6
		want(10e6, 5*time.Second, "about 15 s to go (9.4 to 23)")
		f.Before = 0
		if begun != 1 {
			t.Errorf("%d estimates, want 1", begun)
		}
	})
}

func TestForecastWithoutEstimate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &Forecast{estimate: func(ctx context.Context) (estimate.Result, error) {
			<-ctx.Done()
			return estimate.Result{}, errors.New("interrupted")
		}}
		for range 3 {
			if got := f.Text(1e6, time.Minute); got != "" {
				t.Errorf("got %q without an estimate", got)
			}
			synctest.Wait()
		}
		f.End() // would hang, and synctest fail, if the estimate were not told to end
	})
}

func TestForecastOfAFormula(t *testing.T) {
	f := cnf.NewFormula(1)
	f.Add(cnf.Pos(1))
	got, err := NewForecast(f, "lex").estimate(t.Context())
	if err != nil || !got.Exact || got.Nodes != 1 {
		t.Errorf("got %+v, error %v, want one node", got, err)
	}
}
