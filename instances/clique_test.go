package instances

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"transat/balance"
)

var _ balance.Bounded[CliqueNode] = (*Clique)(nil)

// The tree has a node for each clique, no value exceeds the bounds above it, and the largest is that of all cliques.
func TestCliqueTreeHasAllCliques(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := NewClique(rapid.IntRange(1, 12).Draw(t, "nodes"), rapid.Uint64Range(1, 1e6).Draw(t, "index"))
		nodes, joined := c.Graph()
		cliques, largest := int64(0), 0
		for set := range uint(1) << nodes {
			clique := true
			for a := range nodes {
				for b := range a {
					clique = clique && ((set>>a)&(set>>b)&1 == 0 || joined(a, b))
				}
			}
			if clique {
				cliques++
				largest = max(largest, bits.OnesCount(set))
			}
		}
		if _, n, _ := c.Finish(c.Root()); n != cliques {
			t.Fatalf("%d nodes, and %d cliques", n, cliques)
		}
		one, err := balance.BranchAndBound(t.Context(), c, nil)
		if err != nil || int(one.Value) != largest {
			t.Fatalf("the largest clique has %d nodes, want %d", one.Value, largest)
		}
		if err := balance.CheckTree(t.Context(), c, balance.TreeSample{Goroutines: 1}); err != nil {
			t.Fatal(err)
		}
	})
}

// The same name has the same tree for ever.
func TestCliquesAreTheSame(t *testing.T) {
	for name, want := range map[string]balance.Optimum{
		"clique-90":  {Value: 28, Nodes: 4226, Pruned: 172_853},
		"clique-128": {Value: 35, Nodes: 105_166, Pruned: 5_531_362},
		"clique-1":   {Value: 1, Nodes: 2},
	} {
		i, _ := openBounded(name)
		got, err := balance.BranchAndBound(t.Context(), i.Bounded.(*Clique), nil)
		want.Work = CliqueWork * want.Nodes
		if err != nil || got != want {
			t.Errorf("%s: %v, %+v, want %+v", name, err, got, want)
		}
	}
}
