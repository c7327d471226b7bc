package plb

import (
	"fmt"
	"math"
	"strings"

	"transat/cmd/transat/internal/reproduce"
)

// How the rows of Tables 2, 3 and 4 are judged.

// The bands in which a number counts as the paper's. Efficiencies are compared by their difference.
const (
	idleBand  = 1.5
	countBand = 2
)

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

// judgeRows judges what should hold in every row: fits says whether it does, told what comes out.
func judgeRows(section, text string, rows []gridRow, name func(gridRow) string, fits func(gridRow) bool, told func(gridRow) string) reproduce.Claim {
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
	c := reproduce.Claim{Section: section, Text: text, Verdict: reproduce.Judge(len(good) == len(rows)), Note: strings.Join(notes, "; ")}
	if c.Verdict == reproduce.DoesNotHold && len(good) > 0 {
		c.Verdict, c.Range = reproduce.HoldsPartly, strings.Join(good, ", ")
	}
	return c
}

// efficiencyClaim judges that our efficiencies are those of the paper, up to a number of points.
func efficiencyClaim(section string, points float64, rows []gridRow, name func(gridRow) string) reproduce.Claim {
	return judgeRows(section, fmt.Sprintf("the efficiency of every row, within %.1f points", points), rows, name,
		func(r gridRow) bool { return math.Abs(r.points()) <= points },
		func(r gridRow) string { return signed(r.points()) })
}

// factorClaim judges that a number of ours is that of the paper, up to a factor.
func factorClaim(section string, m gridMeasure, band float64, rows []gridRow, name func(gridRow) string) reproduce.Claim {
	return judgeRows(section, fmt.Sprintf("the %s of every row, within a factor of %v", m.name, band), rows, name,
		func(r gridRow) bool { return r.off(m) <= band },
		func(r gridRow) string { return fmt.Sprintf("%.2f", m.mean(r.ours)/m.mean(r.row)) })
}

// numberClaims judges all numbers of a table.
func numberClaims(section string, points float64, measures []gridMeasure, rows []gridRow, name func(gridRow) string) []reproduce.Claim {
	rows = compared(rows)
	if len(rows) == 0 {
		return nil
	}
	claims := []reproduce.Claim{efficiencyClaim(section, points, rows, name)}
	for _, m := range measures {
		band := float64(countBand)
		if m.key == idleMeasure().key {
			band = idleBand
		}
		claims = append(claims, factorClaim(section, m, band, rows, name))
	}
	return claims
}

// told lists a number of some rows: "32: 99.3, 64: 99.1".
func told(rows []gridRow, name func(gridRow) string, format string, of func(gridRow) float64) string {
	var parts []string
	for _, r := range rows {
		parts = append(parts, name(r)+": "+fmt.Sprintf(format, of(r)))
	}
	return strings.Join(parts, ", ")
}

// procsName, topologyName and estimateName name a row by what is particular to it.
func procsName(r gridRow) string    { return fmt.Sprint(r.row.Procs()) }
func topologyName(r gridRow) string { return r.row.Topology }
func estimateName(r gridRow) string { return r.row.Topology + " " + estimateLetter(r.row.Estimate) }

func efficiencyOf(r gridRow) float64 { return r.ours.Efficiency }
func idleOf(r gridRow) float64       { return r.ours.Idle }
func sendOf(r gridRow) float64       { return r.ours.Send }
