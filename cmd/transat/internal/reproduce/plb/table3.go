package plb

import (
	"context"
	"fmt"
	"math"
	"slices"

	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/reproduce"
)

// Table 3: PLB on two networks, with two load estimates. And the parameters α, β and γ, tried on
// a few of the formulas.

func table3Item() reproduce.Item {
	return reproduce.Item{
		Name:   "plb/table3",
		Title:  "PLB on a mesh and on a line of 256 transputers, with both load estimates",
		Source: "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §5 and §6.2, Table 3",
		Run:    table3,
	}
}

func table3(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	formulas, err := tableFormulas(s, reproduce.Sample400)
	if err != nil {
		return nil, err
	}
	table := table3Cases(s)
	rows, err := gridRows(ctx, s, table, formulas)
	labels, measures := []gridColumn{topologyColumn(), estimateColumn()}, []gridMeasure{idleMeasure(), phaseMeasure(), sendMeasure()}
	timed := append([]gridMeasure{timeMeasure()}, measures...)
	tables := tableSheets("table3", "Table 3: PLB on a mesh and a line", labels, besideColumns(timed...), measures, rows)
	if err != nil {
		return reproduce.Interrupted(err, finishedSetup(rows), tables...)
	}
	tried, err := gridRows(ctx, s, parameterCases(s, table[0]), formulas[:min(len(formulas), parameterFormulas)])
	if err != nil {
		return reproduce.Interrupted(err, finishedSetup(rows), tables...)
	}
	return &reproduce.Result{
		Setup:  append(gridSetup(s, formulas, rows), fmt.Sprintf("n = %d", rows[0].row.Procs())),
		Tables: append(tables, parameterSheet(tried)),
		Claims: slices.Concat(numberClaims("§6.2, Table 3", measures, rows, estimateName), table3Claims(rows),
			parameterClaims(sweeps(s, table[0]), tried)),
		Figures: []reproduce.Figure{
			{Key: "efficiency", Picture: table3Figure("Efficiency of PLB", upTo100("efficiency, percent"), efficiencyMeasure(), rows)},
			{
				Key:     "send",
				Picture: table3Figure("Subproblems sent under PLB, per processor", figure.Axis{Label: "number", Zero: true}, sendMeasure(), rows),
			},
		},
	}, nil
}

// table3Cases are the rows; at the quick size with smaller machines.
func table3Cases(s *reproduce.Session) []gridCase {
	var cases []gridCase
	for _, row := range reproduce.Table3() {
		if s.Quick {
			row = unmeasured(row)
			row.Sides = []int{8, 8}
		}
		// The policy's readings and pauses, and the machine's costs of lists and messages, were chosen with
		// an eye on all of these rows.
		cases = append(cases, gridCase{row: row, machine: machine, seeds: 1, fitted: true})
	}
	return cases
}

// row3 finds a row of Table 3 or 4.
func row3(rows []gridRow, topology, estimate string) gridRow {
	return rows[slices.IndexFunc(rows, func(r gridRow) bool { return r.row.Topology == topology && r.row.Estimate == estimate })]
}

// diameterOf is the number of links between the two processors farthest apart in the row's network.
func diameterOf(r gridRow) float64 {
	n := float64(r.row.Procs())
	far := 0.0
	for _, side := range r.row.Sides {
		switch r.row.Topology {
		case "mesh":
			far += float64(side - 1)
		case "torus":
			far += math.Floor(float64(side) / 2)
		}
	}
	switch r.row.Topology {
	case "line":
		far = n - 1
	case "ring":
		far = math.Floor(n / 2)
	case "hypercube", "debruijn":
		far = math.Log2(n)
	}
	return far
}

func table3Claims(rows []gridRow) []reproduce.Claim {
	mesh, counted := row3(rows, "mesh", "alpha"), row3(rows, "mesh", "count")
	line, countedLine := row3(rows, "line", "alpha"), row3(rows, "line", "count")
	return []reproduce.Claim{
		{
			Kind: reproduce.Reading, Section: "§6.2, Table 3", Text: "estimate (a) is more efficient than (b), on the mesh and on the line",
			Bound:   reproduce.Theirs("the order"),
			Verdict: reproduce.Judge(mesh.ours.Efficiency > counted.ours.Efficiency && line.ours.Efficiency > countedLine.ours.Efficiency),
			Note:    told(rows, estimateName, "%.1f %%", efficiencyOf),
		},
		{
			Kind: reproduce.Reading, Section: "§6.2, Table 3", Text: "processors are idle for longer with (b), on the mesh and on the line",
			Bound:   reproduce.Theirs("the order"),
			Verdict: reproduce.Judge(mesh.ours.Idle < counted.ours.Idle && line.ours.Idle < countedLine.ours.Idle),
			Note:    told(rows, estimateName, "%.1f s", idleOf),
		},
		{
			Kind: reproduce.Stated, Section: "§6.2", Text: "PLB balances very fast, even in networks with a large diameter",
			Bound:   reproduce.Ours("with (a), the line is as efficient as the mesh, within a point"),
			Verdict: reproduce.Judge(line.ours.Efficiency >= mesh.ours.Efficiency-1),
			Note: fmt.Sprintf("diameter %.0f: %.1f %%, idle for %.1f s; diameter %.0f: %.1f %%, %.1f s",
				diameterOf(mesh), mesh.ours.Efficiency, mesh.ours.Idle, diameterOf(line), line.ours.Efficiency, line.ours.Idle),
		},
		lowMigrationClaim(mesh),
		{
			Kind: reproduce.Stated, Section: "§6.2", Text: "more subproblems are sent on the line than on the mesh",
			Bound:   reproduce.Theirs("the order, with (a) and with (b)"),
			Verdict: reproduce.Judge(line.ours.Send > mesh.ours.Send && countedLine.ours.Send > counted.ours.Send),
			Note:    told(rows, estimateName, "%.0f", sendOf),
		},
		{
			Kind: reproduce.Reading, Section: "§6.2, Table 3", Text: "on the mesh (b) sends less than (a), on the line more",
			Bound:   reproduce.Theirs("the orders"),
			Verdict: reproduce.Judge(counted.ours.Send < mesh.ours.Send && countedLine.ours.Send > line.ours.Send),
			Note:    told(rows, estimateName, "%.0f", sendOf),
		},
		{
			Kind: reproduce.Reading, Section: "§6.2, Table 3", Text: "processors are idle for less time on the line than on the mesh",
			Bound:   reproduce.Theirs("the order, with (a) and with (b)"),
			Verdict: reproduce.Judge(line.ours.Idle < mesh.ours.Idle && countedLine.ours.Idle < counted.ours.Idle),
			Note:    told(rows, estimateName, "%.1f s", idleOf),
		},
	}
}

// lowMigrationClaim judges how many of the nodes go to other processors.
func lowMigrationClaim(mesh gridRow) reproduce.Claim {
	sent, nodes := 0.0, 0.0
	for _, seeds := range mesh.runs {
		for _, run := range seeds {
			sent += float64(run.Sent)
			nodes += float64(run.Nodes)
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§6.2", Text: "the number of migrated problems is extremely low for the mesh",
		Bound:   reproduce.Ours("with (a), at most 1 for 50 nodes of the search tree"),
		Verdict: reproduce.Judge(sent <= nodes/50),
		Note: fmt.Sprintf("a processor sends %.0f and expands %.0f nodes: one for %.0f", mesh.ours.Send, nodes/sent*mesh.ours.Send,
			nodes/sent),
	}
}

// table3Figure draws a column of the table against the diameter.
func table3Figure(title string, y figure.Axis, m gridMeasure, rows []gridRow) figure.Chart {
	c := figure.Chart{
		Title:    title,
		Subtitle: withPaper(rows, fmt.Sprintf("mesh and line of %d processors", rows[0].row.Procs()), "paper: Böhm, Speckenmeyer 1996, Table 3"),
		X: figure.Axis{
			Label: "diameter of the network", Log: true,
			Ticks: []float64{diameterOf(row3(rows, "mesh", "alpha")), diameterOf(row3(rows, "line", "alpha"))},
		},
		Y: y,
	}
	for i, estimate := range []string{"alpha", "count"} {
		name := "estimate " + estimateLetter(estimate)
		ours, theirs := figure.Series{Name: name, Colour: i}, figure.Series{Name: name + ", paper", Colour: i, Paper: true}
		for _, r := range rows {
			if r.row.Estimate == estimate {
				ours.Points = append(ours.Points, figure.Point{X: diameterOf(r), Y: m.mean(r.ours)})
				theirs.Points = append(theirs.Points, figure.Point{X: diameterOf(r), Y: m.mean(r.row)})
			}
		}
		c.Series = append(c.Series, ours)
		if len(compared(rows)) > 0 {
			c.Series = append(c.Series, theirs)
		}
	}
	return c
}
