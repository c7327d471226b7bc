package timeline

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/sim"
	"transat/cmd/transat/internal/recording"
)

// looks lets samples look at a run of n processors, as a simulation of that length does. Processor
// i has i elements with a load of i/2, all but processor 0 work.
func looks(s *samples, procs int, end balance.Ticks) {
	v := sim.View{Load: make([]float64, procs), Waiting: make([]int, procs), Busy: make([]bool, procs), Sent: 7, Messages: 9}
	for i := range procs {
		v.Load[i], v.Waiting[i], v.Busy[i] = float64(i)/2, i, i > 0
	}
	look := s.watch().Look
	for v.Time < end {
		v.Time = look(&v)
	}
}

// However long a run is, and however wrong the guess, there are neither few samples nor many.
func TestNumberOfSamples(t *testing.T) {
	network := grid(t, 1, 1)
	rapid.Check(t, func(t *rapid.T) {
		end := balance.Ticks(rapid.Int64Range(1e6, 1e15).Draw(t, "end"))
		expected := rapid.SampledFrom([]balance.Ticks{0, end / 1000, end / 2, end}).Draw(t, "expected")
		s := newSamples(Run{Network: network, Expected: expected}, ".csv", io.Discard)
		looks(s, 1, end)
		if n := len(s.All); n < maxSamples/2 || n > maxSamples+1 {
			t.Fatalf("%d samples", n)
		}
		for i, x := range s.All {
			if x.Time != balance.Ticks(i)*s.pace.Interval {
				t.Fatalf("sample %d is of %d, the interval is %d", i, x.Time, s.pace.Interval)
			}
		}
	})
}

func TestSampledForm(t *testing.T) {
	var out strings.Builder
	s := newSamples(
		Run{Tree: "t", Policy: "plb", Load: "count", Machine: "m", Seed: 3, Network: grid(t, 2, 2), Expected: 4 * balance.Second}, ".jsonl",
		&out)
	looks(s, 4, 10*balance.Millisecond)
	if _, _, err := s.end(11 * balance.Millisecond); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	want := []string{
		`{"format":"transat-timeline","version":1,"tree":"t","policy":"plb","network":"mesh 2x2","sides":[2,2],"load":"count",` +
			`"machine":"m","seed":3,"procs":4,"group":1,"samples":3,"interval_s":0.004,"time_s":0.011}`,
		// Loads 0, ½, 1, 1½; with their neighbours' 1/3+…: means ½, ⅔, ⅚, 1.
		`{"t_s":0,"idle":1,"waiting":6,"sigma":0.745356,"delta":0.248452,"sent":7,"messages":9,` +
			`"busy":[0,1,1,1],"elements":[0,1,2,3],"load":[0,0.5,1,1.5]}`,
	}
	if diff := cmp.Diff(want, lines[:2]); diff != "" || len(lines) != 4 {
		t.Errorf("%d lines, -want +got:\n%s", len(lines), diff)
	}
	for i, line := range lines {
		if !json.Valid([]byte(line)) {
			t.Errorf("line %d is no JSON: %s", i+1, line)
		}
	}
}

func TestLargeMachinesShareRows(t *testing.T) {
	s := newSamples(Run{Network: grid(t, 100, 100)}, ".svg", io.Discard)
	looks(s, 10_000, 1)
	x := s.All[0]
	if s.Group != 3 || len(x.Busy) != 3334 || x.Busy[0] != 2 || x.Busy[1] != 3 || x.Busy[3333] != 1 || x.Elements[1] != 3+4+5 ||
		x.load[3333] != 9999./2 {
		t.Errorf("groups of %d, %d rows, first %d, %d, last %d", s.Group, len(x.Busy), x.Busy[0], x.Busy[1], x.Busy[3333])
	}
	h := s.picture(s.extent())
	if much, nothing := h.Cell(0, 0); much <= 0 || math.Abs(nothing-1./3) > 1e-9 {
		t.Errorf("a cell with %v, and nothing in %v of it; want nothing in a third", much, nothing)
	}
	if _, nothing := h.Cell(0, 3333); nothing != 0 {
		t.Errorf("nothing in %v of the last row, want 0", nothing)
	}
}

func TestSumsAsCSV(t *testing.T) {
	var out strings.Builder
	s := newSamples(Run{Network: grid(t, 2, 2), Expected: 4 * balance.Second}, ".csv", &out)
	looks(s, 4, 10*balance.Millisecond)
	if _, _, err := s.end(0); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"t_s", "idle", "waiting", "load", "sigma", "delta", "sent", "messages"},
		{"0", "1", "6", "3", "0.745356", "0.248452", "7", "9"},
	}
	if diff := cmp.Diff(want, records[:2]); diff != "" || len(records) != 4 {
		t.Errorf("%d records, -want +got:\n%s", len(records), diff)
	}
}

func TestDispersionInACliqueIsNone(t *testing.T) {
	clique := newSamples(Run{Network: networkOf(t, "clique", 4)}, ".csv", io.Discard)
	tree := newSamples(Run{Network: networkOf(t, "tree", 4)}, ".csv", io.Discard)
	looks(clique, 4, 1)
	looks(tree, 4, 1)
	if d := clique.All[0].delta; d != 0 {
		t.Errorf("δ is %v in a clique", d)
	}
	if d := tree.All[0].delta; d == 0 {
		t.Errorf("δ is %v in a tree", d)
	}
}

// A processor's load becomes the mean over it and its neighbours, which are fewer at the ends of a line.
func TestSmoothTakesTheMeanOverTheNeighbours(t *testing.T) {
	s := newSamples(Run{Network: grid(t, 1, 3)}, ".csv", io.Discard)
	if diff := cmp.Diff([]float64{3, 4, 6}, s.smooth([]float64{0, 6, 6})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// After a thousand looks the interval doubles.
func TestPaceDoubles(t *testing.T) {
	p := recording.Schedule{From: 5, Interval: 10, Most: 1000}
	for _, c := range []struct{ at, next balance.Ticks }{{0, 5}, {5, 15}, {9995, 10_005}, {10_005, 10_025}, {10_025, 10_045}} {
		if got := p.Next(c.at); got != c.next {
			t.Errorf("at %d: %d, want %d", c.at, got, c.next)
		}
	}
}
