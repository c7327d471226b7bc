package liquid

import (
	"fmt"
	"math"
	"slices"

	"transat/cmd/transat/internal/reproduce"
)

// What the paper on the Liquid model says of rings and tori (§5, Figures 5 and 7), held against the rows
// of liquid/fig5 and liquid/fig7.

func ringClaims(rows []ringRow, most int, wrong []int) []reproduce.Claim {
	return []reproduce.Claim{
		ringShareClaim(most, wrong),
		ringRatioClaim("NNA takes about four times as long as LM to balance", rows, ringRow.slowerBalance, paperSlowerBalance),
		ringRatioClaim("NNA takes 23 times as long as LM to share", rows, ringRow.slowerShare, paperSlowerShare),
		ringLinearClaim(rows),
		ringPriorityClaim(rows),
	}
}

// ringShareClaim judges whether LM-C5 shares as fast as the paper says on every ring of up to most
// processors; on the wrong ones it does not.
func ringShareClaim(most int, wrong []int) reproduce.Claim {
	c := reproduce.Claim{
		Kind: reproduce.Stated, AnySize: true, Section: "§5", Text: "LM-C5 shares in exactly P − 1 shifts",
		Bound:   reproduce.Theirs("P − 1, on every ring"),
		Verdict: reproduce.Judge(len(wrong) == 0), Note: fmt.Sprintf("on every ring from P = 2 to %d", most),
	}
	if len(wrong) > 0 {
		c.Note = fmt.Sprintf("not on %d of the rings from P = 2 to %d, the first of which has P = %d", len(wrong), most, wrong[0])
	}
	return c
}

// about is how far a ratio may be from the paper's to count as "about" it.
const about = 0.3

// ringRatioClaim judges how much slower NNA is. The paper gives one number for its whole range.
func ringRatioClaim(text string, rows []ringRow, slower func(ringRow) float64, paper float64) reproduce.Claim {
	var procs []int
	for _, r := range rows {
		procs = append(procs, r.procs)
	}
	near := func(i int) bool { return math.Abs(slower(rows[i])/paper-1) <= about }
	first, last := rows[0], rows[len(rows)-1]
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: text, Bound: reproduce.Ours(fmt.Sprintf("within %.0f %% of %v", 100*about, paper)),
		Verdict: reproduce.Holds,
		Note: fmt.Sprintf("the ratio is no constant: it grows from %.1f at P = %d to %.1f at P = %d",
			slower(first), first.procs, slower(last), last.procs),
	}
	for i := range rows {
		if !near(i) {
			c.Verdict = reproduce.HoldsPartly
		}
	}
	c.Range = "P = " + reproduce.Ranges(procs, near)
	if c.Range == "P = " {
		c.Verdict = reproduce.DoesNotHold
	}
	return c
}

// ringLinearClaim judges how times grow with P.
func ringLinearClaim(rows []ringRow) reproduce.Claim {
	exponent := func(policy string, share bool) float64 {
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
	lm, lmShare := exponent("liquid-c5", false), exponent("liquid-c5", true)
	nna, nnaShare := exponent("nna-sync", false), exponent("nna-sync", true)
	const almostLinear = 1.15
	lmGood := max(lm, lmShare) < almostLinear
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: "times grow almost linearly with P for all methods, with a small quadratic part for NNA",
		Bound:   reproduce.Ours(fmt.Sprintf("like P to a power below %v", almostLinear)),
		Verdict: reproduce.Judge(lmGood && max(nna, nnaShare) < almostLinear),
		Note: fmt.Sprintf("balancing: P^%.2f for LM-C5, P^%.2f for NNA; sharing: P^%.2f for LM-C5, P^%.2f for NNA",
			lm, nna, lmShare, nnaShare),
	}
	if c.Verdict == reproduce.DoesNotHold && lmGood {
		c.Verdict, c.Range = reproduce.HoldsPartly, "LM"
	}
	return c
}

// ringPriorityClaim judges that sharing comes before balancing.
func ringPriorityClaim(rows []ringRow) reproduce.Claim {
	share := func(r ringRow, policy string) float64 { return r.share[policy] / r.balance[policy] }
	came := true
	for _, r := range rows {
		came = came && 2*share(r, "liquid-c5") < share(r, "nna-sync")
	}
	last := rows[len(rows)-1]
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: "LM gives sharing priority over balancing, which NNA does not",
		Bound:   reproduce.Ours("the time to share, as a share of that to balance, is less than half that of NNA on every ring"),
		Verdict: reproduce.Judge(came),
		Note: fmt.Sprintf("at P = %d everybody has load after %.0f %% of the time to balance with LM-C5, after %.0f %% with NNA",
			last.procs, 100*share(last, "liquid-c5"), 100*share(last, "nna-sync")),
	}
}

// ringLoadClaim judges how times grow with the load.
func ringLoadClaim(runs []ringRun) reproduce.Claim {
	var xs, ys []float64
	for _, r := range runs {
		if r.load > 1 {
			xs, ys = append(xs, float64(r.load)), append(ys, shifts(r.Balanced))
		}
	}
	got := reproduce.Growth(xs, ys)
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: "the time grows linearly with the load L_sum",
		Bound:   reproduce.Ours("like a power of L_sum within 0.15 of 1"),
		Verdict: reproduce.Judge(math.Abs(got-1) < 0.15),
		Note:    fmt.Sprintf("L_sum^%.2f for LM-C5 from c = %.0f to %.0f, P = %d", got, xs[0], xs[len(xs)-1], runs[0].procs),
	}
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
		Kind: reproduce.Check, AnySize: true, Section: "§3.2",
		Text:    "C0, C1 and C2, which are there to share, do so on a torus with all load on one processor",
		Bound:   reproduce.Ours(fmt.Sprintf("everybody has load after %d·P iterations", patience)),
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

// torusLinearClaim judges how times grow with P.
func torusLinearClaim(worst, uniform []torusRow) reproduce.Claim {
	exponent := func(rows []torusRow) float64 {
		var xs, ys []float64
		for _, r := range rows {
			xs, ys = append(xs, float64(r.procs)), append(ys, r.balance[5])
		}
		return reproduce.Growth(xs, ys)
	}
	a, b := exponent(worst), exponent(uniform)
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: "the time grows only linearly with the number of processors",
		Bound:   reproduce.Ours("like P to a power below 1.1, with C5"),
		Verdict: reproduce.Judge(a < 1.1 && b < 1.1),
		Note: fmt.Sprintf("C5: P^%.2f from the worst case, whose load grows like P, and P^%.2f from uniform loads, below the √P that "+
			"Theorem 3 allows", a, b),
	}
}
