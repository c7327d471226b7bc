package engine

import "math"

// Ln is the natural logarithm of a positive number, to nine digits. Unlike math.Log it has the same last bits on all computers, so that the
// tree is the same.
func Ln(x float64) float64 {
	fraction, exponent := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction, exponent = 2*fraction, exponent-1
	}
	t := (fraction - 1) / (fraction + 1) // at most 0.172 from 0; ln = 2 artanh t
	square := float64(t * t)
	sum := 0.0
	for i := 13; i >= 1; i -= 2 {
		sum = float64(sum*square) + 1/float64(i)
	}
	return float64(2*float64(t*sum)) + float64(float64(exponent)*math.Ln2)
}
