package frontend

import (
	"fmt"
	"strings"

	"transat/cmd/transat/internal/reproduce"
)

// find is the search of a matching with a trigger.
func find(rows []row, matching, trigger string, dear int) row {
	for _, r := range rows {
		if r.matching == matching && r.trigger == trigger && r.dear == dear {
			return r
		}
	}
	return row{}
}

// best is the search of a matching with the static trigger that has the best efficiency.
func best(rows []row, matching string, dear int) row {
	var best row
	for _, r := range rows {
		if r.matching == matching && r.dear == dear && r.x > 0 && (best.Steps == 0 || r.Efficiency() > best.Efficiency()) {
			best = r
		}
	}
	return best
}

// prices are all values of dear.
func prices(rows []row) []int {
	var all []int
	for _, r := range rows {
		if len(all) == 0 || all[len(all)-1] != r.dear {
			all = append(all, r.dear)
		}
	}
	return all
}

func claims(rows []row) []reproduce.Claim {
	return []reproduce.Claim{matchingClaim(rows), halfClaim(rows), powleyClaim(rows), twiceClaim(rows), neverWorseClaim(rows)}
}

// matchingClaim is on the phases at high thresholds.
func matchingClaim(rows []row) reproduce.Claim {
	holds := true
	var notes []string
	for _, r := range rows {
		if r.matching != "ngp" || r.x < 0.7 || r.dear != 1 {
			continue
		}
		gp := find(rows, "gp", r.trigger, 1)
		holds = holds && gp.Balances < r.Balances
		notes = append(notes, fmt.Sprintf("%s %d and %d", r.trigger, r.Balances, gp.Balances))
	}
	return reproduce.Claim{
		Kind: reproduce.Reading, Section: "matching", Text: "gp needs fewer phases than ngp at high static thresholds",
		Bound: reproduce.Ours("at every threshold from 0.7 on"), Verdict: reproduce.Judge(holds),
		Note: "phases of ngp and gp: " + strings.Join(notes, ", "),
	}
}

// halfClaim is on the phases at the lowest threshold.
func halfClaim(rows []row) reproduce.Claim {
	ngp, gp := find(rows, "ngp", "S^0.5", 1), find(rows, "gp", "S^0.5", 1)
	ratio := float64(ngp.Balances) / float64(max(1, gp.Balances))
	return reproduce.Claim{
		Kind: reproduce.Reading, Section: "matching", Text: "up to a threshold of 0.5 both need the same phases: all who can give do",
		Bound: reproduce.Ours("within 10 %"), Verdict: reproduce.Judge(ratio > 0.9 && ratio < 1.1),
		Note: fmt.Sprintf("%d phases of ngp, %d of gp", ngp.Balances, gp.Balances),
	}
}

// powleyClaim compares the dynamic triggers where balancing is dear.
func powleyClaim(rows []row) reproduce.Claim {
	all := prices(rows)
	dear := all[len(all)-1]
	holds := true
	var notes []string
	for _, matching := range []string{"ngp", "gp"} {
		p, k := find(rows, matching, dP, dear), find(rows, matching, dK, dear)
		holds = holds && k.Efficiency() >= p.Efficiency()
		notes = append(notes, fmt.Sprintf("%s %.1f %% with D^K, %.1f %% with D^P", matching, 100*k.Efficiency(), 100*p.Efficiency()))
	}
	return reproduce.Claim{
		Kind: reproduce.Reading, Section: "triggers", Text: "D^K is at least as good as D^P where balancing is dear",
		Bound:   reproduce.Ours(fmt.Sprintf("efficiency with a router %d times as slow, for both matchings", dear)),
		Verdict: reproduce.Judge(holds),
		Note:    strings.Join(notes, "; "),
	}
}

// twiceClaim is on the overhead of D^K beside that of the best static trigger.
func twiceClaim(rows []row) reproduce.Claim {
	most := 0.0
	var notes []string
	for _, dear := range prices(rows) {
		static, k := best(rows, "gp", dear), find(rows, "gp", dK, dear)
		most = max(most, k.overhead()/static.overhead())
		notes = append(notes, fmt.Sprintf("dear %d: %.3f beside %.3f of %s", dear, k.overhead(), static.overhead(), static.trigger))
	}
	return reproduce.Claim{
		Kind: reproduce.Reading, Section: "triggers", Text: "D^K has at most twice the overhead of the best static trigger",
		Bound: reproduce.Ours("gp, of the thresholds tried, at every price"), Verdict: reproduce.Judge(most <= 2),
		Note: fmt.Sprintf("%.2f times at most: %s", most, strings.Join(notes, "; ")),
	}
}

// neverWorseClaim compares the matchings under every trigger.
func neverWorseClaim(rows []row) reproduce.Claim {
	worse, most := []string(nil), 0.0
	for _, r := range rows {
		if r.matching != "ngp" {
			continue
		}
		gp := find(rows, "gp", r.trigger, r.dear)
		less := 100 * (r.Efficiency() - gp.Efficiency())
		if most = max(most, less); less > 1 {
			worse = append(worse, fmt.Sprintf("%s at %d", r.trigger, r.dear))
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Check, Section: "both", Text: "gp is as efficient as ngp under every trigger",
		Bound: reproduce.Ours("at most a point less"), Verdict: reproduce.Judge(len(worse) == 0),
		Note: strings.TrimSuffix(fmt.Sprintf("%.1f points less at most; %s", most, strings.Join(worse, ", ")), "; "),
	}
}
