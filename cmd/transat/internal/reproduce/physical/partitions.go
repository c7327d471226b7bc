package physical

import (
	"context"
	"fmt"
	"slices"

	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Partitions of a triangular mesh on 4, 16 and 64 processors: the physical analogy against spectral bisection, which only
// balances, and random placement. The mesh gets finer towards a point, like a mesh of an adaptive computation.

func partitionsItem() reproduce.Item {
	return reproduce.Item{
		Name:   "physical/partitions",
		Title:  "a triangular mesh on 4, 16 and 64 processors, by five methods",
		Source: source,
		Run:    partitions,
	}
}

// usualMu is μ in experiments that are not about it.
const usualMu = 0.1

func partitions(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	name := reproduce.Size(s, "graded:10x10:levels=6:seed=1", "graded:20x20:levels=8:seed=1")
	mesh, graph := meshOf(name)
	tries := reproduce.Size(s, 1, 3)
	var runs []run
	for _, procs := range []int{4, 16, 64} {
		for _, method := range []string{"physical", "anneal", "spectral", "linear", "random"} {
			runs = append(runs, newPhysicalRun(mesh, graph, procs, usualMu, method, tries))
		}
	}
	runs, err := runAll(ctx, s, runs)
	var rows []partitionRow
	for _, r := range reproduce.Finished(runs, err) {
		rows = append(rows, newPartitionRow(r))
	}
	if err != nil {
		return reproduce.Interrupted(err, nil, partitionTable(rows))
	}
	result := &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("%s: %d triangles, %d shared sides; μ = %v", name, graph.Vertices(), graph.Edges(), usualMu),
			fmt.Sprintf("the least H of %d tries each", tries),
		},
		Tables: []report.Sheet{partitionTable(rows)},
		Claims: partitionClaims(rows),
	}
	for _, r := range rows {
		if r.method == "physical" {
			result.Figures = append(result.Figures, r.picture(name))
		}
	}
	return result, nil
}

// partitionRow is a run with the surfaces of its parts.
type partitionRow struct {
	run
	surface float64 // the largest number of cut edges of a part / the mean
}

func newPartitionRow(r run) partitionRow {
	surfaces := make([]int, r.problem.Parts)
	sum := 0
	for v, q := range r.parts {
		for _, arc := range r.problem.Graph.Arcs(v) {
			if r.parts[arc.To] != q {
				surfaces[q]++
				sum++
			}
		}
	}
	return partitionRow{r, float64(slices.Max(surfaces)) * float64(r.problem.Parts) / float64(sum)}
}

func (r partitionRow) picture(mesh string) reproduce.Figure {
	q := r.quality
	title := fmt.Sprintf("%s on %d processors", mesh, r.problem.Parts)
	subtitle := fmt.Sprintf("spectral bisection and annealing, μ = %v; cut %d, largest work %.2f of the mean, H = %.2f",
		r.problem.Mu, q.Cut, q.Imbalance, q.Energy.H())
	return reproduce.Figure{
		Key:     fmt.Sprint(r.problem.Parts),
		Picture: figure.Picture(figure.Mesh(title, subtitle, r.mesh, r.parts, r.problem.Parts)),
	}
}

// perPart is what each part adds to a term of H.
func (r partitionRow) perPart(term float64) float64 { return term / float64(r.problem.Parts) }

func partitionTable(rows []partitionRow) report.Sheet {
	columns := []report.Column[partitionRow]{
		{Key: "procs", Heading: "P", Value: func(r partitionRow) any { return r.problem.Parts }},
		{Key: "method", Heading: "method", Left: true, Value: func(r partitionRow) any { return r.method }},
		{Key: "used", Heading: "in use", Value: func(r partitionRow) any { return r.quality.Used }},
		{Key: "cut", Heading: "cut", Value: func(r partitionRow) any { return r.quality.Cut }},
		report.Number("imbalance", "max/mean work", 3, func(r partitionRow) float64 { return r.quality.Imbalance }),
		report.Number("surface", "max/mean surface", 2, func(r partitionRow) float64 { return r.surface }),
		report.Number("h", "H", 3, func(r partitionRow) float64 { return r.quality.Energy.H() }),
		report.Number("work", "work a part", 3, func(r partitionRow) float64 { return r.perPart(r.quality.Energy.Work) }),
		report.Number("communication", "communication a part / μ", 3,
			func(r partitionRow) float64 { return r.perPart(r.quality.Energy.Communication) / r.problem.Mu }),
	}
	return report.NewSheet("partitions", "Partitions by method", columns, rows,
		"cut: sides between cells of different parts; surface: the cut sides of one part").LeastNeeded("work", "communication", "surface")
}

func partitionClaims(rows []partitionRow) []reproduce.Claim {
	least, most, uneven := 1e9, 0.0, 0.0
	better := true
	for i, r := range rows {
		if r.method != "physical" {
			continue
		}
		share := r.perPart(r.quality.Energy.Communication) / r.problem.Mu
		least, most, uneven = min(least, share), max(most, share), max(uneven, r.surface)
		// Annealing from the spectral start cannot be worse; annealing from disorder can.
		anneal, spectral, random := rows[i+1], rows[i+2], rows[i+4]
		better = better && r.quality.Energy.H() < spectral.quality.Energy.H() && anneal.quality.Energy.H() < spectral.quality.Energy.H() &&
			spectral.quality.Energy.H() < random.quality.Energy.H()
	}
	return []reproduce.Claim{
		{
			Kind: reproduce.Stated, Section: "§11.1.2",
			Text:    "at the optimum, work and communication have contributions of about unit size from each processor",
			Bound:   reproduce.Ours("communication between 1/3 and 3"),
			Verdict: reproduce.Judge(least > 1/3. && most < 3),
			Note:    fmt.Sprintf("work 1 by its definition; communication from %.2f to %.2f", least, most),
		},
		{
			Kind: reproduce.Stated, Section: "§11.1.2", Text: "the communication loads do not get grossly unbalanced, although H only has their sum",
			Bound:   reproduce.Ours("the largest surface of a part below twice the mean"),
			Verdict: reproduce.Judge(uneven < 2),
			Note:    fmt.Sprintf("the largest surface of a part is at most %.2f of the mean; parts at the border of the mesh have less", uneven),
		},
		{
			Kind: reproduce.Stated, Section: "§11.1.2", Text: "one expects that physically based optimization methods could be effective",
			Bound: reproduce.Ours("annealing, from either start, ends with a lower H than spectral bisection, and that with a lower one than " +
				"random"),
			Verdict: reproduce.Judge(better),
			Note:    "annealing lowers the H of spectral bisection on 4, 16 and 64 processors; random is far above",
		},
	}
}
