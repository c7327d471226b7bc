package reproduce

import (
	"math"
	"testing"
)

func TestGrowth(t *testing.T) {
	xs, ys := []float64{1, 2, 4, 8}, []float64{3, 3 * math.Sqrt2, 6, 6 * math.Sqrt2}
	if got := Growth(xs, ys); math.Abs(got-0.5) > 1e-12 {
		t.Errorf("got %v, want 0.5", got)
	}
}
