//go:build tune

package main

import "testing"

func TestSearchFindsTheLowestPointWithinBoundsAndBudget(t *testing.T) {
	for _, c := range []struct {
		name     string
		lowest   int
		budget   int
		want     int
		complete bool
	}{
		{"inside", 6, 100, 6, true},
		{"out of bounds", 30, 100, 20, true},
		{"out of budget", 6, 3, 8, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := search{low: []int{-20}, high: []int{20}, budget: c.budget, value: func(p []int) (float64, error) {
				return float64((p[0] - c.lowest) * (p[0] - c.lowest)), nil
			}}
			if err := s.run(); err != nil || s.best[0] != c.want || s.complete != c.complete || len(s.known) > c.budget {
				t.Errorf("error %v, found %v after %d, complete %v; want %d, %v", err, s.best, len(s.known), s.complete, c.want, c.complete)
			}
		})
	}
}
