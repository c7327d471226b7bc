package calibrate_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/cmd/transat/internal/calibrate"
)

// bowl is a search in a space with one lowest point. The coordinates are coupled a little.
func bowl(lowest []int, asked *[]string) *calibrate.Search {
	s := &calibrate.Search{Stride: 8, Budget: 10_000}
	for range lowest {
		s.Least, s.Most = append(s.Least, -50), append(s.Most, 50)
	}
	s.Value = func(_ context.Context, point []int) (float64, error) {
		if asked != nil {
			*asked = append(*asked, fmt.Sprint(point))
		}
		sum, total := 0.0, 0.0
		for i, x := range point {
			d := float64(x - lowest[i])
			sum += float64(i+1) * d * d
			total += d
		}
		return sum + 0.1*total*total, nil
	}
	return s
}

func TestSearchFindsTheLowestPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lowest := rapid.SliceOfN(rapid.IntRange(-50, 50), 1, 4).Draw(t, "lowest")
		var asked []string
		found, err := bowl(lowest, &asked).Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(lowest, found.Point); diff != "" || found.Value != 0 || !found.Complete {
			t.Errorf("value %v, complete %v (-want +got):\n%s", found.Value, found.Complete, diff)
		}
		once := map[string]bool{}
		for _, point := range asked {
			if once[point] {
				t.Errorf("%s was evaluated twice", point)
			}
			once[point] = true
		}
		if len(asked) != found.Evaluations {
			t.Errorf("%d evaluations, of which the result says %d", len(asked), found.Evaluations)
		}
	})
}

func TestSearchKnowsTheNeighboursOfWhatItFinds(t *testing.T) {
	found, err := bowl([]int{3, -7}, nil).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, next := range [][]int{{4, -7}, {2, -7}, {3, -6}, {3, -8}} {
		if value, ok := found.At(next); !ok || value <= found.Value {
			t.Errorf("%v has the value %v, %v; want a larger one than %v", next, value, ok, found.Value)
		}
	}
	if _, ok := found.At([]int{-50, 50}); ok {
		t.Error("a far corner was evaluated")
	}
}

func TestSearchStaysWithinBounds(t *testing.T) {
	s := bowl([]int{100, -100}, nil)
	found, err := s.Run(t.Context())
	if diff := cmp.Diff([]int{50, -50}, found.Point); err != nil || diff != "" {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
}

func TestSearchHeedsItsBudget(t *testing.T) {
	s := bowl([]int{30, 30}, nil)
	s.Budget = 5
	seen, least := 0, math.Inf(1)
	s.Seen = func(evaluations int, best float64) {
		seen++
		if evaluations != seen || best > least {
			t.Errorf("evaluation %d is told as %d, with the best %v after %v", seen, evaluations, best, least)
		}
		least = best
	}
	found, err := s.Run(t.Context())
	if err != nil || found.Complete || found.Evaluations != 5 || seen != 5 || found.Value != least {
		t.Errorf("error %v, %+v, told of %d evaluations, the best %v", err, found, seen, least)
	}
}

func TestSearchKeepsWhatItHasWhenItFails(t *testing.T) {
	s := bowl([]int{30}, nil)
	value, broken, calls := s.Value, errors.New("broken"), 0
	s.Value = func(ctx context.Context, point []int) (float64, error) {
		if calls++; calls > 3 {
			return 0, broken
		}
		return value(ctx, point)
	}
	found, err := s.Run(t.Context())
	if !errors.Is(err, broken) || found.Evaluations != 3 || found.Complete {
		t.Errorf("error %v, %+v; want 3 evaluations and the error", err, found)
	}
	if diff := cmp.Diff([]int{16}, found.Point); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func ExampleSearch() {
	var asked []int
	s := &calibrate.Search{
		Least: []int{-20}, Most: []int{20}, Stride: 8, Budget: 100,
		Value: func(_ context.Context, point []int) (float64, error) {
			asked = append(asked, point[0])
			return math.Abs(float64(point[0]) - 5.6), nil
		},
	}
	found, err := s.Run(context.Background())
	fmt.Println(asked)
	fmt.Println("found", found.Point, err)
	// Output:
	// [0 8 16 12 4 6 7 5]
	// found [6] <nil>
}
