package liquid

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"transat/cmd/transat/internal/reproduce"
)

// What the paper on the Liquid model says of rings and tori (§5, Figures 5 and 7), held against the rows
// of liquid/fig5 and liquid/fig7.

func ringClaims(rows []ringRow, most int, wrong []int) []reproduce.Claim {
	return []reproduce.Claim{
		ringShareClaim(rows, most, wrong),
		ringRatioClaim("NNA takes about four times as long as LM to balance", rows, ringRow.slowerBalance, paperSlowerBalance),
		ringRatioClaim("NNA takes 23 times as long as LM to share", rows, ringRow.slowerShare, paperSlowerShare),
		ringLinearClaim(rows),
		ringQuadraticClaim(rows),
		ringPriorityClaim(rows),
		ringVariantClaim(rows),
	}
}

// conditionName is C3 for liquid-c3.
func conditionName(policy string) string { return "C" + strings.TrimPrefix(policy, "liquid-c") }

// forConditions judges a claim that the paper makes of LM, which is C3 to C5: it holds for some of them.
func forConditions(c reproduce.Claim, holds func(policy string) bool) reproduce.Claim {
	var where []string
	for _, policy := range balancing() {
		if holds(policy) {
			where = append(where, conditionName(policy))
		}
	}
	return judgeWhere(c, where, len(balancing()))
}

// eachCondition lists a number for C3, C4 and C5: "26 % with C3, 26 % with C4, 12 % with C5".
func eachCondition(format string, number func(policy string) float64) string {
	var parts []string
	for _, policy := range balancing() {
		parts = append(parts, fmt.Sprintf(format, number(policy))+" with "+conditionName(policy))
	}
	return strings.Join(parts, ", ")
}

// ringShareClaim judges whether LM shares as fast as the paper says: C3 and C4 on the rings of the rows, C5 on every ring
// of up to most processors. On the wrong ones C5 does not.
func ringShareClaim(rows []ringRow, most int, wrong []int) reproduce.Claim {
	inTime := func(policy string) bool {
		late := func(r ringRow) bool { return r.share[policy] != float64(r.procs-1) }
		return !slices.ContainsFunc(rows, late) && (policy != "liquid-c5" || len(wrong) == 0)
	}
	last := rows[len(rows)-1]
	note := fmt.Sprintf("C5 does on every ring from P = 2 to %d", most)
	if len(wrong) > 0 {
		note = fmt.Sprintf("C5 does not on %d of the rings from P = 2 to %d, the first of which has P = %d", len(wrong), most, wrong[0])
	}
	return forConditions(reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: "LM (C3 to C5) shares in P − 1 shifts", Bound: reproduce.Theirs("P − 1"),
		Note: fmt.Sprintf("%s; at P = %d: %s", note, last.procs, eachCondition("%.0f shifts", func(p string) float64 { return last.share[p] })),
	}, inTime)
}

// about is how far a ratio may be from the paper's to count as "about" it.
const about = 0.3

// ringRatioClaim judges how much slower NNA is than C3, C4 and C5. The paper gives one number for its whole range.
func ringRatioClaim(text string, rows []ringRow, slower func(ringRow, string) float64, paper float64) reproduce.Claim {
	var procs []int
	for _, r := range rows {
		procs = append(procs, r.procs)
	}
	first, last := rows[0], rows[len(rows)-1]
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: text,
		Bound:   reproduce.Ours(fmt.Sprintf("within %.0f %% of %v for C3, C4 and C5", 100*about, paper)),
		Verdict: reproduce.Holds,
		Note: fmt.Sprintf("the ratio is no constant, it grows with P: at P = %d %s; at P = %d %s",
			first.procs, eachCondition("%.1f", func(p string) float64 { return slower(first, p) }),
			last.procs, eachCondition("%.1f", func(p string) float64 { return slower(last, p) })),
	}
	var where []string
	for _, policy := range balancing() {
		near := func(i int) bool { return math.Abs(slower(rows[i], policy)/paper-1) <= about }
		if there := reproduce.Ranges(procs, near); there != "" {
			where = append(where, fmt.Sprintf("%s at P = %s", conditionName(policy), there))
		}
		for i := range rows {
			if !near(i) {
				c.Verdict = reproduce.HoldsPartly
			}
		}
	}
	switch {
	case len(where) == 0:
		c.Verdict = reproduce.DoesNotHold
	case c.Verdict == reproduce.HoldsPartly:
		c.Range = strings.Join(where, ", ")
	}
	return c
}

// ringGrowth is the power of P like which the time of a policy grows, to balance or to share.
func ringGrowth(rows []ringRow, policy string, share bool) float64 {
	var xs, ys []float64
	for _, r := range rows {
		y := r.balance[policy]
		if share {
			y = r.share[policy]
		}
		xs, ys = append(xs, float64(r.procs)), append(ys, y)
	}
	return reproduce.Growth(xs, ys)
}

// ringLinearClaim judges how times grow with P.
func ringLinearClaim(rows []ringRow) reproduce.Claim {
	lm, lmShare := 0.0, 0.0
	for _, policy := range balancing() {
		lm, lmShare = max(lm, ringGrowth(rows, policy, false)), max(lmShare, ringGrowth(rows, policy, true))
	}
	nna, nnaShare := ringGrowth(rows, "nna-sync", false), ringGrowth(rows, "nna-sync", true)
	const almostLinear = 1.15
	lmGood := max(lm, lmShare) < almostLinear
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: "times grow almost linearly with P for all methods",
		Bound:   reproduce.Ours(fmt.Sprintf("like P to a power below %v", almostLinear)),
		Verdict: reproduce.Judge(lmGood && max(nna, nnaShare) < almostLinear),
		Note: fmt.Sprintf("balancing: P^%.2f for LM (the largest of C3 to C5), P^%.2f for NNA; sharing: P^%.2f for LM, P^%.2f for NNA",
			lm, nna, lmShare, nnaShare),
	}
	if c.Verdict == reproduce.DoesNotHold && lmGood {
		c.Verdict, c.Range = reproduce.HoldsPartly, "LM"
	}
	return c
}

// quadraticFit is a fit of T = b·P + c·P² to the times to balance, as T/P against P.
type quadraticFit struct {
	b, c  float64
	share float64 // of c·P² in the fitted time of the largest ring
}

func fitQuadratic(rows []ringRow, policy string) quadraticFit {
	var xs, ys []float64
	for _, r := range rows {
		xs, ys = append(xs, float64(r.procs)), append(ys, r.balance[policy]/float64(r.procs))
	}
	b, c := stat.LinearRegression(xs, ys, nil, false)
	square := c * xs[len(xs)-1]
	return quadraticFit{b, c, square / (b + square)}
}

// ringQuadraticClaim judges the quadratic parts of the times to balance.
func ringQuadraticClaim(rows []ringRow) reproduce.Claim {
	const recognised, small = 0.25, 0.01
	lm, worst := quadraticFit{share: math.Inf(-1)}, ""
	for _, policy := range balancing() {
		if f := fitQuadratic(rows, policy); f.share > lm.share {
			lm, worst = f, policy
		}
	}
	nna := fitQuadratic(rows, "nna-sync")
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: "if functions are fitted, only NNA has a quadratic component, with a small coefficient",
		Bound: reproduce.Ours(fmt.Sprintf("of b·P + c·P², c·P² is %.0f %% or more on the largest ring for NNA alone, and c is at most %v·b",
			100*recognised, small)),
		Verdict: reproduce.Judge(nna.share >= recognised && lm.share < recognised && nna.c <= small*nna.b),
		Note: fmt.Sprintf("NNA: c = %.4f, b = %.1f, c·P² %.0f %% of the time at P = %d; LM, the largest part: c = %.5f, b = %.1f, %.0f %% (%s)",
			nna.c, nna.b, 100*nna.share, rows[len(rows)-1].procs, lm.c, lm.b, 100*lm.share, conditionName(worst)),
	}
}

// ringPriorityClaim judges that sharing comes before balancing.
func ringPriorityClaim(rows []ringRow) reproduce.Claim {
	share := func(r ringRow, policy string) float64 { return r.share[policy] / r.balance[policy] }
	last := rows[len(rows)-1]
	return forConditions(reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: "LM gives sharing priority over balancing, which NNA does not",
		Bound: reproduce.Ours("the time to share, as a share of that to balance, is less than half that of NNA on every ring"),
		Note: fmt.Sprintf("time to share at P = %d, of that to balance: %s, %.0f %% with NNA", last.procs,
			eachCondition("%.0f %%", func(p string) float64 { return 100 * share(last, p) }), 100*share(last, "nna-sync")),
	}, func(policy string) bool {
		return !slices.ContainsFunc(rows, func(r ringRow) bool { return 2*share(r, policy) >= share(r, "nna-sync") })
	})
}

// ringVariantClaim judges whether C5 is the best condition, to share and to balance.
func ringVariantClaim(rows []ringRow) reproduce.Claim {
	best := func(of func(ringRow) map[string]float64) bool {
		return !slices.ContainsFunc(rows, func(r ringRow) bool {
			t := of(r)
			return t["liquid-c5"] > min(t["liquid-c3"], t["liquid-c4"])
		})
	}
	var where []string
	if best(func(r ringRow) map[string]float64 { return r.share }) {
		where = append(where, "sharing")
	}
	if best(func(r ringRow) map[string]float64 { return r.balance }) {
		where = append(where, "balancing")
	}
	last := rows[len(rows)-1]
	return judgeWhere(reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4, §5", Text: "C5 is the most efficient condition",
		Bound: reproduce.Theirs("C3 and C4 take no fewer shifts, to share and to balance on a ring"),
		Note: fmt.Sprintf("shifts to balance at P = %d: %s; to share: %s", last.procs,
			eachCondition("%.0f", func(p string) float64 { return last.balance[p] }),
			eachCondition("%.0f", func(p string) float64 { return last.share[p] })),
	}, where, 2)
}

// ringLoadClaim judges how times grow with the load.
func ringLoadClaim(runs []ringRun) reproduce.Claim {
	growth := func(policy string) float64 {
		var xs, ys []float64
		for _, r := range runs {
			if r.policy == policy && r.load > 1 {
				xs, ys = append(xs, float64(r.load)), append(ys, shifts(r.Balanced))
			}
		}
		return reproduce.Growth(xs, ys)
	}
	linear := func(policy string) bool { return math.Abs(growth(policy)-1) < 0.15 }
	var where []string
	if !slices.ContainsFunc(balancing(), func(policy string) bool { return !linear(policy) }) {
		where = append(where, "LM")
	}
	if linear("nna-sync") {
		where = append(where, "NNA")
	}
	return judgeWhere(reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: "the time to balance grows linearly with the load L_sum",
		Bound: reproduce.Ours("like a power of L_sum within 0.15 of 1, for C3 to C5 and for NNA"),
		Note: fmt.Sprintf("from c = 2 to %d, P = %d: powers of %s, %.2f with NNA", runs[len(runs)-1].load, runs[0].procs,
			eachCondition("%.2f", growth), growth("nna-sync")),
	}, where, 2)
}

// torusSameClaim judges whether C3 to C5 need the same number of iterations from the worst case.
func torusSameClaim(rows []torusRow) reproduce.Claim {
	var procs []int
	most := 0.0
	for _, r := range rows {
		procs = append(procs, r.procs)
		most = max(most, slices.Max(r.balance[3:])-slices.Min(r.balance[3:]))
	}
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: "from the worst case C3, C4 and C5 need identical numbers of iterations to balance",
		Bound:   reproduce.Theirs("identical"),
		Verdict: reproduce.Judge(most == 0),
		Note:    fmt.Sprintf("they differ by at most %.0f iterations, P = %d to %d", most, procs[0], procs[len(procs)-1]),
	}
	where := reproduce.Ranges(procs, func(i int) bool { return spread(rows[i].balance[3:]) == 0 })
	if most > 0 && where != "" {
		c.Verdict, c.Range = reproduce.HoldsPartly, "P = "+where
	}
	return c
}

// torusSharingClaim judges whether the conditions that are there to share do.
func torusSharingClaim(rows []torusRow) reproduce.Claim {
	failed := 0
	for _, r := range rows {
		for _, t := range r.share[:3] {
			if math.IsNaN(t) {
				failed++
			}
		}
	}
	c := reproduce.Claim{
		Kind: reproduce.Check, Section: "§3.2",
		Text:    "C0, C1 and C2, which are there to share, do so on a torus with all load on one processor",
		Bound:   reproduce.Ours(fmt.Sprintf("all processors have load after %d·P iterations", patience)),
		Verdict: reproduce.Judge(failed == 0),
	}
	if failed > 0 {
		c.Note = fmt.Sprintf("in %d of %d cases some processor is still idle after %d·P iterations: what a processor gets in one dimension it "+
			"passes on in the other, so that elements run round the same loops for ever; on rings they do share (liquid/fig5)",
			failed, 3*len(rows), patience)
	}
	return c
}

// spread is how much the largest of some numbers exceeds the smallest.
func spread(xs []float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range xs {
		low, high = math.Min(low, x), math.Max(high, x)
	}
	return high/low - 1
}

// torusUniformClaim judges the same for uniform loads, of which the paper does not say it.
func torusUniformClaim(rows []torusRow) reproduce.Claim {
	most := 0.0
	for _, r := range rows {
		most = max(most, spread(r.balance[3:]))
	}
	return reproduce.Claim{
		Kind: reproduce.Check, Section: "§5, Figure 7b", Text: "from uniform loads C3, C4 and C5 take about the same time",
		Bound:   reproduce.Ours("means within 2 %"),
		Verdict: reproduce.Judge(most < 0.02),
		Note:    fmt.Sprintf("their means differ by at most %.2f %%", 100*most),
	}
}

// torusGrowth is the power of an x like which a time grows: the largest of C3 to C5.
func torusGrowth(rows []torusRow, x func(torusRow) int, time func(torusRow) [6]float64) float64 {
	most := math.Inf(-1)
	for c := 3; c < 6; c++ {
		var xs, ys []float64
		for _, r := range rows {
			xs, ys = append(xs, float64(x(r))), append(ys, time(r)[c])
		}
		most = max(most, reproduce.Growth(xs, ys))
	}
	return most
}

// torusLinearClaim judges how times grow with P.
func torusLinearClaim(worst, uniform []torusRow) reproduce.Claim {
	exponent := func(rows []torusRow) float64 {
		return torusGrowth(rows, func(r torusRow) int { return r.procs }, func(r torusRow) [6]float64 { return r.balance })
	}
	a, b := exponent(worst), exponent(uniform)
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: "the time grows only linearly with the number of processors",
		Bound:   reproduce.Ours("like P to a power below 1.1, with C3 to C5"),
		Verdict: reproduce.Judge(a < 1.1 && b < 1.1),
		Note: fmt.Sprintf("the largest of C3 to C5: P^%.2f from the worst case, whose load grows like P, and P^%.2f from uniform loads, below "+
			"the √P that Theorem 3 allows", a, b),
	}
}

// torusSuppliedClaim judges in how many steps all processors have load.
func torusSuppliedClaim(worst, uniform []torusRow) reproduce.Claim {
	const constant, dims = 2, 2
	most := func(rows []torusRow) float64 {
		factor := 0.0
		for _, r := range rows {
			factor = max(factor, slices.Max(r.share[3:])/float64(dims*r.side))
		}
		return factor
	}
	a, b := most(worst), most(uniform)
	var where []string
	if a <= constant {
		where = append(where, "the worst case")
	}
	if b <= constant {
		where = append(where, "uniform loads")
	}
	growth := torusGrowth(worst, func(r torusRow) int { return r.side }, func(r torusRow) [6]float64 { return r.share })
	return judgeWhere(reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4, footnote 5", Text: "LM supplies all processors in O(D·K) steps",
		Bound: reproduce.Ours(fmt.Sprintf("at most %d·D·K iterations, with C3 to C5, from the worst case and from uniform loads", constant)),
		Note: fmt.Sprintf("at most %.1f·D·K from the worst case, where they grow like K^%.2f, and %.2f·D·K from uniform loads. A processor "+
			"gives away one element in each of D dimensions, so one that has all needs (P − 1)/D steps or more: about K^D/D. A ring has "+
			"P = K (liquid/fig5)",
			a, growth, b),
	}, where, 2)
}
