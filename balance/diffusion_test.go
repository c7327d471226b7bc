package balance_test

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/balance"
)

func TestDiffusionSpreads(t *testing.T) {
	m := newLockstepMachine(t, "diffusion:alpha=0.5", grid(t, "line", 4), false, 8, 0, 0, 0)
	for _, want := range [][]float64{{4, 4, 0, 0}, {4, 2, 2, 0}, {3, 3, 1, 1}} {
		m.step()
		if diff := cmp.Diff(want, m.loads); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

func TestXuLauBestAlpha(t *testing.T) {
	angle := func(k int) float64 { return math.Cos(math.Pi / float64(k)) }
	for _, c := range []struct {
		kind  string
		sides []int
		want  float64
	}{
		{"torus", []int{4, 4}, 1 / (5 - math.Cos(2*math.Pi/4))},
		{"torus", []int{16, 16}, 1 / (5 - math.Cos(2*math.Pi/16))},
		{"ring", []int{10}, 1 / (3 - math.Cos(2*math.Pi/10))},
		{"torus", []int{6, 6, 6}, 1 / (7 - math.Cos(2*math.Pi/6))},
		{"mesh", []int{5, 5}, 1 / (3 + angle(5))},
		{"mesh", []int{16, 16}, 1 / (3 + angle(16))},
		{"line", []int{7}, 0.5},
		{"hypercube", []int{32}, 1. / 6},
		{"clique", []int{9}, 1. / 9},
		{"ring", []int{1}, 1},
	} {
		g := grid(t, c.kind, c.sides...)
		if got, _ := balance.BestDiffusion(g); math.Abs(got-c.want) > 1e-10 {
			t.Errorf("%v: best α %v, want %v", g, got, c.want)
		}
	}
}

// No α reduces differences faster in the long run: the measured factor at the best one is γ, and larger
// besides it.
func TestCybenkoBestAlphaConvergesFastest(t *testing.T) {
	for _, c := range []struct {
		kind  string
		sides []int
	}{{"ring", []int{12}}, {"mesh", []int{4, 5}}, {"hypercube", []int{16}}, {"debruijn", []int{16}}, {"tree", []int{7}}} {
		g := grid(t, c.kind, c.sides...)
		alpha, gamma := balance.BestDiffusion(g)
		if got := factor(t, "diffusion", g); math.Abs(got-gamma) > 0.01*gamma {
			t.Errorf("%v: differences shrink by %v a step, want %v", g, got, gamma)
		}
		for _, other := range []float64{0.97 * alpha, 1.03 * alpha} {
			m := "diffusion:alpha=" + number(other)
			if got := factor(t, m, g); got <= gamma {
				t.Errorf("%v: with %s, differences shrink by %v a step, with the best one by %v", g, m, got, gamma)
			}
		}
	}
}

func TestDiffusionRefusesToDiverge(t *testing.T) {
	for in, want := range map[string]string{
		"diffusion:alpha=0.6":            "alpha is too large for loads to converge: it must be below 2/λ_max = 0.5",
		"diffusion:alpha=0.5":            "alpha is too large for loads to converge: it must be below 2/λ_max = 0.5",
		"diffusion:alpha=0.49":           "",
		"second-order:alpha=0.6:beta=1":  "alpha is too large for loads to converge: it must be below 2/λ_max = 0.5",
		"second-order:alpha=0.3:beta=1":  "",
		"dimension-exchange:exchange=.9": "",
	} {
		chosen := mustChoose(t, in)
		_, err := chosen.For(grid(t, "ring", 4))
		var refusal *balance.KindError
		reason := ""
		if errors.As(err, &refusal) {
			reason = refusal.Reason
		}
		if reason != want {
			t.Errorf("%s: %q, want %q", in, reason, want)
		}
	}
}

// On irregular networks a processor may be asked for more than it has; real loads do as they are told,
// whole ones do not.
func TestDiffusionOfRealLoadsMayFallBelowZero(t *testing.T) {
	loads := make([]float64, 16)
	loads[5] = 100
	divisible := newLockstepMachine(t, "diffusion", grid(t, "mesh", 4, 4), false, loads...)
	divisible.step()
	if want := 100 * (1 - 4/(3+math.Cos(math.Pi/4))); math.Abs(divisible.loads[5]-want) > 1e-9 || want > 0 {
		t.Errorf("the load becomes %v, want %v", divisible.loads[5], want)
	}
	whole := newLockstepMachine(t, "diffusion", grid(t, "mesh", 4, 4), true, loads...)
	whole.step()
	if diff := cmp.Diff([]float64{26, 0, 21, 27}, []float64{whole.loads[1], whole.loads[5], whole.loads[6], whole.loads[9]},
		cmpopts.EquateApprox(0, 0)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
