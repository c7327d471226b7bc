package cores

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
)

// small is a configuration that works: the policy steal on three processors and a tree of 100 nodes.
func small(t *testing.T) Config[element] {
	t.Helper()
	cfg, _ := walking[balancetest.Element](newCounted(100, 1))
	under(t, &cfg, "steal", 3)
	return cfg
}

func TestNewSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Config[element])
		want   string
	}{
		{"nothing", func(*Config[element]) {}, ""},
		{"negative grain", func(c *Config[element]) { c.Grain = -1 }, "grain -1"},
		{"no number as grain", func(c *Config[element]) { c.Grain = math.NaN() }, "grain NaN"},
		{"threads", func(c *Config[element]) { c.Threads = -2 }, "-2 threads"},
		{"quantum", func(c *Config[element]) { c.Quantum = -1 }, "quantum of -1"},
		{"negative scale", func(c *Config[element]) { c.TimeScale = -1 }, "time scale -1"},
		{"no number as scale", func(c *Config[element]) { c.TimeScale = math.NaN() }, "time scale NaN"},
		{"infinite scale", func(c *Config[element]) { c.TimeScale = math.Inf(1) }, "time scale +Inf"},
		{"too few places", func(c *Config[element]) { c.Place = []int{} }, "0 places for 1 elements"},
		{"rank too large", func(c *Config[element]) { c.Place = []int{3} }, "processor 3 of 3"},
		{"negative rank", func(c *Config[element]) { c.Place = []int{-1} }, "processor -1 of 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := small(t)
			c.change(&cfg)
			got := ""
			if _, err := New(cfg); err != nil {
				got = err.Error()
			}
			if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
				t.Errorf("the error is %q, want something with %q", got, c.want)
			}
		})
	}
}

// failing is a search that fails at some of its methods.
type failing struct {
	*Walk[balancetest.Element]
	begin, search error
}

// Begin implements Search.
func (f failing) Begin(e element) error { return errors.Join(f.begin, f.Walk.Begin(e)) }

// Search implements Search.
func (f failing) Search(nodes int64) (Outcome, error) {
	if f.search != nil {
		return Running, f.search
	}
	return f.Walk.Search(nodes)
}

func TestErrorsEndTheRun(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		name   string
		search func(Search[element]) (Search[element], error)
	}{
		{"no search", func(Search[element]) (Search[element], error) { return nil, broken }},
		{"Begin", func(s Search[element]) (Search[element], error) {
			return failing{Walk: s.(*Walk[balancetest.Element]), begin: broken}, nil
		}},
		{"Search", func(s Search[element]) (Search[element], error) {
			return failing{Walk: s.(*Walk[balancetest.Element]), search: broken}, nil
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := small(t)
			walk := cfg.Search
			cfg.Search = func(rank int) (Search[element], error) {
				s, _ := walk(rank)
				return c.search(s)
			}
			m, err := New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := guarded(t, m); !errors.Is(err, broken) || !strings.Contains(err.Error(), "processor 0: broken") {
				t.Errorf("the run ends with %v", err)
			}
			if open := openNow(t, m); len(open) != 1 {
				t.Errorf("%d elements are open, want the root", len(open))
			}
		})
	}
}

func TestRunOnlyOnce(t *testing.T) {
	m, err := New(small(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := guarded(t, m); err != nil {
		t.Fatal(err)
	}
	if r, err := m.Run(t.Context()); err == nil || r.Nodes != 0 {
		t.Errorf("a second run ends with %v after %d nodes", err, r.Nodes)
	}
}

func TestNothingToSearch(t *testing.T) {
	cfg := small(t)
	cfg.Elements = nil
	m, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	r, err := guarded(t, m)
	if err != nil || r.Found || r.Nodes != 0 {
		t.Errorf("found: %v, %d nodes, error: %v", r.Found, r.Nodes, err)
	}
}

func TestCancelledBeforeItBegins(t *testing.T) {
	m, err := New(small(t))
	if err != nil {
		t.Fatal(err)
	}
	why := errors.New("no time")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if r, err := m.Run(ctx); !errors.Is(err, why) || len(openNow(t, m)) != 1 && r.Nodes == 0 {
		t.Errorf("the run ends with %v after %d nodes", err, r.Nodes)
	}
}

// meets notes what processors have when they start.
type meets struct {
	balance.Base
	root int
	mu   *sync.Mutex
	load map[int]float64
}

// Root implements balance.Rooted.
func (m meets) Root() int { return m.root }

// Start implements balance.Policy.
func (m meets) Start(p balance.Proc) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.load[p.Rank()] = p.Load()
}

// Elements are dealt out in turn, the largest first, or where the caller wants them.
func TestFirstElements(t *testing.T) {
	elements := make([]element, 4) // with the loads 1/2, 1/4, …
	for i := range elements {
		elements[i] = element{{Nodes: 1, First: int64(i + 1), Depth: int32(i + 1)}}
	}
	for _, c := range []struct {
		name  string
		root  int
		place []int
		want  map[int]float64
	}{
		{"in turn", 0, nil, map[int]float64{0: 0.5 + 0.0625, 1: 0.25, 2: 0.125}},
		{"from the root on", 2, nil, map[int]float64{2: 0.5 + 0.0625, 0: 0.25, 1: 0.125}},
		{"placed", 0, []int{1, 1, 2, 1}, map[int]float64{0: 0, 1: 0.5 + 0.25 + 0.0625, 2: 0.125}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := small(t)
			cfg.Level = func(e element) int { return int(e[0].Depth) }
			cfg.Elements, cfg.Place = elements, c.place
			var err error
			if cfg.Estimate, err = balance.ChooseEstimate("alpha:alpha=2"); err != nil {
				t.Fatal(err)
			}
			policy := meets{root: c.root, mu: new(sync.Mutex), load: map[int]float64{}}
			cfg.Policy = func(int) balance.Policy { return policy }
			m, err := New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := guarded(t, m); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, policy.load); diff != "" {
				t.Errorf("loads at the start, by rank (-want +got):\n%s", diff)
			}
		})
	}
}
