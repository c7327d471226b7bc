package timeline

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/dustin/go-humanize/english"

	"transat/balance"
	"transat/cmd/transat/internal/figure"
)

// Pictures of several runs that are meant to be compared have one time axis and one scale of colours, so they are
// drawn when all runs have ended.

// Together makes the pictures of several recorders ones that can be compared: their End writes nothing, and Finish
// writes them all. Recorders of other files stay as they are; nil ones are passed over.
func Together(all []*Recorder) {
	for _, r := range all {
		if r != nil && isPicture(r.name) {
			r.waits = true
		}
	}
}

func isPicture(name string) bool {
	extension, _ := Extension(name)
	return extension == figure.Extension
}

// Finish writes the pictures that have waited for each other.
func Finish(all []*Recorder) error {
	common := extent{}
	for _, r := range all {
		if s := r.waiting(); s != nil {
			common = common.with(s.extent())
		}
	}
	for _, r := range all {
		if s := r.waiting(); s != nil {
			s.shared = &common
			if err := r.finish(r.ended[0]); err != nil {
				return err
			}
		}
	}
	return nil
}

// waiting are the samples of a recorder that waits with a file, and of which the run has ended; or nil.
func (r *Recorder) waiting() *samples {
	if r == nil || r.file == nil {
		return nil
	}
	return r.seen()
}

// seen are the samples of a recorder that waits, and of which the run has ended; or nil.
func (r *Recorder) seen() *samples {
	if r == nil || !r.waits || len(r.ended) == 0 {
		return nil
	}
	s, _ := r.form.(*samples)
	return s
}

// Watch returns a recorder without a file, for SnapshotPicture.
func Watch() *Recorder {
	return &Recorder{waits: true, begin: func(run Run, _ io.Writer) form { return newSamples(run, "", io.Discard) }}
}

// SnapshotTimes are the shares of the shortest run at which SnapshotPicture shows it: more at the beginning, when work spreads, and at
// the end, when it runs out.
func SnapshotTimes() []float64 { return []float64{0.002, 0.005, 0.012, 0.5, 0.97, 0.995} }

// SnapshotPicture is a picture of the grid at work: for each run that was watched, who has work at some moments, and below
// how many are without any over time. The grid is that of the machine; with other than two sides its rows are those
// of the first.
func SnapshotPicture(all []*Recorder) (figure.Picture, error) {
	var runs []*samples
	for _, r := range all {
		if s := r.seen(); s != nil && len(s.All) > 0 {
			s.End = r.ended[0]
			runs = append(runs, s)
		}
	}
	if len(runs) == 0 {
		return nil, errors.New("there is nothing to draw: no run has begun")
	}
	common, shortest := extent{}, runs[0].extent().to
	for _, s := range runs {
		common, shortest = common.with(s.extent()), min(shortest, s.extent().to)
	}
	run := runs[0].Run
	g := figure.Grids{
		Title:    english.Plural(run.Network.Procs(), "processor", "") + " at work",
		Subtitle: fmt.Sprintf("elements waiting on each processor of the grid; %s, machine %s, seed %d", run.Tree, run.Machine, run.Seed),
		Height:   run.Sides[0],
		Width:    run.Network.Procs() / run.Sides[0],
		Scale:    common.marks(),
		Nothing:  noWorkName,
		Below: figure.Chart{
			X: figure.Axis{Label: "simulated time, s", To: common.to.Seconds()},
			Y: figure.Axis{Label: "without work, %", To: 100, Ticks: []float64{0, 50, 100}},
		},
	}
	var times []balance.Ticks
	for _, share := range SnapshotTimes() {
		at := balance.Ticks(share * float64(shortest))
		times = append(times, at)
		g.Columns = append(g.Columns, fmt.Sprintf("%.3g s", runs[0].At(at).Time.Seconds()))
	}
	for _, s := range runs {
		g.Rows = append(g.Rows, s.Run.Policy)
		curve := figure.Series{Name: s.Run.Policy, Policy: s.Run.Policy, Show: figure.Lines}
		curve.Points = s.withoutWork()
		g.Below.Series = append(g.Below.Series, curve)
	}
	g.Below.Note = spreadNote(runs)
	g.Cell = func(row, column, y, x int) (much float64, nothing bool) {
		s := runs[row]
		sample := s.At(times[column])
		i := (y*g.Width + x) / s.Group
		members := float64(s.Members(i))
		return common.shade(float64(sample.Elements[i]) / members), sample.Busy[i] == 0
	}
	return g, nil
}

// spreadNote says how soon nine processors in ten have work: under the policy that spreads it first, and the one that does so last.
func spreadNote(runs []*samples) figure.Note {
	const nearlyAll = 10 // percent without work
	type moment struct {
		policy string
		at     float64
	}
	var all []moment
	for _, s := range runs {
		i := slices.IndexFunc(s.All, func(x GridSample) bool { return s.idlePercent(x) <= nearlyAll })
		if i >= 0 && s.All[i].Time > 0 {
			all = append(all, moment{s.Run.Policy, s.All[i].Time.Seconds()})
		}
	}
	if len(all) == 0 {
		return figure.Note{}
	}
	byTime := func(a, b moment) int { return cmp.Compare(a.at, b.at) }
	first, last := slices.MinFunc(all, byTime), slices.MaxFunc(all, byTime)
	text := fmt.Sprintf("nine in ten have work after %.2g s under %s", first.at, first.policy)
	if last.at > first.at {
		text += fmt.Sprintf(", after %.2g s under %s", last.at, last.policy)
	}
	return figure.Note{At: figure.Point{X: last.at, Y: nearlyAll}, Text: text}
}
