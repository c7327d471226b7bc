package reproduce

import (
	"fmt"
	"math"
)

// What the paper on the Liquid model says of rings (§5, Figure 5), held against the rows of liquid/fig5.

func ringClaims(rows []ringRow) []Claim {
	return []Claim{
		ringShareClaim(rows),
		ringRatioClaim("NNA takes about four times as long as LM to balance", rows, ringRow.slowerBalance, paperSlowerBalance),
		ringRatioClaim("NNA takes 23 times as long as LM to share", rows, ringRow.slowerShare, paperSlowerShare),
		ringLinearClaim(rows),
		ringPriorityClaim(rows),
	}
}

func ringShareClaim(rows []ringRow) Claim {
	came := true
	for _, r := range rows {
		came = came && r.share["liquid-c5"] == float64(r.procs-1)
	}
	return Claim{
		Section: "§5", Text: "LM-C5 shares in exactly P − 1 shifts",
		Verdict: Judge(came), Note: fmt.Sprintf("on all rings from P = %d to %d", rows[0].procs, rows[len(rows)-1].procs),
	}
}

// about is how far a ratio may be from the paper's to count as "about" it.
const about = 0.3

// ringRatioClaim judges how much slower NNA is. The paper gives one number for its whole range.
func ringRatioClaim(text string, rows []ringRow, slower func(ringRow) float64, paper float64) Claim {
	var procs []int
	for _, r := range rows {
		procs = append(procs, r.procs)
	}
	near := func(i int) bool { return math.Abs(slower(rows[i])/paper-1) <= about }
	first, last := rows[0], rows[len(rows)-1]
	c := Claim{
		Section: "§5", Text: text, Verdict: Holds,
		Note: fmt.Sprintf("the ratio is no constant: it grows from %.1f at P = %d to %.1f at P = %d; counted as about %v: within %.0f %%",
			slower(first), first.procs, slower(last), last.procs, paper, 100*about),
	}
	for i := range rows {
		if !near(i) {
			c.Verdict = HoldsPartly
		}
	}
	c.Range = "P = " + ranges(procs, near)
	if c.Range == "P = " {
		c.Verdict = DoesNotHold
	}
	return c
}

// ringLinearClaim judges how times grow with P.
func ringLinearClaim(rows []ringRow) Claim {
	exponent := func(policy string, share bool) float64 {
		var xs, ys []float64
		for _, r := range rows {
			y := r.balance[policy]
			if share {
				y = r.share[policy]
			}
			xs, ys = append(xs, float64(r.procs)), append(ys, y)
		}
		return growth(xs, ys)
	}
	lm, nna, nnaShare := exponent("liquid-c5", false), exponent("nna-sync", false), exponent("nna-sync", true)
	c := Claim{
		Section: "§5", Text: "times grow almost linearly with P for all methods, with a small quadratic part for NNA",
		Verdict: Judge(lm < 1.15 && nna < 1.15),
		Note: fmt.Sprintf("balancing: P^%.2f for LM-C5, P^%.2f for NNA; sharing: P^1 for LM-C5, P^%.2f for NNA",
			lm, nna, nnaShare),
	}
	if c.Verdict == DoesNotHold && lm < 1.15 {
		c.Verdict, c.Range = HoldsPartly, "LM"
	}
	return c
}

// ringPriorityClaim judges that sharing comes before balancing.
func ringPriorityClaim(rows []ringRow) Claim {
	share := func(r ringRow, policy string) float64 { return r.share[policy] / r.balance[policy] }
	came := true
	for _, r := range rows {
		came = came && share(r, "liquid-c5") < share(r, "nna-sync")
	}
	last := rows[len(rows)-1]
	return Claim{
		Section: "§5", Text: "LM gives sharing priority over balancing, which NNA does not",
		Verdict: Judge(came),
		Note: fmt.Sprintf("at P = %d everybody has load after %.0f %% of the time to balance with LM-C5, after %.0f %% with NNA",
			last.procs, 100*share(last, "liquid-c5"), 100*share(last, "nna-sync")),
	}
}

// ringLoadClaim judges how times grow with the load.
func ringLoadClaim(runs []ringRun) Claim {
	var xs, ys []float64
	for _, r := range runs {
		if r.load > 1 {
			xs, ys = append(xs, float64(r.load)), append(ys, shifts(r.Balanced))
		}
	}
	got := growth(xs, ys)
	return Claim{
		Section: "§5", Text: "the time grows linearly with the load L_sum",
		Verdict: Judge(math.Abs(got-1) < 0.15),
		Note:    fmt.Sprintf("L_sum^%.2f for LM-C5 from c = %.0f to %.0f, P = %d", got, xs[0], xs[len(xs)-1], runs[0].procs),
	}
}
