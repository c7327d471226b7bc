package cores

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
)

// measured is the load estimate of that name.
func measured(t *testing.T) balance.Estimate {
	t.Helper()
	e, err := balance.ChooseEstimate("measured")
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// sized is a node with that many nodes below it, which makes its load.
func sized(nodes, first int64) balancetest.Element {
	return balancetest.Element{Nodes: nodes, First: first, Depth: 1}
}

// With measured loads, the largest elements go first, wherever they lie, and from searches that give one branch, or several at once.
func TestTheLargestByMeasuredLoadGoFirst(t *testing.T) {
	for name, gives := range map[string]func(*Walk[balancetest.Element]) aSearch{
		"one by one": func(w *Walk[balancetest.Element]) aSearch { return weighing{w, w} },
		"at once":    func(w *Walk[balancetest.Element]) aSearch { return weighingGiver{giver{w}, w} },
	} {
		t.Run(name, func(t *testing.T) {
			cfg, _ := walking[balancetest.Element](&balancetest.Tree{Nodes: 1000, Seed: 1})
			under(t, &cfg, "none", 2)
			cfg.Estimate = measured(t)
			walk := NewWalk[balancetest.Element](&balancetest.Tree{Nodes: 1000, Seed: 1})
			load, err := walk.Measured(cfg.Estimate)
			if err != nil {
				t.Fatal(err)
			}
			cfg.Load = load
			cfg.Search = func(int) (Search[element], error) { return gives(walk), nil }
			cfg.Elements = nil
			m, err := New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			p := m.procs[0]
			part := element{sized(3, 1), sized(90, 2), sized(5, 3), sized(70, 4), sized(1, 5)} // the last one is in work
			if err := p.begin(p.entry(part)); err != nil {
				t.Fatal(err)
			}
			p.insert([]element{{sized(80, 6)}, {sized(4, 7)}})
			if got, want := p.Len(), 6; got != want {
				t.Errorf("%d elements wait, want %d", got, want)
			}
			total := load(element{sized(3, 1), sized(90, 2), sized(5, 3), sized(70, 4), sized(80, 6), sized(4, 7)})
			if got := p.Load(); got < 0.999*total || got > 1.001*total {
				t.Errorf("load %v, want %v", got, total)
			}
			if diff := cmp.Diff([]int64{2, 6, 4}, sent(p, func(q balance.Proc) { q.Transfer(1, 3) })); diff != "" {
				t.Errorf("three elements go (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]int64{3, 7, 1}, sent(p, all)); diff != "" {
				t.Errorf("all others go (-want +got):\n%s", diff)
			}
		})
	}
}

// weighing is a search that tells the loads of a walk.
type weighing struct {
	aSearch
	walk *Walk[balancetest.Element]
}

// Loads implements Weigher.
func (w weighing) Loads(dst []float64) []float64 { return w.walk.Loads(dst) }

// weighingGiver is one that gives several branches at once.
type weighingGiver struct {
	giver
	walk *Walk[balancetest.Element]
}

// Loads implements Weigher.
func (w weighingGiver) Loads(dst []float64) []float64 { return w.walk.Loads(dst) }

// A tree is searched whole under measured loads, and each node's work is spent once.
func TestMeasuredLoadsOnCores(t *testing.T) {
	for _, policy := range []string{"steal", "diffusion", "adaptive"} {
		tree := &balancetest.Tree{Nodes: 20_000, Seed: 4}
		cfg, walks := walking[balancetest.Element](tree)
		under(t, &cfg, policy, 4)
		whole := NewWalk[balancetest.Element](tree)
		cfg.Estimate = measured(t)
		var err error
		if cfg.Load, err = whole.Measured(cfg.Estimate); err != nil {
			t.Fatal(err)
		}
		make1 := cfg.Search
		spent := make([]int64, 4)
		cfg.Search = func(rank int) (Search[element], error) {
			s, err := make1(rank)
			w := s.(*Walk[balancetest.Element])
			w.Spend(func(work, _ int64) { spent[rank] += work })
			if _, err := w.Measured(cfg.Estimate); err != nil {
				return nil, err
			}
			return w, err
		}
		m, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Run(t.Context())
		work, nodes, _ := tree.Subtree(tree.Root())
		if sum := spent[0] + spent[1] + spent[2] + spent[3]; err != nil || r.Nodes != nodes || walks.work() != work || sum != work {
			t.Errorf("%s: %d nodes, work %d of which %d was spent, %v; want %d nodes, work %d", policy, r.Nodes, walks.work(), sum, err, nodes, work)
		}
	}
}

// Without loads of its own, a tree is refused.
func TestNoMeasuredLoads(t *testing.T) {
	cfg, _ := walking[balancetest.Element](&balancetest.Tree{Nodes: 10, Seed: 1})
	under(t, &cfg, "none", 2)
	cfg.Estimate = measured(t)
	none := (*balance.NoLoadsError)(nil)
	if _, err := New(cfg); !errors.As(err, &none) {
		t.Errorf("without Load: %v", err)
	}
	cfg.Load = func(element) float64 { return 1 }
	cfg.Search = func(int) (Search[element], error) {
		return struct{ aSearch }{NewWalk[balancetest.Element](&balancetest.Tree{Nodes: 10, Seed: 1})}, nil
	}
	m, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Run(t.Context()); !errors.As(err, &none) {
		t.Errorf("with a search that has no loads: %v", err)
	}
	walk := NewWalk[balancetest.Element](hidden{&balancetest.Tree{Nodes: 10}})
	if _, err := walk.Measured(cfg.Estimate); !errors.As(err, &none) {
		t.Errorf("a tree without loads: %v", err)
	}
}

// hidden is a tree that does not show its loads.
type hidden struct {
	balance.Tree[balancetest.Element]
}
