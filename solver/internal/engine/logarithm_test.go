package engine

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestLnIsAccurate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		x := math.Exp(rng.Float64()*40 - 20)
		if got, want := Ln(x), math.Log(x); math.Abs(got-want) > 1e-9 {
			t.Fatalf("ln %v is %v, want %v", x, got, want)
		}
	}
}
