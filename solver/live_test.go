package solver

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
	"transat/solver/rules"
)

func mustLive(t testing.TB, f *cnf.Formula, rule string) *Live {
	t.Helper()
	live, err := NewLive(f, rule)
	if err != nil {
		t.Fatal(err)
	}
	return live
}

// pairOf is one node in both kinds of tree.
type pairOf struct {
	live     Subproblem
	recorded Node
}

// sideBySide expands a live and a recorded tree together, in an order that the rng chooses, and
// compares all they say. It finishes some of the subtrees instead. It returns the number of nodes.
func sideBySide(t testing.TB, live *Live, tree *Tree, rng *rand.Rand) int64 {
	t.Helper()
	nodes := int64(0)
	list := []pairOf{{live.Root(), tree.Root()}}
	for len(list) > 0 {
		i := len(list) - 1
		if rng.IntN(3) == 0 {
			i = rng.IntN(len(list))
		}
		at := list[i]
		list[i] = list[len(list)-1]
		list = list[:len(list)-1]

		if got, want := live.Level(at.live), tree.Level(at.recorded); got != want {
			t.Fatalf("node %d: level %d, want %d", at.recorded, got, want)
		}
		if rng.IntN(20) == 0 {
			work, n, found := live.Finish(at.live)
			wantWork, wantNodes, wantFound := tree.Finish(at.recorded)
			if work != wantWork || n != wantNodes || found != wantFound {
				t.Fatalf("finishing node %d: work %d, %d nodes, found %v; want %d, %d, %v",
					at.recorded, work, n, found, wantWork, wantNodes, wantFound)
			}
			if !found {
				nodes += n
				continue
			}
		}
		children, work, n, found := live.Expand(at.live, nil)
		wantChildren, wantWork, wantNodes, wantFound := tree.Expand(at.recorded, nil)
		if len(children) != len(wantChildren) || work != wantWork || n != wantNodes || found != wantFound {
			t.Fatalf("expanding node %d: %d children, work %d, %d nodes, found %v; want %d, %d, %d, %v",
				at.recorded, len(children), work, n, found, len(wantChildren), wantWork, wantNodes, wantFound)
		}
		if found {
			if err := live.formula.Check(live.Model()); err != nil {
				t.Fatal(err)
			}
		}
		for j, child := range children {
			list = append(list, pairOf{child, wantChildren[j]})
		}
		nodes += n
	}
	return nodes
}

func TestLiveTreeIsTheRecordedTree(t *testing.T) {
	formulas := []*cnf.Formula{
		solvertest.Formula(0), solvertest.Formula(0, []int{}), solvertest.Formula(2, []int{1}, []int{-1}), solvertest.Formula(2, []int{1}, []int{-1, 2}),
		solvertest.RandomKSAT(3, 120, 516, 3), solvertest.RandomKSAT(5, 40, 140, 3),
	}
	for i := range solvertest.Cases(t, 150) {
		rng := rand.New(rand.NewPCG(21, uint64(i)))
		formulas = append(formulas, solvertest.RandomMixed(rng, 3+rng.IntN(11), 3+i%6))
	}
	for i, f := range formulas {
		for _, rule := range rules.All() {
			rng := rand.New(rand.NewPCG(22, uint64(i)))
			tree := mustRecord(t, f, rule.Name)
			if n := sideBySide(t, mustLive(t, f, rule.Name), tree, rng); n != tree.Nodes() {
				t.Fatalf("formula %d, rule %s: %d nodes, want %d", i, rule.Name, n, tree.Nodes())
			}
			if rule.Freezes() {
				continue
			}
			general := newGeneralSearch(t, f, Options{Rule: rule.Name}).live(f)
			if n := sideBySide(t, general, tree, rng); n != tree.Nodes() {
				t.Fatalf("formula %d, rule %s, general engine: %d nodes, want %d", i, rule.Name, n, tree.Nodes())
			}
		}
	}
}

// A subproblem can be encoded, sent, and gone on from elsewhere: each node is expanded by another Live
// than the one that found it.
func TestSubproblemGoesOnElsewhere(t *testing.T) {
	f := solvertest.RandomKSAT(3, 100, 430, 3)
	tree := mustRecord(t, f, "")
	here, there := mustLive(t, f, ""), newGeneralSearch(t, f, Options{}).live(f)
	list := []pairOf{{here.Root(), tree.Root()}}
	for len(list) > 0 {
		at := list[0]
		list = list[1:]
		data, err := at.live.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var sent Subproblem
		if err := sent.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(at.live, sent); diff != "" {
			t.Fatalf("subproblem (-sent +received):\n%s", diff)
		}
		here, there = there, here
		if err := here.Check(sent); err != nil {
			t.Fatal(err)
		}
		children, work, _, _ := here.Expand(sent, nil)
		wantChildren, wantWork, _, _ := tree.Expand(at.recorded, nil)
		if work != wantWork || len(children) != len(wantChildren) {
			t.Fatalf("node %d: work %d and %d children, want %d and %d",
				at.recorded, work, len(children), wantWork, len(wantChildren))
		}
		for i, child := range children {
			list = append(list, pairOf{child, wantChildren[i]})
		}
	}
}

func TestLiveKeepsTheModel(t *testing.T) {
	f := solvertest.RandomKSAT(5, 40, 140, 3)
	live := mustLive(t, f, "")
	if live.Model() != nil {
		t.Error("there is a model before the search")
	}
	if _, _, found := live.Finish(live.Root()); !found {
		t.Fatal("no model")
	}
	if err := f.Check(live.Model()); err != nil {
		t.Error(err)
	}
}

func TestLiveCheckRefusesStrangers(t *testing.T) {
	f := solvertest.RandomKSAT(3, 100, 430, 3)
	live := mustLive(t, f, "")
	children, _, _, _ := live.Expand(live.Root(), nil)
	good := children[0]
	picked := good.decisions[0]
	other := picked ^ 2
	tests := []struct {
		name string
		s    Subproblem
		want string
	}{
		{"good", good, ""},
		{"zero", Subproblem{}, "level or its work"},
		{"wrong level", Subproblem{decisions: good.decisions, level: good.level + 1, work: good.work}, "level or its work"},
		{"wrong work", Subproblem{decisions: good.decisions, level: good.level, work: good.work + 1}, "level or its work"},
		{"called a conflict", Subproblem{decisions: good.decisions, level: good.level, work: good.work, conflict: true}, "level or its work"},
		{"another variable", Subproblem{decisions: []cnf.Lit{other}, level: good.level, work: good.work}, "branching rule"},
		{"no such variable", Subproblem{decisions: []cnf.Lit{cnf.Pos(cnf.MaxVars)}, level: 1, work: 1}, "branching rule"},
		{"variable 0", Subproblem{decisions: []cnf.Lit{0}, level: 1, work: 1}, "branching rule"},
		{"a decision twice", Subproblem{decisions: []cnf.Lit{picked, picked}, level: 2, work: 1}, "branching rule"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := live.Check(test.s)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("the error is %v, want %q", err, test.want)
			}
			if again, _, _, _ := live.Expand(live.Root(), nil); !again[0].Equal(good) {
				t.Error("checking has spoiled the tree")
			}
		})
	}
}

func TestSubproblemDecodingRefuses(t *testing.T) {
	tests := []struct {
		name string
		data []byte
	}{
		{"nothing", nil},
		{"no work", []byte{1}},
		{"no count", []byte{1, 2}},
		{"a decision missing", []byte{1, 2, 1}},
		{"something left", []byte{1, 2, 1, 4, 0}},
		{"literal 0", []byte{1, 2, 1, 0}},
		{"literal 1", []byte{1, 2, 1, 1}},
		{"literal too large", []byte{1, 2, 1, 0xff, 0xff, 0xff, 0xff, 0x0f}},
		{"fewer assigned than decided", []byte{0, 2, 1, 4}},
		{"varint too long", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 0}},
		{"count too large", []byte{1, 2, 0xff, 0xff, 0xff, 0xff, 0x7f, 4}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var s Subproblem
			if err := s.UnmarshalBinary(test.data); err == nil {
				t.Errorf("decoded as %+v", s)
			}
		})
	}
}

func FuzzSubproblem(f *testing.F) {
	f.Add([]byte{1, 2, 1, 4})
	f.Add([]byte{0x80, 1, 5, 2, 4, 7})
	live := mustLive(f, solvertest.RandomKSAT(3, 100, 430, 3), "")
	children, _, _, _ := live.Expand(live.Root(), nil)
	for _, s := range children {
		data, _ := s.MarshalBinary()
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var s, again Subproblem
		if s.UnmarshalBinary(data) != nil {
			return
		}
		encoded, err := s.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if err := again.UnmarshalBinary(encoded); err != nil || !again.Equal(s) {
			t.Fatalf("%+v becomes %+v, %v", s, again, err)
		}
		if live.Check(s) == nil {
			live.Expand(s, nil)
		}
	})
}
