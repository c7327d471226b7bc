package physical

import (
	"context"
	"fmt"
	"strings"

	"transat/balance/partition"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Two things that the paper names and leaves out of H: the machine metric, which on the early hypercubes is the number of bits in
// which the numbers of two processors differ; and the length of messages, since it leaves out latency, too (latency.go).

func metricItem() reproduce.Item {
	return reproduce.Item{
		Name:   "physical/metric",
		Title:  "a mesh on hypercubes: the Hamming distance, and the length of messages",
		Source: source,
		Run:    metric,
	}
}

// A side between cells of different processors stands for sideBytes in a message of either; that is our choice, a number
// of double precision. The paper says that latency may be ignored for messages longer than enoughBytes.
const (
	sideBytes   = 8
	enoughBytes = 100
)

func metric(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	name := reproduce.Size(s, "graded:10x10:levels=6:seed=1", "graded:20x20:levels=8:seed=1")
	mesh, graph := meshOf(name)
	const tries = 1
	sizes := []int{4, 16, 64}
	var runs []run
	for _, procs := range sizes {
		plain := newPhysicalRun(mesh, graph, procs, usualMu, "physical", tries)
		far := plain
		far.problem.Distance = partition.Hamming
		runs = append(runs, plain, far)
	}
	runs, err := runAll(ctx, s, runs)
	var rows []metricRow
	for _, group := range reproduce.Whole(runs, 2, err) {
		rows = append(rows, metricRows(group[0], group[1])...)
	}
	if err != nil {
		return reproduce.Interrupted(err, nil, metricTable(rows))
	}
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("%s: %d triangles, %d shared sides; μ = %v", name, graph.Vertices(), graph.Edges(), usualMu),
			"H counts a side between two processors as often as their numbers have different bits",
			"all alike: made for processors that are all equally far apart; the same, renamed: with its parts exchanged; Hamming: made for the " +
				"metric",
			fmt.Sprintf("a processor sends one message to each processor with which it shares sides; a side is %d bytes in it", sideBytes),
		},
		Tables: []report.Sheet{metricTable(rows)},
		Claims: metricClaims(rows),
	}, nil
}

// metricRow is a partition, judged by the metric.
type metricRow struct {
	procs   int
	made    string
	quality partition.Quality // by the metric
	long    int               // messages of enoughBytes or more
}

// The rows of each number of processors.
const (
	madeAlike = iota
	madeRenamed
	madeHamming
	metricKinds
)

func metricRows(plain, far run) []metricRow {
	row := func(made string, parts []int) metricRow {
		r := metricRow{procs: far.problem.Parts, made: made, quality: far.problem.Quality(parts)}
		r.count(far.problem.Graph, parts)
		return r
	}
	return []metricRow{
		madeAlike:   row("all alike", plain.parts),
		madeRenamed: row("the same, renamed", far.problem.Rename(plain.parts)),
		madeHamming: row("Hamming", far.parts),
	}
}

// count counts the messages that are long enough.
func (r *metricRow) count(g *partition.Graph, parts []int) {
	sides := map[[2]int]int{}
	for v, q := range parts {
		for _, arc := range g.Arcs(v) {
			if to := parts[arc.To]; to != q {
				sides[[2]int{q, to}]++
			}
		}
	}
	for _, n := range sides {
		if n*sideBytes >= enoughBytes {
			r.long++
		}
	}
}

// hops is the mean distance of a cut side.
func (r metricRow) hops() float64 { return float64(r.quality.CutWeight) / float64(r.quality.Cut) }

// sides is the mean length of a message.
func (r metricRow) sides() float64 { return 2 * float64(r.quality.Cut) / float64(r.quality.Messages) }

func metricTable(rows []metricRow) report.Sheet {
	return report.NewSheet("metric", "Partitions on hypercubes", []report.Column[metricRow]{
		{Key: "procs", Heading: "P", Value: func(r metricRow) any { return r.procs }},
		{Key: "made", Heading: "made for", Left: true, Value: func(r metricRow) any { return r.made }},
		{Key: "cut", Heading: "cut", Value: func(r metricRow) any { return r.quality.Cut }},
		report.Number("hops", "links a side", 3, metricRow.hops),
		report.Number("imbalance", "max/mean work", 3, func(r metricRow) float64 { return r.quality.Imbalance }),
		report.Number("h", "H", 3, func(r metricRow) float64 { return r.quality.Energy.H() }),
		report.Number("communication", "communication", 3, func(r metricRow) float64 { return r.quality.Energy.Communication }),
		{Key: "messages", Heading: "messages", Value: func(r metricRow) any { return r.quality.Messages }},
		report.Number("sides", "sides a message", 1, metricRow.sides),
		report.Number("long_percent", "long %", 0, func(r metricRow) float64 { return 100 * float64(r.long) / float64(r.quality.Messages) }),
	}, rows,
		fmt.Sprintf("links a side: the mean distance between the processors of a cut side; long: messages of %d bytes or more", enoughBytes))
}

func metricClaims(rows []metricRow) []reproduce.Claim {
	came, groups := true, len(rows)/metricKinds
	hops, long := "", ""
	var where []string
	for i := range groups {
		group := rows[i*metricKinds:][:metricKinds]
		alike, renamed, far := group[madeAlike], group[madeRenamed], group[madeHamming]
		// On four processors hardly anything is more than a link away.
		came = came && (far.procs == 4 || far.quality.Energy.H() < renamed.quality.Energy.H())
		hops += fmt.Sprintf("; P = %d: %.2f, %.2f, %.2f", far.procs, alike.hops(), renamed.hops(), far.hops())
		share := float64(alike.long) / float64(alike.quality.Messages)
		if share > 0.5 {
			where = append(where, fmt.Sprintf("P = %d", alike.procs))
		}
		long += fmt.Sprintf(", %.0f %% for P = %d", 100*share, alike.procs)
	}
	latency := reproduce.Claim{
		Kind: reproduce.Reading, Section: "§11.1.2", Text: "most of the messages are long enough to neglect latency",
		Bound: reproduce.Ours(fmt.Sprintf("more than half of them have %d bytes or more, the paper's number, at %d bytes a side", enoughBytes,
			sideBytes)),
		Verdict: reproduce.Judge(len(where) == groups),
		Note:    long[2:] + "; the paper says it of larger meshes of its own (§11.1.7)",
	}
	if len(where) > 0 && len(where) < groups {
		latency.Verdict, latency.Range = reproduce.HoldsPartly, strings.Join(where, ", ")
	}
	return []reproduce.Claim{
		{
			Kind: reproduce.Stated, Section: "§11.1.2",
			Text: "the analogy is preserved with the machine's interconnect: the force of communication then depends on the distance",
			Bound: reproduce.Ours("by H with the Hamming distance, a partition made for it is better than one made without whose parts " +
				"were exchanged, on 16 and 64 processors"),
			Verdict: reproduce.Judge(came),
			Note:    "links a side without it, renamed, and with it: " + hops[2:],
		},
		latency,
	}
}
