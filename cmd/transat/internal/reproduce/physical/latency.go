package physical

import (
	"context"
	"fmt"
	"strings"

	"transat/balance/partition"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Latency, the fixed price of a message, is left to further work in the paper. Two processors that share sides of the
// mesh send each other a message, however many sides it is for. So with latency in H, few neighbours count beside a short cut.

func latencyItem() reproduce.Item {
	return reproduce.Item{
		Name:   "physical/latency",
		Title:  "a mesh in parts when each message has a fixed price",
		Source: source,
		Run:    latency,
	}
}

// littleLost is the share of H that may be lost where latency "may be ignored".
const littleLost = 0.01

func latency(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	name := reproduce.Size(s, "graded:10x10:levels=6:seed=1", "graded:20x20:levels=8:seed=1")
	mesh, graph := meshOf(name)
	const tries = 1
	prices := []float64{1. * enoughBytes / sideBytes, 4. * enoughBytes / sideBytes}
	var runs []run
	for _, procs := range []int{4, 16, 64} {
		plain := newPhysicalRun(mesh, graph, procs, usualMu, "physical", tries)
		runs = append(runs, plain)
		for _, price := range prices {
			late := plain
			late.problem.Latency = price
			runs = append(runs, late)
		}
	}
	runs, err := runAll(ctx, s, runs)
	var rows []latencyRow
	for _, group := range reproduce.Whole(runs, 1+len(prices), err) {
		for _, late := range group[1:] {
			rows = append(rows, latencyRow{late.problem, late.problem.Quality(group[0].parts), late.quality})
		}
	}
	if err != nil {
		return reproduce.Interrupted(err, nil, latencyTable(rows))
	}
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("%s: %d triangles, %d shared sides; μ = %v", name, graph.Vertices(), graph.Edges(), usualMu),
			"H counts ℓ more sides for each pair of processors that share sides; heeded: the partition was made with ℓ in H; ignored: without",
			fmt.Sprintf("%.4g sides are the %d bytes of the paper, at %d bytes a side", prices[0], enoughBytes, sideBytes),
		},
		Tables: []report.Sheet{latencyTable(rows)},
		Claims: latencyClaims(rows, prices[0]),
	}, nil
}

// latencyRow is a number of processors and a price of messages.
type latencyRow struct {
	problem         partition.Problem
	ignored, heeded partition.Quality // by the same H, which has latency in it
}

// sides is the mean length of a message, if latency is ignored.
func (r latencyRow) sides() float64 { return 2 * float64(r.ignored.Cut) / float64(r.ignored.Messages) }

// lost is the share of H that is lost if latency is ignored.
func (r latencyRow) lost() float64 { return r.ignored.Energy.H()/r.heeded.Energy.H() - 1 }

// saved is the share of the communication that is saved if it is heeded.
func (r latencyRow) saved() float64 {
	return 1 - r.heeded.Energy.Communication/r.ignored.Energy.Communication
}

func latencyTable(rows []latencyRow) report.Sheet {
	return report.NewSheet("latency", "Partitions with and without latency in H", []report.Column[latencyRow]{
		{Key: "procs", Heading: "P", Value: func(r latencyRow) any { return r.problem.Parts }},
		{Key: "latency", Heading: "ℓ", Value: func(r latencyRow) any { return r.problem.Latency }},
		{Key: "cut", Heading: "cut: ignored", Value: func(r latencyRow) any { return r.ignored.Cut }},
		{Key: "heeded_cut", Heading: "heeded", Value: func(r latencyRow) any { return r.heeded.Cut }},
		{Key: "messages", Heading: "messages: ignored", Value: func(r latencyRow) any { return r.ignored.Messages }},
		{Key: "heeded_messages", Heading: "heeded", Value: func(r latencyRow) any { return r.heeded.Messages }},
		report.Number("sides", "sides a message", 1, latencyRow.sides),
		report.Number("h", "H: ignored", 2, func(r latencyRow) float64 { return r.ignored.Energy.H() }),
		report.Number("heeded_h", "heeded", 2, func(r latencyRow) float64 { return r.heeded.Energy.H() }),
		report.Number("saved_percent", "communication saved %", 1, func(r latencyRow) float64 { return 100 * r.saved() }),
	}, rows, "sides a message: the mean, of the partition that ignores latency")
}

func latencyClaims(rows []latencyRow, price float64) []reproduce.Claim {
	var little, of int
	var where, lost, saved []string
	fewer := true
	for _, r := range rows {
		fewer = fewer && r.heeded.Messages <= r.ignored.Messages && r.lost() >= 0
		if r.problem.Latency != price {
			continue
		}
		name := fmt.Sprintf("P = %d", r.problem.Parts)
		of++
		if r.lost() <= littleLost {
			little++
			where = append(where, name)
		}
		lost = append(lost, fmt.Sprintf("%s, %.0f bytes a message: %.1f %%", name, sideBytes*r.sides(), 100*r.lost()))
		saved = append(saved, fmt.Sprintf("%s: %.0f %%", name, 100*r.saved()))
	}
	ignored := reproduce.Claim{
		Kind: reproduce.Reading, Section: "§11.1.2", Text: "latency may be ignored if messages are longer than a hundred bytes or so",
		Bound:   reproduce.Ours(fmt.Sprintf("where ℓ is %v sides, to ignore it loses at most %.0f %% of H", price, 100*littleLost)),
		Verdict: reproduce.Judge(little == of),
		Note:    strings.Join(lost, "; "),
	}
	if little > 0 && little < of {
		ignored.Verdict, ignored.Range = reproduce.HoldsPartly, strings.Join(where, ", ")
	}
	return []reproduce.Claim{
		ignored,
		{
			Kind: reproduce.Check, Section: "§11.1.2", Text: "with latency in H there are fewer messages, and H is less",
			Bound:   reproduce.Ours("in no row more messages, nor more H"),
			Verdict: reproduce.Judge(fewer),
			Note:    fmt.Sprintf("communication saved at ℓ = %v: %s", price, strings.Join(saved, ", ")),
		},
	}
}
