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

// Experiments that the paper mentions and does not show (§4.1, §4.4): coarser and finer processes, processes of
// unequal load, thresholds against granularity, and networks of larger diameter; and a choice of ours, the step of the load. The
// question is always whether the policies keep their order.

func granularityItem() reproduce.Item {
	return reproduce.Item{
		Name:   "diffusive/varied",
		Title:  "diffusive policies: other granularities, thresholds, steps, networks",
		Source: "Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, §4.1 and §4.4",
		Run:    granularity,
	}
}

// study varies one thing; a row has the results of all policies with one value of it.
type study struct {
	key, title, heading string
	rows                []studyRow
}

// usualThreshold is the policies' own, in percent.
const usualThreshold = 20

// alike is the row of processes that all have the same load, and widest the most unequal ones.
const (
	alike  = "1"
	widest = 15. / 16
)

// studyRow is a value, and the settings and results of the policies in the order of studyPolicies.
type studyRow struct {
	value    string
	settings []loadSetting
	points   []loadPoint
}

// studyPolicies are the policies with a threshold, which is the difference between a sender and a
// receiver for all of them (±10 % is 0.2).
func studyPolicies() []string { return []string{dnPolicy, anPolicy, an2Policy, dnrPolicy} }

// usual is the setting of which a study varies one thing.
func usual() loadSetting {
	return usualSetting("", tenByTen(), qualityDynamicity, middling)
}

// row is a row in which the settings are made by change.
func row(value string, change func(*loadSetting)) studyRow {
	r := studyRow{value: value}
	for _, p := range studyPolicies() {
		x := usual()
		x.policy = p
		change(&x)
		r.settings = append(r.settings, x)
	}
	return r
}

func studies(s *reproduce.Session) []study {
	grains := study{key: "granularity", title: "Granularity, threshold 20 %", heading: "processes a node"}
	for _, items := range reproduce.Size(s, []int{5, 20}, []int{5, 10, 20, 50, 100}) {
		grains.rows = append(grains.rows, row(fmt.Sprint(items), func(x *loadSetting) {
			x.items, x.step = items, float64(items)/usualItems
		}))
	}
	all := []study{grains}
	for _, items := range reproduce.Size(s, []int{20}, []int{20, 50}) {
		thresholds := study{
			key: fmt.Sprint("threshold_", items), title: fmt.Sprintf("Threshold, %d processes a node", items),
			heading: "threshold",
		}
		for _, percent := range reproduce.Size(s, []int{5, 10, 20}, []int{5, 10, 20, 40}) {
			thresholds.rows = append(thresholds.rows, row(fmt.Sprintf("%d %%", percent), func(x *loadSetting) {
				x.items, x.step = items, float64(items)/usualItems
				if percent != usualThreshold {
					x.policy = fmt.Sprintf("%s:threshold=%v", x.policy, float64(percent)/100)
				}
			}))
		}
		all = append(all, thresholds)
	}
	unequal := study{key: "unequal", title: "Processes of unequal load", heading: "load of a process"}
	for _, apart := range reproduce.Size(s, []float64{0, widest}, []float64{0, 0.5, widest}) {
		value := alike
		if apart > 0 {
			value = fmt.Sprintf("%.2g to %.2g", 1-apart, 1+apart)
		}
		unequal.rows = append(unequal.rows, row(value, func(x *loadSetting) { x.unequal = apart }))
	}
	all = append(all, unequal)
	steps := study{key: "step", title: "Step of the load, Δδ/T = 70 % of Δσ/T", heading: "processes an interval"}
	for _, step := range reproduce.Size(s, []float64{1, 4}, []float64{1, 4, 8}) {
		steps.rows = append(steps.rows, row(fmt.Sprint(step), func(x *loadSetting) { x.step, x.dispersion = step, smooth }))
	}
	all = append(all, steps)
	for _, dynamicity := range []float64{qualityDynamicity, 300} {
		networks := study{
			key: fmt.Sprintf("network_%v", dynamicity), title: fmt.Sprintf("Meshes of larger diameter, Δσ/T = %v/s", dynamicity),
			heading: "mesh",
		}
		for _, sides := range reproduce.Size(s, [][2]int{{10, 10}, {2, 50}}, [][2]int{{10, 10}, {2, 50}, {1, 100}}) {
			networks.rows = append(networks.rows,
				row(fmt.Sprintf("%dx%d", sides[0], sides[1]), func(x *loadSetting) { x.sides, x.dynamicity = sides, dynamicity }))
		}
		all = append(all, networks)
	}
	return all
}

// granularityTimes are shorter than the times of the figures at the quick size, since there are many runs.
func granularityTimes(s *reproduce.Session) time {
	t := times(s)
	if s.Quick {
		t.measured = 80
	}
	return t
}

func granularity(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	all := studies(s)
	tables, err := measured(ctx, s, all)
	if err != nil {
		return reproduce.Interrupted(err, nil)
	}
	setup := append(granularityTimes(s).setup(),
		fmt.Sprintf("10×10 mesh, Δσ/T = %d/s, Δδ/T = 50 %% of Δσ/T, unless said otherwise; the step of the load is a twentieth of it",
			qualityDynamicity),
		"threshold: the difference of load between a sender and a receiver; for an and an-2 it is centred around the average (20 % is ±10 %)",
		"processes of unequal load: drawn from the range, all loads as likely; creations and destructions count as one, with any load",
		"not simulated: the time it takes to select processes")
	return &reproduce.Result{Setup: setup, Tables: tables, Claims: studyClaims(all)}, nil
}

func (st study) sheet() report.Sheet {
	columns := []report.Column[studyRow]{{Key: "value", Heading: st.heading, Left: true, Value: func(r studyRow) any { return r.value }}}
	for i, p := range studyPolicies() {
		of := func(quantity func(loadPoint) float64) (value, half func(studyRow) float64) {
			return func(r studyRow) float64 { return quantity(r.points[i]) },
				func(r studyRow) float64 {
					one := diffusive{all: r.points[i : i+1]}
					return one.confidence(func(d diffusive) float64 { return quantity(d.all[0]) })
				}
		}
		value, half := of(loadPoint.sigmaPercent)
		columns = append(columns, withConfidence("sigma_"+pointKey(p), short(p)+" σ %", 1, value, half)...)
		value, half = of(migrationsOf)
		columns = append(columns, withConfidence("migrations_"+pointKey(p), "moves/s", 2, value, half)...)
	}
	return report.NewSheet(st.key, st.title+": mean σ, and migrations a second", columns, st.rows, confidenceNote)
}

// above is 1 if σ is higher with the first policy than with the second, -1 if lower, and 0 if it cannot be told: if the
// interval of confidence of the difference has both signs. All policies have the same load in a repetition.
func (r studyRow) above(first, second int) int {
	difference := func(d diffusive) float64 { return d.all[first].sigma - d.all[second].sigma }
	d := diffusive{all: r.points}
	switch mean, half := difference(d), d.confidence(difference); {
	case !(math.Abs(mean) > half): // NaN: there is a single repetition
		return 0
	case mean > 0:
		return 1
	}
	return -1
}

// sameOrder judges whether no two policies change places between the usual value and another one, in any of some
// studies.
func sameOrder(kind reproduce.ClaimKind, section, text, usual string, some ...study) reproduce.Claim {
	var swapped []string
	for _, st := range some {
		base := st.rows[slices.IndexFunc(st.rows, func(r studyRow) bool { return r.value == usual })]
		for _, r := range st.rows {
			for a := range studyPolicies() {
				for b := range a {
					if r.above(a, b)*base.above(a, b) < 0 {
						swapped = append(swapped,
							fmt.Sprintf("%s and %s with %s (%s)", short(studyPolicies()[b]), short(studyPolicies()[a]), r.value, st.title))
					}
				}
			}
		}
	}
	c := reproduce.Claim{
		Kind: kind, Section: section, Text: text, Verdict: reproduce.Judge(len(swapped) == 0),
		Bound: reproduce.Ours(fmt.Sprintf("against %s, no two policies change places by σ beyond the 95 %% confidence of their difference",
			usual)),
		Note: "none do",
	}
	if len(swapped) > 0 {
		c.Note = "they do: " + strings.Join(swapped, "; ")
	}
	return c
}

func studyClaims(all []study) []reproduce.Claim {
	by := func(prefix string) (some []study) {
		for _, st := range all {
			if strings.HasPrefix(st.key, prefix) {
				some = append(some, st)
			}
		}
		return some
	}
	return []reproduce.Claim{
		coarseClaim(by("granularity")[0]),
		sameOrder(reproduce.Stated, "§4.1", "the impact of granularity is independent of the policy", fmt.Sprint(usualItems),
			by("granularity")...),
		unequalClaim(by("unequal")[0]),
		sameOrder(reproduce.Stated, "§4.1", "the impact of unequal loads is independent of the policy", alike, by("unequal")...),
		fineThresholdClaim(by("threshold")[0]),
		sameOrder(reproduce.Stated, "§4.1", "the threshold does not change the relative performance of the policies", "20 %", by("threshold")...),
		sameOrder(reproduce.Stated, "§4.4", "networks of larger diameter confirm the relative behaviour of the policies", "10x10",
			by("network")...),
		sameOrder(reproduce.Check, "§4.1", "our choice of a step does not change the order of the policies", fmt.Sprint(usualStep),
			by("step")...),
		fewestClaim(by("step")[0]),
	}
}

// told lists σ of the policies in the rows of a study.
func (st study) told(of func(loadPoint) float64) string {
	var parts []string
	for _, r := range st.rows {
		var numbers []string
		for i, p := range studyPolicies() {
			numbers = append(numbers, fmt.Sprintf("%s %.1f", short(p), of(r.points[i])))
		}
		parts = append(parts, r.value+": "+strings.Join(numbers, ", "))
	}
	return strings.Join(parts, "; ")
}

func coarseClaim(st study) reproduce.Claim {
	came := true
	coarse, fine := st.rows[0], st.rows[len(st.rows)-1]
	for i := range studyPolicies() {
		came = came && coarse.points[i].sigma > 1.25*fine.points[i].sigma
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.1", Text: "too coarse a granularity does not permit good balancing",
		Bound: reproduce.Ours("with every policy, σ with fewest processes is above 1.25 times that with most"), Verdict: reproduce.Judge(came),
		Note: "σ in percent: " + st.told(loadPoint.sigmaPercent),
	}
}

// unequalClaim compares processes of the same load with the most unequal ones.
func unequalClaim(st study) reproduce.Claim {
	worse, base, last := 0, st.rows[0], st.rows[len(st.rows)-1]
	for i := range studyPolicies() {
		both := diffusive{all: []loadPoint{base.points[i], last.points[i]}}
		difference := func(d diffusive) float64 { return d.all[1].sigma - d.all[0].sigma }
		if difference(both) > both.confidence(difference) {
			worse++
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.1", Text: "processes of different load worsen the balance",
		Bound: reproduce.Ours("with every policy, σ is higher with the most unequal loads than with equal ones, beyond the 95 % confidence " +
			"of the difference"),
		Verdict: reproduce.Judge(worse == len(studyPolicies())),
		Note: "small processes fit where usual ones do not, and the paper's reason, longer selection, is not simulated; σ in percent: " +
			st.told(loadPoint.sigmaPercent),
	}
}

// fineThresholdClaim compares a threshold of one process with one of two.
func fineThresholdClaim(st study) reproduce.Claim {
	most := 0.0
	for i := range studyPolicies() {
		most = math.Max(most, 1-st.rows[0].points[i].sigma/st.rows[1].points[i].sigma)
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.1", Text: "a threshold too fine for the granularity does not improve the quality further",
		Bound:   reproduce.Ours("with 20 processes a node, a threshold of one process lowers σ by less than 10 % against one of two"),
		Verdict: reproduce.Judge(most < 0.1),
		Note:    fmt.Sprintf("by at most %.0f %%; σ in percent: %s", 100*most, st.told(loadPoint.sigmaPercent)),
	}
}

// fewestClaim asks of which steps it is true that dnr needs the fewest migrations.
func fewestClaim(st study) reproduce.Claim {
	var where []string
	for _, r := range st.rows {
		if !slices.ContainsFunc(r.points[:3], func(m loadPoint) bool { return m.migrations <= r.points[3].migrations }) {
			where = append(where, r.value)
		}
	}
	c := reproduce.Claim{
		Kind: reproduce.Check, Section: "§4.2.1", Text: "dnr needs the fewest migrations (1/s, 70 %) whatever the step",
		Bound:   reproduce.Ours("the fewest, with every step"),
		Verdict: reproduce.Judge(len(where) == len(st.rows)), Note: "migrations a second: " + st.told(migrationsOf),
	}
	if c.Verdict == reproduce.DoesNotHold && len(where) > 0 {
		c.Verdict, c.Range = reproduce.HoldsPartly, "steps of "+strings.Join(where, ", ")
	}
	return c
}
