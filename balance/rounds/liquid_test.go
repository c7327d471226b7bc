package rounds

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// conditions are the shift conditions of Table 1, and the same ones for the kernel.
func conditions() []struct {
	name   string
	holds  func(predecessor, own, successor float64) bool
	kernel shiftCondition
} {
	c0 := func(_, own, _ float64) bool { return own > 0 }
	c1 := func(_, own, _ float64) bool { return own > 1 }
	c2 := func(pred, own, _ float64) bool { return own > 1 || own == 1 && pred > 1 }
	level := func(c func(_, _, _ float64) bool) func(_, _, _ float64) bool {
		return func(pred, own, succ float64) bool { return c(pred, own, succ) && own >= succ }
	}
	return []struct {
		name   string
		holds  func(predecessor, own, successor float64) bool
		kernel shiftCondition
	}{
		{"liquid-c0", c0, shiftCondition{least: 1, blind: true}},
		{"liquid-c1", c1, shiftCondition{least: 2, blind: true}},
		{"liquid-c2", c2, shiftCondition{least: 2, fed: true, blind: true}},
		{"liquid-c3", level(c1), shiftCondition{least: 2}},
		{"liquid-c4", level(c2), shiftCondition{least: 2, fed: true}},
		{"liquid-c5", level(c0), shiftCondition{least: 1}},
	}
}

func TestLiquidKernelTmp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		sides := make([]int, 1+rng.IntN(3))
		n := 1
		for i := range sides {
			sides[i] = 1 + rng.IntN(11)
			n *= sides[i]
		}
		loads := make([]float64, n)
		top := []int{2, 3, 5, 100, 128, 30000, 40000, MaxWhole}[rng.IntN(8)]
		for i := range loads {
			loads[i] = float64(rng.IntN(top))
		}
		c := conditions()[rng.IntN(6)]
		net := network(t, "torus", sides...)
		k := newLiquid(sides, c.kernel, loads)
		var got, want Traffic
		for step := range 5 {
			k.step(step, &got)
			for d, side := range sides {
				if side == 1 {
					continue
				}
				next := append([]float64(nil), loads...)
				count := 0
				for r := range loads {
					succ, _ := net.Step(r, d, 1)
					pred, _ := net.Step(r, d, -1)
					if c.holds(loads[pred], loads[r], loads[succ]) {
						next[r]--
						next[succ]++
						count++
					}
				}
				want.shifted(count)
				loads = next
			}
			have := make([]float64, n)
			k.read(have)
			if fmt.Sprint(have) != fmt.Sprint(loads) || got != want {
				t.Fatalf("%v %s bits %d step %d:\n%v\n%v\n%v %v", sides, c.name, k.bits, step, have, loads, got, want)
			}
			lo, hi := k.extremes()
			wlo, whi := extremes(loads)
			if lo != wlo || hi != whi {
				t.Fatal(sides, k.bits, lo, hi, wlo, whi, loads)
			}
		}
	}
}

func BenchmarkLiquid(b *testing.B) {
	for _, top := range []int{100, 30000, 1 << 30} {
		for _, c := range conditions() {
			b.Run(fmt.Sprint(c.name, "/", top), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 2))
				loads := make([]float64, 1<<20)
				for i := range loads {
					loads[i] = float64(rng.IntN(top))
				}
				k := newLiquid([]int{1024, 1024}, c.kernel, loads)
				for b.Loop() {
					k.step(0, nil)
				}
				b.ReportMetric(float64(b.N)*float64(len(loads))/b.Elapsed().Seconds()/1e6, "Mprocs/s")
			})
		}
	}
}
