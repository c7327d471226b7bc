package search_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance/cores"
	"transat/balance/search"
)

// keys adds up lists of keys.
func keys() search.Folding[spot, []uint64] {
	return search.Folding[spot, []uint64]{
		Of:  func(e spot) []uint64 { return []uint64{e.key} },
		Add: func(a, b []uint64) []uint64 { return append(a, b...) },
	}
}

// computers search a problem together, as programs on many computers do: one stretch after the other, of a piece drawn by chance.
type computers struct {
	t       *testing.T
	problem synthetic
	mode    search.Mode
	options search.PiecesOptions[spot]
	random  *rand.Rand

	nodes, solutions int64
	sums             [][]byte
	best             *search.Best
	told             []search.Account
	open             [][]search.Piece
}

func (c *computers) pieces() *search.Pieces[spot] {
	c.t.Helper()
	p, err := search.NewPieces(c.problem, c.mode, c.options)
	if err != nil {
		c.t.Fatal(err)
	}
	return p
}

func (c *computers) run() {
	c.t.Helper()
	searches := []*search.Pieces[spot]{c.pieces(), c.pieces(), c.pieces()}
	root, err := searches[0].Root()
	if err != nil {
		c.t.Fatal(err)
	}
	for c.open = [][]search.Piece{{root}}; len(c.open) > 0; {
		at := c.random.IntN(len(c.open))
		before := c.open[at]
		c.open = slices.Delete(c.open, at, at+1)
		c.stretch(searches[c.random.IntN(len(searches))], before)
	}
}

// stretch has a search go on from a piece.
func (c *computers) stretch(p *search.Pieces[spot], before []search.Piece) {
	c.t.Helper()
	fail := func(err error) {
		if err != nil {
			c.t.Helper()
			c.t.Fatal(err)
		}
	}
	p.ForgetSum()
	fail(p.Begin(before))
	if c.best != nil {
		fail(p.Better(*c.best))
	}
	nodes := p.Nodes()
	solutions, _ := p.Counts()
	outcome, err := p.Search(1 + c.random.Int64N(700))
	fail(err)
	if best, ok := p.Best(); ok {
		fail(p.Check(best))
		c.best = &best
	}
	if outcome == cores.Found {
		best := p.Found()
		c.best, c.open = &best, nil
		fail(p.Check(best))
		return
	}
	told := search.Account{Before: before, Nodes: p.Nodes() - nodes, Known: c.best}
	told.Solutions, _ = p.Counts()
	told.Solutions -= solutions
	told.Sum, err = p.Sum()
	fail(err)
	if outcome != cores.Closed {
		for range c.random.IntN(3) {
			if able := len(p.Open(nil)); able > 0 {
				given := p.Give(c.random.IntN(able))
				c.open, told.After = append(c.open, []search.Piece{given}), append(told.After, given)
			}
		}
		rest := p.Rest()
		c.open, told.After = append(c.open, rest), append(told.After, rest...)
	}
	c.nodes, c.solutions, c.told = c.nodes+told.Nodes, c.solutions+told.Solutions, append(c.told, told)
	if told.Sum != nil {
		c.sums = append(c.sums, told.Sum)
	}
}

// Ordered searches on many computers come to what one processor comes to, whoever searches what, and in what order.
func TestPiecesInOrder(t *testing.T) {
	s := synthetic{seed: 5, nodes: 6000, rare: 500}
	nodes, solutions, first, best, value, order := truth(s)
	for seed := range uint64(4) {
		begin := func(mode search.Mode) *computers {
			c := &computers{
				t: t, problem: s, mode: mode, random: rand.New(rand.NewPCG(seed, 1)),
				options: search.PiecesOptions[spot]{Ordered: true, Fold: keys()},
			}
			c.run()
			return c
		}
		if c := begin(search.ModeCount); c.nodes != nodes || c.solutions != solutions || c.told[0].After[0].Place != nil {
			t.Errorf("%d nodes and %d solutions, want %d and %d", c.nodes, c.solutions, nodes, solutions)
		}
		if sum, err := keys().Total(begin(search.ModeFold).sums, true); err != nil || !cmp.Equal(sum, any(order)) {
			t.Errorf("the keys are out of order: %v", err)
		}
		for mode, want := range map[search.Mode]spot{search.ModeFind: first, search.ModeMaximise: best} {
			c := begin(mode)
			if !bytes.Equal(c.best.Node, s.AppendNode(nil, want)) || mode == search.ModeMaximise && c.best.Value != value {
				t.Errorf("%v: another solution than that of one processor, of the value %d", mode, c.best.Value)
			}
		}
	}
}

// A sum of what does not depend on the order needs none.
func TestPiecesAddUpSums(t *testing.T) {
	s := synthetic{seed: 5, nodes: 6000}
	nodes, _, _, _, _, order := truth(s)
	var want uint64
	for _, key := range order {
		want += key
	}
	f := search.Folding[spot, uint64]{Of: func(e spot) uint64 { return e.key }, Add: func(a, b uint64) uint64 { return a + b }}
	c := &computers{
		t: t, problem: s, mode: search.ModeFold, random: rand.New(rand.NewPCG(1, 1)), options: search.PiecesOptions[spot]{Fold: f},
	}
	c.run()
	if sum, err := f.Total([][]byte{[]byte(`[{"Sum":1},{"Sum":"x"}]`)}, false); err == nil {
		t.Errorf("a text is added up: %v", sum)
	}
	maps := search.Folding[spot, map[string]int]{Add: func(a, b map[string]int) map[string]int { a["n"] += b["n"]; return a }}
	if _, err := maps.Total([][]byte{[]byte(`[{"Sum":null},{"Sum":{"n":1}}]`)}, false); err == nil {
		t.Error("sums from elsewhere may panic")
	}
	if sum, err := f.Total(c.sums, false); err != nil || sum != want || c.nodes != nodes {
		t.Errorf("the sum is %v (%v) of %d nodes, want %d of %d", sum, err, c.nodes, want, nodes)
	}
}

// What honest programs tell is found to be true, and lies are found out.
func TestRecount(t *testing.T) {
	for _, mode := range []search.Mode{search.ModeCount, search.ModeFind, search.ModeMaximise, search.ModeFold} {
		for _, ordered := range []bool{false, true} {
			c := &computers{
				t: t, problem: synthetic{seed: 7, nodes: 5000, rare: 700}, mode: mode, random: rand.New(rand.NewPCG(3, 1)),
				options: search.PiecesOptions[spot]{Places: true, Ordered: ordered, Fold: keys()},
			}
			if mode == search.ModeFind {
				c.problem.rare = 0
			}
			c.run()
			judge := c.pieces()
			for i, told := range c.told {
				if err := judge.Recount(t.Context(), told); err != nil {
					t.Fatalf("%v, ordered %v, stretch %d: %v", mode, ordered, i, err)
				}
			}
			over, end := context.WithCancelCause(t.Context())
			if end(io.ErrClosedPipe); judge.Recount(over, c.told[0]) != io.ErrClosedPipe {
				t.Errorf("%v, ordered %v: the end of the context does not end it", mode, ordered)
			}
			for name, lie := range lies(c) {
				caught, told := 0, 0
				for _, true := range c.told {
					if s := true; lie(&s) {
						told++
						if judge.Recount(t.Context(), s) != nil {
							caught++
						}
					}
				}
				if told == 0 || caught < told {
					t.Errorf("%v, ordered %v: %d of %d lies are found out where %s", mode, ordered, caught, told, name)
				}
			}
		}
	}
}

// lies change what was told, if they can.
func lies(c *computers) map[string]func(s *search.Account) bool {
	all := map[string]func(s *search.Account) bool{
		"a node that is left is another one": func(s *search.Account) bool {
			s.After = slices.Clone(s.After)
			if len(s.After) > 0 {
				s.After[0].Node = c.problem.AppendNode(nil, spot{1, 1})
			}
			return len(s.After) > 0
		},
		"a node is left that is not there": func(s *search.Account) bool {
			far := s.Before[0]
			far.Place = append(slices.Clone(far.Place), 0xbf, 0xff)
			far.Level++
			s.After = append(slices.Clone(s.After), far)
			return true
		},
	}
	if c.mode == search.ModeMaximise {
		all["a better solution is concealed"] = func(s *search.Account) bool {
			worse := *s.Known
			worse.Value = -1
			s.Known, s.After = &worse, nil
			return len(s.Before[0].Place) == 0 // the whole tree
		}
		return all
	}
	if c.mode == search.ModeFind && c.options.Ordered { // the same, and here there is no solution
		return all
	}
	all["a node too much is counted"] = func(s *search.Account) bool { s.Nodes++; return true }
	all["what is left is said to be done"] = func(s *search.Account) bool {
		did := len(s.After) > 0
		s.After = nil
		return did
	}
	if c.mode == search.ModeCount {
		all["a solution too much is counted"] = func(s *search.Account) bool { s.Solutions++; return true }
	}
	if c.mode == search.ModeFold {
		all["another sum is told"] = func(s *search.Account) bool {
			s.Sum = bytes.Replace(s.Sum, []byte("7"), []byte("8"), 1)
			return bytes.Contains(s.Sum, []byte("8"))
		}
	}
	if c.mode == search.ModeFold && c.options.Ordered {
		_, _, _, _, _, order := truth(c.problem)
		all["sums are added up over what lies between them"] = func(s *search.Account) bool { return joined(c.t, s, order) }
	}
	return all
}

// joined adds up the first two parts of a sum between which others come.
func joined(t *testing.T, s *search.Account, order []uint64) bool {
	t.Helper()
	var parts []struct {
		Place []uint32
		Sum   []uint64
	}
	if err := json.Unmarshal(s.Sum, &parts); err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(parts); i++ {
		a, b := &parts[i-1], &parts[i]
		if order[slices.Index(order, a.Sum[len(a.Sum)-1])+1] == b.Sum[0] {
			continue
		}
		a.Sum = append(a.Sum, b.Sum...)
		parts = slices.Delete(parts, i, i+1)
		var err error
		if s.Sum, err = json.Marshal(parts); err != nil {
			t.Fatal(err)
		}
		return true
	}
	return false
}

// A solution that is not where it is said to be is none; a place that cannot be, and a node that is not on its level, are refused.
func TestPlacesAreChecked(t *testing.T) {
	s := synthetic{seed: 5, nodes: 1000, rare: 3}
	p, err := search.NewPieces(s, search.ModeMaximise, search.PiecesOptions[spot]{Places: true})
	if err != nil {
		t.Fatal(err)
	}
	root, _ := p.Root()
	if err := p.Begin([]search.Piece{root}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Search(1 << 20); err != nil {
		t.Fatal(err)
	}
	best, ok := p.Best()
	if err := p.Check(best); !ok || err != nil {
		t.Fatalf("%+v: %v", best, err)
	}
	for name, change := range map[string]func(b *search.Best){
		"not in the tree": func(b *search.Best) { b.Place = append(slices.Clone(b.Place), 0xbf, 0xff) },
		"another node":    func(b *search.Best) { b.Place = b.Place[:1] },
		"cannot be read":  func(b *search.Best) { b.Place = []byte{0xc0, 0, 0, 0, 1} },
		"is said to have": func(b *search.Best) { b.Value++ },
		"not a solution":  func(b *search.Best) { b.Node = s.AppendNode(nil, spot{1, 1}) },
	} {
		wrong := best
		change(&wrong)
		if err := p.Check(wrong); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	without, err := search.NewPieces(s, search.ModeMaximise, search.PiecesOptions[spot]{})
	if err != nil {
		t.Fatal(err)
	}
	if err := without.Check(best); err == nil || !strings.Contains(err.Error(), "has a place") {
		t.Errorf("a place that others would have to read: %v", err)
	}
	for _, level := range []int{-1, 1, math.MaxInt32, math.MaxInt} {
		root.Level = level
		if err := p.Begin([]search.Piece{root}); err == nil || !strings.Contains(err.Error(), "level") {
			t.Errorf("a root on level %d: %v", level, err)
		}
		if err := without.Begin([]search.Piece{root}); (err == nil) != (level == 1) {
			t.Errorf("without places, a root on level %d: %v", level, err)
		}
	}
}
