package ledger_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/solver/dpll"
)

// treeOf returns the ledger of a tree of nodes, and the root.
func treeOf() (*ledger.Ledger, *ledger.Nodes) {
	root := &ledger.Nodes{List: []ledger.Node{{Data: []byte("root"), Share: 1}}}
	return ledger.New(head(), ledger.Branch{Nodes: root}), root
}

// apply has a ledger take a record, and returns its hash.
func apply(t *testing.T, l *ledger.Ledger, r *ledger.Record) ledger.Hash {
	t.Helper()
	hash, data, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	_, again, err := ledger.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Apply(hash, again); err != nil {
		t.Fatal(err)
	}
	return hash
}

func nodes(piece uint64, depth int, share float64, given ...uint64) *ledger.Branch {
	return &ledger.Branch{Nodes: &ledger.Nodes{
		Number: piece, Begun: given != nil, Base: depth, Given: given, List: []ledger.Node{{Data: []byte("node"), Depth: depth, Share: share}},
	}}
}

// A tree of nodes is whole when its pieces are closed, and the best solution is that of all records.
func TestTreeOfNodes(t *testing.T) {
	l, _ := treeOf()
	first := &ledger.Record{
		After: head(), Stats: dpll.Stats{Nodes: 3}, Tree: &ledger.Counts{Solutions: 1, Best: &ledger.Best{Value: 5, Node: []byte("five")}},
		Rest: nodes(0, 0, 0.25, 9), Given: []ledger.Branch{*nodes(9, 1, 0.5)},
	}
	hash := apply(t, l, first)
	if got := l.Totals(); got.Closed != 0.25 || got.Open != 2 || got.Best.Value != 5 {
		t.Errorf("after the first record: %+v", got)
	}
	apply(t, l, &ledger.Record{After: hash, Tree: &ledger.Counts{Pruned: 2}, Marks: []ledger.Mark{{Piece: 9}}})
	if l.Whole() {
		t.Error("it is whole without piece 9")
	}
	apply(t, l, &ledger.Record{
		Piece: 9, After: hash, Stats: dpll.Stats{Nodes: 4}, Tree: &ledger.Counts{Solutions: 2, Best: &ledger.Best{Value: 4}},
	})
	got := l.Totals()
	if !l.Whole() || got.Stats.Nodes != 7 || got.Solutions != 3 || got.Pruned != 2 || string(got.Best.Node) != "five" || got.Open != 0 {
		t.Errorf("at the end: %+v, whole %v", got, l.Whole())
	}
}

// Records that contradict the tree, or are of another kind, are refused.
func TestTreeOfNodesRefuses(t *testing.T) {
	for _, tc := range []struct {
		name, want string
		record     ledger.Record
	}{
		{"of a formula", "another kind", ledger.Record{Stats: dpll.Stats{Nodes: 1, Leaves: 1}}},
		{"negative counts", "cannot be", ledger.Record{Tree: &ledger.Counts{Solutions: -1}}},
		{"a rest of a formula", "not one of that piece", ledger.Record{Tree: &ledger.Counts{}, Rest: &ledger.Branch{}}},
		{"a rest of another piece", "not one of that piece", ledger.Record{Tree: &ledger.Counts{}, Rest: nodes(3, 0, 1)}},
		{"it gives a piece of a formula", "searched before", ledger.Record{
			Tree: &ledger.Counts{}, Rest: nodes(0, 0, 0.5), Given: []ledger.Branch{{}},
		}},
		{"it gives what lies as high", "below it", ledger.Record{
			Tree: &ledger.Counts{}, Rest: nodes(0, 0, 0.5), Given: []ledger.Branch{*nodes(9, 0, 0.5)},
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l, _ := treeOf()
			tc.record.After = head()
			hash, _, err := tc.record.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if err := l.Apply(hash, &tc.record); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v, want %q", err, tc.want)
			}
		})
	}
}

// Nodes go through JSON as they are, and nodes that make no sense do not.
func TestNodesInJSON(t *testing.T) {
	_, root := treeOf()
	data, err := json.Marshal(ledger.Branch{Nodes: root})
	if err != nil {
		t.Fatal(err)
	}
	var back ledger.Branch
	if err := json.Unmarshal(data, &back); err != nil || !cmp.Equal(back.Nodes, root) {
		t.Errorf("%s comes back as %+v, %v", data, back.Nodes, err)
	}
	for _, text := range []string{
		`{"piece":"1","depth":0,"nodes":[]}`, `{"piece":"1","depth":-1,"nodes":[{"node":"","depth":0,"share":1}]}`,
		`{"piece":"1","depth":3,"nodes":[{"node":"","depth":2,"share":1}]}`, `{"piece":"1","depth":0,"nodes":[{"node":"","depth":0,"share":-1}]}`,
		`{"piece":"1","depth":0,"nodes":[{"node":"","depth":0,"share":1},{"node":"","depth":0,"share":1}]}`,
		`{"piece":"1","depth":0,"nodes":[{"node":"","depth":9999999999,"share":1}]}`,
	} {
		if err := json.Unmarshal([]byte(text), &back); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}

// Of two solutions of one value the one that comes first is better; those that are told have no node.
func TestBetterSolutions(t *testing.T) {
	at := func(value int64, place string) *ledger.Best {
		return &ledger.Best{Value: value, Node: []byte("node"), Place: []byte(place)}
	}
	for _, tc := range []struct {
		a, b *ledger.Best
		want bool
	}{
		{at(1, ""), nil, true},
		{at(2, "b"), at(1, "a"), true},
		{at(1, "a"), at(2, "b"), false},
		{at(1, "a"), at(1, "b"), true},
		{at(1, "b"), at(1, "a"), false},
		{at(1, ""), at(1, ""), false},
	} {
		if got := tc.a.Above(tc.b); got != tc.want {
			t.Errorf("%+v above %+v: %v", tc.a, tc.b, got)
		}
	}
	if told := at(3, "x").Told(); told.Node != nil || told.Value != 3 || string(told.Place) != "x" {
		t.Errorf("%+v is told", told)
	}
}

// An ordered run lends what one processor would come to first, and any other the largest piece.
func TestOrderOfLending(t *testing.T) {
	for _, ordered := range []bool{false, true} {
		l, _ := treeOf()
		if ordered {
			l.Order()
		}
		l.Claim(ledger.Owner{Worker: "first"}, 0, 1)
		late, early := nodes(8, 1, 0.5), nodes(9, 1, 0.1)
		late.Nodes.List[0].Place, early.Nodes.List[0].Place = []byte{7}, []byte{2}
		rest := nodes(0, 0, 0.2)
		rest.Nodes.List[0].Place = []byte{9}
		apply(t, l, &ledger.Record{After: head(), Tree: &ledger.Counts{}, Rest: rest, Given: []ledger.Branch{*late, *early}})
		task, ok := l.Claim(ledger.Owner{Worker: "w"}, 0, 1)
		want := map[bool]uint64{false: 8, true: 9}[ordered]
		if got := task.Branch.Piece(); !ok || got != want {
			t.Errorf("ordered %v: piece %d is lent first, want %d", ordered, got, want)
		}
	}
}
