package diffusive

import (
	"fmt"
	"math"
	"strings"

	"transat/cmd/transat/internal/reproduce"
)

// The paper's statements on quality and effort (§4.2), judged by the results.

func (d diffusive) qualityClaims() []reproduce.Claim {
	return d.byAllReadings(func(d diffusive) []reproduce.Claim {
		return []reproduce.Claim{
			d.claimAllBalance(),
			d.claimComparable(),
			d.claimDNResidual(),
			d.claimLessSensitive(),
			d.claimDNRQuality(),
			d.claimDNREffort(),
			d.claimDNRDispersion(),
			d.claimBetterThanStatic(),
			d.claimFastIsWorse(),
			d.claimLargeDomainsWorse(rough),
			d.claimLargeDomainsWorse(smooth),
			d.claimDNRobust(),
			d.claimCrossover(d.dnr(), dnPolicy),
			d.claimCrossover(d.an2(), d.an()),
			d.claimThresholdInDNR(),
		}
	})
}

// each writes a quantity of several policies: "dn 9.1, an 8.0".
func (d diffusive) each(policies []string, dynamicities []float64, dispersion float64, format string, of func(loadPoint) float64) string {
	var parts []string
	for _, p := range policies {
		parts = append(parts, short(p)+" "+fmt.Sprintf(format, d.mean(p, dynamicities, dispersion, of)))
	}
	return strings.Join(parts, ", ")
}

// lowest is the policy with the least of a quantity.
func (d diffusive) lowest(policies []string, dynamicities []float64, dispersion float64, of func(loadPoint) float64) string {
	best := policies[0]
	for _, p := range policies[1:] {
		if d.mean(p, dynamicities, dispersion, of) < d.mean(best, dynamicities, dispersion, of) {
			best = p
		}
	}
	return best
}

func (d diffusive) claimAllBalance() reproduce.Claim {
	worst := d.highest(d.slowOnes(), func(m loadPoint) float64 { return m.sigma / d.at(nlbPolicy, m.dynamicity, m.dispersion).sigma })
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.2.1", Text: "slow load: all policies achieve the goal of balancing the load",
		Bound:   reproduce.Ours("σ at most 60 % of that without balancing"),
		Verdict: reproduce.Judge(worst < 0.6),
		Note:    fmt.Sprintf("σ is at most %.0f %% of that without balancing", 100*worst),
	}
}

func (d diffusive) claimComparable() reproduce.Claim {
	x := []float64{slowDynamicity}
	least, most := math.Inf(1), 0.0
	worst := 0.0
	for _, p := range d.balancers() {
		m := d.mean(p, x, rough, migrationsOf)
		least, most = min(least, m), max(most, m)
		worst = max(worst, d.mean(p, d.slowOnes(), rough, sigmaOf))
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.2.1", Text: "slow load, 30 %: quite a good quality with a comparable number of migrations",
		Bound:   reproduce.Ours("mean σ below 15 %, and at most 1.5 times the migrations of the one with fewest"),
		Verdict: reproduce.Judge(worst < 0.15 && most < 1.5*least),
		Note: fmt.Sprintf("σ in percent: %s; migrations a second at %d/s: %s",
			d.each(d.balancers(), d.slowOnes(), rough, "%.1f", loadPoint.sigmaPercent), slowDynamicity,
			d.each(d.balancers(), x, rough, "%.0f", migrationsOf)),
	}
}

func (d diffusive) claimDNResidual() reproduce.Claim {
	came := true
	for _, x := range d.slowOnes() {
		dn := d.at(dnPolicy, x, smooth).sigma
		came = came && dn > 1.5*d.at(dnPolicy, x, rough).sigma
		for _, p := range d.balancers()[1:] {
			came = came && dn > d.at(p, x, smooth).sigma
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.2.1", Text: "slow load, 70 %: dn cannot overcome a high residual σ",
		Bound:   reproduce.Ours("at every slow dynamicity, the highest of all, and above 1.5 times its own at 30 %"),
		Verdict: reproduce.Judge(came),
		Note: fmt.Sprintf("σ in percent: %s; dn at 30 %%: %.1f",
			d.each(d.balancers(), d.slowOnes(), smooth, "%.1f", loadPoint.sigmaPercent),
			d.mean(dnPolicy, d.slowOnes(), rough, loadPoint.sigmaPercent)),
	}
}

// sensitivity is how much a policy's σ rises from 30 % to 70 % dispersion under slow load.
func (d diffusive) sensitivity(policy string) float64 {
	return d.mean(policy, d.slowOnes(), smooth, loadPoint.sigmaPercent) - d.mean(policy, d.slowOnes(), rough, loadPoint.sigmaPercent)
}

func (d diffusive) claimLessSensitive() reproduce.Claim {
	dn, an, an2 := d.sensitivity(dnPolicy), d.sensitivity(d.an()), d.sensitivity(d.an2())
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.2.1", Text: "slow load: an and an-2 are less and less sensitive to dispersion than dn",
		Bound:   reproduce.Theirs("the order"),
		Verdict: reproduce.Judge(dn > an && an > an2),
		Note:    fmt.Sprintf("from 30 %% to 70 %%, σ rises by %.1f (dn), %.1f (an) and %.1f (an-2) points", dn, an, an2),
	}
}

// ahead says by how much dnr has less of a quantity than the least of the others, under slow load at 70 %.
func (d diffusive) ahead(format string, of func(loadPoint) float64) string {
	lead := func(d diffusive) float64 {
		least := math.Inf(1)
		for _, p := range []string{dnPolicy, d.an(), d.an2()} {
			least = min(least, d.mean(p, d.slowOnes(), smooth, of))
		}
		return least - d.mean(d.dnr(), d.slowOnes(), smooth, of)
	}
	text := fmt.Sprintf("the best other less dnr: "+format, lead(d))
	if half := d.confidence(lead); !math.IsNaN(half) {
		text += fmt.Sprintf(" (95 %% confidence: ±"+format+")", half)
	}
	return text
}

func (d diffusive) claimDNRQuality() reproduce.Claim {
	best := d.lowest(d.balancers(), d.slowOnes(), smooth, sigmaOf)
	note := fmt.Sprintf("σ in percent: %s; %s", d.each(d.balancers(), d.slowOnes(), smooth, "%.1f", loadPoint.sigmaPercent),
		d.ahead("%.1f", loadPoint.sigmaPercent))
	if best != d.dnr() && !d.wide && !d.way {
		note += "; dnr begins an action only where neighbours differ by the threshold, so gentler slopes stay, which a domain of radius 2 sees"
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.2.1", Text: "slow load, 70 %: dnr has the best quality",
		Bound: reproduce.Theirs("the least σ, mean over the slow dynamicities"), Verdict: reproduce.Judge(best == d.dnr()), Note: note,
	}
}

func (d diffusive) claimDNREffort() reproduce.Claim {
	came := d.lowest(d.balancers(), d.slowOnes(), smooth, migrationsOf) == d.dnr()
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.2.1", Text: "slow load, 70 %: dnr needs the fewest migrations",
		Bound: reproduce.Theirs("the fewest, mean over the slow dynamicities"), Verdict: reproduce.Judge(came),
		Note: fmt.Sprintf("a second, a process that is passed on counts once: %s; %s",
			d.each(d.balancers(), d.slowOnes(), smooth, "%.2f", migrationsOf), d.ahead("%.2f", migrationsOf)),
	}
}

func (d diffusive) claimDNRDispersion() reproduce.Claim {
	at30, at70 := d.mean(d.dnr(), d.slowOnes(), rough, sigmaOf), d.mean(d.dnr(), d.slowOnes(), smooth, sigmaOf)
	verdict := reproduce.Judge(at70 < 1.25*at30)
	note := fmt.Sprintf("σ in percent: %.1f at 30 %%, %.1f at 70 %%; it rises by %.1f points, that of dn by %.1f",
		100*at30, 100*at70, d.sensitivity(d.dnr()), d.sensitivity(dnPolicy))
	if verdict == reproduce.DoesNotHold && !d.way {
		note += "; smooth loads have slopes below the threshold, which stay; if the threshold decides on the whole way it rises half as much"
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.2.1", Text: "slow load: dnr does so almost independently of dispersion",
		Bound: reproduce.Ours("σ at 70 % below 1.25 times that at 30 %"), Verdict: verdict, Note: note,
	}
}

func (d diffusive) claimBetterThanStatic() reproduce.Claim {
	came, note := true, ""
	for _, p := range d.balancers() {
		static, best := d.at(p, 0, smooth).sigma, math.Inf(1)
		for _, x := range d.slowOnes() {
			best = min(best, d.at(p, x, smooth).sigma)
		}
		came = came && best < static
		note += fmt.Sprintf("%s %.1f → %.1f, ", short(p), 100*static, 100*best)
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.2.1",
		Text:  "a little dynamicity can improve the quality over the static case, if δ is comparable to σ",
		Bound: reproduce.Theirs("at 70 %, with every policy, a lower σ at one slow dynamicity or more"), Verdict: reproduce.Judge(came),
		Note: "σ in percent at 70 %, static and the best of slow: " + strings.TrimSuffix(note, ", "),
	}
}

func (d diffusive) claimFastIsWorse() reproduce.Claim {
	came := true
	for _, dispersion := range []float64{rough, smooth} {
		for _, p := range d.balancers() {
			a, b := d.at(p, slowDynamicity, dispersion), d.at(p, d.fastest(), dispersion)
			came = came && b.sigma > a.sigma && b.migrations > a.migrations
		}
	}
	x := []float64{d.fastest()}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.2.2", Text: "fast load: quality falls and effort rises for all policies",
		Bound:   reproduce.Theirs("higher σ, and more migrations, at the fastest than at the end of the slow dynamicities"),
		Verdict: reproduce.Judge(came),
		Note: fmt.Sprintf("σ in percent at %v/s: 30 %%: %s; 70 %%: %s", d.fastest(),
			d.each(d.balancers(), x, rough, "%.1f", loadPoint.sigmaPercent), d.each(d.balancers(), x, smooth, "%.1f", loadPoint.sigmaPercent)),
	}
}

func (d diffusive) claimLargeDomainsWorse(dispersion float64) reproduce.Claim {
	x := []float64{d.fastest()}
	sigma := func(policy string) float64 { return d.mean(policy, x, dispersion, sigmaOf) }
	worst := max(sigma(dnPolicy), sigma(d.an()))
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.2.2",
		Text:    fmt.Sprintf("fast load, %.0f %%: dnr and an-2 behave worse than an and dn", 100*dispersion),
		Bound:   reproduce.Theirs("a higher σ than either, at the fastest dynamicity"),
		Verdict: reproduce.Judge(min(sigma(d.dnr()), sigma(d.an2())) > worst),
		Note: fmt.Sprintf("σ in percent at %v/s: %s", d.fastest(),
			d.each(d.balancers(), x, dispersion, "%.1f", loadPoint.sigmaPercent)),
	}
	if c.Verdict == reproduce.DoesNotHold && sigma(d.an2()) > worst {
		c.Verdict, c.Range = reproduce.HoldsPartly, "an-2"
	}
	return c
}

// claimDNRobust judges robustness by σ itself. A ratio of σ under fast load to that under slow load would reward a
// policy for balancing badly when it could do well.
func (d diffusive) claimDNRobust() reproduce.Claim {
	x := []float64{d.fastest()}
	best := func(dispersion float64) bool { return d.lowest(d.balancers(), x, dispersion, sigmaOf) == dnPolicy }
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.2.2", Text: "fast load: dn is the most robust",
		Bound:   reproduce.Ours("the least σ of all at the fastest dynamicity, at 30 % and at 70 %"),
		Verdict: reproduce.Judge(best(rough) && best(smooth)),
		Note: fmt.Sprintf("σ in percent at %v/s: 30 %%: %s; 70 %%: %s", d.fastest(),
			d.each(d.balancers(), x, rough, "%.1f", loadPoint.sigmaPercent), d.each(d.balancers(), x, smooth, "%.1f", loadPoint.sigmaPercent)),
	}
	if c.Verdict == reproduce.DoesNotHold && best(rough) {
		c.Verdict, c.Range = reproduce.HoldsPartly, "30 %"
	}
	return c
}

func (d diffusive) claimCrossover(large, small string) reproduce.Claim {
	at30, at70 := d.crossover(large, small, rough, sigmaOf), d.crossover(large, small, smooth, sigmaOf)
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.2.2",
		Text: fmt.Sprintf("there is a dynamicity from which on %s is worse than %s, and it is higher at 70 %% than at 30 %%",
			short(large), short(small)),
		Bound:   reproduce.Theirs("σ of the one is above that of the other from there to the fastest; the order of 30 % and 70 %"),
		Verdict: reproduce.Judge(at30 < at70 && !math.IsInf(at70, 1)),
		Note:    fmt.Sprintf("%s at 30 %%, %s at 70 %%", perSecond(at30), perSecond(at70)),
	}
	if c.Verdict == reproduce.DoesNotHold && at30 < at70 {
		c.Verdict, c.Range = reproduce.HoldsPartly, "30 %"
	}
	return c
}

// perSecond writes a crossover.
func perSecond(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "none in the range"
	case x == 0:
		return "everywhere"
	}
	return fmt.Sprintf("%.0f/s", x)
}

func (d diffusive) claimThresholdInDNR() reproduce.Claim {
	fast := []float64{d.fastest()}
	robust := d.mean(d.inhibited(), fast, rough, sigmaOf) < d.mean(d.dnr(), fast, rough, sigmaOf) &&
		d.mean(d.inhibited(), fast, smooth, sigmaOf) < d.mean(d.dnr(), fast, smooth, sigmaOf)
	dnr, dn, inhibited := d.mean(d.dnr(), d.slowOnes(), smooth, sigmaOf), d.mean(dnPolicy, d.slowOnes(), smooth, sigmaOf),
		d.mean(d.inhibited(), d.slowOnes(), smooth, sigmaOf)
	like := math.Abs(inhibited-dn) < math.Abs(inhibited-dnr)
	three := []string{dnPolicy, d.dnr(), d.inhibited()}
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.2.2",
		Text:    "a threshold for forwarding makes dnr more robust under fast load, and like dn under slow load",
		Bound:   reproduce.Ours("a lower σ at the fastest dynamicity; under slow load at 70 %, σ nearer to that of dn than to that of dnr"),
		Verdict: reproduce.Judge(robust && like),
		Note: fmt.Sprintf("σ in percent, fast: 30 %%: %s; 70 %%: %s; slow, 70 %%: %s",
			d.each(three, fast, rough, "%.1f", loadPoint.sigmaPercent), d.each(three, fast, smooth, "%.1f", loadPoint.sigmaPercent),
			d.each(three, d.slowOnes(), smooth, "%.1f", loadPoint.sigmaPercent)),
	}
	switch {
	case robust && !like:
		c.Verdict, c.Range = reproduce.HoldsPartly, "fast load"
	case like && !robust:
		c.Verdict, c.Range = reproduce.HoldsPartly, "slow load"
	}
	return c
}
