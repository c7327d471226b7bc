package sweep

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// overhead is a policy that loses a·n^x seconds on n processors, whatever the work.
type overhead struct{ a, x float64 }

func (o overhead) measure(work float64, n int) Measure {
	return Measure{Work: work, Efficiency: 1 / (1 + o.a*math.Pow(float64(n), o.x)/work)}
}

func (o overhead) measures(n int, works ...float64) []Measure {
	var all []Measure
	for _, w := range works {
		all = append(all, o.measure(w, n))
	}
	return all
}

// With an overhead that does not depend on the work, e is reached at W = To·e/(1-e), wherever the trees lie.
func TestWorkForFindsTheIsoefficiencyFunction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := overhead{rapid.Float64Range(0.01, 100).Draw(t, "a"), rapid.Float64Range(1, 2).Draw(t, "x")}
		n := 1 << rapid.IntRange(2, 20).Draw(t, "log n")
		e := rapid.Float64Range(0.05, 0.95).Draw(t, "e")
		want := o.a * math.Pow(float64(n), o.x) * e / (1 - e)
		low, high := rapid.Float64Range(0.001, 0.9).Draw(t, "low"), rapid.Float64Range(1.1, 1000).Draw(t, "high")
		got := WorkFor(n, o.measures(n, high*want, low*want), e)
		if got.Bound != Interpolated || got.Procs != n || math.Abs(got.Work/want-1) > 1e-6 {
			t.Fatalf("got %+v, want %v", got, want)
		}
	})
}

func TestWorkForSaysNothingBeyondTheTrees(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name     string
		measures []Measure
		want     Need
	}{
		{"the smallest tree is enough", []Measure{{10, 0.9}, {100, 0.95}}, Need{64, 10, AtMost}},
		{"the largest is not", []Measure{{10, 0.1}, {100, 0.7}}, Need{64, 100, MoreThan}},
		{"one tree", []Measure{{10, 0.8}}, Need{64, 10, AtMost}},
		{"below it, all were given up", []Measure{{10, nan}, {100, 0.85}}, Need{64, 100, AtMost}},
		{"all were given up", []Measure{{10, nan}, {100, nan}}, Need{64, 100, MoreThan}},
		{"the efficiency falls on the way", []Measure{{1, 0.9}, {10, 0.8}, {100, 0.5}, {1000, 0.8}}, Need{64, 1000, Interpolated}},
		{"all of it", []Measure{{10, 0.8}, {100, 1}}, Need{64, 10, AtMost}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := WorkFor(64, c.measures, 0.8)
			got.Work = math.Round(got.Work)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestFitFindsTheExponent(t *testing.T) {
	for _, x := range []float64{1, 1.5, 2} {
		o := overhead{3, x}
		needs := []Need{{4, 1e9, MoreThan}, {8, 1e-9, AtMost}} // these do not count
		for _, n := range []int{16, 64, 256, 1024} {
			needs = append(needs, WorkFor(n, o.measures(n, 1, 1e8), 0.8))
		}
		g, ok := Fit(needs)
		if !ok || math.Abs(g.Exponent-x) > 1e-6 || g.Error > 1e-6 || g.From != 16 || g.To != 1024 || g.Sizes != 4 {
			t.Errorf("overhead ~ n^%v: %+v, %v", x, g, ok)
		}
	}
}

// The logarithms to base 10 of W are 0, 1 and 0 where those of n are 0, 1 and 2. So the slope is 0, the squares of
// what is left add up to 2/3, the spread of log n is 2, and one degree of freedom is left.
func TestFitTellsItsError(t *testing.T) {
	needs := []Need{{Procs: 1, Work: 1}, {Procs: 10, Work: 10}, {Procs: 100, Work: 1}}
	g, ok := Fit(needs)
	if want := math.Sqrt(1. / 3); !ok || math.Abs(g.Exponent) > 1e-12 || math.Abs(g.Error-want) > 1e-12 {
		t.Errorf("%+v, %v; want exponent 0 with error %v", g, ok, want)
	}
	if g, ok := Fit(needs[:2]); ok {
		t.Errorf("a power law through two points: %+v", g)
	}
}
