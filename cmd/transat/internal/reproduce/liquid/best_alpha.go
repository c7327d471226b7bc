package liquid

import (
	"context"
	"fmt"
	"strings"

	"transat/balance"
	"transat/balance/rounds"
	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// The best α of diffusion (Henrich, §2.1, after Cybenko for hypercubes, and Xu and Lau for tori), against a scan of others.

// alphaRow is a network on which many α are tried.
type alphaRow struct {
	kind  string
	sides []int

	best   float64 // what theory says
	steps  int     // with it, for eight digits
	tried  int     // other α: evenly from 0 to 2/λ_max, above which diffusion does not converge
	faster int     // of these, the number with fewer steps, by more than one
	second int     // the fewest steps of the others
}

func (r alphaRow) name() string { return r.kind + " " + topology.FormatSides(r.sides) }

func alphaRows(ctx context.Context, s *reproduce.Session) ([]alphaRow, error) {
	rows := []alphaRow{
		{kind: "hypercube", sides: []int{16}},
		{kind: "hypercube", sides: []int{64}},
		{kind: "ring", sides: []int{12}},
		{kind: "torus", sides: []int{8, 8}},
	}
	for i := range rows {
		if err := rows[i].scan(ctx, s); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// scan counts the steps in which the differences of random loads become smaller by eight digits: the rate of convergence.
func (r *alphaRow) scan(ctx context.Context, s *reproduce.Session) error {
	net, err := topology.New(r.kind, r.sides...)
	if err != nil {
		return err
	}
	random := s.Rand(uint64(net.Procs()))
	loads := make([]float64, net.Procs())
	for i := range loads {
		loads[i] = 100 * random.Float64()
	}
	steps := func(alpha float64, most int) (int, error) {
		m, err := reproduce.New(fmt.Sprintf("diffusion:alpha=%v", alpha), r.kind, r.sides, loads, false)
		if err != nil {
			return 0, err
		}
		first, err := m.Run(ctx, rounds.Config{Until: rounds.Balanced, Tolerance: 0.1, MaxSteps: most})
		if err != nil || !first.Balanced.Reached {
			return most, err
		}
		last, err := m.Run(ctx, rounds.Config{Until: rounds.Balanced, Tolerance: 0.1e-8, MaxSteps: most})
		if err != nil || !last.Balanced.Reached {
			return most, err
		}
		return last.Balanced.Step - first.Balanced.Step, nil
	}
	r.best, _ = balance.BestDiffusion(net)
	if r.steps, err = steps(r.best, 100_000); err != nil {
		return err
	}
	const others = 50
	_, largest := net.Laplacian()
	r.second = 10 * r.steps
	for i := 1; i < others; i++ {
		n, err := steps(float64(i)/others*2/largest, 10*r.steps)
		if err != nil {
			return err
		}
		r.tried, r.second = r.tried+1, min(r.second, n)
		if n < r.steps-1 { // a step is lost or won in counting whole ones
			r.faster++
		}
	}
	return nil
}

func alphaTable(rows []alphaRow) report.Sheet {
	const title = "Diffusion: steps in which differences become smaller by eight digits, with the best α and with others"
	return report.NewSheet("alpha", title, []report.Column[alphaRow]{
		{Key: "network", Heading: "network", Left: true, Value: func(r alphaRow) any { return r.name() }},
		report.Number("alpha", "best α", 4, func(r alphaRow) float64 { return r.best }),
		{Key: "steps", Heading: "steps", Value: func(r alphaRow) any { return r.steps }},
		{Key: "tried", Heading: "other α", Value: func(r alphaRow) any { return r.tried }},
		{Key: "faster", Heading: "faster", Value: func(r alphaRow) any { return r.faster }},
		{Key: "least", Heading: "fewest steps", Value: func(r alphaRow) any { return r.second }},
	}, rows)
}

func alphaClaim(rows []alphaRow) reproduce.Claim {
	var where, notes []string
	for _, r := range rows {
		if r.faster == 0 && r.tried > 0 {
			where = append(where, r.name())
		}
		notes = append(notes, fmt.Sprintf("%d steps on %s, %d with the next best", r.steps, r.name(), r.second))
	}
	return judgeWhere(reproduce.Claim{
		Kind: reproduce.Stated, Section: "§2.1", Text: "the best α is known for hypercubes and for tori: it has the highest rate of convergence",
		Bound: reproduce.Theirs(
			"no other α takes fewer steps for eight digits of the differences, by more than the one that whole steps may cost"),
		Note: strings.Join(notes, ", "),
	}, where, len(rows))
}
