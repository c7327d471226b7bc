package liquid

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"transat/balance"
	"transat/balance/rounds"
	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// What the paper on the Liquid model says of the methods before it (Henrich, §2): diffusion, dimension exchange and
// nearest-neighbour averaging (NNA), on real loads from the worst case. Time is in steps, as in the papers that it
// cites: a step of dimension exchange goes through all dimensions.

func methodsItem() reproduce.Item {
	return reproduce.Item{
		Name:   "liquid/methods",
		Title:  "diffusion, averaging, dimension exchange and α-splitting, step by step",
		Source: "Henrich: Local load balancing according to a simple liquid model, §2",
		Run:    methods,
	}
}

// methodRow is a network, and the steps that each method takes to balance it.
type methodRow struct {
	kind  string
	sides []int

	averaging, best float64 // α of NNA, and the one that is best
	steps           [3]int  // by earlierMethods
}

// earlierMethods are the policies, in the order of a row's steps.
func earlierMethods() [3]string { return [3]string{"nna-sync", "diffusion", "dimension-exchange"} }

func (r methodRow) name() string { return r.kind + " " + topology.FormatSides(r.sides) }

func methodNetworks(s *reproduce.Session) []methodRow {
	rows := []methodRow{{kind: "hypercube", sides: []int{16}}, {kind: "hypercube", sides: []int{256}}}
	for _, n := range reproduce.Size(s, []int{4, 8, 16, 32, 64}, []int{4, 8, 16, 32, 64, 128, 256}) {
		rows = append(rows, methodRow{kind: "ring", sides: []int{n}})
	}
	for _, k := range reproduce.Size(s, []int{4, 8, 16}, []int{4, 8, 16, 32, 64}) {
		rows = append(rows, methodRow{kind: "torus", sides: []int{k, k}})
	}
	for _, k := range reproduce.Size(s, []int{4, 8}, []int{4, 8, 16}) {
		rows = append(rows, methodRow{kind: "torus", sides: []int{k, k, k}})
	}
	return rows
}

func methods(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	rows, err := reproduce.Map(ctx, s, methodNetworks(s),
		func(r methodRow) reproduce.Job {
			return reproduce.Job{What: r.name(), Seconds: 1e-7 * float64(r.sides[0]*r.sides[0]*topology.Procs(r.sides))}
		}, settleAll)
	if err != nil {
		return reproduce.Interrupted(err, nil, methodTable(reproduce.Finished(rows, err)))
	}
	rounding, err := roundingRows(ctx, s)
	if err != nil {
		return reproduce.Interrupted(err, nil, methodTable(rows), roundingTable(reproduce.Finished(rounding, err)))
	}
	triplets, err := tripletRows(ctx)
	if err != nil {
		return reproduce.Interrupted(err, nil, methodTable(rows), roundingTable(rounding))
	}
	alphas, err := alphaRows(ctx, s)
	if err != nil {
		return reproduce.Interrupted(err, nil, methodTable(rows), roundingTable(rounding))
	}
	equations, err := equationRows(s)
	if err != nil {
		return nil, err
	}
	split := splitRows(s)
	return &reproduce.Result{
		Setup: []string{
			"real loads, all on one processor at first; steps until loads differ by a millionth of the mean",
			"NNA: synchronous averaging; diffusion: with the best α for the network; dimension exchange: with the best λ, a step goes through all " +
				"dimensions",
			"α-splitting: whole elements, which are consumed; transfers take no time",
		},
		Tables: []report.Sheet{methodTable(rows), alphaTable(alphas), roundingTable(rounding), tripletTable(triplets), splitTable(split)},
		Claims: append(methodClaims(rows),
			alphaClaim(alphas), equationClaim(equations), variationClaim(rounding),
			tripletClaim(triplets), roundingClaim(rounding), splitClaim(split)),
	}, nil
}

// settleAll lets all methods balance a network.
func settleAll(ctx context.Context, r methodRow) (methodRow, error) {
	net, err := topology.New(r.kind, r.sides...)
	if err != nil {
		return r, err
	}
	r.averaging = 1 / float64(len(net.Neighbours(0))+1)
	r.best, _ = balance.BestDiffusion(net)
	for i, policy := range earlierMethods() {
		m, err := reproduce.New(policy, r.kind, r.sides, reproduce.Pile(topology.Procs(r.sides), 1), false)
		if err != nil {
			return r, err
		}
		result, err := m.Run(ctx, rounds.Config{Until: rounds.Balanced})
		if err != nil {
			return r, err
		}
		if !result.Balanced.Reached {
			return r, fmt.Errorf("%s does not balance the %s: %v", policy, r.name(), result.Stop)
		}
		r.steps[i] = result.Balanced.Step
	}
	return r, nil
}

func methodTable(rows []methodRow) report.Sheet {
	steps := func(i int, key, heading string) report.Column[methodRow] {
		return report.Column[methodRow]{Key: key, Heading: heading, Value: func(r methodRow) any { return r.steps[i] }}
	}
	return report.NewSheet("methods", "Steps from the worst case until balanced", []report.Column[methodRow]{
		{Key: "network", Heading: "network", Left: true, Value: func(r methodRow) any { return r.name() }},
		report.Number("nna_alpha", "α of NNA", 4, func(r methodRow) float64 { return r.averaging }),
		report.Number("best_alpha", "best α", 4, func(r methodRow) float64 { return r.best }),
		steps(0, "nna", "NNA"), steps(1, "diffusion", "diffusion"), steps(2, "dimension_exchange", "dimension exchange"),
	}, rows)
}

func methodClaims(rows []methodRow) []reproduce.Claim {
	return []reproduce.Claim{exchangeClaim(rows), modelClaim(rows), torusTimeClaim(rows), bestAlphaClaim(rows), quadraticClaim(rows)}
}

// exchangeClaim compares dimension exchange with the best diffusion.
func exchangeClaim(rows []methodRow) reproduce.Claim {
	slower := 0
	least, most := math.Inf(1), 0.0
	for _, r := range rows {
		gain := float64(r.steps[1]) / float64(r.steps[2])
		least, most = math.Min(least, gain), math.Max(most, gain)
		if gain <= 1 {
			slower++
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§2.2", Text: "dimension exchange outperforms diffusion on hypercubes, and on k-ary n-cubes too",
		Bound:   reproduce.Ours("fewer steps than with the best α, on every network"),
		Verdict: reproduce.Judge(slower == 0),
		Note:    fmt.Sprintf("diffusion takes %.1f to %.1f times as many; in a step both use each link once", least, most),
	}
}

// exchanges is how many links a processor uses one after the other in a step of dimension exchange.
func (r methodRow) exchanges() int {
	if r.kind == "hypercube" {
		return bits.TrailingZeros(uint(r.sides[0]))
	}
	return 2 * len(r.sides)
}

// modelClaim asks whether diffusion is ahead if a processor can use all its links at the same time.
func modelClaim(rows []methodRow) reproduce.Claim {
	var where []string
	least, most := math.Inf(1), 0.0
	for _, r := range rows {
		ratio := float64(r.steps[1]) / float64(r.steps[2]*r.exchanges())
		least, most = min(least, ratio), max(most, ratio)
		if ratio < 1 {
			where = append(where, r.name())
		}
	}
	return judgeWhere(reproduce.Claim{
		Kind: reproduce.Reading, Section: "§2.2", Text: "diffusion suits processors that communicate with all neighbours at the same time",
		Bound: reproduce.Ours("then it takes less time than dimension exchange, one neighbour at a time, on every network"),
		Note:  fmt.Sprintf("steps of diffusion, as a multiple of the exchanges of a processor: %.1f to %.1f", least, most),
	}, where, len(rows))
}

// torusTimeClaim judges the time of diffusion on tori, with the best α.
func torusTimeClaim(rows []methodRow) reproduce.Claim {
	exponent := func(dims int) float64 {
		var sides, steps []float64
		for _, r := range rows {
			if r.kind != "hypercube" && len(r.sides) == dims {
				sides, steps = append(sides, float64(r.sides[0])), append(steps, float64(r.steps[1]))
			}
		}
		return reproduce.Growth(sides[len(sides)-2:], steps[len(steps)-2:])
	}
	a, b := exponent(1), exponent(2)
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§2.1", Text: "on tori of D dimensions diffusion takes O(D·max K) steps",
		Bound:   reproduce.Ours("with the best α, like K to a power below 1.25, between the two longest sides"),
		Verdict: reproduce.Judge(max(a, b) < 1.25),
		Note:    fmt.Sprintf("like K^%.2f on rings, K^%.2f on tori of two dimensions; §2.5 says itself that it is quadratic", a, b),
	}
}

// bestAlphaClaim asks on which networks NNA has the best α.
func bestAlphaClaim(rows []methodRow) reproduce.Claim {
	where, cubes, others := 0, 0, 0
	last := rows[0]
	for _, r := range rows {
		best := math.Abs(r.averaging/r.best-1) < 1e-9
		switch {
		case best && (r.kind == "hypercube" || r.sides[0] == 4):
			where++
		case best:
			others++
		}
		if r.kind == "hypercube" || r.sides[0] == 4 {
			cubes++
		}
		if r.kind == "ring" {
			last = r
		}
	}
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§2.5", Text: "on K-ary D-cubes NNA has the best α of diffusion",
		Bound:   reproduce.Ours("the same α"),
		Verdict: reproduce.Judge(where+others == len(rows)),
		Note: fmt.Sprintf("NNA has 1/(2D + 1), the best is 1/(2D + 1 − cos(2π/K)) for even K: they are the same for K = 4 alone; on a %s "+
			"NNA takes %.2f times as many steps",
			last.name(), float64(last.steps[0])/float64(last.steps[1])),
	}
	if c.Verdict == reproduce.DoesNotHold && where > 0 && where == cubes && others == 0 {
		c.Verdict, c.Range = reproduce.HoldsPartly, "hypercubes and K = 4"
	}
	return c
}

// quadraticClaim judges how the time of NNA grows with the diameter.
func quadraticClaim(rows []methodRow) reproduce.Claim {
	var sides, steps []float64
	for _, r := range rows {
		if r.kind == "ring" && r.sides[0] >= 16 {
			sides, steps = append(sides, float64(r.sides[0])), append(steps, float64(r.steps[0]))
		}
	}
	exponent := reproduce.Growth(sides, steps)
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§2.5", Text: "the time of NNA grows with the square of the diameter",
		Bound:   reproduce.Ours("steps on rings of 16 and more grow like the diameter to a power of 1.9 to 2.2"),
		Verdict: reproduce.Judge(exponent >= 1.9 && exponent <= 2.2),
		Note:    fmt.Sprintf("like K^%.2f", exponent),
	}
}
