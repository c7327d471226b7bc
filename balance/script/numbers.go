package script

import (
	"fmt"
	"math"

	"go.starlark.net/starlark"
)

// Numbers. A program gets a whole number as an int and any other as a float, wherever it comes from: a rank that has
// travelled in a message is still an index, and ints need no memory.

const mostWhole = 1 << 31

// number makes a value of x.
func number(x float64) starlark.Value {
	if math.Abs(x) < mostWhole && x == math.Trunc(x) {
		return starlark.MakeInt(int(x))
	}
	return starlark.Float(x)
}

// asFloat is the number that v is, if it is one that a float64 can hold.
func asFloat(v starlark.Value) (float64, bool) {
	switch v := v.(type) {
	case starlark.Float:
		return float64(v), true
	case starlark.Int:
		n, ok := v.Int64()
		if !ok || n != int64(float64(n)) || n == math.MaxInt64 {
			return 0, false
		}
		return float64(n), true
	}
	return 0, false
}

// floatOf is the number that an argument is.
func floatOf(name string, v starlark.Value) (float64, error) {
	x, ok := asFloat(v)
	if _, whole := v.(starlark.Int); !ok && whole {
		return 0, fmt.Errorf("%s = %s: want a number of at most 53 bits", name, short(v))
	}
	if !ok || math.IsNaN(x) {
		return 0, fmt.Errorf("%s = %s: want a number", name, short(v))
	}
	return x, nil
}

// intOf is the whole number from least to most that an argument is.
func intOf(name string, v starlark.Value, least, most int64) (int64, error) {
	x, ok := asFloat(v)
	if !ok || x != math.Trunc(x) {
		return 0, fmt.Errorf("%s = %s: want a whole number", name, short(v))
	}
	if x < float64(least) || x > float64(most) {
		return 0, fmt.Errorf("%s = %v: want a number from %d to %d", name, v, least, most)
	}
	return int64(x), nil
}

// rankOf is the rank that an argument is.
func rankOf(name string, v starlark.Value, procs int) (int, error) {
	rank, err := intOf(name, v, 0, int64(procs)-1)
	if err != nil {
		return 0, fmt.Errorf("%w: the rank of a processor", err)
	}
	return int(rank), nil
}
