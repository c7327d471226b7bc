package sim

import (
	"math"

	"transat/balance/topology"
)

// Averages over neighbourhoods, by which dispersion is defined, and measures of how numbers spread.

// surroundings are, for each processor, itself and its neighbours.
type surroundings [][]int32

func newSurroundings(network topology.Network) surroundings {
	near := make(surroundings, network.Procs())
	for i := range near {
		near[i] = []int32{int32(i)}
		for _, j := range network.Neighbours(i) {
			near[i] = append(near[i], int32(j))
		}
	}
	return near
}

// average sets out to the averages of x: out = A·x.
func (near surroundings) average(out, x []float64) {
	for i, all := range near {
		sum := 0.0
		for _, j := range all {
			sum += x[j]
		}
		out[i] = sum / float64(len(all))
	}
}

// centre subtracts the mean.
func centre(x []float64) {
	mean := 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for i := range x {
		x[i] -= mean
	}
}

func rootMeanSquare(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	return math.Sqrt(sum / float64(len(x)))
}

// deviation is the root mean square of the differences to mean, as a share of mean; 0 if that is 0.
func deviation(x []float64, mean float64) float64 {
	if mean == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range x {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum/float64(len(x))) / mean
}
