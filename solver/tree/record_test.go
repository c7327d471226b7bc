package tree

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/solvertest"
)

func mustRecord(t testing.TB, f *cnf.Formula, rule string) *Tree {
	t.Helper()
	tree, err := Record(context.Background(), f, Options{Rule: rule})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestRecordMatchesSolve(t *testing.T) {
	f := solvertest.RandomKSAT(3, 120, 516, 3)
	result, err := dpll.Solve(context.Background(), f, dpll.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tree := mustRecord(t, f, "")
	if tree.Nodes() != result.Stats.Nodes || tree.Work() < result.Stats.Visits || tree.Models() != 0 {
		t.Errorf("%d nodes, work %d, %d models; solving took %d nodes, %d visits",
			tree.Nodes(), tree.Work(), tree.Models(), result.Stats.Nodes, result.Stats.Visits)
	}
	work, nodes, found := tree.Finish(tree.Root())
	if work != tree.Work() || nodes != tree.Nodes() || found {
		t.Errorf("finishing the root: work %d, %d nodes, found %v", work, nodes, found)
	}
}

func TestRecordStopsAtTheNodeLimit(t *testing.T) {
	f := solvertest.RandomKSAT(3, 120, 516, 3)
	if _, err := Record(context.Background(), f, Options{MaxNodes: 690}); !errors.Is(err, dpll.ErrNodeLimit) {
		t.Errorf("the error is %v", err)
	}
	if tree, err := Record(context.Background(), f, Options{MaxNodes: 691}); err != nil || tree.Nodes() != 691 {
		t.Errorf("the error is %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Record(ctx, f, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

func TestRecordKeepsToItsMemory(t *testing.T) {
	_, err := Record(t.Context(), solvertest.RandomKSAT(3, 120, 516, 3), Options{MaxMemory: 1})
	if !errors.Is(err, cnf.ErrMemory) {
		t.Errorf("the error is %v", err)
	}
}

func TestRecordDoesNotDependOnThreads(t *testing.T) {
	formulas := map[string]*cnf.Formula{
		"unsatisfiable":    solvertest.RandomKSAT(3, 150, 645, 3),
		"models":           solvertest.RandomKSAT(3, 40, 140, 3),
		"general engine":   solvertest.RandomKSAT(1, 40, 900, 5),
		"refuted at once":  cnf.NewFormula(0),
		"done at the root": cnf.NewFormula(3),
	}
	formulas["refuted at once"].Add()
	for name, f := range formulas {
		t.Run(name, func(t *testing.T) {
			want := mustRecord(t, f, "")
			for _, threads := range []int{2, 5} {
				opt := Options{Threads: threads, MaxNodes: want.Nodes()}
				got, err := Record(context.Background(), f, opt)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got, cmp.AllowUnexported(Tree{}, identity{}, nodeData{})); diff != "" {
					t.Errorf("-1 thread +%d threads:\n%s", threads, diff)
				}
				opt.MaxNodes--
				if _, err := Record(context.Background(), f, opt); opt.MaxNodes > 0 && !errors.Is(err, dpll.ErrNodeLimit) {
					t.Errorf("with one node less allowed, the error is %v", err)
				}
			}
		})
	}
}

// countdown is a context that ends after a number of calls of Err.
type countdown struct {
	context.Context
	left *int
}

func (c countdown) Err() error {
	if *c.left--; *c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestRecordAsksTheContextAtEveryNodeOfTheTop(t *testing.T) {
	f := solvertest.RandomKSAT(3, 150, 645, 3)
	w, err := dpll.NewWalk(t.Context(), f, dpll.WalkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	left := 5
	_, err = record(countdown{context.Background(), &left}, f, []*dpll.Walk{w}, Options{})
	if nodes, _ := w.Nodes(); !errors.Is(err, context.Canceled) || nodes != 5 {
		t.Errorf("error %v after %d nodes, want 5", err, nodes)
	}
}

func TestRecordProgress(t *testing.T) {
	f := solvertest.RandomKSAT(1, 250, 1075, 3)
	var last dpll.Progress
	tree, err := Record(context.Background(), f, Options{Threads: 3, Progress: func(p dpll.Progress) {
		if p.Nodes < last.Nodes+dpll.ProgressNodes || p.Closed < last.Closed || p.Closed > 1 {
			t.Errorf("%+v follows %+v", p, last)
		}
		last = p
	}})
	if err != nil {
		t.Fatal(err)
	}
	if last.Nodes > tree.Nodes() || last.Models > tree.Models() || tree.Nodes()-last.Nodes > 2*dpll.ProgressNodes {
		t.Errorf("%+v is the last report of a tree of %d nodes", last, tree.Nodes())
	}
}

func TestRecordLimit(t *testing.T) {
	tests := []struct {
		name          string
		given, limit  int64
		whenExceeding error
	}{
		{"none", 0, maxElements, ErrTreeTooLarge},
		{"small", 5, 5, dpll.ErrNodeLimit},
		{"largest", maxElements, maxElements, dpll.ErrNodeLimit},
		{"too large", maxElements + 1, maxElements, ErrTreeTooLarge},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			limit, err := recordLimit(test.given)
			if limit != test.limit || !errors.Is(err, test.whenExceeding) {
				t.Errorf("limit %d, %v; want %d, %v", limit, err, test.limit, test.whenExceeding)
			}
		})
	}
}

func TestRecorderFillsSeveralBlocks(t *testing.T) {
	var r recorder
	const pairs = 100_000 // of an inner node and its first child, a leaf, all down one spine
	for i := range pairs {
		r.Add(dpll.Inner, 1_000_000+i, 1<<33, -1)
		r.Add(dpll.ConflictLeaf, 1_000_001+i, 3, -1)
	}
	r.Add(dpll.ConflictLeaf, 1_000_000+pairs, 1, -1)
	r.cut()
	if len(r.full) < 3 {
		t.Fatalf("%d blocks are too few for the test", len(r.full))
	}
	tree, err := assemble(identity{}, r.elements, r.full)
	if err != nil {
		t.Fatal(err)
	}
	path, length := tree.CriticalPath()
	if tree.Nodes() != 2*pairs+1 || tree.Work() != pairs<<33+3*pairs+1 || path != pairs<<33+3 || length != pairs+1 {
		t.Errorf("%d nodes, work %d, critical path of work %d and %d nodes", tree.Nodes(), tree.Work(), path, length)
	}
}

func TestElementEncoding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := element{
			kind:  dpll.NodeKind(rapid.IntRange(0, 2).Draw(t, "kind")),
			step:  rapid.OneOf(rapid.Uint64Range(0, 300), rapid.Uint64()).Draw(t, "step"),
			work:  rapid.OneOf(rapid.Uint64Range(0, 300), rapid.Uint64()).Draw(t, "work"),
			nodes: 1,
		}
		if want.kind != dpll.Inner && want.work > 2 && rapid.Bool().Draw(t, "frozen") {
			want.nodes = rapid.Uint64Range(2, min(want.work, math.MaxInt64)).Draw(t, "nodes")
		}
		data := appendElement(nil, want)
		if len(data) > maxElementBytes || len(data) < minElementBytes {
			t.Fatalf("%d bytes", len(data))
		}
		got, size := decodeElement(append(data, 0xff, 0xff))
		if got != want || size != len(data) {
			t.Fatalf("got %+v from %d of %d bytes", got, size, len(data))
		}
		for cut := 1; cut < len(data); cut++ {
			if _, size := decodeElement(data[:cut]); size != 0 {
				t.Fatalf("%d of %d bytes are taken for an element", cut, len(data))
			}
		}
	})
}
