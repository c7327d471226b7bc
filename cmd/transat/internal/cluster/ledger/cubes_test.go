package ledger_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/solver/dpll"
)

// ofCubes makes a piece one of a tree of cubes.
func ofCubes(b *ledger.Branch) *ledger.Branch {
	b.Nodes.Cubes = true
	return b
}

// splits is a record of the root of a tree of cubes: two open nodes, one of which is piece 9.
func splits() *ledger.Record {
	return &ledger.Record{
		After: head(), Stats: dpll.Stats{Nodes: 1}, Tree: &ledger.Counts{}, Lemmas: 2,
		Rest: ofCubes(nodes(0, 1, 0.5, 9)), Given: []ledger.Branch{*ofCubes(nodes(9, 1, 0.5))},
	}
}

func cubeLedger() *ledger.Ledger {
	return ledger.New(head(), *ofCubes(&ledger.Branch{Nodes: &ledger.Nodes{List: []ledger.Node{{Share: 1}}}}))
}

// A record fits only if the ledger has the one on whose lemmas its own rest, before and after a loss.
func TestStreams(t *testing.T) {
	l := cubeLedger()
	first := apply(t, l, splits())
	solved := ledger.CubeCounts{Cubes: 1, Conflicts: 7}
	second := apply(t, l, &ledger.Record{
		Piece: 9, After: first, Stream: first, Stats: dpll.Stats{Nodes: 1}, Tree: &ledger.Counts{CubeCounts: solved}, Lemmas: 3,
	})
	last := &ledger.Record{
		After: first, Stream: second, Stats: dpll.Stats{Nodes: 1}, Tree: &ledger.Counts{CubeCounts: solved}, Marks: []ledger.Mark{{Piece: 9}},
	}
	hash, _, err := last.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Without(second).Apply(hash, last); !errors.Is(err, ledger.ErrStale) {
		t.Errorf("without the record on which its lemmas rest: the error is %v", err)
	}
	apply(t, l, last)
	if totals := l.Totals(); !l.Whole() || totals.Cubes != 2 || totals.Conflicts != 14 || totals.Lemmas != 5 {
		t.Errorf("%+v", totals)
	}
	if left := l.Without(second).Totals(); left.Open != 2 {
		t.Errorf("without the second record, the third is still there: %+v", left)
	}
	order := []ledger.Hash{first, second, hash}
	for h := range l.Records() {
		if len(order) == 0 || h != order[0] {
			t.Fatalf("the records come in another order: %v", h)
		}
		order = order[1:]
	}
}

// A record fits only if the ledger has the ones whose lemmas for others it rests on; it comes behind them, and goes if one of them does.
func TestRecordsOfOthers(t *testing.T) {
	l := cubeLedger()
	first := splits()
	first.Shared = []byte{2, 0}
	solved := ledger.CubeCounts{Cubes: 1, Conflicts: 7, Taken: 3}
	second := &ledger.Record{Piece: 9, Stats: dpll.Stats{Nodes: 1}, Tree: &ledger.Counts{CubeCounts: solved}}
	from, _, err := first.Encode()
	if err != nil {
		t.Fatal(err)
	}
	second.After, second.Rests = from, []ledger.Hash{from}
	apply(t, l, first)
	apply(t, l, second)
	if got := l.Shared(second); len(got) != 1 || string(got[0]) != "\x02\x00" {
		t.Errorf("the record rests on %v", got)
	}
	if l.Totals().Taken != 3 {
		t.Errorf("%+v", l.Totals())
	}
	second.Rests = []ledger.Hash{from, {1}}
	fresh := cubeLedger()
	apply(t, fresh, first)
	if err := fresh.Apply(ledger.Hash{2}, second); !errors.Is(err, ledger.ErrStale) {
		t.Errorf("without a record that it rests on: the error is %v", err)
	}
	second.Rests = slices.Repeat([]ledger.Hash{from}, ledger.MostRests+1)
	if err := fresh.Apply(ledger.Hash{2}, second); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("with too many records that it rests on: the error is %v", err)
	}
	if left := l.Without(from).Totals(); left.Records != 0 {
		t.Errorf("without the first record there is still another: %+v", left)
	}
}

// A record of cubes that contradicts itself is none.
func TestRecordsOfCubesThatCannotBe(t *testing.T) {
	for name, tc := range map[string]struct {
		want   string
		change func(r *ledger.Record)
	}{
		"more nodes":        {"the counts leave", func(r *ledger.Record) { r.Stats.Nodes = 2 }},
		"more cubes":        {"cannot be", func(r *ledger.Record) { r.Tree.Cubes = 2 }},
		"fewer conflicts":   {"cannot be", func(r *ledger.Record) { r.Tree.Conflicts = -1 }},
		"a solution":        {"cannot be", func(r *ledger.Record) { r.Tree.Solutions = 1 }},
		"another rest":      {"not one of that piece", func(r *ledger.Record) { r.Rest.Nodes.Cubes = false }},
		"another branch":    {"was given away", func(r *ledger.Record) { r.Given[0].Nodes.Cubes = false }},
		"too many lemmas":   {"at most", func(r *ledger.Record) { r.Shared = make([]byte, ledger.MostShared+1) }},
		"lemmas below 0":    {"cannot be", func(r *ledger.Record) { r.Tree.Taken = -1 }},
		"a branch left out": {"the counts leave", func(r *ledger.Record) { r.Given = nil }},
	} {
		r := splits()
		tc.change(r)
		if err := cubeLedger().Apply(ledger.Sum([]byte(name)), r); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: the error is %v, want %q", name, err, tc.want)
		}
	}
	l, _ := treeOf()
	r := &ledger.Record{After: head(), Stats: dpll.Stats{Nodes: 1}, Tree: &ledger.Counts{CubeCounts: ledger.CubeCounts{Cubes: 1}}}
	if err := l.Apply(ledger.Hash{1}, r); err == nil {
		t.Error("a tree of another kind has cubes")
	}
}
