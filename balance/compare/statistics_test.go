package compare

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestSpread(t *testing.T) {
	for _, tc := range []struct {
		name string
		x    []float64
		want Spread
	}{
		{"one", []float64{3}, Spread{3, 3, 3, 3, 3}},
		{"two", []float64{5, 1}, Spread{1, 2, 3, 4, 5}},
		{"five, not in order", []float64{50, 10, 30, 20, 40}, Spread{10, 20, 30, 40, 50}},
		{"six", []float64{1, 2, 3, 4, 5, 6}, Spread{1, 2.25, 3.5, 4.75, 6}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, spread(tc.x)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// The ranks stand in tables of the sign test, for the median at 95 %.
func TestMedianIntervalTakesTheRanksOfTheSignTest(t *testing.T) {
	for n, want := range map[int]int{6: 1, 8: 1, 9: 2, 12: 3, 20: 6, 25: 8, 36: 12, 50: 18, 100: 40} {
		var x []float64
		for i := range n {
			x = append(x, float64(i+1))
		}
		low, high := medianInterval(x)
		if int(low) != want || int(high) != n+1-want {
			t.Errorf("n = %d: %v to %v, want ranks %d to %d", n, low, high, want, n+1-want)
		}
	}
	if low, high := medianInterval([]float64{1, 2, 3, 4, 5}); !math.IsNaN(low) || !math.IsNaN(high) {
		t.Errorf("an interval of five values: %v to %v", low, high)
	}
}

func TestMedianIntervalHoldsTheMedian(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64Range(0.1, 10), 6, 60).Draw(t, "ratios")
		ones := make([]float64, len(x))
		for i := range ones {
			ones[i] = 1
		}
		a := against("other", x, ones)
		if a.Low > a.Ratio || a.Ratio > a.High || a.Faster+a.Slower > len(x) {
			t.Fatalf("%+v", a)
		}
	})
}

func TestAgainstPairsTheTimes(t *testing.T) {
	got := against("plb", []float64{2, 20, 300, 5}, []float64{1, 10, 100, 10})
	want := Against{Reference: "plb", Ratio: 2, Low: math.NaN(), High: math.NaN(), Faster: 1, Slower: 3}
	if diff := cmp.Diff(want, got, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestVariation(t *testing.T) {
	for _, tc := range []struct {
		loads []float64
		want  float64
	}{
		{[]float64{0, 0, 0}, 0},
		{[]float64{7, 7}, 0},
		{[]float64{0, 4}, 1},
		{[]float64{3, 0, 0, 0}, math.Sqrt(3)}, // all on one of n: √(n − 1)
	} {
		if got := Variation(tc.loads); math.Abs(got-tc.want) > 1e-15 {
			t.Errorf("%v: %v, want %v", tc.loads, got, tc.want)
		}
	}
}
