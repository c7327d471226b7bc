package reproduce_test

import (
	"context"
	"fmt"
	"math"
	"os"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// throws is a row: how often a coin was thrown, and how often it showed heads.
type throws struct{ n, heads int }

func (t throws) share() float64 { return float64(t.heads) / float64(t.n) }

// coinItem is an experiment: it says what it is, and what does it.
func coinItem() reproduce.Item {
	return reproduce.Item{Name: "coin/fair", Title: "heads in many throws", Source: "Bernoulli: Ars conjectandi, 1713, part 4", Run: coin}
}

// coin throws a coin, and judges what is said of it by what came out.
func coin(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	sizes := reproduce.Size(s, []int{10, 100}, []int{10, 1000, 1_000_000})
	rows, err := reproduce.Map(ctx, s, sizes,
		func(n int) reproduce.Job {
			return reproduce.Job{What: fmt.Sprint(n, " throws"), Seconds: float64(n) / 1e8}
		},
		func(_ context.Context, n int) (throws, error) {
			random, t := s.Rand(uint64(n)), throws{n: n}
			for range n {
				t.heads += random.IntN(2)
			}
			return t, nil
		})
	if err != nil {
		return reproduce.Interrupted(err, nil, coinTable(reproduce.Finished(rows, err)))
	}
	most := rows[len(rows)-1]
	return &reproduce.Result{
		Tables: []report.Sheet{coinTable(rows)},
		Claims: []reproduce.Claim{{
			Kind: reproduce.Stated, Section: "§5", Text: "of a million throws half are heads", Bound: reproduce.Ours("within one in a hundred"),
			Verdict: reproduce.Judge(math.Abs(most.share()-0.5) < 0.005),
			Note:    fmt.Sprintf("%.2f %% of %d", 100*most.share(), most.n),
		}},
	}, nil
}

func coinTable(rows []throws) report.Sheet {
	columns := []report.Column[throws]{{Key: "n", Heading: "throws", Value: func(t throws) any { return t.n }}}
	columns = append(columns, reproduce.Beside("share", "heads", 3, throws.share, func(throws) float64 { return 0.5 })...)
	return report.NewSheet("throws", "Heads", columns, rows)
}

// An experiment is a function like this one, in a file of its paper's package, and a line in the Items of that
// package. At the quick size the claim is not judged: it is about a million throws.
func ExampleItem() {
	for _, quick := range []bool{false, true} {
		plan := &reproduce.Plan{Items: []reproduce.Item{coinItem()}, Quick: quick, Seed: 1, Threads: 2}
		results, err := plan.Run(context.Background())
		if err != nil {
			panic(err)
		}
		found := reproduce.ItemResults{{Item: plan.Items[0], Result: results[0], Quick: quick, Seed: 1}}
		if err := found.Write(os.Stdout, report.Plain(report.Text)); err != nil {
			panic(err)
		}
	}
	// Output:
	// coin/fair  heads in many throws
	// ═══════════════════════════════
	// Bernoulli: Ars conjectandi, 1713, part 4
	// full size, seed 1
	//
	// Heads
	//
	//   throws  heads  paper        ±
	// ────────────────────────────────
	//       10  0.400  0.500  -20.0 %
	//     1000  0.478  0.500   -4.4 %
	//  1000000  0.500  0.500   -0.1 %
	//
	// What the paper says
	//  ✓ §5  of a million throws half are heads
	//       bound (ours): within one in a hundred
	//       holds: 49.96 % of 1000000
	// coin/fair  heads in many throws
	// ═══════════════════════════════
	// Bernoulli: Ars conjectandi, 1713, part 4
	// quick size, seed 1
	//
	// Heads
	//
	//  throws  heads  paper        ±
	// ───────────────────────────────
	//      10  0.400  0.500  -20.0 %
	//     100  0.510  0.500   +2.0 %
	//
	// What the paper says
	//  – §5  of a million throws half are heads
	//       bound (ours): within one in a hundred
	//       not judged at this size: 51.00 % of 100
}
