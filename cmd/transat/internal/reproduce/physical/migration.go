package physical

import (
	"context"
	"fmt"
	"math"

	"transat/balance/partition"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Migration as the third force: a partitioned mesh is refined near a point, so a few processors
// have too much work. The new partition should have equal work again, small surfaces, and few elements
// that move; the force ν says how much the last counts. An element begins where its parent was.

func migrationItem() reproduce.Item {
	return reproduce.Item{
		Name:   "physical/migration",
		Title:  "elements that move when a mesh is refined, with and without the third force",
		Source: source,
		Run:    migration,
	}
}

const migrationProcs = 16

func migration(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	side := reproduce.Size(s, 12, 24)
	mesh, graph := meshOf(fmt.Sprintf("tri:%dx%d", side, side))
	tries := reproduce.Size(s, 1, 5)
	before, err := runAll(ctx, s, []run{newPhysicalRun(mesh, graph, migrationProcs, usualMu, "physical", tries)})
	if err != nil {
		return nil, err
	}
	fine, home, err := refinedAround(mesh, partition.Point{X: 0.3, Y: 0.3}, 0.2, 3, before[0].parts)
	if err != nil {
		return nil, err
	}
	fineGraph := fine.Graph()
	var runs []run
	for _, force := range []float64{0, 0.01, 0.03, 0.1, 0.3, 1, 3, 10} {
		r := newPhysicalRun(fine, fineGraph, migrationProcs, usualMu, "physical", tries)
		r.problem.Home, r.problem.Migration = home, force
		r.seconds *= 2 // from a spectral start and from home
		runs = append(runs, r)
	}
	runs = append(runs, newPhysicalRun(fine, fineGraph, migrationProcs, usualMu, "spectral", 1))
	runs[len(runs)-1].problem.Home = home
	problem := runs[0].problem
	runs, err = runAll(ctx, s, runs)
	rows := migrationRows(problem, reproduce.Finished(runs, err), home)
	if err != nil {
		return reproduce.Interrupted(err, nil, migrationTable(rows))
	}
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("tri:%dx%d on %d processors, then refined three times within 0.2 of a point: %d triangles become %d; μ = %v",
				side, side, migrationProcs, graph.Vertices(), fineGraph.Vertices(), usualMu),
			fmt.Sprintf("the least H of %d tries each, from a spectral start (parts named after their homes) and from home", tries),
		},
		Tables:  []report.Sheet{migrationTable(rows)},
		Claims:  migrationClaims(rows),
		Figures: append([]reproduce.Figure{{Key: "moved", Picture: migrationChart(rows, side)}}, migrationPictures(fine, home, rows)...),
	}, nil
}

// refinedAround refines the triangles within a distance of a point several times. home[i] is the part
// of the triangle of m in which triangle i lies.
func refinedAround(m *partition.Mesh, centre partition.Point, distance float64, times int, parts []int) (*partition.Mesh, []int, error) {
	for range times {
		refined, parent, err := m.Refine(func(i int) bool {
			c := m.Centre(i)
			return math.Hypot(c.X-centre.X, c.Y-centre.Y) < distance
		})
		if err != nil {
			return nil, nil, err
		}
		var home []int
		for _, p := range parent {
			home = append(home, parts[p])
		}
		m, parts = refined, home
	}
	return m, parts, nil
}

// migrationRow is a new partition.
type migrationRow struct {
	name    string
	force   float64 // ν; NaN where it is not a question
	parts   []int
	quality partition.Quality
	share   float64 // of the elements that moved
}

func migrationRows(problem partition.Problem, runs []run, home []int) []migrationRow {
	problem.Migration = 0
	row := func(name string, force float64, parts []int) migrationRow {
		q := problem.Quality(parts)
		return migrationRow{name, force, parts, q, float64(q.Moved) / float64(len(home))}
	}
	rows := []migrationRow{row("nothing moves", math.NaN(), home)}
	for _, r := range runs {
		if r.method == "spectral" {
			rows = append(rows, row("spectral, anew", math.NaN(), r.parts))
			continue
		}
		rows = append(rows, row("physical", r.problem.Migration, r.parts))
	}
	return rows
}

// forced are the rows that differ only in ν, which rises.
func forced(rows []migrationRow) []migrationRow {
	var some []migrationRow
	for _, r := range rows {
		if !math.IsNaN(r.force) {
			some = append(some, r)
		}
	}
	return some
}

func migrationTable(rows []migrationRow) report.Sheet {
	return report.NewSheet("migration", "The refined mesh, partitioned again", []report.Column[migrationRow]{
		{Key: "method", Heading: "method", Left: true, Value: func(r migrationRow) any { return r.name }},
		{
			Key: "force", Heading: "ν", Value: func(r migrationRow) any { return r.force },
			Text: func(r migrationRow) string {
				if math.IsNaN(r.force) {
					return ""
				}
				return fmt.Sprint(r.force)
			},
		},
		{Key: "moved", Heading: "moved", Value: func(r migrationRow) any { return r.quality.Moved }},
		report.Number("moved_share", "% of all", 1, func(r migrationRow) float64 { return 100 * r.share }),
		{Key: "cut", Heading: "cut", Value: func(r migrationRow) any { return r.quality.Cut }},
		report.Number("imbalance", "max/mean work", 3, func(r migrationRow) float64 { return r.quality.Imbalance }),
		report.Number("h", "work + communication", 3, func(r migrationRow) float64 { return r.quality.Energy.H() }),
	}, rows).LeastNeeded("moved_share")
}

func migrationClaims(rows []migrationRow) []reproduce.Claim {
	free := forced(rows)[0]
	last := forced(rows)[len(forced(rows))-1]
	falls := true
	half := migrationRow{force: math.NaN()}
	for i, r := range forced(rows) {
		if i > 0 && r.share > forced(rows)[i-1].share+0.02 {
			falls = false
		}
		if math.IsNaN(half.force) && r.share <= free.share/2 {
			half = r
		}
	}
	return []reproduce.Claim{
		{
			Kind: reproduce.Stated, Section: "§11.1.2",
			Text:    "the migration cost is a third force that attracts each particle to the processor in which it currently resides",
			Bound:   reproduce.Ours("fewer elements move as ν grows (but for 2 points), at the end less than half"),
			Verdict: reproduce.Judge(falls && last.share < free.share/2),
			Note: fmt.Sprintf("%.0f %% of the elements move without it, %.0f %% with ν = %v; with ν = %v, largest work %.2f of the mean, %.0f %% "+
				"move (if nothing moves: %.2f)",
				100*free.share, 100*last.share, last.force, half.force, half.quality.Imbalance, 100*half.share, rows[0].quality.Imbalance),
		},
	}
}

func migrationChart(rows []migrationRow, side int) figure.Chart {
	moved, work := figure.Series{Name: "elements that move, %"}, figure.Series{Name: "largest work above the mean, %", Colour: 1}
	for _, r := range forced(rows) {
		if r.force > 0 {
			moved.Points = append(moved.Points, figure.Point{X: r.force, Y: 100 * r.share})
			work.Points = append(work.Points, figure.Point{X: r.force, Y: 100 * (r.quality.Imbalance - 1)})
		}
	}
	return figure.Chart{
		Title:    "The third force: what moves when a mesh is refined",
		Subtitle: fmt.Sprintf("tri:%dx%d, refined near a point, %d processors, μ = %v", side, side, migrationProcs, usualMu),
		X:        figure.Axis{Label: "migration force ν", Log: true},
		Y:        figure.Axis{Label: "%"},
		Series:   []figure.Series{moved, work},
	}
}

// migrationPictures shows the refined mesh before it is partitioned again, after it without the force,
// and with it.
func migrationPictures(mesh *partition.Mesh, home []int, rows []migrationRow) []reproduce.Figure {
	draw := func(key, what string, parts []int, q partition.Quality) reproduce.Figure {
		subtitle := fmt.Sprintf("%d processors; %d of %d elements moved, cut %d, largest work %.2f of the mean",
			migrationProcs, q.Moved, len(home), q.Cut, q.Imbalance)
		return reproduce.Figure{Key: key, Picture: figure.Mesh(what, subtitle, mesh, parts, migrationProcs)}
	}
	figures := []reproduce.Figure{draw("home", "A refined mesh in its old parts", home, rows[0].quality)}
	for _, r := range forced(rows) {
		if r.force == 0 || r.force == 0.3 {
			title := fmt.Sprintf("The mesh in new parts, migration force ν = %v", r.force)
			figures = append(figures, draw(fmt.Sprintf("force-%v", r.force), title, r.parts, r.quality))
		}
	}
	return figures
}
