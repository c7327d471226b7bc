package liquid

import (
	"fmt"
	"math"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// α-splitting on a ring whose links lead one way (§2.1): a processor that runs out of load gets the share 1 − α of its
// predecessor's, and all processors consume an element in each unit of time. The paper, after Kumar, counts transfers:
// β^P of them, with β = 1/(1 − α). They come about because the portions shrink by β from one processor to the next, and
// the last ones ask the more often. The load of the experiment grows like β^P, too, so that even the last portion has
// some elements; a smaller one is done before the last processors have their share.

// splitRow is a ring, and what it took to do all of its load.
type splitRow struct {
	alpha     float64
	procs     int
	load      int
	transfers int
	time      int     // in which an element is consumed
	growth    float64 // times the transfers of the ring with a processor less; 0 for the first
}

// beta is β, the growth by a processor that the paper gives.
func (r splitRow) beta() float64 { return 1 / (1 - r.alpha) }

// splitRows are rings up to a load that takes a moment.
func splitRows(s *reproduce.Session) []splitRow {
	const (
		first, most = 3, 20 // processors
		shown       = 6     // rings of each α, the largest ones
		portion     = 16    // elements of the last one's
	)
	var rows []splitRow
	for _, alpha := range []float64{0.25, 0.5, 0.75} {
		beta := 1 / (1 - alpha)
		last := min(most, int(math.Log(reproduce.Size(s, 1e5, 1e6)/portion)/math.Log(beta)))
		before := 0
		for procs := first; procs <= last; procs++ {
			r := splitRow{alpha: alpha, procs: procs, load: int(portion * math.Pow(beta, float64(procs)))}
			r.transfers, r.time = splitAndConsume(alpha, procs, r.load)
			if before > 0 {
				r.growth = float64(r.transfers) / float64(before)
			}
			before = r.transfers
			if procs > last-shown {
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// splitAndConsume counts the transfers until a load that lies on processor 0 is done, and the time that takes. A
// transfer takes none. A portion is rounded down, but is at least one element; a single element is not given away.
func splitAndConsume(alpha float64, procs, load int) (transfers, time int) {
	loads := make([]int, procs)
	loads[0] = load
	for {
		for i := 1; i < procs; i++ {
			if loads[i] == 0 && loads[i-1] > 1 {
				portion := max(1, int((1-alpha)*float64(loads[i-1])))
				loads[i-1] -= portion
				loads[i] = portion
				transfers++
			}
		}
		// Nothing happens until the next one runs out.
		next := 0
		for _, x := range loads {
			if x > 0 && (next == 0 || x < next) {
				next = x
			}
		}
		if next == 0 {
			return transfers, time
		}
		time += next
		for i := range loads {
			loads[i] = max(0, loads[i]-next)
		}
	}
}

func splitTable(rows []splitRow) report.Sheet {
	return report.NewSheet("splitting", "α-splitting: transfers until a load on one processor of a ring is consumed",
		[]report.Column[splitRow]{
			report.Number("alpha", "α", 2, func(r splitRow) float64 { return r.alpha }),
			{Key: "procs", Heading: "P", Value: func(r splitRow) any { return r.procs }},
			{Key: "load", Heading: "load", Value: func(r splitRow) any { return r.load }},
			{Key: "transfers", Heading: "transfers", Value: func(r splitRow) any { return r.transfers }},
			report.Number("share", "transfers/β^P", 2,
				func(r splitRow) float64 { return float64(r.transfers) / math.Pow(r.beta(), float64(r.procs)) }),
			{
				Key: "growth", Heading: "times P − 1", Value: func(r splitRow) any { return r.growth },
				Text: func(r splitRow) string {
					if r.growth == 0 {
						return ""
					}
					return fmt.Sprintf("%.2f", r.growth)
				},
			},
			report.Number("beta", "β", 2, splitRow.beta),
			report.Number("efficiency", "efficiency %", 1, func(r splitRow) float64 { return 100 * float64(r.load) / float64(r.procs*r.time) }),
		}, rows,
		"the load is 16·β^P; each processor consumes an element in a unit of time; times P − 1: transfers against those of the ring before")
}

// splitClaim judges the growth at the largest ring of each α.
func splitClaim(rows []splitRow) reproduce.Claim {
	const within = 0.1
	came, note := true, ""
	for i, r := range rows {
		if i+1 < len(rows) && rows[i+1].alpha == r.alpha {
			continue
		}
		came = came && math.Abs(r.growth/r.beta()-1) <= within
		note += fmt.Sprintf("; α = %v: by %.2f (β = %.2f)", r.alpha, r.growth, r.beta())
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§2.1", Text: "α-splitting on a unidirectional ring takes β^P transfers asymptotically, β = 1/(1 − α)",
		Bound:   reproduce.Ours("on the largest ring of each α, a processor more multiplies them by β within 10 %"),
		Verdict: reproduce.Judge(came),
		Note:    "a processor more multiplies them" + note[1:],
	}
}
