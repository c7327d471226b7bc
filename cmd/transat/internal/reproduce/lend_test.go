package reproduce

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance/compare"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/treecache"
	"transat/instances"
	"transat/solver/tree"
)

// smallFormulas are formulas with trees of some hundred nodes.
func smallFormulas(t *testing.T, count int) []input.Formula {
	t.Helper()
	formulas, err := input.Random(instances.Sample{Vars: 50, Clauses: 250, K: 3}, 1, count)
	if err != nil {
		t.Fatal(err)
	}
	return formulas
}

// lending is an item that runs do on formulas × cases, and keeps the outputs.
func lending[R any](formulas []input.Formula, cases []int, outputs *[][]R, do func(context.Context, Lent, int) (R, error)) Item {
	return Item{Name: "x/trees", Run: func(ctx context.Context, s *Session) (r *Result, err error) {
		*outputs, err = OnTrees(ctx, s, formulas, cases, func(c int) Job { return Job{fmt.Sprint("case ", c), float64(c)} }, do)
		return &Result{}, err
	}}
}

// noWarnings is for stores that nothing should go wrong with.
func noWarnings(t *testing.T) func(string) {
	return func(text string) { t.Errorf("warning: %s", text) }
}

func TestOnTreesLendsEveryTreeToEveryCase(t *testing.T) {
	formulas := smallFormulas(t, 5)
	var want []string
	for _, f := range formulas {
		formula, err := f.Read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		tree, err := tree.Record(t.Context(), formula, tree.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, fmt.Sprintf("%s: case 1 on %d nodes, case 2 on %d nodes", f.Name, tree.Nodes(), tree.Nodes()))
	}
	dir := t.TempDir()
	for _, threads := range []int{1, 2, 7} { // the first one records, the others load
		var outputs [][]string
		item := lending(formulas, []int{1, 2}, &outputs, func(_ context.Context, lent Lent, c int) (string, error) {
			return fmt.Sprintf("case %d on %d nodes", c, lent.Tree.Nodes()), nil
		})
		last := 0.0
		plan := &Plan{
			Items: []Item{item}, Threads: threads,
			Trees:    &treecache.Store{Cache: &tree.Cache{Dir: dir}, Rule: "lex", Threads: threads, Warn: noWarnings(t)},
			Progress: func(share float64, _ string) { last = share },
		}
		if _, err := plan.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, f := range formulas {
			got = append(got, f.Name+": "+strings.Join(outputs[i], ", "))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d threads: -want +got:\n%s", threads, diff)
		}
		if last < 0.999 || last > 1.001 {
			t.Errorf("%d threads: at the end %v of the work is done", threads, last)
		}
	}
}

// Every tree is one object for all cases, and few are there at the same time.
func TestOnTreesKeepsFewTrees(t *testing.T) {
	const threads = 2
	var mu sync.Mutex
	under, most := map[*tree.Tree]int{}, 0
	seen := map[string]*tree.Tree{}
	var outputs [][]bool
	item := lending(smallFormulas(t, 8), []int{1, 2, 3}, &outputs, func(_ context.Context, lent Lent, _ int) (bool, error) {
		mu.Lock()
		defer mu.Unlock()
		if first, ok := seen[lent.Name]; ok && first != lent.Tree {
			t.Errorf("%s was found twice", lent.Name)
		}
		seen[lent.Name] = lent.Tree
		if under[lent.Tree]++; under[lent.Tree] == 3 {
			delete(under, lent.Tree)
		}
		most = max(most, len(under))
		return true, nil
	})
	if _, err := (&Plan{Items: []Item{item}, Threads: threads}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 8 || most > threads {
		t.Errorf("%d trees were lent, up to %d at the same time; want 8 and at most %d", len(seen), most, threads)
	}
}

func TestOnTreesLendsNoTreeThatIsTooLargeForItsModels(t *testing.T) {
	formulas, err := input.Random(instances.Sample{Vars: 60, Clauses: 120, K: 3}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	var outputs [][]bool
	item := lending(formulas, []int{1}, &outputs, func(_ context.Context, lent Lent, _ int) (bool, error) {
		return lent.Tree == nil && lent.Formula.Vars() == 60, nil
	})
	plan := &Plan{Items: []Item{item}, Threads: 1, Trees: &treecache.Store{Rule: "lex", MaxModelNodes: 10_000, Warn: noWarnings(t)}}
	if _, err := plan.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !outputs[0][0] {
		t.Error("want the formula, and no tree")
	}
}

// What was recorded before an interruption need not be recorded again.
func TestOnTreesKeepsRecordedTreesWhenInterrupted(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	var outputs [][]bool
	item := lending(smallFormulas(t, 3), []int{1}, &outputs, func(context.Context, Lent, int) (bool, error) {
		cancel()
		return true, nil
	})
	plan := &Plan{Items: []Item{item}, Threads: 1, Trees: &treecache.Store{Cache: &tree.Cache{Dir: dir}, Rule: "lex", Warn: noWarnings(t)}}
	if _, err := plan.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) == 0 {
		t.Errorf("the cache has files %q, error %v", files, err)
	}
}

func TestOnTreesReturnsTheErrorOfAJob(t *testing.T) {
	broken := errors.New("no luck")
	var outputs [][]bool
	item := lending(smallFormulas(t, 4), []int{1, 2}, &outputs, func(context.Context, Lent, int) (bool, error) { return false, broken })
	if _, err := (&Plan{Items: []Item{item}, Threads: 2}).Run(t.Context()); err != broken {
		t.Errorf("the error is %v, want %v", err, broken)
	}
}

func TestLongestTreesFirst(t *testing.T) {
	all := []wanted{{name: "small", nodes: 1000}, {name: "unknown"}, {name: "large", nodes: 10_000_000}, {name: "unknown, too"}}
	var order []int
	err := compare.NewPool(1).Each(t.Context(), len(all), turns(all), func(_ context.Context, i int) error {
		order = append(order, i)
		return nil
	})
	if diff := cmp.Diff([]int{1, 3, 2, 0}, order); diff != "" || err != nil {
		t.Errorf("error %v, -want +got:\n%s", err, diff)
	}
}
