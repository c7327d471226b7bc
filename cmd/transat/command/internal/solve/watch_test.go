package solve

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/terminal"
	"transat/cmd/transat/internal/terminal/terminaltest"
	"transat/solver"
	"transat/solver/cnf"
)

// Without a terminal, a c line comes every half minute.
func TestProgressAsComments(t *testing.T) {
	began := time.Unix(0, 0)
	now := began
	var got []string
	w := &watched{
		name: "f", began: began, now: func() time.Time { return now }, next: began.Add(commentEvery),
		comment: func(line string) { got = append(got, line) },
	}
	for _, step := range []struct {
		at time.Duration
		p  solver.Progress
	}{
		{time.Second, solver.Progress{Flips: 1 << 20, Least: 1}},
		{29 * time.Second, solver.Progress{Flips: 1 << 24, Least: 2}},
		{30 * time.Second, solver.Progress{Flips: 20_000_000, Least: 2}},
		{45 * time.Second, solver.Progress{Nodes: 1000}},
		{60 * time.Second, solver.Progress{Nodes: 3_000_000, Before: 1_000_000, Closed: 0.125}},
		{61 * time.Second, solver.Progress{Nodes: 3_100_000, Closed: 0.125}},
		{100 * time.Second, solver.Progress{Conflicts: 250_000}},
	} {
		now = began.Add(step.at)
		w.set(step.p)
	}
	w.done(solver.Result{})
	want := []string{
		"after 30s: local search, 20,000,000 flips, at best 2 clauses false",
		"after 1m0s: 4,000,000 nodes, 50k nodes/s, 12.5 % of the tree closed",
		"after 1m40s: 250,000 conflicts, 2.5k conflicts/s",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// On a cluster, where nodes are reported late, no speed is told before it is known; but how long it takes, as soon as that is.
func TestNoSpeedBeforeItIsKnown(t *testing.T) {
	for elapsed, want := range map[time.Duration]string{
		7 * time.Second: "600,000 nodes, 1.0 % of the tree closed",
		8 * time.Second: "600,000 nodes, 75k nodes/s, 1.0 % of the tree closed",
	} {
		w := &watched{lag: 2 * time.Second}
		if got := strings.Join(w.words(solver.Progress{Nodes: 600_000, Closed: 0.01}, elapsed), ", "); got != want {
			t.Errorf("after %v: %q, want %q", elapsed, got, want)
		}
	}
	tty := terminaltest.Open(t, 80)
	w := &watched{lag: 2 * time.Second, name: "f", line: terminal.NewLine(tty.File)}
	w.draw(solver.Progress{Nodes: 600_000, Closed: 0.5, Off: 1.5}, 7*time.Second)
	got := strings.Join(tty.Lines(), "\n")
	if !strings.HasPrefix(got, " 50% ") || !strings.HasSuffix(got, " solving f, about 7s to go (2s to 14s)") {
		t.Errorf("the terminal shows %q", got)
	}
}

// Cubes tell what they will cost, as soon as enough is known.
func TestProgressOfCubes(t *testing.T) {
	const nodes = "600,000 nodes, 10k nodes/s, 25.0 % of the tree closed"
	for want, w := range map[string]*watched{
		nodes + ", about 3m0s to go (1m0s to 7m0s), about 4m0s of 2 cores in all": {cores: 2},
		nodes + ", about 3m0s to go (1m0s to 7m0s)":                               {},
	} {
		if got := strings.Join(w.words(solver.Progress{Nodes: 600_000, Closed: 0.25, Off: 2}, time.Minute), ", "); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	late := &watched{lag: time.Second} // the last report is half a minute old, and the time to go becomes less
	for elapsed, want := range []string{"about 3m0s to go (1m0s to 7m0s)", "about 2m30s to go (30s to 6m30s)"} {
		p := solver.Progress{Nodes: 600_000, Closed: 0.25, Off: 2}
		got := strings.Join(late.words(p, time.Minute+time.Duration(elapsed)*30*time.Second), ", ")
		if got != nodes+", "+want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	w := &watched{cores: 2}
	list := solver.Progress{Nodes: 5000, Closed: 0.25, Cubes: 2144, AllCubes: 10_000}
	if got, want := strings.Join(w.words(list, time.Minute), ", "), "2,144 of 10,000 cubes, 25.0 % of the tree closed"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, p := range []solver.Progress{{Closed: 0.2}, {Closed: 1, Off: 2}} {
		if got := w.cost(p, time.Minute); got != "" {
			t.Errorf("%+v: %q", p, got)
		}
	}
	tty := terminaltest.Open(t, 80)
	w.name, w.line = "hard.cnf", terminal.NewLine(tty.File)
	w.draw(solver.Progress{Nodes: 600, Closed: 0.25, Off: 2}, time.Hour)
	if got := strings.Join(tty.Lines(), "\n"); !strings.HasSuffix(got, "about 3h0m0s to go (1h0m0s to 7h0m0s)") {
		t.Errorf("the terminal shows %q", got)
	}
	const unknown = "solving hard.cnf" // a share is shown once it says something
	for off, want := range map[float64]string{0: unknown, 2: " 25% ", 9: unknown} {
		tty = terminaltest.Open(t, 80)
		on := &watched{name: "hard.cnf", cubes: true, cores: 2, line: terminal.NewLine(tty.File)}
		on.draw(solver.Progress{Nodes: 600, Closed: 0.25, Off: off}, time.Minute)
		if got := strings.Join(tty.Lines(), "\n"); !strings.HasPrefix(got, want) {
			t.Errorf("off by %v, the terminal shows %q", off, got)
		}
	}
	tty = terminaltest.Open(t, 80)
	w.line, w.bar = terminal.NewLine(tty.File), nil
	w.draw(list, time.Second)
	if got := strings.Join(tty.Lines(), "\n"); !strings.HasSuffix(got, " solving hard.cnf, 2,144 of 10,000 cubes") {
		t.Errorf("the terminal shows %q", got)
	}
	w.json = func(line string) {
		if want := `{"time_s":1,"phase":"search","nodes":5000,"nodes_before":0,"closed":0.25,"cubes":2144,"all_cubes":10000}`; line != want {
			t.Errorf("got %s, want %s", line, want)
		}
	}
	w.tell(progressLine{Time: 1, Progress: list})
}

// A proof by parts tells how many are there, and about how long the others will take.
func TestProgressOfParts(t *testing.T) {
	w := &watched{}
	for want, p := range map[string]solver.Progress{
		"0 of 1,200 parts": {AllParts: 1200}, "30 of 90 parts, about 2m0s to go": {Parts: 30, AllParts: 90},
		"2 of 2 parts": {Parts: 2, AllParts: 2},
	} {
		if got := strings.Join(w.words(p, time.Minute), ", "); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	lines := []string{}
	w.json = func(line string) { lines = append(lines, line) }
	w.tell(progressLine{Time: 1, Progress: solver.Progress{Parts: 3, AllParts: 9}})
	if want := `{"time_s":1,"phase":"parts","parts":3,"all_parts":9}`; lines[0] != want {
		t.Errorf("got %s, want %s", lines[0], want)
	}
}

// The closing line says which engine has done what.
func TestClosing(t *testing.T) {
	tree := solver.Result{Engine: solver.DPLL, Procs: 2}
	tree.Stats.Nodes = 1
	learning := solver.Result{Engine: solver.CDCL}
	learning.Stats.Decisions = 2000
	for want, end := range map[string]solver.Result{
		"local search: 7 flips in 1.50 s": {Engine: solver.Auto, Flips: 7}, // a limit
		"":                                {},
		"dpll: 1 node in 1.50 s":          tree,
		"cdcl: 2,000 decisions in 1.50 s": learning,
		"local search: 3 flips in 1.50 s": {Engine: solver.DPLL, Local: true, Flips: 3},
		"cube: 4 cubes, 5 conflicts in 1.50 s": {
			Engine: solver.Cube, Procs: 2, Cubes: solver.CubeStats{Cubes: 4, Conflicts: 5},
		},
	} {
		o := &solveOutput{parse: time.Second, solving: 500 * time.Millisecond}
		if got := o.closing(end); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	o := &solveOutput{models: &enumerated{}}
	o.models.Count = 1
	if got, want := o.closing(learning), "cdcl: 1 model in 0.00 s"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// JSON lines come at the beginning, every second, and at the end.
func TestProgressForPrograms(t *testing.T) {
	now := time.Unix(0, 0)
	var got []string
	w := &watched{began: now, now: func() time.Time { return now }, json: func(line string) { got = append(got, line) }}
	for range 5 {
		w.set(solver.Progress{Flips: 10, Least: 3})
		now = now.Add(500 * time.Millisecond)
	}
	now = now.Add(500 * time.Millisecond)
	w.set(solver.Progress{Conflicts: 42})
	w.set(solver.Progress{Nodes: 7, Before: 3, Closed: 0.5})
	now = now.Add(time.Second)
	end := solver.Result{Now: 9}
	end.Verdict, end.Stats.Nodes = cnf.Unsatisfiable, 12
	w.done(end)
	want := strings.TrimSpace(`
{"time_s":0,"phase":"local search","flips":10,"least_false_clauses":3}
{"time_s":1,"phase":"local search","flips":10,"least_false_clauses":3}
{"time_s":2,"phase":"local search","flips":10,"least_false_clauses":3}
{"time_s":3,"phase":"learning","conflicts":42}
{"time_s":4,"phase":"end","nodes":9,"nodes_before":3,"closed":1,"verdict":"UNSATISFIABLE"}`)
	if diff := cmp.Diff(want, strings.Join(got, "\n")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
