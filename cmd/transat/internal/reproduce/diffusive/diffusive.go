package diffusive

import (
	"context"
	"fmt"
	"slices"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/reproduce"
)

// The diffusive policies on a simulated Meiko CS-1 whose load comes and goes: quality and effort
// against dynamicity (diffusive/fig5-8), response time (diffusive/fig9-10), and size
// (diffusive/fig11-12). Source: Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for
// Dynamic Applications, §4.
//
// The figures of the paper have no numbers that could be read, so the tables have ours alone, and the
// claims of its text carry the comparison. How we read what it says of the experiments:
//
//   - Dynamicity Δσ/T = 500/s means 500 % of the mean load a second. As a plain number it would be
//     10,000 processes that come or go on every transputer in a second; as percent it is one a
//     processor in 10 ms.
//   - The threshold of 20 % is the difference in load between a sender and a receiver: for dn and dnr
//     between two neighbours, for an and an-2 between the two thresholds that the paper centres around
//     the average, so ±10 %. The other reading, ±20 %, is among the variants.
//   - Without balancing, loads keep a standard deviation of nearly 50 %, as in Figure 4, at every
//     dynamicity.

// The policies by the names of the paper, in its order, and variants of them.
const (
	nlbPolicy = "none"
	dnPolicy  = "dn"
	anPolicy  = "an"
	an2Policy = "an-2"
	dnrPolicy = "dnr"

	anWide       = "an:threshold=0.4"
	an2Wide      = "an-2:threshold=0.4"
	dnrInhibited = "dnr:forward=0.2"
)

// allPolicies are the policies of the paper.
func allPolicies() []string {
	return []string{nlbPolicy, dnPolicy, anPolicy, an2Policy, dnrPolicy}
}

// label is a policy's name in tables.
func label(policy string) string {
	switch policy {
	case anWide:
		return "an ±20 %"
	case an2Wide:
		return "an-2 ±20 %"
	case dnrInhibited:
		return "dnr, threshold"
	}
	return policy
}

// pointKey is the key of a policy's column.
func pointKey(policy string) string {
	switch policy {
	case an2Policy:
		return "an_2"
	case anWide:
		return "an_wide"
	case an2Wide:
		return "an_2_wide"
	case dnrInhibited:
		return "dnr_threshold"
	}
	return policy
}

// slowDynamicity is the dynamicity, in percent a second, up to which the paper speaks of slowly dynamic loads.
const slowDynamicity = 10

// loadSetting is one point of a figure.
type loadSetting struct {
	policy     string
	side       int     // of the mesh
	dynamicity float64 // Δσ/T in percent of the mean load a second, the paper's number
	dispersion float64 // Δδ/T as a share of Δσ/T
}

// loadPoint is what has come out for a setting: means over repetitions.
type loadPoint struct {
	loadSetting
	sigma      float64 // σ
	migrations float64 // a second, in the whole machine
	messages   float64 // the same
	overhead   float64 // share of all CPU time
	response   float64 // s
	ideal      float64 // s, response time of perfect balance at no cost
	dynamic    float64 // Δσ/T that was really made, in percent a second
	dispersed  float64 // Δδ/Δσ that was really made
}

// time is how long a run lasts.
type time struct {
	repetitions      int
	warmUp, measured float64 // s
}

func times(s *reproduce.Session) time {
	return reproduce.Size(s, time{1, 5, 10}, time{4, 10, 30})
}

func (t time) setup() []string {
	return []string{
		fmt.Sprintf("machine meiko-cs1, mesh, 20 processes a node; threshold 20 %%; repetitions: %d, measured for %v s after %v s", t.repetitions, t.measured, t.warmUp),
		"Δσ/T in percent of the mean load a second, in intervals in which the load of a node changes by one process (root mean square)",
		"all policies have the same load in each run; none stands for no load balancing (NLB)",
	}
}

// runs measures all settings, or after an interruption those that are finished.
func runs(ctx context.Context, s *reproduce.Session, settings []loadSetting) ([]loadPoint, error) {
	type run struct {
		loadSetting
		repetition int
	}
	times := times(s)
	var runs []run
	for _, x := range settings {
		for i := range times.repetitions {
			runs = append(runs, run{x, i})
		}
	}
	results, err := reproduce.Map(ctx, s, runs,
		func(r run) reproduce.Job {
			return reproduce.Job{What: fmt.Sprintf("%s at %v/s", label(r.policy), r.dynamicity), Seconds: r.seconds(times)}
		},
		func(ctx context.Context, r run) (sim.DynamicResult, error) {
			return r.simulate(ctx, times, s.Rand(uint64(r.repetition)).Uint64())
		})
	// Runs that are not finished say so by having no time; their settings are left out.
	var all []loadPoint
	for i, group := range slices.Collect(slices.Chunk(results, times.repetitions)) {
		if !slices.ContainsFunc(group, func(r sim.DynamicResult) bool { return r.Time == 0 }) {
			all = append(all, settings[i].mean(group))
		}
	}
	return all, err
}

// seconds is a guess of how long a run takes on one core.
func (x loadSetting) seconds(times time) float64 {
	perChange := 1e-7
	switch x.policy {
	case dnPolicy, anPolicy, anWide, dnrPolicy, dnrInhibited:
		perChange = 3e-7
	case an2Policy, an2Wide:
		perChange = 2e-6
	}
	nodes := float64(x.side * x.side)
	return nodes * (times.warmUp + times.measured) * (1e-6 + perChange*0.16*x.dynamicity)
}

func (x loadSetting) simulate(ctx context.Context, times time, seed uint64) (sim.DynamicResult, error) {
	mesh, err := topology.NewGrid("mesh", x.side, x.side)
	if err != nil {
		return sim.DynamicResult{}, err
	}
	chosen, err := balance.Choose(x.policy)
	if err != nil {
		return sim.DynamicResult{}, err
	}
	maker, err := chosen.For(mesh)
	if err != nil {
		return sim.DynamicResult{}, err
	}
	cost, err := sim.ChooseCostModel("meiko-cs1")
	if err != nil {
		return sim.DynamicResult{}, err
	}
	span := func(seconds float64) balance.Ticks { return balance.Ticks(seconds * float64(balance.Second)) }
	return sim.RunDynamic(ctx, sim.DynamicConfig{
		Topology: mesh, Physical: mesh, Cost: cost,
		Policy: maker, Received: chosen.Spec.Received, Seed: seed,
		Load:   sim.DynamicLoad{Mean: 20, Imbalance: 0.5, Dynamicity: x.dynamicity / 100, Dispersion: x.dispersion, Step: 1},
		WarmUp: span(times.warmUp), Duration: span(times.measured), Sample: 50 * balance.Millisecond,
		Service: 50 * balance.Millisecond, Pause: balance.Second / balance.Ticks(x.side*x.side),
	})
}

// mean is the mean of several runs.
func (x loadSetting) mean(runs []sim.DynamicResult) loadPoint {
	m := loadPoint{loadSetting: x}
	for _, r := range runs {
		share := 1 / float64(len(runs))
		seconds := float64(r.Time) / float64(balance.Second)
		m.sigma += share * r.Imbalance
		m.migrations += share * r.Migrations()
		m.messages += share * float64(r.Messages) / seconds
		m.overhead += share * r.Overhead
		m.response += share * r.Response
		m.ideal += share * r.IdealResponse
		m.dynamic += share * 100 * r.Dynamicity
		if r.Dynamicity > 0 {
			m.dispersed += share * r.Dispersed / r.Dynamicity
		}
	}
	return m
}
