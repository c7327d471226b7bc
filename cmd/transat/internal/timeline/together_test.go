package timeline

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/cmd/transat/internal/figure"
)

// watched is a recorder of a run that has ended, in which all looks are alike: processor i has i elements, and all
// but processor 0 work.
func watched(t *testing.T, r *Recorder, policy string, end balance.Ticks) *Recorder {
	t.Helper()
	r.start(
		Run{Policy: policy, Tree: "t", Machine: "m", Network: grid(t, 2, 3), Sides: []int{2, 3}, Expected: end},
		func(err error) { t.Error(err) })
	looks(r.form.(*samples), 6, end)
	if err := r.end(end); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestMoments(t *testing.T) {
	long, short := watched(t, Watch(), "slow", 10*balance.Second), watched(t, Watch(), "fast", 2*balance.Second)
	never := Watch() // its run has not begun
	picture, err := SnapshotPicture([]*Recorder{long, nil, never, short})
	if err != nil {
		t.Fatal(err)
	}
	g := picture.(figure.Grids)
	if diff := cmp.Diff([]string{"slow", "fast"}, g.Rows); diff != "" {
		t.Errorf("rows: -want +got:\n%s", diff)
	}
	// The times are shares of the short run; the samples of the long one lie 10 ms apart.
	if diff := cmp.Diff([]string{"0 s", "0.01 s", "0.02 s", "1 s", "1.94 s", "1.99 s"}, g.Columns); diff != "" {
		t.Errorf("columns: -want +got:\n%s", diff)
	}
	if g.Height != 2 || g.Width != 3 || len(g.Below.Series) != 2 || g.Below.X.To < 10 || g.Below.X.To > 10.1 {
		t.Errorf("grids of %d×%d, %d curves up to %v s", g.Height, g.Width, len(g.Below.Series), g.Below.X.To)
	}
	for rank := range 6 {
		much, nothing := g.Cell(1, 5, rank/3, rank%3)
		if want := math.Log1p(float64(rank)) / math.Log1p(5); math.Abs(much-want) > 1e-12 || nothing != (rank == 0) {
			t.Errorf("processor %d: %v, %v; want %v, and nothing only on processor 0", rank, much, nothing, want)
		}
	}
	// Curves go on to the ends of their runs, when all processors are without work.
	for i, end := range []float64{10, 2} {
		points := g.Below.Series[i].Points
		if last := (figure.Point{X: end, Y: 100}); points[len(points)-1] != last {
			t.Errorf("%s: the curve ends at %v, want %v", g.Rows[i], points[len(points)-1], last)
		}
	}
	if err := figure.Write(io.Discard, picture); err != nil {
		t.Error(err)
	}
	if _, err := SnapshotPicture([]*Recorder{never}); err == nil {
		t.Error("a picture of no run")
	}
}

// Pictures that are to be compared end at the same time, and have the same scale.
func TestPicturesTogetherShareTheirAxes(t *testing.T) {
	dir := t.TempDir()
	create := func(name string) *Recorder {
		r, err := Create(filepath.Join(dir, name), Whole())
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	alone := watched(t, create("alone.svg"), "fast", 2*balance.Second)
	all := []*Recorder{create("slow.svg"), nil, create("fast.svg"), create("fast.csv")}
	Together(all)
	watched(t, all[0], "slow", 60*balance.Second)
	watched(t, all[2], "fast", 2*balance.Second)
	watched(t, all[3], "fast", 2*balance.Second)
	if _, err := os.Stat(filepath.Join(dir, "fast.svg")); err == nil {
		t.Error("a picture did not wait for the others")
	}
	if all[3].Summary() == "" {
		t.Error("a file that is no picture waits")
	}
	if err := Finish(all); err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	slow, fast := read("slow.svg"), read("fast.svg")
	for _, tick := range []string{">20</text>", ">60</text>"} {
		if strings.Count(string(slow), tick) < 1 || !bytes.Contains(fast, []byte(tick)) {
			t.Errorf("tick %s is not on both axes", tick)
		}
	}
	if alone.Summary() == "" || bytes.Equal(read("alone.svg"), fast) {
		t.Error("a picture alone looks like one of several")
	}
}

// The picture says when nine in ten have work, under the first policy and the last.
func TestSpreadNote(t *testing.T) {
	run := func(policy string, idle ...int) *samples {
		s := &samples{SampleSeries: SampleSeries{Run: Run{Policy: policy, Network: grid(t, 4, 5)}}}
		for i, n := range idle {
			s.All = append(s.All, GridSample{Time: balance.Ticks(i) * balance.Second, Idle: n})
		}
		return s
	}
	quick, slow, never := run("quick", 19, 2, 5, 0), run("slow", 19, 12, 3, 1), run("never", 19, 18)
	for _, c := range []struct {
		runs []*samples
		want figure.Note
	}{
		{[]*samples{slow, never, quick}, figure.Note{
			At: figure.Point{X: 3, Y: 10}, Text: "nine in ten have work after 1 s under quick, after 3 s under slow",
		}},
		{[]*samples{never, quick}, figure.Note{At: figure.Point{X: 1, Y: 10}, Text: "nine in ten have work after 1 s under quick"}},
		{[]*samples{never, run("at once", 0)}, figure.Note{}},
	} {
		if diff := cmp.Diff(c.want, spreadNote(c.runs)); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}
