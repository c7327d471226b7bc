package sim

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
)

func TestRunRefusesNonsense(t *testing.T) {
	good := config(t, "none", "mesh", []int{2, 3}, &balancetest.Tree{Nodes: 10})
	for _, c := range []struct {
		name, want string
		spoil      func(*Config[balancetest.Element])
	}{
		{
			"no work time", "machine gcel-1024: WorkTime is 0 ns, must be at least 1 ns",
			func(c *Config[balancetest.Element]) { c.Cost.WorkTime = 0 },
		},
		{
			"negative time", "machine gcel-1024: a time of its cost model is negative",
			func(c *Config[balancetest.Element]) { c.Cost.RouteCPU = -1 },
		},
		{
			"sizes differ", "mesh 2x3 has 6 processors, mesh 2x2 has 4",
			func(c *Config[balancetest.Element]) { c.Physical = grid(t, "mesh", 2, 2) },
		},
		{"negative budget", "budget -1 ns: must be at least 0", func(c *Config[balancetest.Element]) { c.Budget = -1 }},
		{"negative grain", "grain -0.1: must be at least 0", func(c *Config[balancetest.Element]) { c.Grain = -0.1 }},
		{"grain is no number", "grain NaN: must be at least 0", func(c *Config[balancetest.Element]) { c.Grain = math.NaN() }},
		{"unknown start", `unknown start "corner": want middle, root or spread`, func(c *Config[balancetest.Element]) { c.Start = "corner" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := good
			c.spoil(&cfg)
			r, err := Run(context.Background(), cfg)
			if err == nil || err.Error() != c.want {
				t.Errorf("error %v, want %s", err, c.want)
			}
			if diff := cmp.Diff(balance.Result{}, r); diff != "" {
				t.Errorf("there is a result (-none +got):\n%s", diff)
			}
		})
	}
}

func TestChooseCostModel(t *testing.T) {
	var names []string
	for _, m := range CostModels() {
		names = append(names, m.Name)
		if m.Title == "" || m.Source == "" {
			t.Errorf("%s: title %q, source %q", m.Name, m.Title, m.Source)
		}
		got, err := ChooseCostModel(m.Name)
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(m, got); diff != "" {
			t.Errorf("ChooseCostModel(%q):\n%s", m.Name, diff)
		}
		if err := m.Check(); err != nil {
			t.Error(err)
		}
	}
	_, err := ChooseCostModel("gcel")
	var unknown *balance.UnknownError
	if !errors.As(err, &unknown) {
		t.Fatalf("ChooseCostModel(gcel): %v", err)
	}
	if diff := cmp.Diff(&balance.UnknownError{What: "machine", Name: "gcel", Known: names}, unknown); diff != "" {
		t.Error(diff)
	}
}

func TestOneProcessorTakesTheSequentialTime(t *testing.T) {
	for _, spec := range balance.Policies() {
		t.Run(spec.Name, func(t *testing.T) {
			cfg := config(t, spec.Name, "", []int{1, 1}, &balancetest.Tree{Nodes: 500, Seed: 1})
			cfg.Cost = CostModel{Name: "plain", LinkTime: 1, WorkTime: 7}
			r, _ := run(t, cfg)
			if r.Time != r.Sequential || r.Idle != 0 || r.Efficiency() != 1 {
				t.Errorf("time %d, sequential %d, idle %d, efficiency %v", r.Time, r.Sequential, r.Idle, r.Efficiency())
			}
		})
	}
}

func TestRunStopsAtTheLimit(t *testing.T) {
	cfg := config(t, "lade", "", []int{3, 3}, &balancetest.Tree{Nodes: 5000, Seed: 2})
	full, _ := run(t, cfg)
	cfg.Limit = full.Time / 2
	r, err := Run(context.Background(), cfg)
	if !errors.Is(err, ErrLimit) {
		t.Fatalf("error %v, want %v", err, ErrLimit)
	}
	if r.Nodes == 0 || r.Nodes >= full.Nodes {
		t.Errorf("%d nodes of %d by half of the time", r.Nodes, full.Nodes)
	}
	checkBooks(t, r)
	cfg.Limit = full.Time
	if r, err := Run(context.Background(), cfg); err != nil || r != full {
		t.Errorf("with the limit at the end of the run: %v, %+v, want %+v", err, r, full)
	}
}

func TestRunStopsWithTheContext(t *testing.T) {
	cfg := config(t, "lade", "", []int{3, 3}, &balancetest.Tree{Nodes: 1 << 50, Seed: 2, Blind: true})
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	last := int64(0)
	cfg.Progress = func(work int64) {
		if work < last {
			t.Errorf("the work done falls from %d to %d", last, work)
		}
		last = work
		if work > 1000*balancetest.NodeWork {
			cancel(why)
		}
	}
	r, err := Run(ctx, cfg)
	if !errors.Is(err, why) {
		t.Fatalf("error %v, want %v", err, why)
	}
	if r.Nodes < 1000 {
		t.Errorf("%d nodes when the work was that of 1000", r.Nodes)
	}
	checkBooks(t, r)
}

func TestSpreadStart(t *testing.T) {
	for _, c := range []struct {
		name  string
		nodes int64
		sides []int
	}{
		{"as many nodes as processors", 12, []int{3, 4}},
		{"one node", 1, []int{3, 4}},
		{"one processor", 300, []int{1, 1}},
		{"many nodes", 3000, []int{3, 4}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := config(t, "none", "mesh", c.sides, &balancetest.Tree{Nodes: c.nodes, Seed: 3})
			cfg.Start = StartSpread
			r, events := run(t, cfg)
			checkBooks(t, r)
			if r.Nodes != c.nodes {
				t.Errorf("%d nodes of %d were expanded", r.Nodes, c.nodes)
			}
			if c.nodes < 3000 {
				return
			}
			for _, e := range events {
				if e.Kind == EventIdle && e.Time == 0 {
					t.Errorf("processor %d has nothing at the start", e.Rank)
				}
			}
		})
	}
}

// A leaf-heavy start: more children than processors are dealt out, none is lost.
func TestSpreadStartWithManyChildren(t *testing.T) {
	line := grid(t, "line", 2)
	r, _ := run(t, Config[int]{
		Tree: star{1, 10, 20, 30, 40, 50}, Topology: line, Physical: line, Cost: costs(), Estimate: estimate(t, "count"),
		Start: StartSpread, Policy: func(int) balance.Policy { return balance.Base{} },
	})
	checkBooks(t, r)
	if r.Nodes != 6 || r.Work != 151 {
		t.Errorf("%d nodes with work %d were expanded, want 6 with 151", r.Nodes, r.Work)
	}
}

// With messages that cost next to nothing, stealing comes close to the bound T1/n.
func TestStealingIsCloseToTheBound(t *testing.T) {
	cfg := config(t, "steal", "", []int{8, 8}, &balancetest.Tree{Nodes: 200_000, Seed: 4})
	cfg.Cost = CostModel{Name: "quick", WorkTime: 10 * balance.Microsecond, LinkTime: balance.Microsecond}
	r, _ := run(t, cfg)
	if e := r.Efficiency(); e < 0.95 || e > 1 {
		t.Errorf("efficiency %.3f, want from 0.95 to 1", e)
	}
	checkBooks(t, r)
}

// Two pitfalls of PLB: a flow of exactly zero must not leave both ends waiting for each other, and a
// sender that does not keep to what it owes makes the same elements go back and forth.
func TestPLBKeepsToWhatIsOwed(t *testing.T) {
	cfg := config(t, "plb", "mesh", []int{4, 4}, &balancetest.Tree{Nodes: 100_000, Seed: 5})
	r, _ := run(t, cfg)
	if sent := r.PerProc(r.Sent); sent > 300 {
		t.Errorf("%v elements are sent per processor", sent)
	}
	if r.Phases == 0 {
		t.Error("there was no balancing phase")
	}
}

func TestResultMeans(t *testing.T) {
	r := balance.Result{Procs: 4, Time: 3 * balance.Second / 2, Sequential: 3 * balance.Second}
	if got := r.Seconds(); got != 1.5 {
		t.Errorf("Seconds is %v, want 1.5", got)
	}
	if got := r.Efficiency(); got != 0.5 {
		t.Errorf("Efficiency is %v, want 0.5", got)
	}
	if got := r.PerProc(6); got != 1.5 {
		t.Errorf("PerProc(6) is %v, want 1.5", got)
	}
	if got := r.MeanSeconds(2 * balance.Second); got != 0.5 {
		t.Errorf("MeanSeconds of 2 s is %v, want 0.5", got)
	}
	if got := (balance.Result{Procs: 4}).Efficiency(); got != 1 {
		t.Errorf("Efficiency of no time is %v, want 1", got)
	}
}
