package liquid

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"transat/balance/rounds"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// The theorems on condition C5 of the Liquid model: it never makes the highest load higher or the
// lowest lower, it balances, and it does so in a time proportional to dimensions, side and difference of
// loads. The paper says that C3 and C4 can be treated like C5; they are tried on some of the cases. Source: Henrich: Local
// load balancing according to a simple liquid model, §4. ramps.go has what a single step does.

func theoryItem() reproduce.Item {
	return reproduce.Item{
		Name:   "liquid/theory",
		Title:  "what is proven of condition C5 of the Liquid model, tried out",
		Source: "Henrich: Local load balancing according to a simple liquid model, §3.3 and §4, Figures 2 to 4, Lemmas 1 to 3, Theorems 1 to 3",
		Run:    theory,
	}
}

// theoryCase is a condition on a torus of several dimensions of the same side, with loads of some shape.
type theoryCase struct {
	policy                 string
	dims, side, difference int
	shape                  string // "random", "halves" or "point"
	repeats                int    // load distributions of random shape
}

// theoryRow is the outcome of a case.
type theoryRow struct {
	theoryCase
	raised, lowered int     // steps after which the maximum was higher, or the minimum lower
	stuck           int     // runs that did not become balanced
	shifts          float64 // until balanced: the most of all runs
	kept            int     // the most steps for which the maximum stayed the same
}

// perBound is T over D·K·L_diff, the constant of Theorem 3.
func (r theoryRow) perBound() float64 { return r.shifts / float64(r.dims*r.side*r.difference) }

// keptPerBound is the most steps for which the maximum stayed the same, over D·K.
func (r theoryRow) keptPerBound() float64 { return float64(r.kept) / float64(r.dims*r.side) }

// loads returns loads between 1 and 1 + difference.
func (c theoryCase) loads(s *reproduce.Session, repeat int) []float64 {
	n := int(math.Pow(float64(c.side), float64(c.dims)))
	loads := make([]float64, n)
	random := s.Rand(uint64(c.dims), uint64(c.side), uint64(c.difference), uint64(repeat))
	for i := range loads {
		loads[i] = 1
		switch {
		case c.shape == "random":
			loads[i] += float64(random.IntN(c.difference + 1))
		case c.shape == "halves" && i < n/2, c.shape == "point" && i == 0:
			loads[i] += float64(c.difference)
		}
	}
	return loads
}

func (c theoryCase) run(ctx context.Context, s *reproduce.Session) (theoryRow, error) {
	row := theoryRow{theoryCase: c}
	sides := slices.Repeat([]int{c.side}, c.dims)
	for repeat := range c.repeats {
		m, err := reproduce.New(c.policy, "torus", sides, c.loads(s, repeat), true)
		if err != nil {
			return row, err
		}
		if err := row.watch(ctx, m); err != nil {
			return row, err
		}
	}
	return row, nil
}

// watch runs a machine step by step until it is balanced, and looks at every step. It gives up after many more steps than
// Theorem 3 allows.
func (r *theoryRow) watch(ctx context.Context, m *rounds.Machine) error {
	loads := m.Loads()
	low, high := slices.Min(loads), slices.Max(loads)
	since := 0 // the step of the latest change of the maximum
	for high-low > float64(r.dims) {
		if m.Steps() > 20*r.side*(r.difference+1) {
			r.stuck++
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		m.Step()
		loads = m.Loads()
		if slices.Max(loads) > high {
			r.raised++
		}
		if slices.Min(loads) < low {
			r.lowered++
		}
		if slices.Max(loads) < high {
			since = m.Steps()
		}
		r.kept = max(r.kept, m.Steps()-since)
		low, high = slices.Min(loads), slices.Max(loads)
	}
	r.shifts = max(r.shifts, m.Traffic().Shifts)
	return nil
}

func theory(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	cases := theoryCases("liquid-c5", reproduce.Size(s, 5, 20), reproduce.Size(s, 256, 1024))
	main := len(cases)
	for _, policy := range []string{"liquid-c3", "liquid-c4"} {
		cases = append(cases, theoryCases(policy, reproduce.Size(s, 2, 5), reproduce.Size(s, 64, 256))...)
	}
	rows, err := reproduce.Map(ctx, s, cases,
		func(c theoryCase) reproduce.Job {
			n := math.Pow(float64(c.side), float64(c.dims))
			return reproduce.Job{
				What:    fmt.Sprintf("%d dimensions, K = %d, L_diff = %d", c.dims, c.side, c.difference),
				Seconds: 4e-8 * n * float64(c.side*c.difference*c.repeats),
			}
		},
		func(ctx context.Context, c theoryCase) (theoryRow, error) { return c.run(ctx, s) })
	if err != nil {
		return reproduce.Interrupted(err, nil, theoryTable(reproduce.Finished(rows, err)))
	}
	rows, others := rows[:main], rows[main:]
	small, err := smallTori(ctx, s)
	if err != nil {
		return reproduce.Interrupted(err, nil, theoryTable(rows), smallTable(reproduce.Finished(small, err)))
	}
	single, err := ramps(ctx, s)
	if err != nil {
		return reproduce.Interrupted(err, nil, theoryTable(rows), smallTable(small), rampTable(reproduce.Finished(single, err)))
	}
	idle, err := idleTries(ctx, s)
	if err != nil {
		return reproduce.Interrupted(err, nil, theoryTable(rows), smallTable(small), rampTable(single))
	}
	shapes, err := shapes()
	if err != nil {
		return nil, err
	}
	return &reproduce.Result{
		Setup: []string{
			"condition C5, if nothing else is said, on tori of D dimensions with side K; loads from 1 to 1 + L_diff; T in shifts, D a step",
			"random: uniform, the slowest of several distributions; halves: full and empty; point: all of the difference on one processor",
		},
		Tables: []report.Sheet{theoryTable(rows), smallTable(small), rampTable(single), shapeTable(shapes), idleTable(idle)},
		Claims: slices.Concat(theoryClaims(rows, small), []reproduce.Claim{othersClaim(others, small), idleClaim(idle)},
			rampClaims(single)),
		Figures: []reproduce.Figure{{Picture: theoryChart(rows)}},
	}, nil
}

// theoryCases returns the cases of a condition with several random distributions for each, on rings of up to longest
// processors and on tori with about as many.
func theoryCases(policy string, repeats, longest int) []theoryCase {
	const difference = 16
	var cases []theoryCase
	for dims, sides := range [][]int{{8, longest}, {8, longest / 8}, {4, longest / 32}} {
		dims++
		for side := sides[0]; side <= sides[1]; side *= 2 {
			cases = append(cases,
				theoryCase{policy, dims, side, difference, "random", repeats},
				theoryCase{policy, dims, side, difference, "halves", 1},
				theoryCase{policy, dims, side, difference, "point", 1})
		}
		for _, more := range []int{2, 4, 8, 16} {
			cases = append(cases, theoryCase{policy, dims, 2 * sides[0], difference * more, "halves", 1})
		}
	}
	return cases
}

func theoryTable(rows []theoryRow) report.Sheet {
	integer := func(key, heading string, value func(theoryRow) int) report.Column[theoryRow] {
		return report.Column[theoryRow]{Key: key, Heading: heading, Value: func(r theoryRow) any { return value(r) }}
	}
	return report.NewSheet("bounds", "Shifts until balanced", []report.Column[theoryRow]{
		integer("dims", "D", func(r theoryRow) int { return r.dims }),
		integer("side", "K", func(r theoryRow) int { return r.side }),
		integer("difference", "L_diff", func(r theoryRow) int { return r.difference }),
		{Key: "loads", Heading: "loads", Left: true, Value: func(r theoryRow) any { return r.shape }},
		integer("runs", "runs", func(r theoryRow) int { return r.repeats }),
		integer("max_raised", "max. raised", func(r theoryRow) int { return r.raised }),
		integer("min_lowered", "min. lowered", func(r theoryRow) int { return r.lowered }),
		integer("not_balanced", "not balanced", func(r theoryRow) int { return r.stuck }),
		report.Number("kept", "max. kept/(D·K)", 2, theoryRow.keptPerBound),
		report.Number("shifts", "T", 0, func(r theoryRow) float64 { return r.shifts }),
		report.Number("constant", "T/(D·K·L_diff)", 3, theoryRow.perBound),
	}, slices.DeleteFunc(slices.Clone(rows), func(r theoryRow) bool { return r.policy != "liquid-c5" }),
		"max. kept: the most steps for which the maximum stays the same").LeastNeeded("runs", "loads")
}

func theoryClaims(rows []theoryRow, small []smallTorus) []reproduce.Claim {
	raised, lowered, stuck, runs, tried, failed, constant := 0, 0, 0, 0, 0, 0, 0.0
	for _, r := range rows {
		raised, lowered, stuck, runs = raised+r.raised, lowered+r.lowered, stuck+r.stuck, runs+r.repeats
		constant = max(constant, r.perBound())
	}
	for _, t := range small {
		if t.policy == "liquid-c5" {
			tried, failed = tried+t.tried, failed+t.failed
		}
	}
	return []reproduce.Claim{
		{
			Kind: reproduce.Stated, Section: "§4, Lemma 1", Text: "a step never raises the maximum of the loads nor lowers their minimum",
			Bound:   reproduce.Theirs("never"),
			Verdict: reproduce.Judge(raised+lowered == 0),
			Note:    fmt.Sprintf("looked at after every step of %d runs", runs),
		},
		{
			Kind: reproduce.Stated, Section: "§4, Theorem 2", Text: "every distribution of loads above 0 becomes balanced",
			Bound:   reproduce.Theirs("no two loads differ by more than D"),
			Verdict: reproduce.Judge(stuck+failed == 0),
			Note: fmt.Sprintf("%d runs on tori of one to three dimensions, and all %d distributions on small ones; %d exceptions", runs, tried,
				stuck+failed),
		},
		theoryExponents(rows, constant, stuck),
		keptClaim(rows),
	}
}

// keptClaim judges the proof of Theorem 3, which says that the maximum falls within O(D·K) steps.
func keptClaim(rows []theoryRow) reproduce.Claim {
	most := slices.MaxFunc(rows, func(a, b theoryRow) int { return cmp.Compare(a.keptPerBound(), b.keptPerBound()) })
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4, Theorem 3", Text: "until the loads are balanced, their maximum falls within O(D·K) steps",
		Bound:   reproduce.Ours("at most D·K steps"),
		Verdict: reproduce.Judge(most.keptPerBound() <= 1),
		Note: fmt.Sprintf("at most %.2f·D·K steps: %d for D = %d, K = %d, L_diff = %d, loads %s", most.keptPerBound(), most.kept, most.dims,
			most.side, most.difference, most.shape),
	}
}

// othersClaim judges C3 and C4 by what is proven of C5.
func othersClaim(rows []theoryRow, small []smallTorus) reproduce.Claim {
	worse, stuck, runs, tried, constant := 0, 0, 0, 0, 0.0
	for _, r := range rows {
		worse, stuck, runs, constant = worse+r.raised+r.lowered, stuck+r.stuck, runs+r.repeats, max(constant, r.perBound())
	}
	for _, t := range small {
		if t.policy != "liquid-c5" {
			tried, stuck = tried+t.tried, stuck+t.failed
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4", Text: "C3 and C4 can be treated like C5: Lemma 1, Theorems 2 and 3",
		Bound:   reproduce.Ours("never a higher maximum or a lower minimum, always balanced, T at most ½·D·K·L_diff"),
		Verdict: reproduce.Judge(worse+stuck == 0 && constant <= 0.5 && runs > 0 && tried > 0),
		Note: fmt.Sprintf("%d runs and all %d distributions on small tori; %d are not balanced; %d steps raise the maximum or lower the "+
			"minimum; T ≤ %.3f·D·K·L_diff", runs, tried, stuck, worse, constant),
	}
}

// theoryExponents judges Theorem 3: whether T stays below a multiple of the bound, and how it grows on
// rings when half of the processors are full, which takes longest.
func theoryExponents(rows []theoryRow, constant float64, stuck int) reproduce.Claim {
	var bySide, byDifference []theoryRow
	for _, r := range rows {
		switch {
		case r.dims != 1 || r.shape != "halves":
		case r.difference == rows[0].difference:
			bySide = append(bySide, r)
		default:
			byDifference = append(byDifference, r)
		}
	}
	k := lastExponent(bySide, func(r theoryRow) int { return r.side })
	l := lastExponent(byDifference, func(r theoryRow) int { return r.difference })
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4, Theorem 3", Text: "balancing takes T = O(D·K·L_diff) shifts",
		Bound:   reproduce.Ours("T at most ½·D·K·L_diff, and on the largest rings like K and L_diff to a power below 1.1"),
		Verdict: reproduce.Judge(stuck == 0 && constant <= 0.5 && k < 1.1 && l < 1.1),
		Note: fmt.Sprintf("T ≤ %.3f·D·K·L_diff in all cases; if half of the processors are full the factor goes from ¼ (L_diff ≫ K) to ½ (K ≫ "+
			"L_diff); on the largest rings T ~ K^%.2f and ~ L_diff^%.2f",
			constant, k, l),
	}
}

// lastExponent is the growth of T between the last two rows.
func lastExponent(rows []theoryRow, x func(theoryRow) int) float64 {
	var xs, ys []float64
	for _, r := range rows[len(rows)-2:] {
		xs, ys = append(xs, float64(x(r))), append(ys, r.shifts)
	}
	return reproduce.Growth(xs, ys)
}

func theoryChart(rows []theoryRow) figure.Chart {
	chart := figure.Chart{
		Title:    "Condition C5: shifts until balanced against the bound of Theorem 3",
		Subtitle: "tori of D dimensions, side K, loads from 1 to 1 + L_diff; Henrich, §4",
		X:        figure.Axis{Label: "D·K·L_diff", Log: true},
		Y:        figure.Axis{Label: "shifts T", Log: true},
	}
	low, high := math.Inf(1), 0.0
	for i, shape := range []string{"halves", "random", "point"} {
		series := figure.Series{Name: shape, Colour: i, Show: figure.Marks}
		for _, r := range rows {
			if r.shape != shape {
				continue
			}
			x := float64(r.dims * r.side * r.difference)
			low, high = min(low, x), max(high, x)
			series.Points = append(series.Points, figure.Point{X: x, Y: r.shifts})
		}
		chart.Series = append(chart.Series, series)
	}
	chart.Series = append(chart.Series, figure.Series{
		Name: "T ~ D·K·L_diff (paper)", Colour: 6, Paper: true, Show: figure.Lines,
		Points: []figure.Point{{X: low, Y: low}, {X: high, Y: high}},
	})
	return chart
}
