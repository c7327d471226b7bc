//go:build tune

package main

import (
	"fmt"
	"math"
	"slices"
)

// search is a coordinate search on a grid: from the origin, it tries a stride up and a stride down in each coordinate, and
// goes wherever the value is smaller. When a round brings nothing, it halves the stride, from 8 (a factor of 2) down to 1:
//
//	stride 8   0 ──────────────► 8            16 is worse
//	stride 4                  4 ◄┘
//	stride 2                  └► 6
//	stride 1                     6            5 and 7 are worse: done
//
// It needs no derivatives, a value that jumps a little does it no harm, and the same comes out every time.
type search struct {
	low, high []int // bounds of each coordinate, both included
	budget    int   // evaluations, at most
	value     func(point []int) (float64, error)

	best     []int
	least    float64
	complete bool // no neighbour is better
	known    map[string]float64
}

func (s *search) run() error {
	s.best, s.least, s.known = make([]int, len(s.low)), math.Inf(1), map[string]float64{}
	if _, err := s.try(s.best); err != nil {
		return err
	}
	for stride := 8; stride > 0; {
		moved := false
		for i := range s.best {
			for _, step := range []int{stride, -stride} {
				next := slices.Clone(s.best)
				next[i] += step
				if next[i] < s.low[i] || next[i] > s.high[i] {
					continue
				}
				if len(s.known) >= s.budget {
					return nil
				}
				better, err := s.try(next)
				if err != nil {
					return err
				}
				if better {
					moved = true
					break
				}
			}
		}
		if !moved {
			stride /= 2
		}
	}
	s.complete = true
	return nil
}

// try goes to a point if its value is smaller.
func (s *search) try(point []int) (better bool, err error) {
	key := fmt.Sprint(point)
	value, ok := s.known[key]
	if !ok {
		if value, err = s.value(point); err != nil {
			return false, err
		}
		s.known[key] = value
	}
	if value >= s.least && !slices.Equal(point, s.best) {
		return false, nil
	}
	s.best, s.least = point, value
	return true, nil
}
