package plb

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"transat/cmd/transat/internal/reproduce"
)

// How the rows of Tables 2, 3 and 4 are judged.

// The factors by which a number of ours may be off in a row that was used to fit the model, and in one that was held
// out. Efficiencies are not judged: at 99 % one within a point may hide twice the loss. What was lost is, in two parts.
const (
	usedBand    = 1.3
	heldOutBand = 1.5
)

// band is the factor for a row.
func (r gridRow) band() float64 {
	if r.fitted {
		return usedBand
	}
	return heldOutBand
}

// compared are the rows of which the paper has numbers.
func compared(rows []gridRow) []gridRow {
	var some []gridRow
	for _, r := range rows {
		if !math.IsNaN(r.row.Efficiency) {
			some = append(some, r)
		}
	}
	return some
}

// judgeRows judges a claim on every row: fits says whether it holds, told gives the number that decides.
func judgeRows(section, text string, bound reproduce.Bound, rows []gridRow, name func(gridRow) string, fits func(gridRow) bool,
	told func(gridRow) string,
) reproduce.Claim {
	var good, notes []string
	for _, r := range rows {
		mark := ""
		if fits(r) {
			good = append(good, name(r))
		} else {
			mark = " (no)"
		}
		notes = append(notes, name(r)+": "+told(r)+mark)
	}
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: section, Text: text, Bound: bound,
		Verdict: reproduce.Judge(len(good) == len(rows)), Note: strings.Join(notes, "; "),
	}
	if c.Verdict == reproduce.DoesNotHold && len(good) > 0 {
		c.Verdict, c.Range = reproduce.HoldsPartly, strings.Join(good, ", ")
	}
	return c
}

// factorClaim judges that a number of ours is that of the paper, up to a factor.
func factorClaim(section string, m gridMeasure, rows []gridRow, name func(gridRow) string) reproduce.Claim {
	bound := fmt.Sprintf("within a factor of %v where the row was used to fit the model, %v where it was held out", usedBand, heldOutBand)
	return judgeRows(section, "the "+m.name+" of every row", reproduce.Ours(bound), rows, name,
		func(r gridRow) bool { return r.off(m) <= r.band() },
		func(r gridRow) string { return fmt.Sprintf("%.2f", m.mean(r.ours)/m.mean(r.row)) })
}

// numberClaims judges all numbers of a table.
func numberClaims(section string, measures []gridMeasure, rows []gridRow, name func(gridRow) string) []reproduce.Claim {
	rows = compared(rows)
	var claims []reproduce.Claim
	if len(rows) > 0 {
		for _, m := range append([]gridMeasure{otherLossMeasure()}, measures...) {
			claims = append(claims, factorClaim(section, m, rows, name))
		}
	}
	return claims
}

// courseClaim judges that a number rises and falls from row to row as in the paper.
func courseClaim(section string, m gridMeasure, rows []gridRow, name func(gridRow) string) reproduce.Claim {
	var theirs, wrong []string
	for i := 1; i < len(rows); i++ {
		a, b := rows[i-1], rows[i]
		way := "rises to"
		if m.mean(b.row) < m.mean(a.row) {
			way = "falls to"
		}
		theirs = append(theirs, way+" "+name(b))
		if (m.mean(b.row) < m.mean(a.row)) != (m.mean(b.ours) < m.mean(a.ours)) {
			wrong = append(wrong, name(a)+" to "+name(b))
		}
	}
	c := reproduce.Claim{
		Kind: reproduce.Reading, Section: section, Text: "the " + m.name + ", from row to row: " + strings.Join(theirs, ", "),
		Bound: reproduce.Theirs("the direction of every step"), Verdict: reproduce.Judge(len(wrong) == 0),
		Note: told(rows, name, fmt.Sprintf("%%.%df", m.decimals), func(r gridRow) float64 { return m.mean(r.ours) }),
	}
	if len(wrong) > 0 {
		c.Note += "; other way: " + strings.Join(wrong, ", ")
	}
	return c
}

// rowOrderClaim judges that the rows come in the paper's order by a number, the least first.
func rowOrderClaim(section string, m gridMeasure, rows []gridRow, name func(gridRow) string) reproduce.Claim {
	order := func(of func(gridRow) float64) string {
		sorted := slices.SortedStableFunc(slices.Values(rows), func(a, b gridRow) int { return cmp.Compare(of(a), of(b)) })
		var names []string
		for _, r := range sorted {
			names = append(names, name(r))
		}
		return strings.Join(names, ", ")
	}
	theirs := order(func(r gridRow) float64 { return m.mean(r.row) })
	ours := order(func(r gridRow) float64 { return m.mean(r.ours) })
	c := reproduce.Claim{
		Kind: reproduce.Reading, Section: section, Text: "the order by " + m.name + ", the least first: " + theirs,
		Bound: reproduce.Theirs("the order"), Verdict: reproduce.Judge(ours == theirs),
		Note: told(rows, name, fmt.Sprintf("%%.%df", m.decimals), func(r gridRow) float64 { return m.mean(r.ours) }),
	}
	if ours != theirs {
		c.Note += "; so it is " + ours
	}
	return c
}

// told lists a number of each row: "32: 99.3, 64: 99.1".
func told(rows []gridRow, name func(gridRow) string, format string, of func(gridRow) float64) string {
	var parts []string
	for _, r := range rows {
		parts = append(parts, name(r)+": "+fmt.Sprintf(format, of(r)))
	}
	return strings.Join(parts, ", ")
}

// procsName, topologyName and estimateName name a row by its size, network, or network and estimate.
func procsName(r gridRow) string    { return fmt.Sprint(r.row.Procs()) }
func topologyName(r gridRow) string { return r.row.Topology }
func estimateName(r gridRow) string { return r.row.Topology + " " + estimateLetter(r.row.Estimate) }

func efficiencyOf(r gridRow) float64 { return r.ours.Efficiency }
func idleOf(r gridRow) float64       { return r.ours.Idle }
func sendOf(r gridRow) float64       { return r.ours.Send }
