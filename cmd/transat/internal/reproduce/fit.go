package reproduce

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Growth returns the exponent e of the power law y = c·x^e that fits best on logarithmic axes. All
// values must be above 0.
func Growth(xs, ys []float64) float64 {
	lx, ly := make([]float64, len(xs)), make([]float64, len(ys))
	for i := range xs {
		lx[i], ly[i] = math.Log(xs[i]), math.Log(ys[i])
	}
	_, exponent := stat.LinearRegression(lx, ly, nil, false)
	return exponent
}
