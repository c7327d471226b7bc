package search_test

import (
	"errors"
	"strings"
	"testing"

	"transat/balance/cores"
	"transat/balance/search"
)

// Whatever is given away and goes on elsewhere, every node is visited once.
func TestPiecesAddUp(t *testing.T) {
	s := synthetic{seed: 5, nodes: 20_000, rare: 100}
	nodes, solutions, _, _, _, _ := truth(s)
	p, err := search.NewPieces(s, search.ModeCount, search.PiecesOptions[spot]{})
	if err != nil {
		t.Fatal(err)
	}
	root, err := p.Root()
	if err != nil {
		t.Fatal(err)
	}
	var share float64
	for open := [][]search.Piece{{root}}; len(open) > 0; {
		last := len(open) - 1
		if err := p.Begin(open[last]); err != nil {
			t.Fatal(err)
		}
		open = open[:last]
		if outcome, err := p.Search(777); err != nil {
			t.Fatal(err)
		} else if outcome == cores.Closed {
			continue
		}
		if len(p.Open(nil)) > 0 {
			open = append(open, []search.Piece{p.Give(0)})
		}
		open = append(open, p.Rest())
		share = 0
		for _, piece := range open {
			for _, x := range piece {
				share += x.Share
			}
		}
		if share <= 0 || share > 1 {
			t.Fatalf("a share of %v is open", share)
		}
	}
	if got, _ := p.Counts(); got != solutions || p.Nodes() != nodes {
		t.Errorf("%d nodes and %d solutions, want %d and %d", p.Nodes(), got, nodes, solutions)
	}
}

// A solution that another one has found prunes, and is not said to be this one's; after Begin nothing found before counts.
func TestPiecesGoByWhatTheyAreTold(t *testing.T) {
	s := synthetic{seed: 5, nodes: 1000}
	_, _, _, _, value, _ := truth(s)
	p, err := search.NewPieces(s, search.ModeMaximise, search.PiecesOptions[spot]{})
	if err != nil {
		t.Fatal(err)
	}
	root, _ := p.Root()
	visit := func() (int64, bool) {
		if outcome, err := p.Search(1 << 30); outcome != cores.Closed || err != nil {
			t.Fatalf("outcome %v, %v", outcome, err)
		}
		best, ok := p.Best()
		if ok {
			if err := p.Check(best); err != nil {
				t.Errorf("the value %d: %v", best.Value, err)
			}
		}
		return best.Value, ok
	}
	for range 2 {
		if err := p.Begin([]search.Piece{root}); err != nil {
			t.Fatal(err)
		}
		if v, ok := visit(); !ok || v != value {
			t.Errorf("the best value is %d, %v; want %d", v, ok, value)
		}
	}
	before := p.Nodes()
	if err := p.Begin([]search.Piece{root}); err != nil {
		t.Fatal(err)
	}
	if err := p.Better(search.Best{Value: 63}); err != nil { // as large as the bound of the root
		t.Fatal(err)
	}
	if v, ok := visit(); ok || p.Nodes() != before {
		t.Errorf("%d is said to be better (%v), after %d nodes", v, ok, p.Nodes()-before)
	}
}

// Problems of one type that differ below the root have different names; a problem without codes, and nodes from elsewhere, are refused.
func TestPiecesRefuse(t *testing.T) {
	name := func(s synthetic) string {
		p, err := search.NewPieces(s, search.ModeCount, search.PiecesOptions[spot]{})
		if err != nil {
			t.Fatal(err)
		}
		n, err := p.Name()
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if a, b := name(synthetic{seed: 5, nodes: 99}), name(synthetic{seed: 5, nodes: 99, rare: 2}); a == b {
		t.Errorf("both are called %s", a)
	}
	none := search.PiecesOptions[spot]{}
	if _, err := search.NewPieces(struct{ search.Problem[spot] }{synthetic{}}, search.ModeCount, none); err == nil ||
		!strings.Contains(err.Error(), "AppendNode") {
		t.Errorf("a problem whose nodes have no codes: %v", err)
	}
	p, err := search.NewPieces(synthetic{nodes: 9}, search.ModeFind, search.PiecesOptions[spot]{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Begin([]search.Piece{{Node: []byte("short")}}); err == nil {
		t.Error("a node that cannot be read")
	}
	root, _ := p.Root()
	if err := p.Check(search.Best{Node: root.Node}); err == nil || errors.Unwrap(err) != nil {
		t.Errorf("the root is no solution: %v", err)
	}
}
