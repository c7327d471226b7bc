package liquid

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// α-splitting on a ring whose links lead one way (§2.1): a processor that runs out of load gets the share 1 − α of its
// predecessor's, and all processors consume an element in each unit of time. The paper, after Kumar, says that β^P transfers
// are necessary, with β = 1/(1 − α), because the portions shrink by β from one processor to the next. It does not say for
// which load, and the load decides. So three loads are tried: 5·P elements, as in the worst case of §5, and for each ring
// the smallest one with which the processors are busy half of the time, or four fifths of it.

// splitRow is a ring, and the transfers and the time until all of its load is consumed.
type splitRow struct {
	alpha     float64
	busy      float64 // the efficiency that the load is chosen for; 0: 5·P elements
	procs     int
	load      int
	transfers int
	time      int // in which an element is consumed
}

// beta is β, the growth by a processor that the paper gives.
func (r splitRow) beta() float64 { return 1 / (1 - r.alpha) }

// loaded says how the load is chosen.
func (r splitRow) loaded() string {
	if r.busy == 0 {
		return fmt.Sprintf("%d·P", ringLoad)
	}
	return fmt.Sprintf("busy %.0f %%", 100*r.busy)
}

func (r splitRow) efficiency() float64 { return float64(r.load) / float64(r.procs*r.time) }

// splitRows are rings with more and more processors, up to a largest load.
func splitRows(s *reproduce.Session) []splitRow {
	const first, most = 3, 16 // processors
	var rows []splitRow
	for _, alpha := range []float64{0.25, 0.5, 0.75} {
		for _, busy := range []float64{0, 0.5, 0.8} {
			load := first
			for procs := first; procs <= most; procs++ {
				r := splitRow{alpha: alpha, busy: busy, procs: procs, load: load}
				if busy == 0 {
					r.load = ringLoad * procs
				}
				if !r.fill(reproduce.Size(s, 20_000, 400_000)) {
					break
				}
				load = r.load
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// fill raises the load until the processors are busy enough, and counts. It reports whether there is such a load up to most.
func (r *splitRow) fill(most int) bool {
	for r.load <= most {
		r.transfers, r.time = splitAndConsume(r.alpha, r.procs, r.load)
		if r.efficiency() >= r.busy {
			return true
		}
		r.load += 1 + r.load/20
	}
	return false
}

// splitAndConsume counts the transfers, and the time, until a load on processor 0 is consumed. A transfer takes no time. A
// portion is rounded down, but is at least one element; a single element is not given away.
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
		// Nothing is transferred until the next processor runs out.
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
	largest := splitSeries(rows)
	var shown []splitRow
	for _, series := range largest {
		shown = append(shown, series[len(series)-1])
	}
	return report.NewSheet("splitting", "α-splitting: transfers until a load on one processor of a ring is consumed",
		[]report.Column[splitRow]{
			report.Number("alpha", "α", 2, func(r splitRow) float64 { return r.alpha }),
			{Key: "loaded", Heading: "chosen", Left: true, Value: func(r splitRow) any { return r.loaded() }},
			{Key: "procs", Heading: "P", Value: func(r splitRow) any { return r.procs }},
			{Key: "load", Heading: "load", Value: func(r splitRow) any { return r.load }},
			{Key: "transfers", Heading: "transfers", Value: func(r splitRow) any { return r.transfers }},
			report.Number("efficiency", "efficiency %", 1, func(r splitRow) float64 { return 100 * r.efficiency() }),
			report.Number("growth", "growth", 2, func(r splitRow) float64 {
				i := slices.IndexFunc(largest, func(series []splitRow) bool { return series[len(series)-1] == r })
				return splitGrowth(largest[i])
			}),
			report.Number("beta", "β", 2, splitRow.beta),
		}, shown,
		"the largest ring of each; each processor consumes an element in a unit of time; busy: the smallest load with that efficiency",
		fmt.Sprintf("growth: by which a processor more multiplies the transfers, mean of the last %d", splitMean))
}

// splitSeries are the rows with the same α and the same choice of the load.
func splitSeries(rows []splitRow) [][]splitRow {
	var all [][]splitRow
	for i, r := range rows {
		if i == 0 || rows[i-1].alpha != r.alpha || rows[i-1].busy != r.busy {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], r)
	}
	return all
}

// splitMean is over how many processors the growth is a mean.
const splitMean = 4

// splitGrowth is the factor by which a processor more multiplies the transfers: the geometric mean of the last splitMean.
func splitGrowth(series []splitRow) float64 {
	last := len(series) - 1
	back := min(splitMean, last)
	return math.Pow(float64(series[last].transfers)/float64(series[last-back].transfers), 1/float64(back))
}

// splitClaim judges the growth on the largest rings, for each choice of the load.
func splitClaim(rows []splitRow) reproduce.Claim {
	const within = 0.1
	var where, notes []string
	missed := map[string]bool{}
	var choices []string
	for _, series := range splitSeries(rows) {
		r, growth := series[len(series)-1], splitGrowth(series)
		if !slices.Contains(choices, r.loaded()) {
			choices = append(choices, r.loaded())
		}
		if math.Abs(growth/r.beta()-1) > within {
			missed[r.loaded()] = true
		}
		notes = append(notes, fmt.Sprintf("%.2f (α = %v, %s)", growth, r.alpha, r.loaded()))
	}
	for _, choice := range choices {
		if !missed[choice] {
			where = append(where, choice)
		}
	}
	return judgeWhere(reproduce.Claim{
		Kind: reproduce.Stated, Section: "§2.1", Text: "α-splitting on a unidirectional ring takes β^P transfers asymptotically, β = 1/(1 − α)",
		Bound: reproduce.Ours(fmt.Sprintf("a processor more multiplies them by β within %.0f %%, for every α and every choice of the load",
			100*within)),
		Note: fmt.Sprintf("the load decides, of which the paper says nothing; a processor more multiplies them by %s, where β is 1.33, 2 and 4",
			strings.Join(notes, ", ")),
	}, where, len(choices))
}
