package adf

import (
	"context"
	"fmt"
	"math"
	"strings"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Average diffusion with unequal weights: the eigenvalues of a step by equations 9 and 13, for any weights; which weights
// keep the sum of the loads, which make the step symmetric, and which converge; and the best ones, on tori and on other
// 2d-regular networks, which the paper leaves to further work (§5).

func weightsItem() reproduce.Item {
	return reproduce.Item{
		Name:   "adf/weights",
		Title:  "average diffusion with unequal weights: equations 9 and 13, the best weights",
		Source: "Karagiorgos, Missirlis: The Average Diffusion Method for the Load Balancing Problem, §4, equations 9 and 13, §5",
		Run:    weighting,
	}
}

// weightsRow is a network with weights, and its results. In a row with the best weights, even is γ without weights.
type weightsRow struct {
	translations
	gamma, measured float64
	waves           float64 // how far waves are from the formula at most
	drift           float64 // by which share the sum of the loads has changed after 100 steps
	even            float64
}

func (r weightsRow) odd() bool {
	for _, side := range r.sides {
		if side%2 == 0 {
			return false
		}
	}
	return true
}

// asked returns networks with weights of our choice.
func asked(s *reproduce.Session) []translations {
	var all []translations
	for _, n := range reproduce.Size(s, []int{9, 31, 16}, []int{9, 31, 63, 16, 32}) {
		for _, up := range []float64{0.5, 0.55, 0.6, 0.75, 0.9} {
			all = append(all, torusOf(n).with([]float64{up}, []float64{1 - up}))
		}
	}
	for _, sides := range reproduce.Size(s, [][]int{{9, 9}, {9, 15}}, [][]int{{9, 9}, {15, 15}, {9, 15}, {9, 16}}) {
		for _, w := range []struct{ up, down []float64 }{
			{[]float64{0.25, 0.25}, []float64{0.25, 0.25}},
			{[]float64{0.1, 0.4}, []float64{0.1, 0.4}},
			{[]float64{0.3, 0.25}, []float64{0.2, 0.25}},
			{[]float64{0.4, 0.4}, []float64{0.1, 0.1}},
			{[]float64{0.45, 0.15}, []float64{0.35, 0.05}},
		} {
			all = append(all, torusOf(sides...).with(w.up, w.down))
		}
	}
	return all
}

// sought returns the networks whose best weights are searched for.
func sought(s *reproduce.Session) []translations {
	return reproduce.Size(s,
		[]translations{torusOf(15), torusOf(9, 9), torusOf(7, 31), torusOf(9, 16), chords(31, 1, 5), torusOf(3, 5, 7)},
		[]translations{
			torusOf(15), torusOf(9, 9), torusOf(15, 15), torusOf(9, 15), torusOf(7, 31), torusOf(9, 16), torusOf(31, 32),
			chords(31, 1, 5), chords(101, 1, 10), chords(101, 1, 7, 30), torusOf(5, 5, 5), torusOf(5, 7, 9), torusOf(3, 5, 15),
		})
}

func weighting(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	cases := append(asked(s), sought(s)...)
	rows, err := reproduce.Map(ctx, s, cases,
		func(t translations) reproduce.Job {
			return reproduce.Job{What: "weights on " + t.name, Seconds: 1e-6 * math.Pow(float64(t.procs()), 2)}
		},
		func(_ context.Context, t translations) (weightsRow, error) {
			r := weightsRow{translations: t, even: math.NaN()}
			r.gamma, r.waves = t.gamma(), t.waveError()
			r.measured, r.drift = t.measured(measuringSteps(r.gamma), s.Rand(uint64(t.procs())))
			return r, nil
		})
	if err != nil {
		done := reproduce.Finished(rows, err)
		return reproduce.Interrupted(err, nil, weightsTable(done[:min(len(done), len(asked(s)))]))
	}
	given, even := rows[:len(asked(s))], rows[len(asked(s)):]
	best, err := reproduce.Map(ctx, s, even,
		func(r weightsRow) reproduce.Job {
			return reproduce.Job{What: "the best weights on " + r.name, Seconds: 1e-6 * math.Pow(float64(r.procs()), 2)}
		},
		func(_ context.Context, r weightsRow) (weightsRow, error) {
			b := weightsRow{translations: r.best(), even: r.gamma}
			b.gamma, b.waves = b.translations.gamma(), b.waveError()
			b.measured, b.drift = b.translations.measured(measuringSteps(b.gamma), s.Rand(uint64(b.procs())))
			return b, nil
		})
	if err != nil {
		return reproduce.Interrupted(err, nil, weightsTable(given), bestTable(reproduce.Finished(best, err)))
	}
	return &reproduce.Result{
		Setup: []string{
			"weights: of the links up and down in each direction; γ by the formula: the largest modulus of the eigenvalues of all waves " +
				"(equation 9 on rings, 13 on tori)",
			"measured from random loads, in a step that goes by the weights alone",
			"best: the weights, the same up and down, with the least γ by the formula",
		},
		Tables: []report.Sheet{weightsTable(given), bestTable(best)},
		Claims: weightsClaims(given, best),
	}, nil
}

// measuringSteps is how many steps it takes to measure a γ.
func measuringSteps(gamma float64) int {
	if gamma > 1-1e-9 { // loads swing for ever
		return 1000
	}
	return max(1000, int(30/(1-gamma)))
}

// weightsText writes weights by direction: "0.4/0.1 0.25".
func (t translations) weightsText() string {
	var parts []string
	for g := range t.up {
		text := fmt.Sprintf("%.4g", t.up[g])
		if t.up[g] != t.down[g] {
			text += fmt.Sprintf("/%.4g", t.down[g])
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

func weightsColumns() []report.Column[weightsRow] {
	return []report.Column[weightsRow]{
		{Key: "network", Heading: "network", Left: true, Value: func(r weightsRow) any { return r.name }},
		{Key: "weights", Heading: "weights up/down", Left: true, Value: func(r weightsRow) any { return r.weightsText() }},
		report.Number("formula", "γ by the formula", 6, func(r weightsRow) float64 { return r.gamma }),
		report.Number("gamma", "measured", 6, func(r weightsRow) float64 { return r.measured }),
	}
}

func weightsTable(rows []weightsRow) report.Sheet {
	small := func(x float64) string { return fmt.Sprintf("%.0e", x) }
	columns := append(weightsColumns(),
		report.Number("decade", "steps/decade", 1, func(r weightsRow) float64 { return decade(r.gamma) }),
		report.Formatted("waves", "waves off by", small, func(r weightsRow) float64 { return r.waves }),
		report.Formatted("drift", "sum off by", small, func(r weightsRow) float64 { return math.Abs(r.drift) }))
	return report.NewSheet("weights", "Rings and tori with weights", columns, rows,
		"0.75/0.25: these weights up and down in a direction; one number: the same both ways",
		"waves off by: the most that the norm of a wave after a step is from the formula; sum: after 100 steps")
}

func bestTable(rows []weightsRow) report.Sheet {
	columns := weightsColumns()
	columns[1].Heading = "best weights"
	columns = append(columns,
		report.Number("even", "γ without weights", 6, func(r weightsRow) float64 { return r.even }),
		report.Number("gain", "gain", 2, weightsRow.gain))
	return report.NewSheet("best", "The best weights of 2d-regular networks", columns, rows,
		"gain: steps/decade without weights, divided by steps/decade with them")
}

// gain is how many times as many steps it takes without weights.
func (r weightsRow) gain() float64 { return decade(r.even) / decade(r.gamma) }
