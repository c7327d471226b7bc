package search_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/search"
)

// synthetic is a tree of random shape. Nodes have values and bounds, and some are solutions.
type synthetic struct {
	seed, nodes uint64 // at most that many nodes below the root
	rare        uint64 // one node in so many is a solution
}

// spot is a node of a synthetic.
type spot struct{ key, room uint64 }

func (s synthetic) Root() spot { return spot{s.seed, s.nodes} }

func (s synthetic) Children(e spot, dst []spot) []spot {
	random := rand.New(rand.NewPCG(e.key, 1))
	for room := e.room; room > 0; {
		part := min(room, 1+random.Uint64N(e.room))
		room -= part
		dst = append(dst, spot{random.Uint64(), part - 1})
	}
	return dst
}

func (s synthetic) Solution(e spot) bool { return s.rare > 0 && e.key%s.rare == 0 }

func (s synthetic) Value(e spot) (int64, bool) { return int64(e.key % 64), e.key%3 == 0 }

// Bound is loose: the values of small subtrees are known to be small.
func (s synthetic) Bound(e spot) int64 { return 63 }

func (s synthetic) AppendNode(dst []byte, e spot) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(dst, e.key), e.room)
}

func (s synthetic) ParseNode(src []byte) (spot, error) {
	if len(src) != 16 {
		return spot{}, errors.New("want 16 bytes")
	}
	return spot{binary.LittleEndian.Uint64(src), binary.LittleEndian.Uint64(src[8:])}, nil
}

// truth visits all nodes depth first, and returns the places of solutions, and the first of the best values.
func truth(s synthetic) (nodes, solutions int64, first spot, best spot, value int64, order []uint64) {
	value = search.NoValue
	for open := []spot{s.Root()}; len(open) > 0; {
		e := open[len(open)-1]
		open = open[:len(open)-1]
		nodes++
		order = append(order, e.key)
		if s.Solution(e) {
			if solutions == 0 {
				first = e
			}
			solutions++
		}
		if v, ok := s.Value(e); ok && v > value {
			value, best = v, e
		}
		children := s.Children(e, nil)
		for i := len(children) - 1; i >= 0; i-- {
			open = append(open, children[i])
		}
	}
	return nodes, solutions, first, best, value, order
}

// policies are those that a search can have, with a clock that suits a short one.
func policies(t *testing.T) (names []string) {
	t.Helper()
	for _, spec := range balance.Policies() {
		if !spec.Bound && spec.Place == nil {
			names = append(names, spec.Name)
		}
	}
	if testing.Short() {
		names = []string{"steal", "plb", "lade"}
	}
	return names
}

// Whatever the policy, every node is visited once, and an ordered search has the solution, and the sum, of one processor.
func TestEveryPolicyComesToTheSame(t *testing.T) {
	s := synthetic{seed: 5, nodes: 30_000, rare: 5000}
	nodes, solutions, first, best, value, order := truth(s)
	for _, policy := range policies(t) {
		t.Run(policy, func(t *testing.T) {
			ctx := t.Context()
			o := search.Options{Procs: 4, Policy: policy, Ordered: true}
			count, err := search.Count(ctx, s, o)
			if err != nil || count.Nodes != nodes || count.Solutions != solutions {
				t.Errorf("%d nodes and %d solutions (%v), want %d and %d", count.Nodes, count.Solutions, err, nodes, solutions)
			}
			found, err := search.Find(ctx, s, o)
			if err != nil || !found.Found || found.Node != first {
				t.Errorf("the solution %+v (%v), want %+v", found.Node, err, first)
			}
			largest, err := search.Maximise(ctx, s, o)
			if err != nil || largest.Value != value || largest.Node != best {
				t.Errorf("the value %d at %+v (%v), want %d at %+v", largest.Value, largest.Node, err, value, best)
			}
			keys, _, err := search.Fold(ctx, s, search.Folding[spot, []uint64]{
				Of:  func(e spot) []uint64 { return []uint64{e.key} },
				Add: func(a, b []uint64) []uint64 { return append(a, b...) },
			}, o)
			if err != nil || fmt.Sprint(keys) != fmt.Sprint(order) {
				t.Errorf("%d keys, or in another order (%v), want %d", len(keys), err, len(order))
			}
			o.Ordered = false
			if found, err = search.Find(ctx, s, o); err != nil || !found.Found || !s.Solution(found.Node) {
				t.Errorf("not in order: %+v, %v", found, err)
			}
			if largest, err = search.Maximise(ctx, s, o); err != nil || largest.Value != value {
				t.Errorf("not in order: the value %d (%v), want %d", largest.Value, err, value)
			}
			sum, _, err := search.Fold(ctx, s, search.Folding[spot, int]{
				Of: func(spot) int { return 1 }, Add: func(a, b int) int { return a + b },
			}, o)
			if err != nil || int64(sum) != nodes {
				t.Errorf("not in order: the sum %d (%v), want %d", sum, err, nodes)
			}
		})
	}
}

// A search that is stopped again and again goes on from its checkpoint: nothing is lost, and nothing counted twice.
func TestCheckpointsLoseNothing(t *testing.T) {
	whole := synthetic{seed: 7, nodes: 40_000, rare: 100}
	nodes, solutions, _, best, value, order := truth(whole)
	s := interrupted{whole, new(atomic.Int64), new(atomic.Pointer[context.CancelFunc])}
	name := filepath.Join(t.TempDir(), "c")
	stopped := 0
	// again runs a search until it ends, each time for some thousand nodes.
	again := func(run func(ctx context.Context, o search.Options) error, o search.Options) {
		t.Helper()
		stopped = 0
		for limit := int64(2000); ; limit += 1000 {
			ctx, cancel := context.WithCancel(t.Context())
			s.cancel.Store(&cancel)
			s.left.Store(limit)
			err := run(ctx, o)
			cancel()
			if err == nil {
				return
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			stopped++
		}
	}
	for _, ordered := range []bool{false, true} {
		o := search.Options{Procs: 3, Ordered: ordered, Checkpoint: name + fmt.Sprint(ordered) + "count"}
		again(func(ctx context.Context, o search.Options) error {
			r, err := search.Count(ctx, s, o)
			if err == nil && (r.Nodes != nodes || r.Solutions != solutions) {
				t.Errorf("after %d stops: %d nodes, %d solutions, want %d, %d", stopped, r.Nodes, r.Solutions, nodes, solutions)
			}
			return err
		}, o)
		if stopped == 0 {
			t.Error("the search was not stopped")
		}
		o.Checkpoint = name + fmt.Sprint(ordered) + "max"
		again(func(ctx context.Context, o search.Options) error {
			r, err := search.Maximise(ctx, s, o)
			if err == nil && (r.Value != value || ordered && r.Node != best) {
				t.Errorf("after %d stops: %d at %+v, want %d at %+v", stopped, r.Value, r.Node, value, best)
			}
			return err
		}, o)
		o.Checkpoint = name + fmt.Sprint(ordered) + "fold"
		again(func(ctx context.Context, o search.Options) error {
			keys, _, err := search.Fold(ctx, s, search.Folding[spot, []uint64]{
				Of:  func(e spot) []uint64 { return []uint64{e.key} },
				Add: func(a, b []uint64) []uint64 { return append(a, b...) },
			}, o)
			if err == nil && (len(keys) != len(order) || ordered && fmt.Sprint(keys) != fmt.Sprint(order)) {
				t.Errorf("after %d stops: %d keys, or in another order, want %d", stopped, len(keys), len(order))
			}
			return err
		}, o)
	}
	other := s
	other.synthetic = synthetic{seed: 8, nodes: 10}
	if _, err := search.Count(t.Context(), other, search.Options{Checkpoint: name + "falsecount"}); err == nil ||
		!strings.Contains(err.Error(), "another search") {
		t.Errorf("the checkpoint of another search: %v", err)
	}
}

// interrupted is a synthetic that ends a search after some nodes.
type interrupted struct {
	synthetic
	left   *atomic.Int64
	cancel *atomic.Pointer[context.CancelFunc]
}

func (s interrupted) Children(e spot, dst []spot) []spot {
	if cancel := s.cancel.Load(); cancel != nil {
		switch left := s.left.Add(-1); {
		case left == 0:
			(*cancel)()
		case left < 0 && left > -20:
			time.Sleep(time.Millisecond) // the search hears of it before it has come to its end
		}
	}
	return s.synthetic.Children(e, dst)
}

// held is a synthetic that takes its time before it is let go.
type held struct {
	synthetic
	until <-chan struct{}
}

func (h held) Children(e spot, dst []spot) []spot {
	select {
	case <-h.until:
	default:
		time.Sleep(100 * time.Microsecond)
	}
	return h.synthetic.Children(e, dst)
}

func TestProgressOnlyGrows(t *testing.T) {
	var closed atomic.Value
	calls, told := 0, make(chan struct{})
	s := held{synthetic{seed: 3, nodes: 300_000}, told}
	_, err := search.Count(t.Context(), s, search.Options{Procs: 2, Every: time.Millisecond, Progress: func(p search.Progress) {
		before, _ := closed.Load().(float64)
		if p.Closed < before-1e-9 || p.Closed > 1 {
			t.Errorf("%v of the tree after %v", p.Closed, before)
		}
		closed.Store(p.Closed)
		if calls++; calls == 3 {
			close(told)
		}
	}})
	if err != nil || calls < 3 {
		t.Errorf("%d calls, %v", calls, err)
	}
}

// faulty panics at some node.
type faulty struct{ synthetic }

func (f faulty) Children(e spot, dst []spot) []spot {
	if e.room == 17 {
		panic("seventeen\nlines")
	}
	return f.synthetic.Children(e, dst)
}

func TestPanicsNameTheNode(t *testing.T) {
	_, err := search.Count(t.Context(), faulty{synthetic{seed: 5, nodes: 30_000}}, search.Options{Procs: 2})
	var bad *search.Error
	if !errors.As(err, &bad) || bad.Method != "Children" || !strings.HasSuffix(bad.Node, " 17}") || bad.Reason != `seventeen\nlines` {
		t.Errorf("%v", err)
	}
}

func TestAnEndlessSearchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := search.Count(ctx, endless{new(atomic.Int64), cancel}, search.Options{Procs: 2})
	if !errors.Is(err, context.Canceled) || r.Nodes == 0 {
		t.Errorf("%d nodes, %v", r.Nodes, err)
	}
}

// endless is a tree without an end, which cancels its search after some nodes.
type endless struct {
	visited *atomic.Int64
	cancel  context.CancelFunc
}

func (endless) Root() int { return 0 }

func (p endless) Children(e int, dst []int) []int {
	if p.visited.Add(1) == 200 {
		p.cancel()
	}
	return append(dst, e+1, e+2)
}

// narrow is a synthetic with bounds that prune.
type narrow struct{ synthetic }

func (narrow) Bound(e spot) int64 { return int64(min(63, 2*e.room+8)) }

func (narrow) Value(e spot) (int64, bool) { return int64(e.key % (1 + min(63, e.room))), true }

// On the simulated machine, a problem with bounds is pruned by what each processor has heard.
func TestCompareSimulatesBranchAndBound(t *testing.T) {
	p := narrow{synthetic{seed: 5, nodes: 3000}}
	if _, ok := search.Tree(p, false).(balance.Bounded[search.Node[spot]]); !ok {
		t.Fatal("the tree has no bounds")
	}
	if err := search.Check(t.Context(), p, balance.TreeSample{Nodes: 1000}); err != nil {
		t.Fatal(err)
	}
	steal, err := balance.Choose("steal")
	if err != nil {
		t.Fatal(err)
	}
	o := compare.Defaults(steal)
	o.Sides = []int{2, 2}
	var out strings.Builder
	if err := search.Compare(t.Context(), p, search.Recording{}, o, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "extra") {
		t.Errorf("the table does not say how many nodes more there were:\n%s", out.String())
	}
}
