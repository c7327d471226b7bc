package timeline

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
)

// event is an event of a trace.
type event struct {
	Phase    string  `json:"ph"`
	Name     string  `json:"name"`
	Rank     int     `json:"tid"` // in the file, one more
	At       float64 `json:"ts"`  // µs
	Duration float64 `json:"dur"` // µs
	ID       int     `json:"id"`
	Args     any     `json:"args"`
}

func grid(t interface{ Fatal(...any) }, sides ...int) *topology.Grid {
	g, err := topology.NewGrid("mesh", sides...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// traced feeds a trace of a machine of 2x2, and returns its events but the names of the tracks.
func traced(t interface{ Fatal(...any) }, window Window, end balance.Ticks, feed func(*sim.Timeline)) []event {
	var out strings.Builder
	tr := newTrace(Run{Tree: `a "tree"`, Policy: "plb", Network: grid(t, 2, 2)}, window, &out)
	feed(tr.watch())
	if _, _, err := tr.end(end); err != nil {
		t.Fatal(err)
	}
	var file struct {
		Events []event `json:"traceEvents"`
	}
	if err := json.Unmarshal([]byte(out.String()), &file); err != nil {
		t.Fatal(err, out.String())
	}
	var events []event
	for _, e := range file.Events {
		e.Rank--
		if e.Phase != "M" {
			events = append(events, e)
		}
	}
	return events
}

// day is a short run: processor 0 begins, and sends elements to 1, which runs out of them.
func day(t *sim.Timeline) {
	const us = balance.Microsecond
	for _, m := range []sim.TimelineEvent{
		{Time: 0, Kind: sim.WorkBegan, Rank: 0},
		{Time: 10 * us, Kind: sim.MessageSent, Rank: 1, Peer: 0},
		{Time: 20 * us, Kind: sim.PhaseBegan, Rank: 0},
		{Time: 20*us + 5, Kind: sim.ElementsSent, Rank: 0, Peer: 1, Elements: 2},
		{Time: 30 * us, Kind: sim.ElementsArrived, Rank: 1, Peer: 0, Elements: 2},
		{Time: 30 * us, Kind: sim.WorkBegan, Rank: 1},
		{Time: 70 * us, Kind: sim.WorkRanOut, Rank: 1},
	} {
		t.Event(m)
	}
}

func TestTrace(t *testing.T) {
	to := func(rank int) any { return map[string]any{"to": float64(rank)} }
	for _, tc := range []struct {
		name   string
		window Window
		want   []event
	}{
		{"whole", Whole(), []event{
			{Phase: "i", Name: "message", Rank: 1, At: 10, Args: to(0)},
			{Phase: "i", Name: "phase", Rank: 0, At: 20},
			{Phase: "s", Name: "2 elements", Rank: 0, At: 20.006, ID: 1},
			{Phase: "f", Name: "2 elements", Rank: 1, At: 30.001, ID: 1},
			{Phase: "X", Name: "idle", Rank: 1, At: 0, Duration: 30},
			{Phase: "X", Name: "busy", Rank: 1, At: 30, Duration: 40},
			{Phase: "X", Name: "busy", Rank: 0, At: 0, Duration: 90},
			{Phase: "X", Name: "idle", Rank: 1, At: 70, Duration: 20},
			{Phase: "X", Name: "idle", Rank: 2, At: 0, Duration: 90},
			{Phase: "X", Name: "idle", Rank: 3, At: 0, Duration: 90},
		}},
		{"from 15 µs to 50 µs, processor 1", Window{From: 15 * balance.Microsecond, To: 50 * balance.Microsecond, First: 1, Last: 1}, []event{
			{Phase: "i", Name: "arrived", Rank: 1, At: 30, Args: map[string]any{"elements": 2., "from": 0.}},
			{Phase: "X", Name: "idle", Rank: 1, At: 15, Duration: 15},
			{Phase: "X", Name: "busy", Rank: 1, At: 30, Duration: 20},
		}},
		{"processor 0", Window{Last: 0}, []event{
			{Phase: "i", Name: "phase", Rank: 0, At: 20},
			{Phase: "i", Name: "sent", Rank: 0, At: 20.005, Args: map[string]any{"elements": 2., "to": 1.}},
			{Phase: "X", Name: "busy", Rank: 0, At: 0, Duration: 90},
		}},
		{"an arrow that began before", Window{From: 25 * balance.Microsecond, Last: 1}, []event{
			{Phase: "X", Name: "idle", Rank: 1, At: 25, Duration: 5},
			{Phase: "X", Name: "busy", Rank: 1, At: 30, Duration: 40},
			{Phase: "X", Name: "busy", Rank: 0, At: 25, Duration: 65},
			{Phase: "X", Name: "idle", Rank: 1, At: 70, Duration: 20},
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, traced(t, tc.window, 90*balance.Microsecond, day)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestCountersOfATrace(t *testing.T) {
	events := traced(t, Window{From: 5, To: 8, Last: -1}, 10, func(tl *sim.Timeline) {
		for at := balance.Ticks(0); at < forever; {
			at = tl.Look(&sim.View{Time: at, Waiting: []int{3, 0, 1, 0}, Busy: []bool{true, false, true, true}})
		}
	})
	want := []event{
		{Phase: "C", Name: "without work", At: 0.005, Args: map[string]any{"processors": 1.}},
		{Phase: "C", Name: "waiting", At: 0.005, Args: map[string]any{"elements": 4.}},
	}
	if diff := cmp.Diff(want, events[:2]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Whatever happens, the spans of a processor follow each other without gaps, from the beginning to the end.
func TestSpansCoverTheRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOfN(rapid.Int64Range(0, 10_000), 0, 60).Draw(t, "steps")
		now := balance.Ticks(0)
		busy := make([]balance.Ticks, 4)
		state := make([]bool, 4)
		since := make([]balance.Ticks, 4)
		events := traced(t, Whole(), 1_000_000, func(tl *sim.Timeline) {
			for i, step := range times {
				now += balance.Ticks(step)
				rank := rapid.IntRange(0, 3).Draw(t, fmt.Sprint("rank", i))
				kind := sim.WorkBegan
				if state[rank] {
					kind = sim.WorkRanOut
					busy[rank] += now - since[rank]
				}
				state[rank], since[rank] = !state[rank], now
				tl.Event(sim.TimelineEvent{Time: now, Kind: kind, Rank: rank})
			}
		})
		var all, worked [4]float64
		for _, e := range events {
			if e.At-all[e.Rank] > 1e-6 || all[e.Rank]-e.At > 1e-6 {
				t.Fatalf("a gap before %+v", e)
			}
			all[e.Rank] += e.Duration
			if e.Name == "busy" {
				worked[e.Rank] += e.Duration
			}
		}
		for rank := range 4 {
			want := busy[rank]
			if state[rank] {
				want += 1_000_000 - since[rank]
			}
			if d := worked[rank]*1000 - float64(want); all[rank] < 1000-1e-6 || all[rank] > 1000+1e-6 || d > 0.01 || d < -0.01 {
				t.Fatalf("processor %d: %v µs, busy for %v µs; want 1000 and %v ns", rank, all[rank], worked[rank], want)
			}
		}
	})
}

func TestTraceEndsWhenItIsFull(t *testing.T) {
	tr := newTrace(Run{Network: grid(t, 1, 2)}, Whole(), io.Discard)
	tl := tr.watch()
	for i := range balance.Ticks(maxEvents + 10) {
		tl.Event(sim.TimelineEvent{Time: i * balance.Second, Kind: sim.PhaseBegan})
	}
	summary, full, err := tr.end(2 * maxEvents * balance.Second)
	if !full || err != nil || !strings.Contains(summary, "1000002 events") || !strings.Contains(summary, "up to 1e+06 s of 2e+06 s") {
		t.Errorf("%q, full: %v, error %v", summary, full, err)
	}
}

func TestTracksSayWhereTheyAre(t *testing.T) {
	ring, err := topology.New("ring", 3, 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		network topology.Network
		want    string
	}{{grid(t, 3, 4), "processor 7 (1,3)"}, {grid(t, 2, 2, 3), "processor 7 (1,0,1)"}, {ring, "processor 7"}} {
		if got := newTrace(Run{Network: tc.network}, Whole(), io.Discard).name(7); got != tc.want {
			t.Errorf("%v: %q, want %q", tc.network, got, tc.want)
		}
	}
}
