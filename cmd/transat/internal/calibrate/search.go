package calibrate

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// Search is a coordinate search on a grid: from the origin, it tries a stride up and a stride down in each
// coordinate, one after the other, and goes wherever the value is smaller. When a whole round brings
// nothing, it halves the stride, down to 1:
//
//	stride 8   0 ──────────────► 8            16 is worse
//	stride 4                  4 ◄┘
//	stride 2                  └► 6
//	stride 1                     6            5 and 7 are worse: done
//
// It is not the fastest of searches, but it needs no derivatives, a value that jumps a little does it no
// harm, every step can be followed, and the same comes out every time.
type Search struct {
	Least, Most []int // bounds of each coordinate, both included
	Stride      int   // the first one, a power of 2
	Budget      int   // evaluations, at most
	// Value is what is made small. It is asked once for each point.
	Value func(ctx context.Context, point []int) (float64, error)
	// Seen, if not nil, is told of every evaluation: how many there were, and the best value so far.
	Seen func(evaluations int, best float64)
}

// Found is the result of a search.
type Found struct {
	Point       []int
	Value       float64
	Evaluations int
	Complete    bool // no neighbour is better; otherwise the budget was used up, or the context ended
	values      map[string]float64
}

// At returns the value at a point, if it was evaluated.
func (f *Found) At(point []int) (float64, bool) {
	value, ok := f.values[fmt.Sprint(point)]
	return value, ok
}

// Run searches. The error is that of Value; what was found before it is valid, if Evaluations is not 0.
func (s *Search) Run(ctx context.Context) (*Found, error) {
	f := &Found{Point: make([]int, len(s.Least)), Value: math.Inf(1), values: map[string]float64{}}
	var err error
	if f.Value, err = s.value(ctx, f, f.Point); err != nil {
		return f, err
	}
	for stride := s.Stride; stride > 0; {
		moved, err := s.round(ctx, f, stride)
		switch {
		case err != nil:
			return f, err
		case f.Evaluations >= s.Budget:
			return f, nil
		case !moved:
			stride /= 2
		}
	}
	f.Complete = true
	return f, nil
}

// round tries every coordinate once, and reports whether one has moved.
func (s *Search) round(ctx context.Context, f *Found, stride int) (moved bool, err error) {
	for i := range f.Point {
		for _, step := range [...]int{stride, -stride} {
			next := s.neighbour(f.Point, i, step)
			if next == nil || f.Evaluations >= s.Budget {
				continue
			}
			value, err := s.value(ctx, f, next)
			if err != nil {
				return moved, err
			}
			if value < f.Value {
				f.Point, f.Value, moved = next, value, true
				break
			}
		}
	}
	return moved, nil
}

// neighbour is a point with one coordinate changed, or nil if that is out of bounds.
func (s *Search) neighbour(point []int, i, step int) []int {
	next := slices.Clone(point)
	next[i] += step
	if next[i] < s.Least[i] || next[i] > s.Most[i] {
		return nil
	}
	return next
}

// value evaluates a point that was not evaluated before.
func (s *Search) value(ctx context.Context, f *Found, point []int) (float64, error) {
	if value, ok := f.At(point); ok {
		return value, nil
	}
	value, err := s.Value(ctx, point)
	if err != nil {
		return 0, err
	}
	f.values[fmt.Sprint(point)] = value
	f.Evaluations++
	if s.Seen != nil {
		s.Seen(f.Evaluations, min(value, f.Value))
	}
	return value, nil
}
