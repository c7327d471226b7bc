package diffusive

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"transat/balance/sim"
)

// diffusive has all results, to be looked up.
type diffusive struct {
	all          []loadPoint
	dynamicities []float64 // in ascending order
	wide         bool      // the reading by which claims are judged: ±20 %, not ±10 %
	way          bool      // and that of dnr: the threshold of the whole way, not of the first two
}

// an and an2 are those policies by the reading.
func (d diffusive) an() string {
	if d.wide {
		return anWide
	}
	return anPolicy
}

func (d diffusive) an2() string {
	if d.wide {
		return an2Wide
	}
	return an2Policy
}

// dnr is that policy by the reading, and inhibited the same with a threshold for forwarding.
func (d diffusive) dnr() string {
	if d.way {
		return dnrChain
	}
	return dnrPolicy
}

func (d diffusive) inhibited() string {
	if d.way {
		return dnrChainInhibited
	}
	return dnrInhibited
}

// balancers are the policies of the paper but none, by the reading.
func (d diffusive) balancers() []string { return []string{dnPolicy, d.an(), d.an2(), d.dnr()} }

// repetition has the results of one of the repetitions.
func (d diffusive) repetition(i int) diffusive {
	one := d
	one.all = nil
	for _, m := range d.all {
		one.all = append(one.all, m.repeated[i])
	}
	return one
}

// confidence is the half width of the interval that holds the true value of a quantity in 95 of 100 cases, by the
// repetitions and Student's distribution; NaN if there are fewer than two.
func (d diffusive) confidence(of func(diffusive) float64) float64 {
	var each []float64
	for i := range d.all[0].repeated {
		each = append(each, of(d.repetition(i)))
	}
	if len(each) < 2 {
		return math.NaN()
	}
	_, deviation := stat.MeanStdDev(each, nil)
	student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(len(each) - 1)}
	return student.Quantile(0.975) * stat.StdErr(deviation, float64(len(each)))
}

// at returns the result of a policy on the mesh of the first setting.
func (d diffusive) at(policy string, dynamicity, dispersion float64) loadPoint {
	want := d.all[0].loadSetting
	want.policy, want.dynamicity, want.dispersion = policy, dynamicity, dispersion
	i := slices.IndexFunc(d.all, func(m loadPoint) bool { return m.loadSetting == want })
	if i < 0 {
		panic(fmt.Sprintf("reproduce: %v was not measured", want))
	}
	return d.all[i]
}

// finished keeps the dynamicities of which all settings are there.
func (d diffusive) finished(policies []string) diffusive {
	d.dynamicities = slices.DeleteFunc(slices.Clone(d.dynamicities), func(x float64) bool {
		for _, setting := range (diffusive{dynamicities: []float64{x}}).settings(policies) {
			if !slices.ContainsFunc(d.all, func(m loadPoint) bool { return m.loadSetting == setting }) {
				return true
			}
		}
		return false
	})
	return d
}

// slowOnes are the dynamicities above 0 at which loads are slowly dynamic.
func (d diffusive) slowOnes() []float64 {
	return slices.DeleteFunc(slices.Clone(d.dynamicities), func(x float64) bool { return x == 0 || x > slowDynamicity })
}

// fastest is the highest dynamicity.
func (d diffusive) fastest() float64 { return d.dynamicities[len(d.dynamicities)-1] }

// mean is the mean of a quantity over some dynamicities.
func (d diffusive) mean(policy string, dynamicities []float64, dispersion float64, of func(loadPoint) float64) float64 {
	sum := 0.0
	for _, x := range dynamicities {
		sum += of(d.at(policy, x, dispersion))
	}
	return sum / float64(len(dynamicities))
}

// highest is the most of a quantity with any of the balancers, at some dynamicities and either dispersion.
func (d diffusive) highest(dynamicities []float64, of func(loadPoint) float64) float64 {
	most := math.Inf(-1)
	for _, x := range dynamicities {
		for _, p := range d.balancers() {
			most = max(most, of(d.at(p, x, rough)), of(d.at(p, x, smooth)))
		}
	}
	return most
}

// nrt is the normalised response time (§4.3).
func (d diffusive) nrt(m loadPoint) float64 {
	none := d.at(nlbPolicy, m.dynamicity, m.dispersion)
	return sim.NormalizedResponse(none.response, m.response, none.ideal)
}

// crossover is the dynamicity from which on a quantity of the first policy is above that of the second,
// by interpolation between measured points; 0 if it is everywhere, infinite if it is not at the fastest.
func (d diffusive) crossover(first, second string, dispersion float64, of func(loadPoint) float64) float64 {
	above := math.Inf(1)
	var last float64 // the difference at the dynamicity above
	for _, x := range slices.Backward(d.dynamicities) {
		difference := of(d.at(first, x, dispersion)) - of(d.at(second, x, dispersion))
		if difference <= 0 {
			if math.IsInf(above, 1) {
				return above
			}
			return x + (above-x)*difference/(difference-last)
		}
		above, last = x, difference
	}
	return 0
}

func sigmaOf(m loadPoint) float64      { return m.sigma }
func migrationsOf(m loadPoint) float64 { return m.migrations }
