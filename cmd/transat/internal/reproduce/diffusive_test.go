package reproduce

import (
	"math"
	"testing"
)

// The claims of Corradi, Leonardi and Zambonelli at the quick size. Those of §4.2 and §4.3 take some
// seconds.

func TestCorradiSection42Dynamicity(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	r := found(t, diffusiveQualityItem())
	for _, tc := range []struct {
		section, words string
		want           Verdict
	}{
		{"§4.2.1", "all policies achieve", Holds},
		{"§4.2.1", "comparable number of migrations", Holds},
		{"§4.2.1", "dn cannot overcome", Holds},
		{"§4.2.1", "less and less sensitive", Holds},
		{"§4.2.1", "dnr has the best quality", HoldsPartly},    // better than dn, but an-2 is best
		{"§4.2.1", "dnr needs the fewest", HoldsPartly},        // fewer than dn; at full size it holds
		{"§4.2.1", "independently of dispersion", DoesNotHold}, // less dependent than dn
		{"§4.2.1", "improves the quality over the static", Holds},
		{"§4.2.2", "quality falls and effort rises", Holds},
		{"§4.2.2", "30 %: dnr and an-2 behave worse", HoldsPartly}, // dnr is as bad as an, and worse than dn
		{"§4.2.2", "70 %: dnr and an-2 behave worse", Holds},
		{"§4.2.2", "dn is the most robust", Holds},
		{"§4.2.2", "dnr is worse than dn, and it is higher at 70 %", Holds},
		{"§4.2.2", "an-2 is worse than an, and it is higher at 70 %", Holds},
		{"§4.2.2", "a threshold for forwarding", Holds},
	} {
		t.Run(tc.section+" "+tc.words, func(t *testing.T) { wantClaim(t, r, tc.section, tc.words, tc.want) })
	}
}

func TestCorradiSection43ResponseTime(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	r := found(t, diffusiveResponseItem())
	for _, tc := range []struct {
		words string
		want  Verdict
	}{
		{"quite close to the ideal", Holds},
		{"differences are more evident", Holds},
		{"NRT decreases", Holds},
		{"only an and dn are effective", Holds},
		{"negative for all policies", Holds},
		{"under 5 %", Holds},
		{"under 10 %", Holds},
	} {
		t.Run(tc.words, func(t *testing.T) { wantClaim(t, r, "§4.3", tc.words, tc.want) })
	}
}

func TestCorradiSection44Scalability(t *testing.T) {
	r := found(t, diffusiveSizeItem())
	wantClaim(t, r, "§4.4", "overhead depends only slightly", Holds)
	wantClaim(t, r, "§4.4", "differ less", Holds)
}

// curves makes what was measured for two policies, a on the left and b on the right, at dynamicities 1, 2, ….
func curves(a, b []float64) diffusive {
	var d diffusive
	for i := range a {
		x := float64(i + 1)
		d.dynamicities = append(d.dynamicities, x)
		d.all = append(d.all,
			loadPoint{loadSetting: loadSetting{"a", 10, x, rough}, sigma: a[i]},
			loadPoint{loadSetting: loadSetting{"b", 10, x, rough}, sigma: b[i]})
	}
	return d
}

func TestCrossover(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b []float64
		want float64
	}{
		{"never", []float64{1, 1, 1}, []float64{2, 2, 2}, math.Inf(1)},
		{"everywhere", []float64{3, 3, 3}, []float64{2, 2, 2}, 0},
		{"in the middle", []float64{1, 1, 4}, []float64{2, 2, 2}, 2 + 1./3},
		{"the last counts", []float64{3, 1, 3}, []float64{2, 2, 2}, 2.5},
		{"not for good", []float64{1, 3, 1}, []float64{2, 2, 2}, math.Inf(1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := curves(c.a, c.b).crossover("a", "b", rough, sigmaOf); math.Abs(got-c.want) > 1e-12 {
				t.Errorf("crossover at %v, want %v", got, c.want)
			}
		})
	}
}

func TestSizeVerdicts(t *testing.T) {
	rows := func(sigmas ...float64) []sizeRow {
		var all []sizeRow
		for i, x := range sigmas {
			r := sizeRow{side: 4 + i, sigma: map[string]float64{}}
			for k, p := range balancers() {
				r.sigma[p] = x + float64(k)*float64(i)
			}
			all = append(all, r)
		}
		return all
	}
	for _, c := range []struct {
		name string
		rows []sizeRow
		want string
	}{
		{"independent", rows(100, 101, 102), "holds"},
		{"from some size on", rows(50, 100, 102), "holds for 25 nodes and more"},
		{"never", rows(50, 100, 200), "does not hold"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := sizeIndependent("", "", 1.25, c.rows, sizeRow.sigmaOf).String(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	if c := sizeDifferences(rows(10, 100, 101, 102)); c.Verdict != Holds {
		t.Errorf("policies that are the same on 16 nodes and different on more: %v", c)
	}
	same := rows(10, 10, 10)
	same[0].sigma[dnPolicy] = 20
	if c := sizeDifferences(same); c.Verdict != DoesNotHold {
		t.Errorf("policies that differ on 16 nodes only: %v", c)
	}
}
