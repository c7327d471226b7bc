package plb

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// The distribution of D(n,i), the load that crosses a link with i = αn processors on one side (§4.1): its mean is 0, its variance
// (1−α)αnσ², and for large n it is normal, for any distribution of the loads.

// bellCase is a link, and how loads are distributed.
type bellCase struct {
	loads  string
	procs  int
	before int // i
	reps   int
}

// bellRow is the result of a case.
type bellRow struct {
	bellCase
	mean, variance           float64 // of D, over σ̃ and σ̃²
	meanError, varianceError float64
	distance                 float64 // Kolmogorov-Smirnov: the largest difference of the distributions of D/σ̃ and of a normal variable
}

func (c bellCase) alpha() float64 { return float64(c.before) / float64(c.procs) }

// bellRows measures links of several networks.
func bellRows(ctx context.Context, s *reproduce.Session) ([]bellRow, error) {
	reps := reproduce.Size(s, 4_000, 20_000)
	var cases []bellCase
	for _, loads := range []string{"uniform", "exponential"} {
		for _, n := range reproduce.Size(s, []int{16, 64, 256}, []int{16, 64, 256, 1024}) {
			for _, i := range []int{n / 8, n / 2} {
				cases = append(cases, bellCase{loads, n, i, reps})
			}
		}
	}
	return reproduce.Map(ctx, s, cases,
		func(c bellCase) reproduce.Job {
			return reproduce.Job{What: "distribution on a link, " + c.loads, Seconds: 1e-8 * float64(c.reps*c.procs)}
		},
		func(ctx context.Context, c bellCase) (bellRow, error) { return c.run(ctx, s) })
}

func (c bellCase) run(ctx context.Context, s *reproduce.Session) (bellRow, error) {
	random := s.Rand(fingerprint("bell"), fingerprint(c.loads), uint64(c.procs), uint64(c.before))
	deviation := math.Sqrt((1 - c.alpha()) * c.alpha() * float64(c.procs))
	loads, over := make([]float64, c.procs), make([]float64, c.reps)
	for k := range over {
		if err := ctx.Err(); err != nil {
			return bellRow{}, err
		}
		unitLoads(c.loads, random, loads)
		before, all := 0.0, 0.0
		for i, load := range loads {
			if i < c.before {
				before += load
			}
			all += load
		}
		over[k] = (before - c.alpha()*all) / deviation
	}
	slices.Sort(over)
	r := bellRow{bellCase: c}
	r.mean, r.variance = stat.MeanVariance(over, nil)
	r.meanError = math.Sqrt(r.variance / float64(c.reps))
	fourth := stat.Moment(4, over, nil)
	r.varianceError = math.Sqrt((fourth - r.variance*r.variance) / float64(c.reps))
	for k, x := range over {
		below := math.Erfc(-x/math.Sqrt2) / 2 // Φ(x)
		r.distance = max(r.distance, math.Abs(below-float64(k)/float64(c.reps)), math.Abs(below-float64(k+1)/float64(c.reps)))
	}
	return r, nil
}

func bellSheet(rows []bellRow) report.Sheet {
	columns := []report.Column[bellRow]{
		{Key: "loads", Heading: "loads", Left: true, Value: func(r bellRow) any { return r.loads }},
		{Key: "n", Heading: "n", Value: func(r bellRow) any { return r.procs }},
		report.Number("alpha", "α", 3, func(r bellRow) float64 { return r.alpha() }),
		report.Number("mean", "E[D]/σ̃", 3, func(r bellRow) float64 { return r.mean }),
		report.Number("variance", "Var(D)/σ̃²", 3, func(r bellRow) float64 { return r.variance }),
		report.Number("distance", "from Φ", 4, func(r bellRow) float64 { return r.distance }),
		{Key: "samples", Heading: "samples", Value: func(r bellRow) any { return r.reps }},
	}
	return report.NewSheet("bell", "Eq. 2: the load D that crosses a link with αn processors on one side", columns, rows,
		"σ̃² = (1−α)αnσ²; from Φ: the largest difference between the distributions of D/σ̃ and of a normal variable")
}

func bellClaims(rows []bellRow) []reproduce.Claim {
	moments, normal := true, true
	largest, note := 0, ""
	for _, r := range rows {
		moments = moments && math.Abs(r.mean) <= 4*r.meanError && math.Abs(r.variance-1) <= 4*r.varianceError
		largest = max(largest, r.procs)
	}
	// In one of a hundred cases a sample of a normal variable is that far from Φ. The skew of the loads adds some 1/√n.
	allowed := 1.63/math.Sqrt(float64(rows[0].reps)) + 0.5/math.Sqrt(float64(largest))
	for _, r := range rows {
		if r.procs == largest {
			normal = normal && r.distance <= allowed
			note += fmt.Sprintf("%s loads, α = %v: %.4f; ", r.loads, r.alpha(), r.distance)
		}
	}
	return []reproduce.Claim{
		{
			Kind: reproduce.Stated, Section: "§4.1", Text: "E[D] = 0 and Var(D) = (1−α)αnσ²",
			Bound:   reproduce.Ours("on every link measured, within four standard errors"),
			Verdict: reproduce.Judge(moments), Note: fmt.Sprintf("%d links", len(rows)),
		},
		{
			Kind: reproduce.Stated, Section: "§4.1, eq. 2",
			Text:    "D is asymptotically normal, for any distribution of the loads",
			Bound:   reproduce.Ours(fmt.Sprintf("at n = %d no further from Φ than %.3f, which is 0.5/√n and what chance allows", largest, allowed)),
			Verdict: reproduce.Judge(normal), Note: joined(note, nil),
		},
	}
}
