package reproduce

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
)

// Items side by side: the runs that they have in common are done once, and an item by itself gets the same.
func TestOnceForAllItems(t *testing.T) {
	var calls atomic.Int32
	squares := func(ctx context.Context, s *Session) (*Result, error) {
		all, err := Map(ctx, s, []int{1, 2, 3, 2}, func(int) Job { return Job{} }, func(ctx context.Context, x int) (int, error) {
			return Once(ctx, s, x, func() (int, error) { calls.Add(1); return x * x, nil })
		})
		if want := []int{1, 4, 9, 4}; !slices.Equal(all, want) {
			t.Errorf("%s: %v, want %v", s.Item, all, want)
		}
		return &Result{}, err
	}
	plan := Plan{Items: []Item{{Name: "a", Run: squares}, {Name: "b", Run: squares}}, Threads: 2}
	if _, err := plan.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := calls.Load(); got != 3 {
		t.Errorf("%d calls for three different keys", got)
	}
}

func TestOnceKeepsNoErrors(t *testing.T) {
	s := &Session{shared: &shared{byKey: map[any]*kept{}}}
	broken := errors.New("broken")
	if _, err := Once(t.Context(), s, "key", func() (int, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	if got, err := Once(t.Context(), s, "key", func() (int, error) { return 7, nil }); got != 7 || err != nil {
		t.Errorf("after an error: %v, %v", got, err)
	}
}
