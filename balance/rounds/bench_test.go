package rounds

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"transat/balance/balancetest"
)

// Benchmarks report million processor-steps a second: one is one processor in one whole step.

// benchSide is the side of the torus: loads take 4 to 8 MB.
const benchSide = 1024

func benchmarkStep(b *testing.B, m *Machine) {
	b.ReportAllocs()
	for b.Loop() {
		m.Step()
	}
	perStep := float64(m.network.Procs()) / 1e6
	b.ReportMetric(perStep*float64(b.N)/b.Elapsed().Seconds(), "Mprocs/s")
}

func randomLoads(n int, highest int) []float64 {
	rng := rand.New(rand.NewPCG(1, 0))
	return filled(n, func() float64 { return float64(rng.IntN(highest + 1)) })
}

// BenchmarkStep is what a step of each policy takes on small networks, with whole loads, real loads, and
// real loads whose traffic is not counted.
func BenchmarkStep(b *testing.B) {
	for _, policy := range balancetest.StepPolicies() {
		for _, c := range []struct {
			name  string
			setup Setup
		}{{"whole", Setup{Whole: true}}, {"real", Setup{}}, {"uncounted", Setup{Uncounted: true}}} {
			b.Run(policy.Spec.Name+"/"+c.name, func(b *testing.B) {
				s := c.setup
				s.Network, s.Policy = homeOf(b, policy, 32*32), policy
				s.Loads = randomLoads(s.Network.Procs(), 100)
				benchmarkStep(b, machine(b, s))
			})
		}
	}
}

// BenchmarkLiquid is the kernel of the Liquid model on a torus of a million processors, with loads of
// 32, 16 and 8 bits.
func BenchmarkLiquid(b *testing.B) {
	for c := range 6 {
		for _, width := range []struct {
			name    string
			highest int
		}{{"32bit", 1 << 30}, {"16bit", 30_000}, {"8bit", 100}} {
			b.Run(fmt.Sprintf("c%d/%s", c, width.name), func(b *testing.B) {
				benchmarkStep(b, machine(b, Setup{
					Network: network(b, "torus", benchSide, benchSide), Policy: choose(b, fmt.Sprint("liquid-c", c)),
					Loads: randomLoads(benchSide*benchSide, width.highest), Whole: true,
				}))
			})
		}
	}
}

// BenchmarkLinear is the linear kernel on a million processors, beside what the memory can do: copies is
// the time of a step over that of copying the loads, triads over that of one loop that reads two such
// slices and writes a third; each time is the best of some, since other programs run as well.
func BenchmarkLinear(b *testing.B) {
	for _, c := range []struct {
		policy, kind string
		sides        []int
	}{
		{"diffusion", "torus", []int{benchSide, benchSide}},
		{"diffusion", "mesh", []int{benchSide, benchSide}},
		{"diffusion", "torus", []int{128, 128, 64}},
		{"diffusion", "ring", []int{benchSide * benchSide}},
		{"diffusion", "hypercube", []int{benchSide * benchSide}},
		{"second-order", "torus", []int{benchSide, benchSide}},
		{"adf:damping=0.1", "torus", []int{benchSide, benchSide}},
		{"nna-sync", "torus", []int{benchSide, benchSide}},
		{"dimension-exchange", "torus", []int{benchSide, benchSide}},
	} {
		policy := choose(b, c.policy)
		n := network(b, c.kind, c.sides...)
		b.Run(fmt.Sprint(policy.Spec.Name, "/", n), func(b *testing.B) {
			m := machine(b, Setup{Network: n, Policy: policy, Loads: randomLoads(n.Procs(), 100), Uncounted: true})
			benchmarkStep(b, m)
			reportMemory(b, fastest(m.Step), n.Procs())
		})
	}
}

// BenchmarkStencil is the linear kernel's inner loop for loads that fit into the caches, and that do not.
func BenchmarkStencil(b *testing.B) {
	for _, rows := range []int{64, 512, 4096} {
		n := rows * 2048
		s := &stencil{
			grid: grid{sides: []int{rows, 2048}, wraps: true}, own: 0.2, weight: []float64{0.2, 0.2},
			strides: []int{2048, 1}, at: make([]int, 1),
		}
		src, dst := randomLoads(n, 100), make([]float64, n)
		b.Run(fmt.Sprint("torus ", rows, "x2048"), func(b *testing.B) {
			step := func() { s.times(dst, src, 1, 0) }
			for b.Loop() {
				step()
			}
			reportMemory(b, fastest(step), n)
		})
	}
}

// reportMemory compares the time of a step of n processors with what the memory can do.
func reportMemory(b *testing.B, step float64, n int) {
	copying, triad := memory(n)
	b.ReportMetric(step/copying, "copies")
	b.ReportMetric(step/triad, "triads")
}

// memory is the time to copy n numbers, and to add a multiple of n numbers to n others, in seconds.
func memory(n int) (copying, triad float64) {
	x, y, z := randomLoads(n, 100), randomLoads(n, 100), randomLoads(n, 100)
	copying = fastest(func() { copy(y, x) })
	triad = fastest(func() {
		x, y := x[:len(z)], y[:len(z)]
		for i := range z {
			z[i] = x[i] + 3*y[i]
		}
	})
	return copying, triad
}

// fastest is the shortest time that do takes, in seconds.
func fastest(do func()) float64 {
	best := math.Inf(1)
	for range 30 {
		begin := time.Now()
		do()
		best = min(best, time.Since(begin).Seconds())
	}
	return best
}

func BenchmarkPLB(b *testing.B) {
	for _, c := range []struct {
		kind  string
		sides []int
	}{{"line", []int{4096}}, {"tree", []int{4095}}, {"mesh", []int{64, 64}}, {"hypercube", []int{4096}}, {"clique", []int{1024}}} {
		n := network(b, c.kind, c.sides...)
		b.Run(n.String(), func(b *testing.B) {
			p, err := NewPLB(n)
			if err != nil {
				b.Fatal(err)
			}
			loads := randomLoads(n.Procs(), 100)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Migrate(loads); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRun is a whole run of Figure 5: the worst case on a ring, until it is balanced.
func BenchmarkRun(b *testing.B) {
	for _, policy := range []string{"liquid-c5", "nna-sync"} {
		b.Run(policy+"/ring 512", func(b *testing.B) {
			s := Setup{Network: network(b, "ring", 512), Policy: choose(b, policy), Loads: worst(512, 5), Whole: true}
			for b.Loop() {
				finish(b, machine(b, s), Config{Until: Shared | Balanced})
			}
		})
	}
}
