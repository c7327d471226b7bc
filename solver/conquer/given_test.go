package conquer

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/cube"
	"transat/solver/internal/solvertest"
)

// draw returns cubes over the first few variables of a formula, with or without a hole, and some that overlap.
func draw(rng *rand.Rand, f *cnf.Formula) (list [][]cnf.Lit) {
	depth := 1 + rng.IntN(min(3, f.Vars()))
	hole := rng.IntN(3 << depth)
	for bits := range 1 << depth {
		if bits == hole {
			continue
		}
		var c []cnf.Lit
		for v := range depth {
			c = append(c, cnf.Signed(cnf.Var(v+1), bits>>v&1 == 1))
		}
		list = append(list, c)
	}
	if rng.IntN(2) == 0 {
		list = append(list, []cnf.Lit{cnf.Neg(1)})
	}
	return list
}

// Whatever cubes are given, and whatever wanders from search to search: a formula with a model has one, under a cube or in the rest, and
// the proofs of all cubes and of the rest are one proof.
func TestGivenCubesWander(t *testing.T) {
	verdicts := map[cnf.Verdict]int{}
	for i := range solvertest.Cases(t, 60) {
		rng := rand.New(rand.NewPCG(11, uint64(i)))
		f := solvertest.RandomMixed(rng, 3+i%12, 2+rng.IntN(4))
		if i%3 == 0 {
			f = solvertest.RandomKSAT(uint64(i), 40, 160+i, 3)
		}
		given := Given{Formula: f, List: draw(rng, f)}
		splitter := []string{cube.RuleSplitter, cube.LookaheadSplitter, cube.LearningSplitter}[i%3]
		opt := Options{Splitting: Splitting{Splitter: splitter, Rule: "lex"}, Depth: i % 4}
		all := teamOf(t, given.Listed(), 1+i%3, opt)
		model, err := all.run(rng)
		if err == nil && model == nil {
			rest := teamOf(t, given.Rest(), 1+i%3, opt)
			all.finish()
			rest.proof, all.proof = all.proof, rest.proof
			if model, err = rest.run(rng); err == nil && model == nil {
				rest.tree.Formula = f
				rest.check()
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if model == nil {
			verdicts[cnf.Unsatisfiable]++
			continue
		}
		verdicts[cnf.Satisfiable]++
		if err := f.Check(model); err != nil {
			t.Error(err)
		}
	}
	if least := solvertest.Cases(t, 60) / 6; min(verdicts[cnf.Satisfiable], verdicts[cnf.Unsatisfiable]) < least {
		t.Errorf("too few of one kind: %v", verdicts)
	}
}

// A cube of a list is refuted when nothing of it is open: not even what it was split into.
func TestClosedCubesAreCounted(t *testing.T) {
	f := families.Pigeons(5, 4, families.Pairwise)
	given := Given{Formula: f, List: draw(rand.New(rand.NewPCG(1, 1)), f)}
	for len(given.List) < 7 {
		given.List = append(given.List, given.List[0])
	}
	tree, rest := given.Listed(), given.Rest()
	one, second := tree.halve(tree.Root())
	for one.To-one.From > 1 {
		one, _ = tree.halve(one)
	}
	below := one
	below.Cube = append(slices.Clone(one.Cube), cnf.Pos(9))
	all := len(given.List)
	for _, test := range []struct {
		name string
		want int
		open [][]byte
	}{
		{"everything is open", 0, [][]byte{Everything()}},
		{"all are open", 0, [][]byte{tree.Append(nil, tree.Root())}},
		{"one half is open", all / 2, [][]byte{tree.Append(nil, second)}},
		{"parts of one are open", all - 1, [][]byte{tree.Append(nil, below), tree.Append(nil, below)}},
		{"what they leave out is open", all, [][]byte{rest.Append(nil, rest.Root())}},
		{"nothing is open", all, nil},
	} {
		if got := given.Closed(slices.Values(test.open)); got != test.want {
			t.Errorf("%s: %d of %d are refuted, want %d", test.name, got, all, test.want)
		}
	}
}

// Every splitter has a proof, stretch by stretch.
func TestSplittersWander(t *testing.T) {
	for i, splitter := range []string{cube.RuleSplitter, cube.LookaheadSplitter, cube.LearningSplitter} {
		for depth := range 4 {
			t.Run(fmt.Sprint(splitter, " ", depth), func(t *testing.T) {
				opt := Options{Splitting: Splitting{Splitter: splitter, Rule: "lex"}, Depth: depth}
				m := teamOf(t, Tree{Formula: families.Multipliers(4)}, 2, opt)
				if model, err := m.run(rand.New(rand.NewPCG(uint64(i), 2))); model != nil || err != nil {
					t.Fatal(model, err)
				}
				m.check()
			})
		}
	}
}

// Lies about ranges of a list are noticed.
func TestLiesAboutRanges(t *testing.T) {
	f := families.Pigeons(5, 4, families.Pairwise)
	tree := Tree{Formula: f, List: [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Pos(2)}, {cnf.Pos(3)}, {cnf.Pos(4)}}}
	v, err := NewTreeChecker(t.Context(), tree, Splitting{})
	if err != nil {
		t.Fatal(err)
	}
	of := func(from, to int) Node { return tree.ranged(from, to, 0) }
	root := []Node{tree.Root()}
	if halved, err := v.Check(Stretch{Before: root, After: []Node{of(0, 1), of(1, 2), of(2, 4)}}); err != nil || halved != 2 {
		t.Errorf("%d halved, %v", halved, err)
	}
	for name, lie := range map[string]Stretch{
		"a cube is left out":      {root, []Node{of(0, 1), of(2, 4)}, nil},
		"nothing is left":         {root, nil, nil},
		"a range that is doubled": {root, []Node{of(0, 2), of(0, 2), of(2, 4)}, nil},
		"ranges that overlap":     {root, []Node{of(0, 2), of(1, 2), of(2, 4)}, nil},
		"a range of others":       {[]Node{of(0, 2)}, []Node{of(0, 2), of(2, 4)}, nil},
		"a larger range":          {[]Node{of(0, 2)}, root, nil},
		"a node that is not shown": {
			root,
			[]Node{of(1, 2), of(2, 4), {From: 0, To: 1, Cube: []cnf.Lit{cnf.Pos(1), cnf.Pos(6)}}},
			[]Shown{{Split, tree.List[0]}},
		},
	} {
		if _, err := v.Check(lie); err == nil {
			t.Errorf("%s: it is believed", name)
		}
	}
	both := []Node{of(1, 2), of(2, 4)}
	for _, l := range []cnf.Lit{cnf.Pos(6), cnf.Neg(6)} {
		both = append(both, Node{From: 0, To: 1, Cube: append(slices.Clip(tree.List[0]), l)})
	}
	if halved, err := v.Check(Stretch{Before: root, After: both, Shown: []Shown{{Split, tree.List[0]}}}); err != nil || halved != 2 {
		t.Errorf("%d halved, %v", halved, err)
	}
}

// When one cube of a list has taken more than most, those that are as large are split before they are tried; all stretches are checked.
func TestLargeGivenCubesAreSplitAtOnce(t *testing.T) {
	given := Given{Formula: solvertest.RandomKSAT(1, 60, 240, 3)}
	for i := range 8 {
		var c []cnf.Lit
		for v := range 3 {
			c = append(c, cnf.Signed(cnf.Var(v+1), i>>v&1 == 1))
		}
		given.List = append(given.List, c)
	}
	all := teamOf(t, given.Listed(), 1, Options{Splitting: Splitting{Splitter: cube.LookaheadSplitter}})
	s := all.searches[0]
	tried := func(i int) bool {
		is, err := s.isCube(&node{Node: all.tree.ranged(i, i+1, 1)})
		if err != nil {
			t.Fatal(err)
		}
		return is
	}
	for i, hard := range []bool{false, true} {
		if got := tried(i); !got {
			t.Errorf("cube %d is split, though none was too hard", i)
		}
		if hard {
			s.course.Answered(cdcl.CubeResult{Conflicts: 1_000_000, Work: 1}) // Unknown
		}
	}
	for i := 2; i < len(given.List); i++ {
		if tried(i) {
			t.Errorf("cube %d is as large as one that was too hard, and is tried", i)
		}
	}
}
