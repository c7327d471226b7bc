package partition

import (
	"fmt"
	"io"

	"transat/balance/partition"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/report"
)

// The output of partition: the table, and the files.

// partRow is the row of a method.
type partRow struct {
	method  string
	parts   []int
	quality partition.Quality
}

// table is the table of all rows.
func (w *workpiece) table(rows []partRow, flags *partitionFlags) report.Table[partRow] {
	p := w.problem
	settings := fmt.Sprintf("%s, μ = %v, seed %d", cli.Counted(p.Parts, "part"), p.Mu, flags.seed)
	if p.Latency > 0 {
		settings += fmt.Sprintf("; latency ℓ = %v edges", p.Latency)
	}
	if p.Home != nil {
		settings += fmt.Sprintf("; vertices lie as in %s, ν = %v", flags.from, p.Migration)
	}
	return report.Table[partRow]{
		Caption: []string{
			fmt.Sprintf("%s: %s vertices, %s edges", w.name, cli.Grouped(int64(p.Graph.Vertices())), cli.Grouped(int64(p.Graph.Edges()))),
			settings,
		},
		Columns: report.LeastNeeded(w.columns(flags.seed), "parts", "communication", "work", "migration", "cut_weight", "used"),
		Rows:    rows,
		Notes:   w.legend(),
	}
}

func (w *workpiece) columns(seed uint64) []report.Column[partRow] {
	number := func(key, heading string, value func(partition.Quality) int) report.Column[partRow] {
		return report.Column[partRow]{Key: key, Heading: heading, Value: func(r partRow) any { return value(r.quality) }}
	}
	real := func(key, heading string, value func(partition.Quality) float64) report.Column[partRow] {
		return report.Column[partRow]{
			Key: key, Heading: heading,
			Value: func(r partRow) any { return value(r.quality) },
			Text:  func(r partRow) string { return fmt.Sprintf("%.3f", value(r.quality)) },
		}
	}
	constant := func(key string, value any) report.Column[partRow] {
		return report.Column[partRow]{Key: key, Value: func(partRow) any { return value }}
	}
	p := w.problem
	columns := []report.Column[partRow]{
		{Key: "method", Heading: "method", Left: true, Value: func(r partRow) any { return r.method }},
		{Key: "parts", Heading: "parts", Value: func(partRow) any { return p.Parts }},
		number("used", "used", func(q partition.Quality) int { return q.Used }),
		number("cut", "cut", func(q partition.Quality) int { return q.Cut }),
		number("cut_weight", w.ifWeighted("cut weight"), func(q partition.Quality) int { return int(q.CutWeight) }),
		real("imbalance", "imbalance", func(q partition.Quality) float64 { return q.Imbalance }),
		real("h", "H", func(q partition.Quality) float64 { return q.Energy.H() }),
		real("work", "work", func(q partition.Quality) float64 { return q.Energy.Work }),
		real("communication", "communication", func(q partition.Quality) float64 { return q.Energy.Communication }),
	}
	if p.Home != nil {
		columns = append(columns,
			real("migration", "migration", func(q partition.Quality) float64 { return q.Energy.Migration }),
			number("moved", "moved", func(q partition.Quality) int { return q.Moved }),
		)
	}
	if p.Latency > 0 {
		columns = append(columns, number("messages", "messages", func(q partition.Quality) int { return q.Messages }),
			constant("latency", p.Latency))
	}
	return append(columns,
		constant("mu", p.Mu), constant("seed", seed),
		constant("vertices", p.Graph.Vertices()), constant("edges", p.Graph.Edges()),
	)
}

// ifWeighted is the heading of a column that says something new only if edges have weights.
func (w *workpiece) ifWeighted(heading string) string {
	if w.problem.Graph.TotalCommunication() == int64(w.problem.Graph.Edges()) {
		return ""
	}
	return heading
}

func (w *workpiece) legend() []string {
	cut := "cut"
	if w.problem.Latency > 0 {
		cut = "(cut + ℓ · messages/2)"
	}
	lines := []string{
		"used: parts that have a vertex; cut: edges between parts; imbalance: largest work of a part / mean",
		"H = work + communication: (P/W)² · Σ W_q², and μ · (P/N)^((d-1)/d) · " + cut,
	}
	if w.problem.Home != nil {
		lines[1] = "H = work + communication + migration: (P/W)² · Σ W_q², μ · (P/N)^((d-1)/d) · " + cut + ", and ν · P · the share moved"
		lines = append(lines, "moved: vertices that leave the part in which they lie now")
	}
	if w.problem.Latency > 0 {
		lines = append(lines, "messages: from one part to another, if all that it has to say is one")
	}
	return lines
}

// partFile is a file that is begun before the work, so that a name that cannot be written is an error at once.
type partFile struct {
	flag  string
	file  *output.File
	write func(io.Writer, partRow) error
}

// begin begins the files of the flags. The caller discards them in the end, even after an error.
func (w *workpiece) begin(flags *partitionFlags) (files []partFile, err error) {
	for _, f := range []struct {
		flag, name string
		write      func(io.Writer, partRow) error
	}{
		{"save-graph", flags.saveGraph, func(out io.Writer, _ partRow) error { return partition.Write(out, w.problem.Graph) }},
		{"out", flags.out, func(out io.Writer, best partRow) error { return partition.WriteParts(out, best.parts) }},
		{"picture", flags.picture, func(out io.Writer, best partRow) error {
			return figure.Write(out, w.draw(best, flags.seed))
		}},
	} {
		if f.name == "" {
			continue
		}
		file, err := output.Create(f.name)
		if err != nil {
			return files, fmt.Errorf("--%s: %w", f.flag, err)
		}
		files = append(files, partFile{f.flag, file, f.write})
	}
	return files, nil
}

// save completes a file with the best row.
func (f partFile) save(best partRow) error {
	err := f.write(f.file, best)
	if err == nil {
		err = f.file.Commit()
	}
	if err != nil {
		return fmt.Errorf("--%s: %w", f.flag, err)
	}
	return nil
}

// draw draws a row.
func (w *workpiece) draw(r partRow, seed uint64) figure.Picture {
	p := w.problem
	title := fmt.Sprintf("%s on %s", w.name, cli.Counted(p.Parts, "processor"))
	subtitle := fmt.Sprintf("method %s, μ = %v, seed %d: %s in use, cut %d, imbalance %.3f, H = %.2f",
		r.method, p.Mu, seed, cli.Counted(r.quality.Used, "part"), r.quality.Cut, r.quality.Imbalance, r.quality.Energy.H())
	if w.mesh != nil {
		return figure.Mesh(title, subtitle, w.mesh, r.parts, p.Parts)
	}
	return figure.Graph(title, subtitle, p.Graph, r.parts, p.Parts)
}
