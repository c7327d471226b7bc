package apps

import (
	"testing"

	"transat/balance/search"
)

// checkFinish compares Finish with the nodes that Children lists, for every node of a tree, and exceeds limits.
func checkFinish[E any, P interface {
	search.Problem[E]
	search.Tester[E]
	search.Finisher[E]
}](t *testing.T, name string, p P,
) {
	var check func(e E) (solutions, nodes int64)
	check = func(e E) (solutions, nodes int64) {
		nodes = 1
		if p.Solution(e) {
			solutions = 1
		}
		for _, c := range p.Children(e, nil) {
			s, n := check(c)
			solutions, nodes = solutions+s, nodes+n
		}
		if s, n := p.Finish(e, nodes); s != solutions || n != nodes {
			t.Fatalf("%s: Finish(%v) has %d solutions and %d nodes, want %d and %d", name, e, s, n, solutions, nodes)
		}
		if _, n := p.Finish(e, nodes/2); n <= nodes/2 {
			t.Fatalf("%s: Finish(%v) with the limit %d has come to %d nodes", name, e, nodes/2, n)
		}
		return solutions, nodes
	}
	check(p.Root())
}

func TestFinish(t *testing.T) {
	start, err := NamedPosition("79")
	if err != nil {
		t.Fatal(err)
	}
	cycle, err := NewSubgraph(graph(t, "cycle9"), graph(t, "kneser5-2"))
	if err != nil {
		t.Fatal(err)
	}
	checkFinish(t, "queens", &Queens{7})
	checkFinish(t, "semigroups", &Semigroups{12})
	checkFinish(t, "puzzle without a solution", &Puzzle{start, 34})
	checkFinish(t, "subgraph", cycle)
	short, err := ParsePosition("1 5 2 3 4 9 6 7 8 13 10 11 12 0 14 15")
	if err != nil {
		t.Fatal(err)
	}
	checkFinish(t, "puzzle with one", &Puzzle{short, short.Distance()})
}

// FinishAbove has the largest value above best, and visits the nodes that Maximise would: those whose bound is above what is best
// until then.
func TestFinishAbove(t *testing.T) {
	k := NewKnapsack(3, []KnapsackItem{{3, 2}, {2, 1}, {2, 1}, {1, 1}})
	for best, want := range map[int64]int64{search.NoValue: 5, 0: 5, 4: 5, 5: 5, 6: 6} {
		if got, nodes := k.FinishAbove(k.Root(), best, 1000); got != want || nodes < 1 {
			t.Errorf("above %d: got %d after %d nodes, want %d", best, got, nodes, want)
		}
	}
	if _, nodes := k.FinishAbove(k.Root(), 0, 2); nodes <= 2 {
		t.Errorf("a limit of 2 nodes was kept: %d", nodes)
	}
}
