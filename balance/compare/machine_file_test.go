package compare_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/compare"
	"transat/balance/sim"
)

func TestAMachineComesBackFromItsFile(t *testing.T) {
	for _, p := range compare.Presets() {
		if p.Lockstep != nil {
			continue
		}
		p.Cost.Era = "" // of which a file says nothing
		p.Crowd, p.Periods, p.Pause = []float64{1, 1.25}, 0.2, 5*balance.Millisecond
		var text strings.Builder
		if err := compare.WriteMachine(&text, p); err != nil {
			t.Fatal(err)
		}
		got, err := compare.ReadMachine("mine.json", strings.NewReader(text.String()))
		if diff := cmp.Diff(p, got); err != nil || diff != "" {
			t.Errorf("%s (-written +read), error %v:\n%s", p.Cost.Name, err, diff)
		}
	}
}

func TestMachineFileErrors(t *testing.T) {
	const grid = `"name": "mine", "work_time": "2ns", "link_time": "1µs"`
	const two = `"name": "mine", "work_time": "2ns", "computer": 2, "inside": {"latency": "1µs", "bandwidth": 10}`
	const between = `, "between": {"latency": "1µs", "bandwidth": 10}`
	for text, want := range map[string]string{
		"{" + grid + "}":                          "",
		"{" + two + between + "}":                 "",
		"":                                        "mine.json:1: the machine ends too early",
		"{\n" + grid:                              "mine.json:2: the machine ends too early",
		"{\n" + grid + "}\n\n{}":                  "mine.json:4: want nothing after the machine",
		"[]":                                      "mine.json:1: array: want a machine in braces",
		"{\n'name'":                               "mine.json:2: no JSON",
		"{" + grid + ",\n\"speed\": 3}":           `mine.json:2: unknown key "speed"`,
		"{" + grid + ",\n\"node_time\": 3}":       "mine.json:2: node_time is a number: want a string",
		`{"name": "", "work_time": "2ns"}`:        `mine.json: name: "": want up to 40 letters`,
		`{"name": "a\u001bb"}`:                    `mine.json: name: "a\x1bb"`,
		`{"name": "mine"}`:                        "mine.json: machine mine: WorkTime is 0 ns, must be at least 1 ns",
		"{" + grid + `, "node_time": "soon"}`:     `mine.json: node_time: "soon": want a time from 0s to 1h0m0s`,
		"{" + grid + `, "node_time": "-1s"}`:      `mine.json: node_time: "-1s"`,
		"{" + grid + `, "node_time": "2h"}`:       `mine.json: node_time: "2h"`,
		"{" + grid + `, "element_bytes": -1}`:     "mine.json: element_bytes and level_bytes: -1 and 0: want 0 to",
		"{" + grid + `, "crowd": [2]}`:            "mine.json: crowd: number 1 is 2: want 1 first",
		"{" + grid + `, "crowd": [1, 0.5]}`:       "mine.json: crowd: number 2 is 0.5",
		"{" + grid + `, "periods": -1}`:           "mine.json: periods: -1: want a multiple",
		"{" + grid + `, "computer": 2}`:           "mine.json: want computer, inside and between together",
		"{" + two + "}":                           "mine.json: want computer, inside and between together",
		"{" + two + `, "between": {}}`:            "mine.json: machine mine: between computers it has a gap of 0 ns",
		"{" + grid + strings.Repeat(" ", 1<<20):   "mine.json: more than 1048576 bytes",
		"{" + two + between + `, "computer": -1}`: "mine.json: want computer, inside and between together",
	} {
		_, err := compare.ReadMachine("mine.json", strings.NewReader(text))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, want) || (want == "") != (err == nil) || strings.Contains(got, "\n") {
			t.Errorf("%.80q: the error is %q, want %q", text, got, want)
		}
	}
}

// Nodes take longer while more processors are at work, and the sequential time is that of one.
func TestCrowd(t *testing.T) {
	steal, err := balance.Choose("steal")
	if err != nil {
		t.Fatal(err)
	}
	o := compare.Defaults(steal)
	o.Machine, o.Sides = compare.Presets()[0], []int{2, 2}
	tree := &balancetest.Tree{Nodes: 5000, Seed: 1}
	run := func(crowd ...float64) balance.Result {
		t.Helper()
		o.Machine.Crowd = crowd
		setups, err := o.Setups()
		if err != nil {
			t.Fatal(err)
		}
		work, nodes, _ := tree.Subtree(tree.Root())
		done := balance.Ticks(0)
		look := func(v *sim.View) balance.Ticks {
			if v.Done < done {
				t.Errorf("after %d ns, work that takes %d ns is done, and %d before", v.Time, v.Done, done)
			}
			done = v.Done
			return v.Time + balance.Second
		}
		r, err := compare.Simulate(t.Context(), setups[0].ForTree(work, nodes), tree, compare.Watch{Timeline: &sim.Timeline{Look: look}})
		if err != nil {
			t.Fatal(err)
		}
		if done > r.Sequential || done < r.Sequential*9/10 {
			t.Errorf("at the last look, work that takes %d ns is done, and at the end %d", done, r.Sequential)
		}
		return r
	}
	alone, crowded := run(), run(1, 1.2, 1.5) // the last is that of four, too
	if alone.Sequential != crowded.Sequential {
		t.Errorf("sequential time %v, and %v where processors crowd", alone.Sequential, crowded.Sequential)
	}
	if longer := float64(crowded.Busy) / float64(alone.Busy); longer < 1.499 || longer > 1.501 {
		t.Errorf("nodes take %v times as long, want 1.5 times", longer)
	}
	for procs, want := range map[int]float64{1: 1, 2: 1.2, 3: 1.5, 64: 1.5} {
		if got := o.Machine.Longer(procs); got != want {
			t.Errorf("with %d processors nodes take %v times as long, want %v", procs, got, want)
		}
	}
	o.Machine.Cost.Computer = 2
	if got := o.Machine.Longer(64); got != 1.2 {
		t.Errorf("with 64 processors in computers of 2, nodes take %v times as long, want 1.2", got)
	}
}

// A machine may say how long periods are, whatever a node takes.
func TestPeriodsOfAMachine(t *testing.T) {
	lade, err := balance.Choose("lade")
	if err != nil {
		t.Fatal(err)
	}
	o := compare.Defaults(lade)
	for _, p := range compare.Presets() {
		if p.Cost.Computer == 0 {
			continue
		}
		p.Periods, o.NodeTime = 0.2, 5
		o.Machine = p
		setups, err := o.Setups()
		if err != nil {
			t.Fatal(err)
		}
		s := setups[0].ForTree(1000, 10)
		if got, want := s.Policy.Values["period"], 0.2*lade.Values["period"]; got != want {
			t.Errorf("%s: a period of %v s, want %v", p.Cost.Name, got, want)
		}
	}
}
