package dpll

import (
	"context"
	"strings"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

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
	other := cnf.FromCode(picked.Code() ^ 2)
	tests := []struct {
		name string
		s    Subproblem
		want string
	}{
		{"good", good, ""},
		{"zero", Subproblem{}, "level or its work"},
		{
			"wrong level",
			Subproblem{decisions: good.decisions, listed: good.listed, level: good.level + 1, work: good.work},
			"level or its work",
		},
		{
			"listed at another level",
			Subproblem{decisions: good.decisions, listed: good.listed + 1, level: good.level, work: good.work},
			"level or its work",
		},
		{"wrong work", Subproblem{decisions: good.decisions, listed: good.listed, level: good.level, work: good.work + 1}, "level or its work"},
		{
			"called a conflict",
			Subproblem{decisions: good.decisions, listed: good.listed, level: good.level, work: good.work, conflict: true},
			"level or its work",
		},
		{"another variable", Subproblem{decisions: []cnf.Lit{other}, level: good.level, work: good.work}, "branching rule"},
		{"no such variable", Subproblem{decisions: []cnf.Lit{cnf.Pos(cnf.MaxVars)}, level: 1, work: 1}, "branching rule"},
		{"variable 0", Subproblem{decisions: []cnf.Lit{{}}, level: 1, work: 1}, "branching rule"},
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
		{"no level", []byte{1}},
		{"no work", []byte{1, 1}},
		{"no count", []byte{1, 1, 2}},
		{"a decision missing", []byte{1, 1, 2, 1}},
		{"something left", []byte{1, 1, 2, 1, 4, 0}},
		{"literal 0", []byte{1, 1, 2, 1, 0}},
		{"literal 1", []byte{1, 1, 2, 1, 1}},
		{"literal too large", []byte{1, 1, 2, 1, 0xff, 0xff, 0xff, 0xff, 0x0f}},
		{"fewer assigned than decided", []byte{0, 0, 2, 1, 4}},
		{"fewer assigned than when it is listed", []byte{2, 1, 2, 1, 4}},
		{"varint too long", []byte{1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 0}},
		{"count too large", []byte{1, 1, 2, 0xff, 0xff, 0xff, 0xff, 0x7f, 4}},
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
	f.Add([]byte{1, 1, 2, 1, 4})
	f.Add([]byte{1, 0x80, 1, 5, 2, 4, 7})
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

func mustLive(t testing.TB, f *cnf.Formula, rule string) *Live {
	t.Helper()
	live, err := NewLive(context.Background(), f, LiveOptions{Rule: rule})
	if err != nil {
		t.Fatal(err)
	}
	return live
}
