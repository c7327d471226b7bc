package diffusive

import (
	"math"
	"testing"

	"transat/balance/topology"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

// The claims of Corradi, Leonardi and Zambonelli at the quick size. Those of §4.1 to §4.3 take some
// seconds. Many hold in part: by one of the two readings of the
// thresholds. Those that come out narrowly are left out.

func TestCorradiSection42Dynamicity(t *testing.T) {
	reproducetest.Long(t)
	r := reproducetest.Found(t, qualityItem())
	for _, tc := range []struct {
		section, words string
		want           reproduce.Verdict
	}{
		{"§4.2.1", "all policies achieve", reproduce.Holds},
		{"§4.2.1", "comparable number of migrations", reproduce.HoldsPartly},
		{"§4.2.1", "dn cannot overcome", reproduce.HoldsPartly},
		{"§4.2.1", "less and less sensitive", reproduce.Holds},
		{"§4.2.1", "dnr has the best quality", reproduce.DoesNotHold},    // better than dn, but an-2 is best
		{"§4.2.1", "independently of dispersion", reproduce.DoesNotHold}, // less dependent than dn
		{"§4.2.1", "improve the quality over the static", reproduce.Holds},
		{"§4.2.2", "quality falls and effort rises", reproduce.Holds},
		{"§4.2.2", "30 %: dnr and an-2 behave worse", reproduce.HoldsPartly}, // dnr is as bad as an, and worse than dn
		{"§4.2.2", "dn is the most robust", reproduce.HoldsPartly},           // at 70 %, an is a little better
		{"§4.2.2", "dnr is worse than dn, and it is higher at 70 %", reproduce.Holds},
		{"§4.2.2", "an-2 is worse than an, and it is higher at 70 %", reproduce.HoldsPartly},
		{"§4.2.2", "a threshold for forwarding", reproduce.Holds},
		{"§4.2.2", "dnr is worse than dn, and it is higher at 70 % than at 30 % (the threshold decides on the whole way)", reproduce.Holds},
		{"§4.2.2", "like dn under slow load (the threshold decides on the whole way)", reproduce.Holds},
	} {
		t.Run(tc.section+" "+tc.words, func(t *testing.T) { reproducetest.WantClaim(t, r, tc.section, tc.words, tc.want) })
	}
}

func TestCorradiSection43ResponseTime(t *testing.T) {
	reproducetest.Long(t)
	r := reproducetest.Found(t, responseItem())
	for _, tc := range []struct {
		words string
		want  reproduce.Verdict
	}{
		{"quite close to the ideal", reproduce.Holds},
		{"NRT decreases", reproduce.Holds},
		{"only an and dn are effective", reproduce.HoldsPartly}, // for ±10 %: for ±20 %, dn and an-2 lose at the same dynamicity
		{"negative for all policies", reproduce.Holds},
		{"under 5 %", reproduce.Holds},
		{"under 10 %", reproduce.Holds},
	} {
		t.Run(tc.words, func(t *testing.T) { reproducetest.WantClaim(t, r, "§4.3", tc.words, tc.want) })
	}
}

func TestCorradiSection44Scalability(t *testing.T) {
	reproducetest.Long(t)
	r := reproducetest.Found(t, sizeItem())
	reproducetest.WantClaim(t, r, "§4.4", "overhead depends only slightly", reproduce.Holds)
	// Whether policies differ less below 25 nodes is a matter of tenths of a point: runs of the quick size cannot tell.
}

func TestCorradiSection44OtherRates(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	r := reproducetest.Found(t, ratesItem())
	reproducetest.WantClaim(t, r, "§4.4", "more dynamic situations", reproduce.Holds)
}

func TestCorradiSection44OtherNetworks(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	r := reproducetest.Found(t, networksItem())
	reproducetest.WantClaim(t, r, "§4.4", "other interconnection networks", reproduce.Holds) // of tori, at 300/s
	reproducetest.WantClaim(t, r, "§4.4", "more expensive", reproduce.Holds)
}

func TestCorradiSection21StaticLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	r := reproducetest.Found(t, staticItem())
	reproducetest.WantClaim(t, r, "§2.2", "comes to rest", reproduce.Holds)
	// 100 processes a node are too coarse for a σ below 5 % with dn; the full size has 400.
	reproducetest.WantClaim(t, r, "§2.1", "global balancing", reproduce.DoesNotHold)
}

// A network with another order is left out of where a claim holds.
func TestTrendClaim(t *testing.T) {
	row := func(value string, dn, an float64) studyRow {
		r := studyRow{value: value}
		for _, sigma := range []float64{dn, an, 50, 60} {
			m := loadPoint{sigma: sigma}
			for i := range 3 {
				m.repeated = append(m.repeated, loadPoint{sigma: sigma + 0.01*float64((i+int(sigma))%3-1)})
			}
			r.points = append(r.points, m)
		}
		return r
	}
	mesh, torus, ring := row("mesh", 10, 20), row("torus", 10, 20), row("ring", 20, 10)
	for _, c := range []struct {
		name string
		rows []studyRow
		want string
	}{
		{"the same", []studyRow{mesh, torus}, "holds"},
		{"the same on a torus", []studyRow{mesh, torus, ring}, "holds for torus"},
		{"another", []studyRow{mesh, ring}, "does not hold"},
	} {
		reproducetest.WantVerdict(t, c.name, trendClaim("", []study{{rows: c.rows}}), c.want)
	}
}

// A machine of another kind or with other costs.
func TestNetworksAndCosts(t *testing.T) {
	x := usualSetting("dn", [2]int{8, 8}, 1, rough)
	x.network, x.slower = "hypercube", 3
	grid, err := x.grid()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(grid.Neighbours(0)); grid.Procs() != 64 || n != 6 {
		t.Errorf("a hypercube of 64 has %d nodes, the first with %d neighbours", grid.Procs(), n)
	}
	slow, err := x.cost()
	if err != nil {
		t.Fatal(err)
	}
	x.slower = 0
	usual, err := x.cost()
	if err != nil {
		t.Fatal(err)
	}
	if slow.ElementCPU != 3*usual.ElementCPU || slow.LinkTime != 3*usual.LinkTime || slow.NodeTime != usual.NodeTime {
		t.Errorf("three times as slow: %+v, usual: %+v", slow, usual)
	}
}

func TestCorradiFigure4(t *testing.T) {
	r := reproducetest.Found(t, dispersionItem())
	reproducetest.WantClaim(t, r, "§4.1, Figure 4", "loads with σ = 50 %", reproduce.Holds)
	reproducetest.WantClaim(t, r, "§4.1", "comparable to the global one", reproduce.Holds)
	reproducetest.WantClaim(t, r, "§4.1", "those of the formulas", reproduce.Holds)
}

// A load of which all is worked out by hand: a line of three with 0, 1 and 2.
func TestDispersionOfALine(t *testing.T) {
	line, err := topology.NewGrid("line", 3)
	if err != nil {
		t.Fatal(err)
	}
	x := dispersed{loads: []float64{0, 1, 2}}
	x.measure(line)
	// The averages are ½, 1 and 1½; in the neighbourhoods loads are ½, √⅔ and ½ from them.
	for name, c := range map[string][2]float64{
		"σ": {x.sigma, math.Sqrt(2. / 3)}, "δ": {x.delta, math.Sqrt(0.5 / 3)}, "local σ": {x.local[1], math.Sqrt(2. / 3)},
		"local σ at the end": {x.local[0], 0.5},
	} {
		if math.Abs(c[0]-c[1]) > 1e-12 {
			t.Errorf("%s is %v, want %v", name, c[0], c[1])
		}
	}
}

func TestCorradiSection41Granularity(t *testing.T) {
	reproducetest.Long(t)
	r := reproducetest.Found(t, granularityItem())
	reproducetest.WantClaim(t, r, "§4.1", "too coarse a granularity", reproduce.Holds)
	reproducetest.WantClaim(t, r, "§4.1", "our choice of a step", reproduce.Holds)
}

// A claim that is read in two ways holds if it does by both.
func TestBothReadings(t *testing.T) {
	claim := func(verdict reproduce.Verdict, where string) reproduce.Claim {
		return reproduce.Claim{Verdict: verdict, Range: where}
	}
	yes, no, some := claim(reproduce.Holds, ""), claim(reproduce.DoesNotHold, ""), claim(reproduce.HoldsPartly, "30 %")
	for _, c := range []struct {
		name         string
		narrow, wide reproduce.Claim
		want         string
	}{
		{"both", yes, yes, "holds"},
		{"neither", no, no, "does not hold"},
		{"the first", yes, no, "holds for ±10 %"},
		{"the second, in a range", no, some, "holds for ±20 %, 30 %"},
		{"the first, and the second in a range", yes, some, "holds for ±10 %; ±20 %, 30 %"},
		{"both, in a range", some, some, "holds for 30 %"},
	} {
		reproducetest.WantVerdict(t, c.name, both(c.narrow, c.wide), c.want)
	}
}

func TestConfidence(t *testing.T) {
	sigma := func(d diffusive) float64 { return d.all[0].sigma }
	d := diffusive{all: []loadPoint{{sigma: 2, repeated: []loadPoint{{sigma: 1}, {sigma: 3}}}}}
	// Two values: a standard error of 1, and Student's 97.5 % quantile with one degree of freedom.
	if got, want := d.confidence(sigma), 12.7062; math.Abs(got-want) > 1e-3 {
		t.Errorf("±%v, want ±%v", got, want)
	}
	d.all[0].repeated = d.all[0].repeated[:1]
	if got := d.confidence(sigma); !math.IsNaN(got) {
		t.Errorf("a single repetition has a confidence of ±%v", got)
	}
}

// A run lasts a number of load intervals, whatever the dynamicity.
func TestLoadIntervals(t *testing.T) {
	for dynamicity, want := range map[float64]float64{0: 0, 0.1: 50, 1: 5, 500: 0.01} {
		x := usualSetting("dn", tenByTen(), dynamicity, rough)
		if got := x.interval(); math.Abs(got-want) > 1e-12 {
			t.Errorf("at %v/s an interval lasts %v s, want %v", dynamicity, got, want)
		}
	}
}

// Policies that cannot be told apart have not changed places.
func TestOrderNeedsConfidence(t *testing.T) {
	row := func(value string, dn, an float64, noise float64) studyRow {
		r := studyRow{value: value}
		for _, sigma := range []float64{dn, an, 50, 60} {
			m := loadPoint{sigma: sigma}
			for i := range 3 {
				m.repeated = append(m.repeated, loadPoint{sigma: sigma + noise*float64((i+int(sigma))%3-1)})
			}
			r.points = append(r.points, m)
		}
		return r
	}
	for _, c := range []struct {
		name   string
		second studyRow
		want   string
	}{
		{"the same", row("b", 10, 20, 0.01), "holds"},
		{"changed", row("b", 20, 10, 0.01), "does not hold"},
		{"cannot be told", row("b", 20, 10, 100), "holds"},
	} {
		st := study{rows: []studyRow{row("a", 10, 20, 0.01), c.second}}
		reproducetest.WantVerdict(t, c.name, sameOrder(reproduce.Check, "", "", "a", st), c.want)
	}
}

// curves makes what was measured for two policies, a on the left and b on the right, at dynamicities 1, 2, ….
func curves(a, b []float64) diffusive {
	var d diffusive
	for i := range a {
		x := float64(i + 1)
		d.dynamicities = append(d.dynamicities, x)
		d.all = append(d.all,
			loadPoint{loadSetting: usualSetting("a", tenByTen(), x, rough), sigma: a[i]},
			loadPoint{loadSetting: usualSetting("b", tenByTen(), x, rough), sigma: b[i]})
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
			for k, p := range (diffusive{}).balancers() {
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
			if got := sizeIndependent("", "", 1.25, diffusive{}.balancers(), c.rows, sizeRow.sigmaOf).String(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	if c := sizeDifferences(diffusive{}.balancers(), rows(10, 100, 101, 102)); c.Verdict != reproduce.Holds {
		t.Errorf("policies that are the same on 16 nodes and different on more: %v", c)
	}
	same := rows(10, 10, 10)
	same[0].sigma[dnPolicy] = 20
	if c := sizeDifferences(diffusive{}.balancers(), same); c.Verdict != reproduce.DoesNotHold {
		t.Errorf("policies that differ on 16 nodes only: %v", c)
	}
}
