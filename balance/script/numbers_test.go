package script

import (
	"math"
	"testing"

	"go.starlark.net/starlark"
)

// A whole number below 2³¹ is an int, any other number a float.
func TestWholeNumbersAreInts(t *testing.T) {
	for _, c := range []struct {
		x    float64
		kind string
	}{
		{0, "int"},
		{-3, "int"},
		{1<<31 - 1, "int"},
		{1 << 31, "float"},
		{-1 << 31, "float"},
		{1e300, "float"},
		{0.5, "float"},
		{math.Inf(1), "float"},
	} {
		v := number(c.x)
		if back, ok := starlark.AsFloat(v); v.Type() != c.kind || !ok || back != c.x {
			t.Errorf("%v is %v, an %s, want an %s", c.x, v, v.Type(), c.kind)
		}
	}
}

// An int that a float64 does not hold exactly is no number for a policy.
func TestIntsOfMoreThan53BitsAreNoNumbers(t *testing.T) {
	for n, want := range map[int64]bool{7: true, 1 << 53: true, 1<<53 + 1: false, 1 << 60: true, math.MaxInt64: false} {
		if x, ok := asFloat(starlark.MakeInt64(n)); ok != want || ok && int64(x) != n {
			t.Errorf("%d is %v, %v, want %v", n, x, ok, want)
		}
	}
}
