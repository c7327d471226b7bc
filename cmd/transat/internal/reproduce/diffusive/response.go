package diffusive

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

func responseItem() reproduce.Item {
	return reproduce.Item{
		Name:   "diffusive/fig9-10",
		Title:  "response time with diffusive policies under slow and fast changes of load",
		Source: "Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, §4.3, Figures 9 and 10",
		Run:    response,
	}
}

// beyond is a dynamicity over the range of the paper's figures.
const beyond = 1000

func response(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	d := diffusive{dynamicities: reproduce.Size(s,
		[]float64{1, 10, 100, 300, 500, beyond},
		[]float64{1, 3, 10, 30, 100, 200, 300, 500, beyond})}
	var err error
	if d.all, err = runs(ctx, s, d.settings(allPolicies())); err != nil {
		d = d.finished(allPolicies())
		return reproduce.Interrupted(err, nil, d.responseTables()...)
	}
	result := &reproduce.Result{
		Setup: append(times(s).setup(),
			"NRT = (RT without balancing - RT) / (RT without balancing - ideal RT); RT: mean time in which a process, picked at random at a "+
				"random time, gets 50 ms of CPU time",
			"overhead: CPU time of messages and migrations, as a share of all"),
		Tables: d.responseTables(),
		Claims: d.responseClaims(),
	}
	for i, dispersion := range []float64{rough, smooth} {
		key, title := responseFigure(i, dispersion)
		result.Figures = append(result.Figures, reproduce.Figure{Key: key, Picture: d.chart(title, "NRT", dispersion, d.shownNRT)})
	}
	return result, nil
}

// responseFigure is the name of Figure 9 or 10.
func responseFigure(i int, dispersion float64) (key, title string) {
	return fmt.Sprintf("fig%d", 9+i), fmt.Sprintf("Figure %d: normalised response time, Δδ/T = %.0f %% of Δσ/T", 9+i, 100*dispersion)
}

func (d diffusive) responseTables() []report.Sheet {
	var tables []report.Sheet
	for i, dispersion := range []float64{rough, smooth} {
		key, title := responseFigure(i, dispersion)
		tables = append(tables, d.table(key, title, dispersion, allPolicies()[1:], 3, diffusive.nrt))
	}
	for _, dispersion := range []float64{rough, smooth} {
		percent := fmt.Sprintf("%.0f", 100*dispersion)
		tables = append(tables,
			d.table("response_"+percent, "Response times in seconds, "+percent+" %; perfect balance would give 1 s", dispersion, allPolicies(), 3,
				plain(func(m loadPoint) float64 { return m.response })),
			d.table("overhead_"+percent, "Overhead in percent, "+percent+" %", dispersion, allPolicies()[1:], 2, plain(loadPoint.overheadPercent)))
	}
	return tables
}

func (m loadPoint) overheadPercent() float64 { return 100 * m.overhead }

// shownNRT is nrt for pictures: without balancing it says nothing, and beyond the paper's range it would
// leave no room for the rest.
func (d diffusive) shownNRT(m loadPoint) float64 {
	if m.policy == nlbPolicy || m.dynamicity == beyond {
		return math.NaN()
	}
	return d.nrt(m)
}

// The paper's statements on response time and overhead (§4.3), judged by the results.

func (d diffusive) responseClaims() []reproduce.Claim {
	return d.byAllReadings(func(d diffusive) []reproduce.Claim {
		return []reproduce.Claim{
			d.claimNearIdeal(),
			d.claimSmallDomainsLess(),
			d.claimMoreMigrations(),
			d.claimDNRResponse(),
			d.claimMoreEvident(),
			d.claimResponseFalls(),
			d.claimNegative(),
			d.claimNegativeInRange(),
			d.claimAllNegative(),
			d.claimOverhead(10, 5),
			d.claimOverhead(100, 10),
		}
	})
}

func (d diffusive) claimNearIdeal() reproduce.Claim {
	worst := 1 - d.highest(d.slowOnes(), func(m loadPoint) float64 { return 1 - d.nrt(m) })
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.3", Text: "slow load: all policies are quite close to the ideal",
		Bound: reproduce.Ours("NRT above 0.7"), Verdict: reproduce.Judge(worst > 0.7),
		Note: fmt.Sprintf("NRT is at least %.2f", worst),
	}
}

func (d diffusive) claimSmallDomainsLess() reproduce.Claim {
	nrt := func(p string, dispersion float64) float64 { return d.mean(p, d.slowOnes(), dispersion, d.nrt) }
	came := map[float64]bool{}
	for _, dispersion := range []float64{rough, smooth} {
		came[dispersion] = max(nrt(dnPolicy, dispersion), nrt(d.an(), dispersion)) < min(nrt(d.an2(), dispersion), nrt(d.dnr(), dispersion))
	}
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.3", Text: "slow load: dn and an have a worse NRT than an-2 and dnr",
		Bound:   reproduce.Theirs("the better of the first two is below the worse of the others, mean over the slow dynamicities"),
		Verdict: reproduce.Judge(came[rough] && came[smooth]),
		Note: fmt.Sprintf("30 %%: %s; 70 %%: %s", d.each(d.balancers(), d.slowOnes(), rough, "%.3f", d.nrt),
			d.each(d.balancers(), d.slowOnes(), smooth, "%.3f", d.nrt)),
	}
	if c.Verdict == reproduce.DoesNotHold {
		c.Note += "; the order is that of σ (diffusive/fig5-8)"
	}
	if c.Verdict == reproduce.DoesNotHold && came[smooth] {
		c.Verdict, c.Range = reproduce.HoldsPartly, "70 %"
	}
	return c
}

// claimMoreMigrations is the paper's reason for the order of NRT.
func (d diffusive) claimMoreMigrations() reproduce.Claim {
	more := func(dispersion float64) bool {
		of := func(p string) float64 { return d.mean(p, d.slowOnes(), dispersion, migrationsOf) }
		return min(of(dnPolicy), of(d.an())) > max(of(d.an2()), of(d.dnr()))
	}
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.3", Text: "slow load: dn and an need more migrations than an-2 and dnr",
		Bound:   reproduce.Theirs("the fewer of the first two are more than the more of the others, mean over the slow dynamicities"),
		Verdict: reproduce.Judge(more(rough) && more(smooth)),
		Note: fmt.Sprintf("a second, 30 %%: %s; 70 %%: %s", d.each(d.balancers(), d.slowOnes(), rough, "%.2f", migrationsOf),
			d.each(d.balancers(), d.slowOnes(), smooth, "%.2f", migrationsOf)),
	}
	if c.Verdict == reproduce.DoesNotHold && more(smooth) {
		c.Verdict, c.Range = reproduce.HoldsPartly, "70 %"
	}
	return c
}

func (d diffusive) claimDNRResponse() reproduce.Claim {
	lost := func(m loadPoint) float64 { return 1 - d.nrt(m) }
	best := d.lowest(d.balancers(), d.slowOnes(), smooth, lost)
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.3", Text: "slow load, 70 %: dnr has the best NRT",
		Bound: reproduce.Theirs("the highest, mean over the slow dynamicities"), Verdict: reproduce.Judge(best == d.dnr()),
		Note: d.each(d.balancers(), d.slowOnes(), smooth, "%.3f", d.nrt) + "; the order is that of σ",
	}
}

// spread is the difference of the best and the worst NRT under slow load.
func (d diffusive) spread(dispersion float64) float64 {
	var all []float64
	for _, p := range d.balancers() {
		all = append(all, d.mean(p, d.slowOnes(), dispersion, d.nrt))
	}
	return slices.Max(all) - slices.Min(all)
}

func (d diffusive) claimMoreEvident() reproduce.Claim {
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.3", Text: "slow load: the differences are more evident at 70 %",
		Bound:   reproduce.Ours("best and worst NRT differ by more than twice as much"),
		Verdict: reproduce.Judge(d.spread(smooth) > 2*d.spread(rough)),
		Note:    fmt.Sprintf("best and worst NRT differ by %.3f at 30 %% and by %.3f at 70 %%", d.spread(rough), d.spread(smooth)),
	}
}

func (d diffusive) claimResponseFalls() reproduce.Claim {
	came := true
	for _, dispersion := range []float64{rough, smooth} {
		for _, p := range d.balancers() {
			came = came && d.nrt(d.at(p, 500, dispersion)) < d.nrt(d.at(p, slowDynamicity, dispersion))
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.3", Text: "fast load: NRT decreases for all policies",
		Bound: reproduce.Theirs("lower at 500/s than at 10/s"), Verdict: reproduce.Judge(came),
		Note: fmt.Sprintf("at 500/s, 30 %%: %s; 70 %%: %s", d.each(d.balancers(), []float64{500}, rough, "%.2f", d.nrt),
			d.each(d.balancers(), []float64{500}, smooth, "%.2f", d.nrt)),
	}
}

// zero is the dynamicity at which a policy's NRT becomes negative.
func (d diffusive) zero(policy string, dispersion float64) float64 {
	return d.crossover(policy, nlbPolicy, dispersion, func(m loadPoint) float64 { return m.response })
}

func (d diffusive) claimNegative() reproduce.Claim {
	note := ""
	good := map[string]int{}
	for _, dispersion := range []float64{rough, smooth} {
		useful := min(d.zero(dnPolicy, dispersion), d.zero(d.an(), dispersion)) // both dn and an
		for _, p := range []string{d.an2(), d.dnr()} {
			if d.zero(p, dispersion) < useful {
				good[p]++
			}
		}
		note += fmt.Sprintf("at %.0f %%: ", 100*dispersion)
		for _, p := range d.balancers() {
			note += fmt.Sprintf("%s %s, ", short(p), perSecond(d.zero(p, dispersion)))
		}
	}
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.3",
		Text:    "fast load: there is a range in which NRT is negative for an-2 and dnr, and only an and dn are effective",
		Bound:   reproduce.Theirs("NRT of an-2 and dnr is below 0 where that of dn and an is above"),
		Verdict: reproduce.Judge(good[d.an2()] == 2 && good[d.dnr()] == 2), Note: "NRT becomes 0 " + strings.TrimSuffix(note, ", "),
	}
	if c.Verdict == reproduce.DoesNotHold && good[d.an2()] == 2 {
		c.Verdict, c.Range = reproduce.HoldsPartly, "an-2"
	}
	return c
}

// endOfRange is the highest dynamicity that the paper shows.
const endOfRange = 500

func (d diffusive) claimNegativeInRange() reproduce.Claim {
	came, notes := true, []string{}
	for _, dispersion := range []float64{rough, smooth} {
		for _, p := range d.balancers() {
			large := p == d.an2() || p == d.dnr()
			came = came && (d.zero(p, dispersion) < endOfRange) == large
			notes = append(notes, fmt.Sprintf("%s %s at %.0f %%", short(p), perSecond(d.zero(p, dispersion)), 100*dispersion))
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Reading, Section: "§4.3, Figures 9 and 10",
		Text:  "in the range shown, NRT becomes negative for an-2 and dnr, and not for an and dn",
		Bound: reproduce.Theirs(fmt.Sprintf("the range ends at %d/s", endOfRange)), Verdict: reproduce.Judge(came),
		Note: "NRT becomes 0: " + strings.Join(notes, ", "),
	}
}

func (d diffusive) claimAllNegative() reproduce.Claim {
	came := true
	for _, dispersion := range []float64{rough, smooth} {
		for _, p := range d.balancers() {
			came = came && d.nrt(d.at(p, beyond, dispersion)) < 0
		}
	}
	x := []float64{beyond}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.3", Text: "beyond the shown range NRT is negative for all policies",
		Bound: reproduce.Ours(fmt.Sprintf("at %d/s, twice the end of the range", beyond)), Verdict: reproduce.Judge(came),
		Note: fmt.Sprintf("at %d/s, 30 %%: %s; 70 %%: %s", beyond, d.each(d.balancers(), x, rough, "%.2f", d.nrt),
			d.each(d.balancers(), x, smooth, "%.2f", d.nrt)),
	}
}

// claimOverhead judges that overhead is at most a number of percent up to a dynamicity.
func (d diffusive) claimOverhead(dynamicity, percent float64) reproduce.Claim {
	upTo := slices.DeleteFunc(slices.Clone(d.dynamicities), func(x float64) bool { return x > dynamicity })
	worst := d.highest(upTo, loadPoint.overheadPercent)
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.3", Text: fmt.Sprintf("overhead is under %v %% up to %v/s", percent, dynamicity),
		Bound: reproduce.Theirs(fmt.Sprintf("%v %%", percent)), Verdict: reproduce.Judge(worst < percent),
		Note: fmt.Sprintf("at most %.2f %%; at %v/s, 30 %%: %s", worst, dynamicity,
			d.each(d.balancers(), []float64{dynamicity}, rough, "%.2f", loadPoint.overheadPercent)),
	}
}
