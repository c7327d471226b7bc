package balance

// Equations are those of the least flow that evens out loads on a network, in the sum of the squares:
//
//	L·x = load − mean          L: the Laplacian matrix of the network
//	over the link from a to b flows   x(a) − x(b)
//
// Conjugate gradients solve them. Each turn takes time in proportion to the number of links; there are at most as many turns as processors.
type Equations struct {
	neighbours                    [][]int
	residual, direction, image, x []float64
}

// NewEquations returns the equations of a connected network.
func NewEquations(t Topology) *Equations {
	n := t.Procs()
	e := &Equations{
		neighbours: make([][]int, n),
		residual:   make([]float64, n), direction: make([]float64, n), image: make([]float64, n), x: make([]float64, n),
	}
	for rank := range n {
		e.neighbours[rank] = t.Neighbours(rank)
	}
	return e
}

// Potentials solves the equations for loads, one of each processor, until what is left over is at most that much load, as the square root
// of a sum of squares. If turn is given, it is called before each turn, and ends the work by an error. The next call overwrites the answer.
func (e *Equations) Potentials(loads []float64, within float64, turn func() error) ([]float64, error) {
	total := 0.0
	for _, load := range loads {
		total += load
	}
	mean := total / float64(len(loads))
	for i, load := range loads {
		e.x[i], e.residual[i] = 0, load-mean
	}
	copy(e.direction, e.residual)
	norm := dot(e.residual, e.residual)
	for range loads {
		if norm <= within*within {
			break
		}
		if turn != nil {
			if err := turn(); err != nil {
				return nil, err
			}
		}
		e.apply()
		step := norm / dot(e.direction, e.image)
		for i := range e.x {
			e.x[i] += step * e.direction[i]
			e.residual[i] -= step * e.image[i]
		}
		next := dot(e.residual, e.residual)
		for i := range e.direction {
			e.direction[i] = e.residual[i] + next/norm*e.direction[i]
		}
		norm = next
	}
	return e.x, nil
}

// apply multiplies the direction by the Laplacian.
func (e *Equations) apply() {
	for i, neighbours := range e.neighbours {
		sum := float64(len(neighbours)) * e.direction[i]
		for _, n := range neighbours {
			sum -= e.direction[n]
		}
		e.image[i] = sum
	}
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
