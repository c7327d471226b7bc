package adf

import (
	"fmt"
	"math"
	"math/rand/v2"

	"transat/balance/topology"
)

// translations is a network that looks the same from every processor, with weights on its links. Processor x has the
// coordinates x_i modulo the sides. For each direction g it takes up[g] of the load of x+g and down[g] of that of x−g:
//
//	ring of 5, one direction, weights ¾ and ¼:    u_x ← ¾ u_{x+1} + ¼ u_{x−1}
//
// With m directions it is a 2m-regular network: a ring has one direction, a torus one for each dimension, a ring with chords
// two. Waves are the eigenvectors of a step, so their eigenvalues are in a formula, for any weights (equations 9 and 13).
type translations struct {
	name       string
	sides      []int
	directions [][]int // of each, by how much it changes the coordinates
	up, down   []float64
}

// torusOf is a ring or a torus, whose links all have the same weight.
func torusOf(sides ...int) translations {
	t := translations{name: "torus " + topology.FormatSides(sides), sides: sides}
	if len(sides) == 1 {
		t.name = fmt.Sprintf("ring %d", sides[0])
	}
	for d := range sides {
		g := make([]int, len(sides))
		g[d] = 1
		t.directions = append(t.directions, g)
	}
	return t.even()
}

// chords is a ring in which each processor has links to the processors at some distances.
func chords(n int, distances ...int) translations {
	t := translations{name: fmt.Sprintf("ring %d, distances", n), sides: []int{n}}
	for i, d := range distances {
		t.name += []string{" ", ", "}[min(i, 1)] + fmt.Sprint(d)
		t.directions = append(t.directions, []int{d})
	}
	return t.even()
}

// even is the network with the same weight on all links.
func (t translations) even() translations {
	weights := make([]float64, len(t.directions))
	for i := range weights {
		weights[i] = 0.5 / float64(len(weights))
	}
	return t.with(weights, weights)
}

// with is the network with other weights.
func (t translations) with(up, down []float64) translations {
	t.up, t.down = up, down
	return t
}

// symmetric reports whether a step is a symmetric matrix.
func (t translations) symmetric() bool {
	for g := range t.up {
		if t.up[g] != t.down[g] {
			return false
		}
	}
	return true
}

// procs is the number of processors.
func (t translations) procs() int { return topology.Procs(t.sides) }

// digits are the coordinates of a processor, or the wave numbers of a wave.
func (t translations) digits(x int) []int {
	all := make([]int, len(t.sides))
	for i, side := range t.sides {
		all[i] = x % side
		x /= side
	}
	return all
}

// moved is the processor by steps steps in direction g from x.
func (t translations) moved(x, g, steps int) int {
	at, unit := 0, 1
	for i, c := range t.digits(x) {
		side := t.sides[i]
		at += unit * (((c+steps*t.directions[g][i])%side + side) % side)
		unit *= side
	}
	return at
}

// links returns, for each processor, the processors from which its load comes, and their weights.
func (t translations) links() [][]link {
	all := make([][]link, t.procs())
	for x := range all {
		for g := range t.directions {
			all[x] = append(all[x], link{t.moved(x, g, 1), t.up[g]}, link{t.moved(x, g, -1), t.down[g]})
		}
	}
	return all
}

// link says which share of the load of a processor another one takes.
type link struct {
	from   int
	weight float64
}

// step is a step of weighted averaging.
func step(links [][]link, loads, next []float64) {
	for x, from := range links {
		next[x] = 0
		for _, l := range from {
			next[x] += l.weight * loads[l.from]
		}
	}
}

// phases are the angles by which a wave differs between neighbours, by direction: k·h in the paper.
func (t translations) phases(wave int) []float64 {
	var all []float64
	for _, g := range t.directions {
		angle := 0.
		for i, k := range t.digits(wave) {
			angle += 2 * math.Pi * float64(k*g[i]) / float64(t.sides[i])
		}
		all = append(all, angle)
	}
	return all
}

// modulus is |μ| of a wave: equation 9 of a ring, 13 of a torus, and the same with more terms of other networks.
func (t translations) modulus(phases []float64) float64 {
	re, im := 0., 0.
	for g, angle := range phases {
		re += (t.up[g] + t.down[g]) * math.Cos(angle)
		im += (t.up[g] - t.down[g]) * math.Sin(angle)
	}
	return math.Hypot(re, im)
}

// waves are the phases of all waves but the constant one.
func (t translations) waves() [][]float64 {
	var all [][]float64
	for wave := 1; wave < t.procs(); wave++ {
		all = append(all, t.phases(wave))
	}
	return all
}

// largest is the largest modulus of some waves: γ, of all.
func (t translations) largest(waves [][]float64) float64 {
	most := 0.
	for _, phases := range waves {
		most = max(most, t.modulus(phases))
	}
	return most
}

// gamma is the convergence factor by the formula.
func (t translations) gamma() float64 { return t.largest(t.waves()) }

// waveError applies a step to every wave, cosine and sine, and returns how far the ratio of the norms is from the formula
// at most.
func (t translations) waveError() float64 {
	links, n := t.links(), t.procs()
	wave, next := make([][2]float64, n), make([][2]float64, n)
	most := 0.
	for k := range n {
		numbers := t.digits(k)
		for x := range wave {
			angle := 0.
			for i, c := range t.digits(x) {
				angle += 2 * math.Pi * float64(c*numbers[i]) / float64(t.sides[i])
			}
			wave[x] = [2]float64{math.Cos(angle), math.Sin(angle)}
		}
		squares := 0.
		for x, from := range links {
			next[x] = [2]float64{}
			for _, l := range from {
				next[x][0] += l.weight * wave[l.from][0]
				next[x][1] += l.weight * wave[l.from][1]
			}
			squares += next[x][0]*next[x][0] + next[x][1]*next[x][1]
		}
		most = max(most, math.Abs(math.Sqrt(squares/float64(n))-t.modulus(t.phases(k))))
	}
	return most
}

// measured steps random loads on. It returns γ, the geometric mean of the ratios of norms in the second half of the steps,
// and by which share of itself the sum of all loads has changed.
func (t translations) measured(steps int, random *rand.Rand) (gamma, drift float64) {
	links, n := t.links(), t.procs()
	loads, next := make([]float64, n), make([]float64, n)
	for x := range loads {
		loads[x] = random.Float64()
	}
	before := sum(loads)
	for range 100 {
		step(links, loads, next)
		loads, next = next, loads
	}
	drift = sum(loads)/before - 1
	logarithms := 0.
	for i := range steps {
		step(links, loads, next)
		loads, next = next, loads
		norm := normalise(loads)
		if i >= steps/2 {
			logarithms += math.Log(norm)
		}
	}
	return math.Exp(logarithms / float64(steps-steps/2)), drift
}

func sum(loads []float64) float64 {
	s := 0.
	for _, l := range loads {
		s += l
	}
	return s
}

// normalise makes the mean 0 and then the norm 1, and returns the norm before the latter.
func normalise(loads []float64) float64 {
	mean, squares := sum(loads)/float64(len(loads)), 0.
	for x := range loads {
		loads[x] -= mean
		squares += loads[x] * loads[x]
	}
	norm := math.Sqrt(squares)
	for x := range loads {
		loads[x] /= norm
	}
	return norm
}

// best is the network with the symmetric weights, the same on all links of a direction, that have the least γ.
// γ is convex in the weights, since each modulus is.
func (t translations) best() translations {
	waves := t.waves()
	cosines := make([][]float64, len(waves))
	for i, phases := range waves {
		for _, angle := range phases {
			cosines[i] = append(cosines[i], math.Cos(angle))
		}
	}
	weights := make([]float64, len(t.directions))
	gamma := func() float64 {
		most := 0.
		for _, cos := range cosines {
			mu := 0.
			for g, c := range weights {
				mu += 2 * c * cos[g]
			}
			most = max(most, math.Abs(mu))
		}
		return most
	}
	t.least(weights, 0, 0.5, gamma)
	return t.with(weights, weights)
}

// least chooses the weights of direction g and later ones, which add to left, such that γ is least, and returns that.
func (t translations) least(weights []float64, g int, left float64, gamma func() float64) float64 {
	if g == len(weights)-1 {
		weights[g] = left
		return gamma()
	}
	at := func(c float64) float64 {
		weights[g] = c
		return t.least(weights, g+1, left-c, gamma)
	}
	low, high := 0., left
	for range 60 {
		third := (high - low) / 3
		if at(low+third) <= at(high-third) {
			high -= third
		} else {
			low += third
		}
	}
	return at((low + high) / 2)
}
