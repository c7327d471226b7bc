package drat_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"transat/solver/cnf"
	"transat/solver/drat"
)

func TestProofKeepsSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lits := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) cnf.Lit {
			v := rapid.OneOf(rapid.Uint32Range(1, 9), rapid.Uint32Range(1, uint32(cnf.MaxLitVar))).Draw(t, "variable")
			return cnf.Signed(cnf.Var(v), rapid.IntRange(0, 1).Draw(t, "sign") == 1)
		}), 0, 6)
		type written struct {
			Clause   []cnf.Lit
			Deletion bool
		}
		var p drat.Proof
		var want, got []written
		literals := 0
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			w := written{lits.Draw(t, "clause"), rapid.Bool().Draw(t, "deletion")}
			write := p.Add
			if w.Deletion {
				write = p.Delete
			}
			if err := write(w.Clause); err != nil {
				t.Fatal(err)
			}
			want = append(want, w)
			literals += len(w.Clause)
		}
		for i := range p.Len() {
			clause, deletion := p.Step(i)
			got = append(got, written{clause, deletion})
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if p.Literals() != literals {
			t.Errorf("%d literals, want %d", p.Literals(), literals)
		}
	})
}

func TestProofRefusesWhatIsNoLiteral(t *testing.T) {
	above := cnf.Pos(cnf.MaxLitVar).Code() + 2
	for _, l := range []cnf.Lit{{}, cnf.FromCode(1), cnf.FromCode(above), cnf.FromCode(above + 1)} {
		var p drat.Proof
		for _, err := range []error{p.Add([]cnf.Lit{cnf.Pos(1), l}), p.Delete([]cnf.Lit{l})} {
			if !errors.Is(err, drat.ErrNoLiteral) {
				t.Errorf("literal %d: %v", l.Code(), err)
			}
		}
		if p.Len() != 0 || p.Literals() != 0 {
			t.Errorf("literal %d: the proof has changed", l.Code())
		}
	}
}
