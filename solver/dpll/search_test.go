package dpll

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// The size of a tree is a promise: recordings made by others depend on it.
func TestTreeSizesArePinned(t *testing.T) {
	tests := []struct {
		rule string
		want Stats
	}{
		{"lex", Stats{Nodes: 691, Leaves: 346, Decisions: 345, Propagations: 9723, Visits: 61320, MaxDepth: 17}},
		{"boehm", Stats{Nodes: 555, Leaves: 278, Decisions: 277, Propagations: 7533, Visits: 47182, MaxDepth: 13}},
	}
	f := solvertest.RandomKSAT(3, 120, 516, 3)
	for _, test := range tests {
		t.Run(test.rule, func(t *testing.T) {
			result, err := Solve(context.Background(), f, Options{Rule: test.rule})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, result.Stats); diff != "" {
				t.Errorf("statistics (-want +got):\n%s", diff)
			}
		})
	}
}

// The worked example of the package comment.
func TestPackageCommentExample(t *testing.T) {
	f := solvertest.Formula(3, []int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2, 3}, []int{-1, -2, -3})
	got, _ := nodesOf(t, newPackedSearch(t, f, Options{}))
	want := []visited{
		{Kind: Inner, Level: 0, Work: 1},
		{Kind: ConflictLeaf, Level: 2, Work: 6}, // ¬1 is in three clauses, ¬2 in three
		{Kind: ConflictLeaf, Level: 1, Work: 2}, // 1 is in two clauses
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("nodes (-want +got):\n%s", diff)
	}
}

func TestSolveStopsAtTheNodeLimit(t *testing.T) {
	f := solvertest.RandomKSAT(3, 120, 516, 3)
	full, err := Solve(context.Background(), f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		limit int64
		want  cnf.Verdict
		nodes int64
	}{
		{"one", 1, cnf.Unknown, 1},
		{"one short", full.Stats.Nodes - 1, cnf.Unknown, full.Stats.Nodes - 1},
		{"just enough", full.Stats.Nodes, cnf.Unsatisfiable, full.Stats.Nodes},
		{"none", 0, cnf.Unsatisfiable, full.Stats.Nodes},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result, err := Solve(context.Background(), f, Options{MaxNodes: test.limit})
			if err != nil {
				t.Fatal(err)
			}
			if result.Verdict != test.want || result.Stats.Nodes != test.nodes {
				t.Errorf("%v after %d nodes, want %v after %d", result.Verdict, result.Stats.Nodes, test.want, test.nodes)
			}
			if limited := test.want == cnf.Unknown; limited != errors.Is(result.Reason, ErrNodeLimit) {
				t.Errorf("the reason is %v", result.Reason)
			}
		})
	}
}

func TestSolveStopsOnContext(t *testing.T) {
	hard := solvertest.RandomKSAT(1, 600, 2580, 3)
	t.Run("cancelled before", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		result, err := Solve(ctx, hard, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if result.Verdict != cnf.Unknown || !errors.Is(result.Reason, context.Canceled) || result.Stats.Nodes != 0 {
			t.Errorf("%v, %v after %d nodes", result.Verdict, result.Reason, result.Stats.Nodes)
		}
	})
	t.Run("cancelled on the way", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		result, err := Solve(ctx, hard, Options{Progress: func(Progress) { cancel() }})
		if err != nil {
			t.Fatal(err)
		}
		if !errors.Is(result.Reason, context.Canceled) || result.Stats.Nodes > ProgressNodes+1<<12 {
			t.Errorf("%v after %d nodes", result.Reason, result.Stats.Nodes)
		}
	})
	t.Run("deadline", func(t *testing.T) {
		ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
		defer cancel()
		result, err := Solve(ctx, hard, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !errors.Is(result.Reason, context.DeadlineExceeded) {
			t.Errorf("the reason is %v", result.Reason)
		}
	})
}

func TestProgress(t *testing.T) {
	f := solvertest.RandomKSAT(1, 250, 1075, 3)
	var reports []Progress
	opt := Options{Progress: func(p Progress) { reports = append(reports, p) }, MaxNodes: 3*ProgressNodes + 1}
	if _, err := Solve(context.Background(), f, opt); err != nil {
		t.Fatal(err)
	}
	if len(reports) == 0 {
		t.Fatal("no report")
	}
	for i, p := range reports {
		if want := int64(i+1) * ProgressNodes; p.Nodes != want {
			t.Errorf("report %d comes at node %d, want %d", i, p.Nodes, want)
		}
		if p.Closed < 0 || p.Closed >= 1 || i > 0 && p.Closed < reports[i-1].Closed {
			t.Errorf("report %d says %v is closed", i, p.Closed)
		}
	}
}

// allocations is how often run allocates. Others may do so meanwhile, such as the collector of garbage: hence the least of some runs.
func allocations(run func()) float64 {
	n := testing.AllocsPerRun(1, run)
	for tries := 0; n > 0 && tries < 4; tries++ {
		n = min(n, testing.AllocsPerRun(1, run))
	}
	return n
}

// The search loop, both engines and the recorder (but for its blocks) allocate nothing per node.
func TestNoAllocationPerNode(t *testing.T) {
	f := solvertest.RandomKSAT(3, 120, 516, 3)
	for _, s := range []*search{newPackedSearch(t, f, Options{}), newGeneralSearch(t, f, Options{})} {
		run := func() {
			s.restart()
			if _, err := s.run(context.Background(), s.engine.Reset()); err != nil {
				t.Fatal(err)
			}
		}
		run() // the stacks grow
		if n := allocations(run); n > 0 {
			t.Errorf("%T: %v allocations in %d nodes", s.engine, n, s.stats.Nodes)
		}
	}
}
