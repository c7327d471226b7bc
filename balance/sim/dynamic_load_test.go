package sim

import (
	"fmt"
	"math"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// What is made is what is prescribed: dynamicity, its dispersion, the mean, and the imbalance that
// there is without balancing, which does not grow with time.
func TestDynamicLoadIsAsPrescribed(t *testing.T) {
	balancetest.SkipShort(t)
	for _, load := range []DynamicLoad{
		{Mean: 20, Imbalance: 0.5, Dynamicity: 0.1, Dispersion: 0.3, Step: 1},
		{Mean: 20, Imbalance: 0.5, Dynamicity: 5, Dispersion: 0.5, Step: 1},
		{Mean: 20, Imbalance: 0.5, Dynamicity: 5, Dispersion: 0.7, Step: 1},
		{Mean: 20, Imbalance: 0.3, Dynamicity: 1, Dispersion: 0.5, Step: 0.5},
		{Mean: 50, Imbalance: 0.5, Dynamicity: 1, Dispersion: 0.3, Step: 3},
	} {
		t.Run(fmt.Sprint(load), func(t *testing.T) {
			g, err := newGenerator(load, grid(t, "mesh", 10, 10), 3)
			if err != nil {
				t.Fatal(err)
			}
			const intervals = 3000
			var imbalance [2]float64 // in the first half and in the second
			mean := 0.0
			for k := range intervals {
				g.next()
				now, loads := g.mean(), make([]float64, len(g.held))
				for i, h := range g.held {
					if h < 0 {
						t.Fatalf("processor %d would hold %d items", i, h)
					}
					loads[i] = float64(h)
				}
				imbalance[2*k/intervals] += deviation(loads, now) / (intervals / 2)
				mean += now / intervals
			}
			sigma, delta := g.achieved()
			within(t, "Δσ/T", sigma, load.Dynamicity, 0.03)
			within(t, "Δδ/Δσ", delta/sigma, load.Dispersion, 0.03)
			within(t, "mean load", mean, load.Mean, 0.01)
			for _, x := range imbalance {
				within(t, "σ without balancing", x, 0.95*load.Imbalance, 0.1)
			}
		})
	}
}

func within(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got/want-1) <= tolerance) {
		t.Errorf("%s is %.4f, want %.4f ± %v %%", what, got, want, 100*tolerance)
	}
}

// Within an interval, the load of a processor only rises or only falls; and changes come in order.
func TestIntervalsAreMonotone(t *testing.T) {
	load := DynamicLoad{Mean: 20, Imbalance: 0.5, Dynamicity: 2, Dispersion: 0.7, Step: 2}
	g, err := newGenerator(load, grid(t, "mesh", 4, 4), 1)
	if err != nil {
		t.Fatal(err)
	}
	if want := 50 * balance.Millisecond; g.interval != want {
		t.Errorf("an interval lasts %d ns, want %d ns", g.interval, want)
	}
	last := balance.Ticks(0)
	for range 100 {
		begin := g.end
		g.next()
		direction := map[int32]int32{}
		for _, c := range g.changes {
			if c.at < last || c.at < begin || c.at >= g.end {
				t.Fatalf("a change at %d ns, after one at %d, in the interval from %d to %d", c.at, last, begin, g.end)
			}
			last = c.at
			if d, ok := direction[c.rank]; ok && d != c.by {
				t.Fatalf("items of processor %d come and go in one interval", c.rank)
			}
			direction[c.rank] = c.by
		}
	}
}

func TestStaticLoadNeverChanges(t *testing.T) {
	load := DynamicLoad{Mean: 20, Imbalance: 0.5, Dispersion: 0.7, Step: 1}
	g, err := newGenerator(load, grid(t, "mesh", 6, 6), 1)
	if err != nil {
		t.Fatal(err)
	}
	if at := g.peek(); at != never {
		t.Errorf("a change at %d ns", at)
	}
	if sigma, delta := g.achieved(); sigma != 0 || delta != 0 {
		t.Errorf("dynamicity %v and %v", sigma, delta)
	}
}

// On networks that are no meshes, and the smallest ones, white noise always works.
func TestDynamicLoadOnAnyNetwork(t *testing.T) {
	for _, c := range []struct {
		kind  string
		sides []int
	}{{"ring", []int{8}}, {"torus", []int{3, 3}}, {"line", []int{2}}, {"mesh", []int{1, 1}}} {
		g, err := newGenerator(DynamicLoad{Mean: 5, Imbalance: 0.5, Dynamicity: 1, Step: 1}, grid(t, c.kind, c.sides...), 1)
		if err != nil {
			t.Errorf("%s %v: %v", c.kind, c.sides, err)
			continue
		}
		for range 20 {
			g.next()
		}
		if sigma, delta := g.achieved(); !(sigma >= 0 && delta >= 0 && g.mean() >= 4) {
			t.Errorf("%s %v: dynamicity %v and %v, mean load %v", c.kind, c.sides, sigma, delta, g.mean())
		}
	}
}
