package timeline

import (
	"errors"
	"strings"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/sim"
)

// simulated writes the trace of a policy on a synthetic tree, and returns its events by phase.
func simulated(t *testing.T, spec balance.Spec, window Window, change func(*sim.Config[balancetest.Element])) map[string]int {
	t.Helper()
	chosen, err := balance.Choose(spec.Name)
	if err != nil {
		t.Fatal(err)
	}
	networks := balancetest.Networks(chosen, 3, 5)
	mesh := grid(t, 3, 5)
	maker, err := chosen.For(networks[0])
	if err != nil {
		t.Fatal(err)
	}
	estimate, err := balance.ChooseEstimate(spec.Estimate)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	tr := newTrace(
		Run{Tree: "synthetic", Policy: spec.Name, Load: spec.Estimate, Machine: "gcel-1024", Network: networks[0], Expected: balance.Second},
		window, &out)
	cfg := sim.Config[balancetest.Element]{
		Tree: &balancetest.Tree{Nodes: 1000, Seed: 3}, Topology: networks[0], Physical: mesh, Cost: sim.CostModels()[0],
		Policy: maker, Received: spec.Received, Estimate: estimate, Seed: 1, Timeline: tr.watch(),
	}
	change(&cfg)
	r, err := sim.Run(t.Context(), cfg)
	if err != nil && !errors.Is(err, sim.ErrLimit) {
		t.Fatal(err)
	}
	if _, _, err := tr.end(r.Time); err != nil {
		t.Fatal(err)
	}
	phases, err := checkTrace(strings.NewReader(out.String()))
	if err != nil {
		t.Fatal(err)
	}
	return phases
}

// The traces of real runs are what the format says, of all policies: whole ones, parts, and those of runs that
// were given up.
func TestTracesOfRunsKeepTheFormat(t *testing.T) {
	for _, spec := range balance.Policies() {
		if spec.Bound || testing.Short() && spec.Name != "plb" && spec.Name != "steal" {
			continue
		}
		t.Run(spec.Name, func(t *testing.T) {
			phases := simulated(t, spec, Whole(), func(*sim.Config[balancetest.Element]) {})
			moves := spec.Name != "none" && spec.Place == nil
			if phases["X"] < 15 || phases["C"] == 0 || (phases["s"] > 0) != moves {
				t.Errorf("the trace has %v", phases)
			}
			if !balancetest.Thorough(spec) {
				return
			}
			part := Window{From: 100 * balance.Millisecond, To: 900 * balance.Millisecond, First: 2, Last: 8}
			simulated(t, spec, part, func(*sim.Config[balancetest.Element]) {})
			simulated(t, spec, Whole(), func(cfg *sim.Config[balancetest.Element]) { cfg.Limit = balance.Second })
		})
	}
}

// Elements that arrive in the last moment of a run, of a window, or of the events that a trace may have.
func TestArrowsThatEndWithTheTrace(t *testing.T) {
	// 1 gets elements and sends them on at once; 2 gets them at 60 ns.
	feed := func(tl *sim.Timeline) {
		for _, m := range []sim.TimelineEvent{
			{Time: 0, Kind: sim.WorkBegan, Rank: 0},
			{Time: 0, Kind: sim.ElementsSent, Rank: 0, Peer: 1, Elements: 1},
			{Time: 50, Kind: sim.ElementsArrived, Rank: 1, Peer: 0, Elements: 1},
			{Time: 50, Kind: sim.ElementsSent, Rank: 1, Peer: 2, Elements: 1},
			{Time: 60, Kind: sim.ElementsArrived, Rank: 2, Peer: 1, Elements: 1},
			{Time: 60, Kind: sim.WorkBegan, Rank: 2},
		} {
			tl.Event(m)
		}
	}
	for _, tc := range []struct {
		name   string
		window Window
		events int // before these
		end    balance.Ticks
		arrows int
	}{
		{"in between", Whole(), 0, 100, 2},
		{"the run", Whole(), 0, 60, 2},
		{"a nanosecond later", Whole(), 0, 61, 2},
		{"the window", Window{To: 60, Last: -1}, 0, 100, 1},
		{"the window, a nanosecond later", Window{To: 61, Last: -1}, 0, 100, 1},
		{"the window, two nanoseconds later", Window{To: 62, Last: -1}, 0, 100, 2},
		{"the window begins with the first", Window{From: 50, Last: -1}, 0, 100, 1},
		{"the trace is full", Whole(), maxEvents - 4, 100, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var out strings.Builder
			tr := newTrace(Run{Network: grid(t, 1, 3)}, tc.window, &out)
			tr.events = tc.events
			feed(tr.watch())
			if _, _, err := tr.end(tc.end); err != nil {
				t.Fatal(err)
			}
			if _, err := checkTrace(strings.NewReader(out.String())); err != nil {
				t.Error(err)
			}
			if got := strings.Count(out.String(), `"ph":"s"`); got != tc.arrows {
				t.Errorf("%d arrows, want %d:\n%s", got, tc.arrows, out.String())
			}
		})
	}
}

// Names of files are not always text.
func TestNamesOfATraceAreQuoted(t *testing.T) {
	for _, name := range []string{`a "tree"`, "bell\a.cnf", "null\x00", "\xff\xfe", "\U0001fae0", "\u2028", `back\slash`} {
		var out strings.Builder
		tr := newTrace(Run{Tree: name, Policy: name, Load: name, Machine: name, Network: grid(t, 2)}, Whole(), &out)
		if _, _, err := tr.end(balance.Second); err != nil {
			t.Fatal(err)
		}
		if _, err := checkTrace(strings.NewReader(out.String())); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}
