package liquid

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"transat/balance"
	"transat/balance/rounds"
	"transat/balance/topology"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// The Liquid model, dimension exchange and diffusion on hypercubes. A hypercube is a torus of twos with D = log₂ P
// dimensions, so Theorem 3 says T = O(log P · L_diff). Source: Henrich: Local load balancing according to a simple liquid
// model, abstract, §2.1, §2.2, §4 after Theorem 3.
//
// L_diff must stay the same for a time to be logarithmic in P, and be well above D, the difference that counts as balanced.
// In the worst case of §5 L_diff grows like P; this is run, too.

func hypercubeItem() reproduce.Item {
	return reproduce.Item{
		Name:   "liquid/hypercube",
		Title:  "the Liquid model, dimension exchange and diffusion on hypercubes",
		Source: "Henrich: Local load balancing according to a simple liquid model, abstract, §2.1, §2.2, §4",
		Run:    hypercubes,
	}
}

// cubeDifference is L_diff.
const cubeDifference = 256

// cubeTolerance is the largest difference of real loads that counts as balanced.
const cubeTolerance = 1e-3

// cubeRow is a hypercube, and the times of the methods on it.
type cubeRow struct {
	procs int

	// T of LM-C5 in shifts, until no two loads differ by more than D.
	random, halves, point, worst float64
	// Dimension exchange: its substeps, each with one partner; the largest relative difference of real loads after them; the
	// shifts that it takes for the whole loads of random and worst.
	exchanges            int
	left                 float64
	exRandom, exWorst    float64
	diffusion, diffPoint float64 // steps of diffusion with its best α on real loads, from random loads and from one loaded processor
}

// dims is D, log₂ P.
func (r cubeRow) dims() int { return bits.TrailingZeros(uint(r.procs)) }

// cubeLoads are loads from 1 to 1 + L_diff, of a shape of theoryCase, or the worst case of §5.
func cubeLoads(s *reproduce.Session, procs int, shape string, repeat int) []float64 {
	if shape == "worst" {
		return reproduce.Pile(procs, ringLoad)
	}
	c := theoryCase{policy: "liquid-c5", dims: bits.TrailingZeros(uint(procs)), side: 2, difference: cubeDifference, shape: shape}
	return c.loads(s, repeat)
}

func hypercubes(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	var rows []cubeRow
	for procs := 4; procs <= reproduce.Size(s, 1<<10, 1<<14); procs *= 2 {
		rows = append(rows, cubeRow{procs: procs})
	}
	repeats := reproduce.Size(s, 3, 10)
	rows, err := reproduce.Map(ctx, s, rows,
		func(r cubeRow) reproduce.Job {
			return reproduce.Job{What: fmt.Sprintf("hypercube of %d", r.procs), Seconds: 2e-9 * float64(r.procs*r.procs)}
		},
		func(ctx context.Context, r cubeRow) (cubeRow, error) { return r.run(ctx, s, repeats) })
	if err != nil {
		return reproduce.Interrupted(err, nil, cubeTable(reproduce.Finished(rows, err)))
	}
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("hypercubes of P = 2^D processors; loads from 1 to %d; random: uniform, the slowest of %d distributions; halves: full "+
				"and empty in one dimension; point: all of the difference on one processor; worst: %d·P on one", 1+cubeDifference, repeats, ringLoad),
			"LM-C5 and dimension exchange in shifts: whole loads, until no two differ by more than D; diffusion in steps: real loads, until no " +
				fmt.Sprintf("two differ by more than %v", cubeTolerance),
		},
		Tables:  []report.Sheet{cubeTable(rows)},
		Claims:  cubeClaims(rows),
		Figures: []reproduce.Figure{{Picture: cubeChart(rows)}},
	}, nil
}

// run lets the methods balance a hypercube.
func (r cubeRow) run(ctx context.Context, s *reproduce.Session, repeats int) (cubeRow, error) {
	for _, m := range []struct {
		policy, shape string
		repeats       int
		time          *float64 // the longest of all repeats
	}{
		{"liquid-c5", "random", repeats, &r.random},
		{"liquid-c5", "halves", 1, &r.halves},
		{"liquid-c5", "point", 1, &r.point},
		{"liquid-c5", "worst", 1, &r.worst},
		{"dimension-exchange", "random", repeats, &r.exRandom},
		{"dimension-exchange", "worst", 1, &r.exWorst},
		{"diffusion", "random", repeats, &r.diffusion},
		{"diffusion", "point", 1, &r.diffPoint},
	} {
		for repeat := range m.repeats {
			time, err := r.time(ctx, m.policy, cubeLoads(s, r.procs, m.shape, repeat))
			if err != nil {
				return r, err
			}
			*m.time = max(*m.time, time)
		}
	}
	return r, r.exchange(s)
}

// time is how long a policy takes to balance: shifts on whole loads, or steps of diffusion on real ones.
func (r cubeRow) time(ctx context.Context, policy string, loads []float64) (float64, error) {
	whole := policy != "diffusion"
	m, err := reproduce.New(policy, "hypercube", []int{r.procs}, loads, whole)
	if err != nil {
		return 0, err
	}
	config := rounds.Config{Until: rounds.Balanced}
	if !whole {
		config.Tolerance = cubeTolerance
	}
	result, err := m.Run(ctx, config)
	switch {
	case err != nil:
		return 0, err
	case !result.Balanced.Reached:
		return 0, fmt.Errorf("%s does not balance the hypercube of %d: %v", policy, r.procs, result.Stop)
	case whole:
		return result.Balanced.Shifts, nil
	}
	return float64(result.Balanced.Step), nil
}

// exchange makes one step of dimension exchange on real loads: random ones, and the worst case.
func (r *cubeRow) exchange(s *reproduce.Session) error {
	net, err := topology.New("hypercube", r.procs)
	if err != nil {
		return err
	}
	policy, err := balance.Choose("dimension-exchange")
	if err != nil {
		return err
	}
	rule, err := policy.Rules(net)
	if err != nil {
		return err
	}
	r.exchanges = rule(0).Substeps()
	for _, shape := range []string{"random", "worst"} {
		m, err := reproduce.New("dimension-exchange", "hypercube", []int{r.procs}, cubeLoads(s, r.procs, shape, 0), false)
		if err != nil {
			return err
		}
		m.Step()
		loads := m.Loads()
		r.left = max(r.left, difference(loads)/loads[0])
	}
	return nil
}

func cubeTable(rows []cubeRow) report.Sheet {
	integer := func(key, heading string, value func(cubeRow) int) report.Column[cubeRow] {
		return report.Column[cubeRow]{Key: key, Heading: heading, Value: func(r cubeRow) any { return value(r) }}
	}
	return report.NewSheet("times", "Times until balanced", []report.Column[cubeRow]{
		integer("procs", "P", func(r cubeRow) int { return r.procs }),
		integer("dims", "D", cubeRow.dims),
		report.Number("lm_random", "LM-C5 random", 0, func(r cubeRow) float64 { return r.random }),
		report.Number("lm_halves", "halves", 0, func(r cubeRow) float64 { return r.halves }),
		report.Number("lm_point", "point", 0, func(r cubeRow) float64 { return r.point }),
		report.Number("lm_worst", "worst", 0, func(r cubeRow) float64 { return r.worst }),
		integer("exchanges", "exchanges", func(r cubeRow) int { return r.exchanges }),
		report.Number("exchange_random", "shifts random", 0, func(r cubeRow) float64 { return r.exRandom }),
		report.Number("exchange_worst", "worst", 0, func(r cubeRow) float64 { return r.exWorst }),
		report.Number("diffusion_random", "diffusion random", 0, func(r cubeRow) float64 { return r.diffusion }),
		report.Number("diffusion_point", "point", 0, func(r cubeRow) float64 { return r.diffPoint }),
	}, rows, "exchanges: substeps of a step of dimension exchange, which balances real loads; shifts: its shifts on whole loads").
		LeastNeeded("diffusion_point", "lm_point")
}

func cubeClaims(rows []cubeRow) []reproduce.Claim {
	return []reproduce.Claim{cubeTimeClaim(rows), cubeExchangeClaim(rows), cubeDiffusionClaim(rows)}
}

// cubeGrowth is the power of an x like which a time grows on the larger half of the hypercubes.
func cubeGrowth(rows []cubeRow, x func(cubeRow) int, time func(cubeRow) float64) float64 {
	var xs, ys []float64
	for _, r := range rows[len(rows)/2:] {
		xs, ys = append(xs, float64(x(r))), append(ys, time(r))
	}
	return reproduce.Growth(xs, ys)
}

// logarithmic is the largest power of log P that counts as a logarithmic time.
const logarithmic = 1.25

// cubeTimeClaim judges the time of LM-C5.
func cubeTimeClaim(rows []cubeRow) reproduce.Claim {
	constant := 0.0
	for _, r := range rows {
		constant = max(constant, max(r.random, r.halves, r.point)/float64(2*r.dims()*cubeDifference))
	}
	random := cubeGrowth(rows, cubeRow.dims, func(r cubeRow) float64 { return r.random })
	halves := cubeGrowth(rows, cubeRow.dims, func(r cubeRow) float64 { return r.halves })
	point := cubeGrowth(rows, cubeRow.dims, func(r cubeRow) float64 { return r.point })
	procs := func(r cubeRow) int { return r.procs }
	last := rows[len(rows)-1]
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "abstract, §4", Text: "on hypercubes LM-C5 takes logarithmic time, as dimension exchange does",
		Bound: reproduce.Ours(fmt.Sprintf("T at most ½·D·2·L_diff, and like log P to a power below %v, for the same L_diff",
			logarithmic)),
		Verdict: reproduce.Judge(constant <= 0.5 && max(random, halves, point) < logarithmic),
		Note: fmt.Sprintf("T ≤ %.3f·D·2·L_diff; T ~ (log P)^%.2f from random loads, (log P)^%.2f from halves, (log P)^%.2f from one loaded "+
			"processor. In the worst case of §5 "+
			"L_diff grows like P, and T like P^%.2f: %.0f shifts at P = %d, where dimension exchange takes %.0f", constant, random, halves, point,
			cubeGrowth(rows, procs, func(r cubeRow) float64 { return r.worst }), last.worst, last.procs, last.exWorst),
	}
}

// cubeExchangeClaim judges the steps of dimension exchange.
func cubeExchangeClaim(rows []cubeRow) reproduce.Claim {
	const rounding = 1e-12
	came, left := true, 0.0
	for _, r := range rows {
		came = came && r.exchanges == r.dims() && r.left <= rounding
		left = max(left, r.left)
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§2.2", Text: "dimension exchange balances a hypercube in log P steps",
		Bound:   reproduce.Theirs("log₂ P exchanges, one with each neighbour, and all real loads are equal"),
		Verdict: reproduce.Judge(came),
		Note: fmt.Sprintf("P = %d to %d, random loads and all load on one processor: the largest relative difference afterwards is %.1g",
			rows[0].procs, rows[len(rows)-1].procs, left),
	}
}

// cubeDiffusionClaim judges the steps of diffusion.
func cubeDiffusionClaim(rows []cubeRow) reproduce.Claim {
	random := cubeGrowth(rows, cubeRow.dims, func(r cubeRow) float64 { return r.diffusion })
	point := cubeGrowth(rows, cubeRow.dims, func(r cubeRow) float64 { return r.diffPoint })
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§2.1", Text: "on hypercubes diffusion takes O(D) steps",
		Bound:   reproduce.Ours(fmt.Sprintf("with the best α, like D to a power below %v, for the same L_diff", logarithmic)),
		Verdict: reproduce.Judge(max(random, point) < logarithmic && !math.IsNaN(random+point)),
		Note:    fmt.Sprintf("like D^%.2f from random loads, D^%.2f from one loaded processor", random, point),
	}
}

func cubeChart(rows []cubeRow) figure.Chart {
	chart := figure.Chart{
		Title:    "Condition C5 on hypercubes: shifts until balanced",
		Subtitle: fmt.Sprintf("loads from 1 to %d; Henrich, §4", 1+cubeDifference),
		X:        figure.Axis{Label: "processors P", Log: true},
		Y:        figure.Axis{Label: "shifts T"},
	}
	for i, line := range []struct {
		name string
		time func(cubeRow) float64
	}{
		{"LM-C5, random loads", func(r cubeRow) float64 { return r.random }},
		{"LM-C5, halves", func(r cubeRow) float64 { return r.halves }},
		{"LM-C5, one loaded processor", func(r cubeRow) float64 { return r.point }},
		{"dimension exchange, random loads", func(r cubeRow) float64 { return r.exRandom }},
	} {
		series := figure.Series{Name: line.name, Colour: i}
		for _, r := range rows {
			series.Points = append(series.Points, figure.Point{X: float64(r.procs), Y: line.time(r)})
		}
		chart.Series = append(chart.Series, series)
	}
	return chart
}
