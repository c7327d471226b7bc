package experiment_test

import (
	"fmt"
	"testing"
	"time"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/tasktree"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
)

// tasks is a tree of tasks, as lines of id, parent and work.
func tasks(t *testing.T, meta tasktree.Meta, lines ...[3]string) *tasktree.Tree {
	t.Helper()
	b := tasktree.NewBuilder(meta)
	for _, x := range lines {
		if err := b.Add(tasktree.Task{ID: x[0], Parent: x[1], Work: x[2]}); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// oneSetup is a setup of a policy with a load estimate.
func oneSetup(t *testing.T, policy, machine, load string, nodeTime balance.Ticks) compare.Setup {
	t.Helper()
	chosen, err := balance.Choose(policy)
	if err != nil {
		t.Fatal(err)
	}
	o := compare.Defaults(chosen)
	o.Sides, o.Load, o.NodeTime = []int{2, 2}, load, nodeTime
	if o.Machine, err = compare.ChoosePreset(machine); err != nil {
		t.Fatal(err)
	}
	if o.Machine.Lockstep != nil {
		o.Load, o.Budget = "count", 0
	}
	setups, err := o.Setups()
	if err != nil {
		t.Fatal(err)
	}
	return setups[0]
}

// The sequential time is the sum of the works, to the nanosecond, whatever the unit, on every machine.
func TestSequentialTimeOfTasks(t *testing.T) {
	lines := [][3]string{{"a", "", "0.25"}, {"b", "a", "1.5"}, {"c", "a", "0"}, {"d", "", "2"}, {"e", "b", "3.125"}, {"f", "b", "0.125"}}
	for _, c := range []struct {
		unit     string
		nodeTime balance.Ticks
		want     time.Duration // 7 units
	}{
		{"seconds", 0, 7 * time.Second},
		{"ms", 0, 7 * time.Millisecond},
		{"nodes", 0, 7 * time.Second}, // with decimals
		{"", 0, 7 * time.Second},
		{"ms", 5000, 35 * time.Microsecond},
		{"nodes", 2 * balance.Second, 14 * time.Second},
	} {
		for _, machine := range []string{"gcel-1024", "cluster", "maspar-mp1"} {
			for _, policy := range []string{"steal", "diffusion"} {
				if policy == "steal" && (machine == "maspar-mp1" || machine == "cluster" && c.want > time.Second) {
					continue
				}
				w := experiment.Of("x", balance.Tree[tasktree.Node](tasks(t, tasktree.Meta{Unit: c.unit}, lines...)), nil)
				s := w.Adapt(oneSetup(t, policy, machine, "count", c.nodeTime))
				r, err := w.Run(t.Context(), s, compare.Watch{})
				if err != nil {
					t.Fatalf("%s on %s: %v", policy, machine, err)
				}
				if time.Duration(r.Sequential) != c.want || r.Time < r.Sequential/4 {
					t.Errorf("7 %s, %v a node, %s on %s: sequential time %v, time %v; want %v",
						c.unit, c.nodeTime, policy, machine, time.Duration(r.Sequential), time.Duration(r.Time), c.want)
				}
			}
		}
	}
}

// Works without a unit of time, and without decimals, take the time of a usual node.
func TestTasksTakeAsLongAsNodes(t *testing.T) {
	w := experiment.OfTasks("x", tasks(t, tasktree.Meta{Unit: "nodes"}, [3]string{"a", "", "3"}))
	for _, machine := range []string{"gcel-1024", "cluster"} {
		s := oneSetup(t, "none", machine, "count", 0)
		want := balance.Ticks(compare.UsualNode(s.Cost) * 1e9)
		if s = w.Adapt(s); s.Cost.WorkTime != want || s.Cost.NodeTime != 0 {
			t.Errorf("%s: %d ns a unit and %d a node, want %d", machine, s.Cost.WorkTime, s.Cost.NodeTime, want)
		}
	}
}

// A time that does not suit the decimals of the works is refused in one line.
func TestNodeTimeOfDecimals(t *testing.T) {
	w := experiment.OfTasks("x", tasks(t, tasktree.Meta{}, [3]string{"a", "", "3.125"}))
	s := oneSetup(t, "none", "gcel-1024", "count", 1500)
	_, err := w.Run(t.Context(), w.Adapt(s), compare.Watch{})
	if want := "--node-time=1.5µs: works have 3 decimals, so want a multiple of 1µs"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// On cores, tasks keep a thread busy for as long as their work takes, under levels and measured loads.
func TestTasksOnCores(t *testing.T) {
	lines := [][3]string{{"a", "", "0.5"}}
	for i := range 40 {
		lines = append(lines, [3]string{fmt.Sprint(i), "a", fmt.Sprint(1 + i%3)})
	}
	p := &experiment.CoresPlan{
		Formula: input.GivenTasks("x", tasks(t, tasktree.Meta{Unit: "s", Pruned: true}, lines...)),
		Threads: 2, Rounds: 1,
	}
	for _, load := range []string{"count", "measured"} {
		p.Setups = append(p.Setups, oneSetup(t, "steal", "gcel-1024", load, 100*balance.Microsecond))
	}
	o, err := p.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	work := p.About.TotalWork / 10 // in whole units
	for _, row := range append(o.Rows(p), experiment.Row{}) {
		if row.Nodes != 41 && row.Nodes != 0 {
			t.Errorf("%v nodes", row.Nodes)
		}
	}
	if least := float64(work) * 100e-6; o.Sequential() < least {
		t.Errorf("sequential time %v s, and the work takes %v", o.Sequential(), least)
	}
	if !p.About.Tasks.Pruned {
		t.Error("nobody says that the tree was pruned")
	}
}

// A part of a tree has the loads of the tree; one without loads has none, and neither have its parts.
func TestPartsHaveLoads(t *testing.T) {
	var lines [][3]string
	for i := range 40 {
		lines = append(lines, [3]string{fmt.Sprint(i), fmt.Sprint((i - 1) / 2), "1"})
	}
	lines[0][1] = ""
	w := experiment.OfTasks("x", tasks(t, tasktree.Meta{Unit: "seconds"}, lines...))
	part, ok := w.Part(20)
	if !ok {
		t.Fatal("no part")
	}
	s := part.Adapt(oneSetup(t, "steal", "gcel-1024", "measured", 0))
	if r, err := part.Run(t.Context(), s, compare.Watch{}); err != nil || r.Nodes > 20 || r.Nodes < 5 {
		t.Errorf("%d nodes, %v", r.Nodes, err)
	}
}

// A mean time of nodes that is asked for is that of the tree, on all machines. Periods follow it if it is short, or very long.
func TestNodeTimeOfATree(t *testing.T) {
	for _, machine := range []string{"gcel-1024", "cluster"} {
		s := oneSetup(t, "plb", machine, "count", 50*balance.Millisecond).ForTree(3000, 10)
		if mean := s.Cost.Expand(3000, 10) / 10; mean < 49_999_000 || mean > 50_001_000 {
			t.Errorf("%s: the mean node takes %d ns", machine, mean)
		}
	}
	for _, c := range []struct {
		nodeTime balance.Ticks
		want     float64
	}{
		{balance.Millisecond, 0.17}, {50 * balance.Millisecond, 1.5}, {800 * balance.Millisecond, 1.5}, {100 * balance.Second, 170},
	} {
		s := oneSetup(t, "plb", "gcel-1024", "count", c.nodeTime).ForTree(30, 1)
		if got := s.Policy.Values["period"]; got != c.want {
			t.Errorf("nodes of %v: the period is %v s, want %v", time.Duration(c.nodeTime), got, c.want)
		}
	}
}
