package physical

import (
	"context"
	"fmt"
	"math"
	"slices"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Why the work in H is a sum of squares and not the maximum: P processors share N elements, and a force ε pulls at one of the
// processors. With the maximum, the least energy stays with equal parts until ε is 1/(P−1), and then that processor is
// empty; with the sum of squares its part gives way little by little:
//
//	max N_q / (N/P) + ε N_0 / (N/P)        Σ N_q² / (N/P)² + ε N_0 / (N/P)
//
// The best of all distributions is found by trying every N_0, with the rest as level as can be.

func smoothItem() reproduce.Item {
	return reproduce.Item{
		Name:   "physical/smooth",
		Title:  "why the energy has squares: elements that stay when a force pulls",
		Source: source,
		Run:    smooth,
	}
}

// smoothElements is N, which all P and P−1 divide.
const smoothElements = 1200

// smoothProcs are the numbers of processors.
func smoothProcs() []int { return []int{2, 4, 16} }

// smoothRow is a force, and N_0 at the least of both energies.
type smoothRow struct {
	procs            int
	force            float64 // ε
	maximum, squares int
}

// share is the equal part, N/P.
func (r smoothRow) share() int { return smoothElements / r.procs }

// jump is the ε at which the least maximum jumps.
func jump(procs int) float64 { return 1 / float64(procs-1) }

// newSmoothRow tries all N_0 up to N/P.
func newSmoothRow(procs int, force float64) smoothRow {
	r := smoothRow{procs: procs, force: force}
	share := float64(r.share())
	least := func(work func(n0 int) float64) int {
		best, lowest := 0, math.Inf(1)
		for n := range r.share() + 1 {
			if h := work(n) + force*float64(n)/share; h < lowest-same {
				best, lowest = n, h
			}
		}
		return best
	}
	// The others have this many elements, and over of them one more.
	rest := func(n0 int) (each, over int) {
		return (smoothElements - n0) / (procs - 1), (smoothElements - n0) % (procs - 1)
	}
	r.maximum = least(func(n0 int) float64 {
		each, over := rest(n0)
		return float64(max(n0, each+min(over, 1))) / share
	})
	r.squares = least(func(n0 int) float64 {
		each, over := rest(n0)
		return float64(n0*n0+(procs-1-over)*each*each+over*(each+1)*(each+1)) / (share * share)
	})
	return r
}

func smooth(context.Context, *reproduce.Session) (*reproduce.Result, error) {
	var rows, fine []smoothRow
	for _, procs := range smoothProcs() {
		for _, times := range []float64{0, 0.25, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2} {
			rows = append(rows, newSmoothRow(procs, times*jump(procs)))
		}
		fine = append(fine, scan(procs)...)
	}
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("%d elements on P processors; a force ε pulls elements away from one, from which N/P is its share", smoothElements),
			"all distributions are tried: every number on that processor, the rest as level as can be",
		},
		Tables: []report.Sheet{smoothTable(rows)},
		Claims: smoothClaims(fine),
	}, nil
}

// forces is the number of steps of a scan.
const forces = 400

// scan are forces in small steps up to one that empties the processor with either energy: the derivative of the squares is 0
// there if ε = 2P/(P−1).
func scan(procs int) []smoothRow {
	var rows []smoothRow
	for i := range forces + 1 {
		rows = append(rows, newSmoothRow(procs, 2.2*float64(procs)*jump(procs)*float64(i)/forces))
	}
	return rows
}

func smoothTable(rows []smoothRow) report.Sheet {
	return report.NewSheet("smooth",
		fmt.Sprintf("Elements of %d that stay on a processor from which a force ε pulls them away", smoothElements),
		[]report.Column[smoothRow]{
			{Key: "procs", Heading: "P", Value: func(r smoothRow) any { return r.procs }},
			report.Number("force", "ε", 3, func(r smoothRow) float64 { return r.force }),
			{Key: "maximum", Heading: "least maximum", Value: func(r smoothRow) any { return r.maximum }},
			{Key: "squares", Heading: "least sum of squares", Value: func(r smoothRow) any { return r.squares }},
		}, rows, "equal parts have N/P; the least maximum jumps at ε = 1/(P−1)")
}

// steepest is the largest change of N_0 from one force to the next, as a share of N/P, and the values that it takes in all.
func steepest(rows []smoothRow, of func(smoothRow) int) (change float64, values []int) {
	for i, r := range rows {
		if !slices.Contains(values, of(r)) {
			values = append(values, of(r))
		}
		if i > 0 {
			change = max(change, math.Abs(float64(of(r)-of(rows[i-1])))/float64(r.share()))
		}
	}
	return change, values
}

func smoothClaims(fine []smoothRow) []reproduce.Claim {
	jumps, gentle := true, 0.
	for _, procs := range smoothProcs() {
		rows := slices.DeleteFunc(slices.Clone(fine), func(r smoothRow) bool { return r.procs != procs })
		change, values := steepest(rows, func(r smoothRow) int { return r.maximum })
		jumps = jumps && change == 1 && slices.Equal(values, []int{smoothElements / procs, 0})
		for _, r := range rows {
			jumps = jumps && (math.Abs(r.force-jump(procs)) < 1e-3 || (r.maximum == 0) == (r.force > jump(procs)))
		}
		change, _ = steepest(rows, func(r smoothRow) int { return r.squares })
		gentle = max(gentle, change)
	}
	return []reproduce.Claim{
		{
			Kind: reproduce.Stated, Section: "§11.1.2",
			Text:    "with the maximum of the loads, a perturbation does nothing up to a threshold, and then the minimum jumps",
			Bound:   reproduce.Theirs("the processor has N/P elements while ε is below 1/(P−1), and none above"),
			Verdict: reproduce.Judge(jumps),
			Note:    fmt.Sprintf("P = 2, 4, 16, %d forces each: no other number occurs", forces+1),
		},
		{
			Kind: reproduce.Stated, Section: "§11.1.2",
			Text: "with the sum of squares, the minimum changes smoothly with the magnitude of the perturbation",
			Bound: reproduce.Ours(fmt.Sprintf("from one of %d forces to the next, the processor loses a twentieth of its share at most",
				forces+1)),
			Verdict: reproduce.Judge(gentle <= 0.05),
			Note:    fmt.Sprintf("at most %.1f %% of N/P, where the maximum loses all at once", 100*gentle),
		},
	}
}
