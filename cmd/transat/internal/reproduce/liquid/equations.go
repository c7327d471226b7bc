package liquid

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"transat/balance"
	"transat/balance/rounds"
	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// What the paper on the Liquid model says of a single step of earlier methods: that nearest-neighbour averaging (NNA) is
// diffusion with α = 1/(neighbours + 1) and satisfies equation 3 (Henrich, §2.3), and that none of them moves an element
// over three processors with equal loads (§3.3).

// equationRow is a network with random real loads, and how far one step of NNA is from each equation: the largest
// difference of a load, over the mean.
type equationRow struct {
	kind      string
	sides     []int
	regular   bool // all processors have the same number of neighbours
	equation3 float64
	diffusion float64 // from a step of diffusion; NaN if the network is not regular, and so has no single α
}

func (r equationRow) name() string { return r.kind + " " + topology.FormatSides(r.sides) }

func equationRows(s *reproduce.Session) ([]equationRow, error) {
	rows := []equationRow{
		{kind: "hypercube", sides: []int{64}},
		{kind: "ring", sides: []int{64}},
		{kind: "torus", sides: []int{8, 8}},
		{kind: "torus", sides: []int{4, 4, 4}},
		{kind: "mesh", sides: []int{8, 8}},
		{kind: "line", sides: []int{64}},
	}
	for i := range rows {
		if err := rows[i].step(s); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// step makes a step and compares.
func (r *equationRow) step(s *reproduce.Session) error {
	net, err := topology.New(r.kind, r.sides...)
	if err != nil {
		return err
	}
	random := s.Rand(uint64(net.Procs()), uint64(len(r.sides)))
	loads := make([]float64, net.Procs())
	for i := range loads {
		loads[i] = 100 * random.Float64()
	}
	after := func(policy string) ([]float64, error) {
		m, err := reproduce.New(policy, r.kind, r.sides, loads, false)
		if err != nil {
			return nil, err
		}
		m.Step()
		return m.Loads(), nil
	}
	nna, err := after("nna-sync")
	if err != nil {
		return err
	}
	r.equation3 = farthest(nna, meansOfNeighbours(net, loads))
	degree := len(net.Neighbours(0))
	r.regular, r.diffusion = true, math.NaN()
	for rank := range loads {
		r.regular = r.regular && len(net.Neighbours(rank)) == degree
	}
	if !r.regular {
		return nil
	}
	diffusion, err := after(fmt.Sprintf("diffusion:alpha=%v", 1/float64(degree+1)))
	r.diffusion = farthest(nna, diffusion)
	return err
}

// meansOfNeighbours are the loads of equation 3.
func meansOfNeighbours(net topology.Network, loads []float64) []float64 {
	means := make([]float64, len(loads))
	for rank, own := range loads {
		sum, neighbours := own, net.Neighbours(rank)
		for _, n := range neighbours {
			sum += loads[n]
		}
		means[rank] = sum / float64(len(neighbours)+1)
	}
	return means
}

// farthest is the largest difference of two loads of a processor, over the mean load.
func farthest(a, b []float64) float64 {
	most, sum := 0.0, 0.0
	for i := range a {
		most, sum = max(most, math.Abs(a[i]-b[i])), sum+b[i]
	}
	return most * float64(len(b)) / sum
}

func equationClaim(rows []equationRow) reproduce.Claim {
	const rounding = 1e-9
	regular, others := true, true
	var missed []string
	for _, r := range rows {
		good := r.equation3 <= rounding && r.diffusion <= rounding
		if r.regular {
			regular = regular && good
		} else {
			others = others && good
		}
		if !good {
			missed = append(missed, fmt.Sprintf("by %.2f of the mean load on %s", r.equation3, r.name()))
		}
	}
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§2.3",
		Text:  "a step of synchronous NNA satisfies equation 3, and is one of diffusion with α = 1/(|Δ| + 1)",
		Bound: reproduce.Theirs("the same loads, on every network"), Verdict: reproduce.Judge(regular && others),
		Note: "it does on all that were tried",
	}
	if len(missed) > 0 {
		c.Note = "it misses equation 3 " + strings.Join(missed, ", ") + "; equation 3 itself changes the sum of the loads there"
	}
	if regular && !others {
		c.Verdict, c.Range = reproduce.HoldsPartly, "networks on which all processors have the same number of neighbours"
	}
	return c
}

// tripletRow is a method, and how often load goes over three neighbours with the same load.
type tripletRow struct {
	policy          string
	whole           bool
	triplets, moved int
}

// tripletRows tries all small loads of a ring, with the Liquid model for comparison.
func tripletRows(ctx context.Context) ([]tripletRow, error) {
	var rows []tripletRow
	for _, policy := range []string{"nna-sync", "nna-async", "diffusion", "liquid-c5"} {
		for _, whole := range []bool{false, true} {
			if policy == "liquid-c5" && !whole {
				continue
			}
			r := tripletRow{policy: policy, whole: whole}
			if err := r.try(ctx, 6, []float64{0, 1, 2}); err != nil {
				return nil, err
			}
			rows = append(rows, r)
		}
	}
	return rows, nil
}

// try makes a step from all loads of a ring. Load goes over a triplet if any goes over both of its links in the same
// direction, what comes back subtracted.
func (r *tripletRow) try(ctx context.Context, procs int, of []float64) error {
	net, err := topology.New("ring", procs)
	if err != nil {
		return err
	}
	policy, err := balance.Choose(r.policy)
	if err != nil {
		return err
	}
	loads := slices.Repeat(of[:1], procs)
	for more := true; more; more = advance(loads, of) {
		if err := ctx.Err(); err != nil {
			return err
		}
		up := make([]float64, procs) // over the link from each processor to the next
		m, err := rounds.New(rounds.Setup{
			Network: net, Policy: policy, Loads: loads, Whole: r.whole,
			Flow: func(from, to int, amount float64) {
				if to == (from+1)%procs {
					up[from] += amount
				} else {
					up[to] -= amount
				}
			},
		})
		if err != nil {
			return err
		}
		m.Step()
		for i, load := range loads {
			next := (i + 1) % procs
			if load == 0 || loads[next] != load || loads[(i+2)%procs] != load {
				continue
			}
			r.triplets++
			if up[i]*up[next] > 1e-12 {
				r.moved++
			}
		}
	}
	return nil
}

func tripletTable(rows []tripletRow) report.Sheet {
	return report.NewSheet("triplets", "Three neighbours with equal loads above 0 on a ring of 6: load that goes over them in a step",
		[]report.Column[tripletRow]{
			{Key: "policy", Heading: "policy", Left: true, Value: func(r tripletRow) any { return r.policy }},
			{Key: "loads", Heading: "loads", Left: true, Value: func(r tripletRow) any { return r.loads() }},
			{Key: "triplets", Heading: "triplets", Value: func(r tripletRow) any { return r.triplets }},
			{Key: "moved", Heading: "passed", Value: func(r tripletRow) any { return r.moved }},
		}, rows)
}

func (r tripletRow) loads() string {
	if r.whole {
		return "whole"
	}
	return "real"
}

// tripletClaim judges the earlier methods. The row of the Liquid model is not theirs.
func tripletClaim(rows []tripletRow) reproduce.Claim {
	var missed, notes []string
	all := 0
	for _, r := range rows {
		if strings.HasPrefix(r.policy, "liquid") {
			continue
		}
		all++
		if r.moved > 0 || r.triplets == 0 {
			missed = append(missed, fmt.Sprintf("%s on %s loads", r.policy, r.loads()))
			notes = append(notes, fmt.Sprintf("%s on %s loads moves one over %d of %d", r.policy, r.loads(), r.moved, r.triplets))
		}
	}
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§3.3, §6", Text: "earlier methods move no element over three neighbours with equal loads in a step",
		Bound: reproduce.Theirs("none"), Verdict: reproduce.Judge(len(missed) == 0), Note: "NNA in both ways, and diffusion",
	}
	if len(missed) > 0 {
		c.Note = strings.Join(notes, ", ") + ". With the rounding of §5, up to the right and down to the left, NNA does what LM does"
	}
	if len(missed) > 0 && len(missed) < all {
		c.Verdict, c.Range = reproduce.HoldsPartly, "all but "+strings.Join(missed, " and ")
	}
	return c
}
