package diffusive

import (
	"math"
	"testing"

	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

// The claims of Corradi, Leonardi and Zambonelli at the quick size. Those of §4.2 and §4.3 take some
// seconds.

func TestCorradiSection42Dynamicity(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	r := reproducetest.Found(t, qualityItem())
	for _, tc := range []struct {
		section, words string
		want           reproduce.Verdict
	}{
		{"§4.2.1", "all policies achieve", reproduce.Holds},
		{"§4.2.1", "comparable number of migrations", reproduce.Holds},
		{"§4.2.1", "dn cannot overcome", reproduce.Holds},
		{"§4.2.1", "less and less sensitive", reproduce.Holds},
		{"§4.2.1", "dnr has the best quality", reproduce.DoesNotHold},    // better than dn, but an-2 is best
		{"§4.2.1", "dnr needs the fewest", reproduce.DoesNotHold},        // fewer than dn
		{"§4.2.1", "independently of dispersion", reproduce.DoesNotHold}, // less dependent than dn
		{"§4.2.1", "improve the quality over the static", reproduce.Holds},
		{"§4.2.2", "quality falls and effort rises", reproduce.Holds},
		{"§4.2.2", "30 %: dnr and an-2 behave worse", reproduce.HoldsPartly}, // dnr is as bad as an, and worse than dn
		{"§4.2.2", "70 %: dnr and an-2 behave worse", reproduce.Holds},
		{"§4.2.2", "dn is the most robust", reproduce.HoldsPartly}, // at 70 %, an is a little better
		{"§4.2.2", "dnr is worse than dn, and it is higher at 70 %", reproduce.Holds},
		{"§4.2.2", "an-2 is worse than an, and it is higher at 70 %", reproduce.Holds},
		{"§4.2.2", "a threshold for forwarding", reproduce.Holds},
	} {
		t.Run(tc.section+" "+tc.words, func(t *testing.T) { reproducetest.WantClaim(t, r, tc.section, tc.words, tc.want) })
	}
}

func TestCorradiSection43ResponseTime(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	r := reproducetest.Found(t, responseItem())
	for _, tc := range []struct {
		words string
		want  reproduce.Verdict
	}{
		{"quite close to the ideal", reproduce.Holds},
		{"differences are more evident", reproduce.Holds},
		{"NRT decreases", reproduce.Holds},
		{"only an and dn are effective", reproduce.Holds},
		{"negative for all policies", reproduce.Holds},
		{"under 5 %", reproduce.Holds},
		{"under 10 %", reproduce.Holds},
	} {
		t.Run(tc.words, func(t *testing.T) { reproducetest.WantClaim(t, r, "§4.3", tc.words, tc.want) })
	}
}

func TestCorradiSection44Scalability(t *testing.T) {
	r := reproducetest.Found(t, sizeItem())
	reproducetest.WantClaim(t, r, "§4.4", "overhead depends only slightly", reproduce.Holds)
	reproducetest.WantClaim(t, r, "§4.4", "differ less", reproduce.Holds)
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
	if c := sizeDifferences(rows(10, 100, 101, 102)); c.Verdict != reproduce.Holds {
		t.Errorf("policies that are the same on 16 nodes and different on more: %v", c)
	}
	same := rows(10, 10, 10)
	same[0].sigma[dnPolicy] = 20
	if c := sizeDifferences(same); c.Verdict != reproduce.DoesNotHold {
		t.Errorf("policies that differ on 16 nodes only: %v", c)
	}
}
