package solvertest

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestRegress(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var rows [][]float64
	var sizes []float64
	for range 50 {
		row := []float64{1, rng.Float64(), rng.Float64()}
		rows, sizes = append(rows, row), append(sizes, 3-2*row[1]+7*row[2])
	}
	c, r2 := Regress(t, rows, sizes)
	for i, want := range []float64{3, -2, 7} {
		if math.Abs(c[i]-want) > 1e-9 {
			t.Errorf("coefficient %d is %v, want %v", i, c[i], want)
		}
	}
	if math.Abs(r2-1) > 1e-9 {
		t.Errorf("R² is %v", r2)
	}
}
