package balance_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/topology"
)

// tester is what the tests of rules need of *testing.T and *rapid.T.
type tester interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// lockstepMachine applies a rule to bare loads.
type lockstepMachine struct {
	t     tester
	rules []balance.Rule
	loads []float64
	whole bool

	number  int     // of the next step
	largest float64 // the largest single transfer of the last step
}

func newLockstepMachine(t tester, policy string, g topology.Network, whole bool, loads ...float64) *lockstepMachine {
	t.Helper()
	chosen := mustChoose(t, policy)
	if _, err := chosen.For(g); err != nil {
		t.Fatal(err)
	}
	m := &lockstepMachine{t: t, loads: slices.Clone(loads), whole: whole}
	rule := chosen.Spec.Rule(g, chosen.Values)
	for rank := range g.Procs() {
		m.rules = append(m.rules, rule(rank))
	}
	return m
}

// step does a step, and checks what Rule promises.
func (m *lockstepMachine) step() {
	m.largest = 0
	for substep := range m.rules[0].Substeps() {
		next := slices.Clone(m.loads)
		for rank, rule := range m.rules {
			m.flow(rank, rule, substep, next)
		}
		m.loads = next
	}
	m.number++
}

func (m *lockstepMachine) flow(rank int, rule balance.Rule, substep int, next []float64) {
	links := rule.Links(substep)
	loads, send := make([]float64, len(links)), make([]float64, len(links))
	for i, link := range links {
		loads[i], send[i] = math.NaN(), math.NaN()
		if link.Hears {
			loads[i] = m.loads[link.To]
		}
	}
	rule.Flow(m.number, substep, m.loads[rank], loads, m.whole, send)
	sum := 0.0
	for i, amount := range send {
		if math.IsNaN(amount) || amount < 0 || m.whole && amount != math.Trunc(amount) {
			m.t.Fatalf("step %d.%d: processor %d with load %v sends %v to neighbours with loads %v", m.number, substep, rank,
				m.loads[rank], send, loads)
		}
		sum += amount
		next[rank] -= amount
		next[links[i].To] += amount
		m.largest = max(m.largest, amount)
	}
	if m.whole && sum > m.loads[rank] {
		m.t.Fatalf("step %d.%d: processor %d with load %v sends %v", m.number, substep, rank, m.loads[rank], send)
	}
}

// spread is the difference of the highest and the lowest load.
func (m *lockstepMachine) spread() float64 { return slices.Max(m.loads) - slices.Min(m.loads) }

func grid(t tester, kind string, sides ...int) topology.Network {
	t.Helper()
	g, err := topology.New(kind, sides...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// point is c·n load on the first of n processors.
func point(n int, c float64) []float64 {
	loads := make([]float64, n)
	loads[0] = c * float64(n)
	return loads
}

func drawLoads(t *rapid.T, n, most int) []float64 {
	loads := make([]float64, n)
	for i, l := range rapid.SliceOfN(rapid.IntRange(0, most), n, n).Draw(t, "loads") {
		loads[i] = float64(l)
	}
	return loads
}

// drawNetwork draws a small network of one of the kinds.
func drawNetwork(t *rapid.T, kinds ...string) topology.Network {
	kind := rapid.SampledFrom(kinds).Draw(t, "kind")
	sides := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 3).Draw(t, "sides")
	if kind == "hypercube" {
		sides = []int{1 << rapid.IntRange(0, 5).Draw(t, "dimensions")}
	}
	return grid(t, kind, sides...)
}

// factor is the factor by which a policy reduces the differences of real loads in a step, in the long
// run: the geometric mean of many.
func factor(t *testing.T, policy string, g topology.Network) float64 {
	t.Helper()
	loads := make([]float64, g.Procs())
	random := rand.New(rand.NewPCG(1, 2))
	for i := range loads {
		loads[i] = random.Float64()
	}
	m := newLockstepMachine(t, policy, g, false, loads...)
	const steps = 100
	for range steps {
		m.step()
		m.rescale()
	}
	product := 0.0
	for range steps {
		m.step()
		product += math.Log(m.rescale())
	}
	return math.Exp(product / steps)
}

// rescale takes the mean from the loads, multiplies them so that the sum of squares is 1, and returns
// what it was before, as a root.
func (m *lockstepMachine) rescale() float64 {
	mean := total(m.loads) / float64(len(m.loads))
	squares := 0.0
	for i := range m.loads {
		m.loads[i] -= mean
		squares += m.loads[i] * m.loads[i]
	}
	norm := math.Sqrt(squares)
	for i := range m.loads {
		m.loads[i] /= norm
	}
	return norm
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
