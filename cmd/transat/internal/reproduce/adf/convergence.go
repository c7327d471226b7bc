package adf

import (
	"context"
	"math"
	"slices"

	"transat/balance"
	"transat/balance/rounds"
	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// How fast average diffusion (ADF) and its relatives converge: the factor γ by which a step reduces
// differences of loads in the long run, measured, from the eigenvalues, and by the paper's formulas.
// Source: Karagiorgos, Missirlis: The Average Diffusion Method for the Load Balancing Problem, §3, §4.
//
// claims.go has the statements of the paper.

func convergenceItem() reproduce.Item {
	return reproduce.Item{
		Name:   "adf/convergence",
		Title:  "convergence of average diffusion and its relatives on rings and tori",
		Source: "Karagiorgos, Missirlis: The Average Diffusion Method for the Load Balancing Problem, §1.2, §3, §4",
		Run:    convergence,
	}
}

// factorCase is one policy on one network.
type factorCase struct {
	policy string
	kind   string
	sides  []int
	paper  float64 // the paper's γ, or NaN
}

// factorRow is the result of a case.
type factorRow struct {
	factorCase
	measured, exact float64 // γ; NaN if the policy refuses the network
	refused         string  // why
	left            float64 // after many steps of bare averaging, over the deviation at the start
}

func (r factorRow) network() string { return r.kind + " " + topology.FormatSides(r.sides) }

// decade is the number of steps in which a factor makes differences ten times smaller.
func decade(gamma float64) float64 { return -math.Ln10 / math.Log(gamma) }

// paperGamma is the paper's γ of ADF (§4.1, §4.2).
func paperGamma(kind string, sides []int) float64 {
	wave := math.Cos(2 * math.Pi / float64(sides[0]))
	if kind == "ring" {
		return wave
	}
	return (1 + wave) / 2
}

func (c factorCase) run(_ context.Context, s *reproduce.Session) (factorRow, error) {
	row := factorRow{factorCase: c, measured: math.NaN(), exact: math.NaN()}
	net, err := topology.New(c.kind, c.sides...)
	if err != nil {
		return row, err
	}
	policy, err := balance.Choose(c.policy)
	if err != nil {
		return row, err
	}
	if c.policy == "adf" {
		row.left = averaged(neighboursIn(net), averagingSteps(net), s)
	}
	if row.refused = refusal(policy, net); row.refused != "" {
		return row, nil
	}
	if row.exact, err = rounds.ExactFactor(net, policy); err != nil {
		return row, err
	}
	row.measured, err = rounds.MeasuredFactor(net, policy, c.steps(row.exact), s.Seed)
	return row, err
}

// steps is how many are needed to measure γ: only the slowest of the differences must be left.
// Under second-order diffusion they fall like t·γ^t, so it takes longer.
func (c factorCase) steps(gamma float64) int {
	times := 30.
	if c.policy == "second-order" {
		times = 1000
	}
	return max(1000, int(times/(1-gamma)))
}

// refusal is the reason why a policy is not defined on a network, or "".
func refusal(policy balance.Chosen, net topology.Network) string {
	if _, err := policy.For(net); err != nil {
		return err.Error()
	}
	return ""
}

// averagingSteps is how long averaged goes on: for a multiple of the square of a side, since 1 − γ falls
// with that square.
func averagingSteps(net topology.Network) int {
	side := 10 // on networks without sides differences fall fast, or not at all
	if sides := net.Sides(); len(sides) > 0 {
		side = max(side, slices.Max(sides))
	}
	return 5 * side * side
}

// bipartite reports whether the processors fall into two halves with all links between them.
func (c factorCase) bipartite() bool {
	switch c.kind {
	case "hypercube":
		return true
	case "clique":
		return c.sides[0] == 2
	}
	return !slices.ContainsFunc(c.sides, func(side int) bool { return side%2 == 1 })
}

// neighboursIn are the neighbours of all processors.
func neighboursIn(net topology.Network) [][]int {
	var all [][]int
	for i := range net.Procs() {
		all = append(all, net.Neighbours(i))
	}
	return all
}

// twoRings is a network that is not connected: two rings of the same odd size. It is regular and not bipartite.
func twoRings(size int) [][]int {
	var all [][]int
	for ring := range 2 {
		for i := range size {
			first := ring * size
			all = append(all, []int{first + (i+1)%size, first + (i+size-1)%size})
		}
	}
	return all
}

// averaged takes steps of ADF on a network, whether it converges there or not: every load becomes the mean of
// its neighbours' loads. It returns the share of the deviation from the mean that is left.
func averaged(neighbours [][]int, steps int, s *reproduce.Session) float64 {
	random := s.Rand(uint64(len(neighbours)))
	loads, next := make([]float64, len(neighbours)), make([]float64, len(neighbours))
	for i := range loads {
		loads[i] = random.Float64()
	}
	start := deviation(loads)
	for range steps {
		for i, near := range neighbours {
			next[i] = 0
			for _, n := range near {
				next[i] += loads[n] / float64(len(near))
			}
		}
		loads, next = next, loads
	}
	return deviation(loads) / start
}

// deviation is the mean distance of loads from their mean.
func deviation(loads []float64) float64 {
	mean, far := 0.0, 0.0
	for _, l := range loads {
		mean += l / float64(len(loads))
	}
	for _, l := range loads {
		far += math.Abs(l-mean) / float64(len(loads))
	}
	return far
}

func convergence(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	cases := slices.Concat(networks(s), weights(), oblongWeights(), otherMethods())
	rows, err := reproduce.Map(ctx, s, cases,
		func(c factorCase) reproduce.Job {
			return reproduce.Job{
				What:    c.policy + " on " + c.kind + " " + topology.FormatSides(c.sides),
				Seconds: 1e-7 * math.Pow(float64(topology.Procs(c.sides)), 2),
			}
		},
		func(ctx context.Context, c factorCase) (factorRow, error) { return c.run(ctx, s) })
	if err != nil {
		return reproduce.Interrupted(err, nil, table(reproduce.Finished(rows, err)))
	}
	gains, err := gains(ctx, s)
	if err != nil {
		return reproduce.Interrupted(err, nil, table(rows), gainTable(reproduce.Finished(gains, err)))
	}
	networks, rest := rows[:len(networks(s))], rows[len(networks(s)):]
	weights, rest := rest[:len(weights())], rest[len(weights()):]
	oblong, methods := rest[:len(oblongWeights())], rest[len(oblongWeights()):]
	return &reproduce.Result{
		Setup: []string{
			"γ: the factor by which a step reduces differences of loads in the long run; real loads",
			"measured from random loads; exact: the second largest modulus of the eigenvalues of the step",
		},
		Tables: []report.Sheet{
			table(networks), factorTable("weights", "Weights c in one direction and ½ − c in the other", weights),
			factorTable("oblong", "The same on tori with different sides", oblong),
			factorTable("methods", "Measured and exact factors of other methods", methods), gainTable(gains),
		},
		Claims:  claims(networks, weights, oblong, methods, gains, averaged(twoRings(9), 500, s)),
		Figures: []reproduce.Figure{{Key: "ring", Picture: chart(networks, "ring")}, {Key: "torus", Picture: chart(networks, "torus")}},
	}, nil
}

// networks are odd and even rings and tori, and others.
func networks(s *reproduce.Session) []factorCase {
	var cases []factorCase
	for _, n := range reproduce.Size(s, []int{5, 9, 15, 31, 63, 8, 16, 32}, []int{5, 9, 15, 31, 63, 101, 201, 8, 16, 32, 64, 128}) {
		cases = append(cases, factorCase{"adf", "ring", []int{n}, paperGamma("ring", []int{n})})
	}
	for _, k := range reproduce.Size(s, []int{5, 9, 15, 8, 16}, []int{5, 9, 15, 21, 31, 45, 8, 16, 32}) {
		cases = append(cases, factorCase{"adf", "torus", []int{k, k}, paperGamma("torus", []int{k})})
	}
	// Theorem 1 is about all regular networks; the paper gives no γ for these.
	for _, net := range []struct {
		kind  string
		sides []int
	}{
		{"torus", []int{9, 15}},
		{"torus", []int{9, 16}},
		{"torus", []int{8, 16}},
		{"clique", []int{5}},
		{"clique", []int{64}},
		{"hypercube", []int{8}},
		{"hypercube", []int{64}},
	} {
		cases = append(cases, factorCase{"adf", net.kind, net.sides, math.NaN()})
	}
	return cases
}

// weights are tori with unequal weights.
func weights() []factorCase {
	var cases []factorCase
	for _, c := range []string{"0.02", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3", "0.4", "0.45"} {
		cases = append(cases, factorCase{"adf:c=" + c, "torus", []int{15, 15}, math.NaN()})
	}
	return append(cases, factorCase{"adf", "torus", []int{15, 15}, paperGamma("torus", []int{15})})
}

// oblongWeights are the same on tori with two different sides.
func oblongWeights() []factorCase {
	var cases []factorCase
	for _, sides := range [][]int{{9, 15}, {7, 31}, {9, 16}} {
		for _, c := range []string{"0.05", "0.1", "0.15", "0.2", "0.25", "0.3", "0.35", "0.4", "0.45"} {
			cases = append(cases, factorCase{"adf:c=" + c, "torus", sides, math.NaN()})
		}
	}
	return cases
}

// otherMethods are policies of which the exact factor is known, on networks of all kinds.
func otherMethods() []factorCase {
	var cases []factorCase
	for _, policy := range []string{"adf:damping=0.2", "diffusion", "second-order", "dimension-exchange"} {
		for _, net := range []struct {
			kind  string
			sides []int
		}{
			{"ring", []int{32}},
			{"ring", []int{31}},
			{"torus", []int{16, 16}},
			{"torus", []int{15, 15}},
			{"mesh", []int{16, 16}},
			{"hypercube", []int{64}},
		} {
			cases = append(cases, factorCase{policy, net.kind, net.sides, math.NaN()})
		}
	}
	return cases
}
