package stealing

import (
	"math"
	"testing"

	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

// The bound holds in a few settings, and the constant is far from it.
func TestTheBoundHolds(t *testing.T) {
	r := reproducetest.Found(t, latencyItem())
	reproducetest.WantClaim(t, r, "the bound", "at most W/p", reproduce.Holds)
	reproducetest.WantClaim(t, r, "the constant", "a third", reproduce.Holds)
}

// All 1,000 settings.
func TestTheBoundHoldsInAThousandSettings(t *testing.T) {
	reproducetest.Long(t)
	s := &reproduce.Session{}
	all := sizes(s)
	if len(all) != 1000 {
		t.Fatalf("%d settings", len(all))
	}
	for _, x := range all {
		f, err := measure(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		if !f.holds() {
			t.Errorf("%+v: %.1f ± %.1f, the bound is %.1f", x, f.mean, f.std, x.bound(proven))
		}
	}
}

// Two processors, worked out by hand. The request comes at 3, when tasks 1 to 3 of 11 are done, and the fourth is about to begin: it has
// been taken. So 7 wait, and 4 of them go; they come at 6. One processor has then done 6, and is done with its 3 others and the fourth,
// which it is in, at 7; the other is done at 10. Its request at 7 finds 3 that wait at 10 …: none is left to be had. All is over at 10.
func TestTimesByHand(t *testing.T) {
	got, err := makespan(t.Context(), 11, 2, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(got-10) > 0.001 {
		t.Errorf("it takes %v units, want 10", got)
	}
}

// Verdicts follow the numbers.
func TestVerdictsFollowTheRows(t *testing.T) {
	x := setting{1000, 10, 5}
	at := func(constant float64) []found { return []found{{setting: x, mean: x.bound(constant)}} }
	reproducetest.WantVerdict(t, "below", claims(at(4))[0], "holds")
	reproducetest.WantVerdict(t, "above", claims(at(16.2))[0], "does not hold")
	reproducetest.WantVerdict(t, "small", claims(at(4))[1], "holds")
	reproducetest.WantVerdict(t, "large", claims(at(6))[1], "does not hold")
	if f := (found{setting: x, mean: x.bound(16), std: 100}); f.holds() {
		t.Error("a mean that may be far off holds")
	}
}
