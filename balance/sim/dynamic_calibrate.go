package sim

import (
	"fmt"
	"math"
	"math/rand/v2"

	"transat/balance/topology"
)

// Searching the field of a generator: s and c such that the rounded field has the step and the
// dispersion that are asked for. All candidates are judged on the same random noises, from a source of
// their own, so the outcome depends on the network and the prescription alone.

const (
	calibrationFields = 64
	roughest          = -1.4 // c of the roughest field: 1 - 1.4λ² is small for the large eigenvalues λ of A
	smoothest         = 20.0 // c beyond which the field hardly changes
)

// calibrate sets smooth and gain.
func (g *generator) calibrate(network topology.Network) error {
	trials := newTrials(g.near)
	want := g.load.Dispersion
	if want == 0 {
		g.gain, _ = trials.fit(0, g.load.Step)
		return nil
	}
	_, low := trials.fit(roughest, g.load.Step)
	_, high := trials.fit(smoothest, g.load.Step)
	if want < low || want > high {
		return fmt.Errorf("dynamic load: dispersion %v: on a %v, changes of %v items can have one from %.2f to %.2f",
			want, network, g.load.Step, low, high)
	}
	least, most := roughest, smoothest
	for most-least > 1e-3 {
		g.smooth = (least + most) / 2
		var got float64
		if g.gain, got = trials.fit(g.smooth, g.load.Step); got < want {
			least = g.smooth
		} else {
			most = g.smooth
		}
	}
	return nil
}

// trials are noises w, and A²w and A⁴w of each.
type trials struct {
	near                  surroundings
	noise, second, fourth [][]float64
	field, average        []float64
}

func newTrials(near surroundings) *trials {
	n := len(near)
	t := &trials{near: near, field: make([]float64, n), average: make([]float64, n)}
	random := rand.New(rand.NewPCG(1, 2))
	for range calibrationFields {
		w, second, fourth := make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range w {
			w[i] = random.NormFloat64()
		}
		near.average(t.average, w)
		near.average(second, t.average)
		near.average(t.average, second)
		near.average(fourth, t.average)
		centre(w)
		centre(second)
		centre(fourth)
		t.noise, t.second, t.fourth = append(t.noise, w), append(t.second, second), append(t.fourth, fourth)
	}
	return t
}

// fit returns the gain with which the rounded field for c has the step, and the field's dispersion.
func (t *trials) fit(c, step float64) (gain, dispersion float64) {
	const close, tries = 1e-3, 20
	gain = step
	for range tries {
		sigma, delta := t.measure(c, gain)
		dispersion = delta / sigma
		if math.Abs(sigma/step-1) < close {
			break
		}
		gain *= step / max(sigma, step/4) // nothing but zeros may come out of a small gain
	}
	return gain, dispersion
}

// measure returns the mean root mean squares of the rounded field, and of its averages.
func (t *trials) measure(c, gain float64) (sigma, delta float64) {
	for k, noise := range t.noise {
		for i, w := range noise {
			t.field[i] = math.Round(gain * (w + 2*c*t.second[k][i] + c*c*t.fourth[k][i]))
		}
		t.near.average(t.average, t.field)
		sigma += rootMeanSquare(t.field) / calibrationFields
		delta += rootMeanSquare(t.average) / calibrationFields
	}
	return sigma, delta
}
