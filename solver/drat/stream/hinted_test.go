package stream_test

import (
	"errors"
	"testing"

	"transat/solver/cnf"
	"transat/solver/drat/stream"
	"transat/solver/internal/solvertest"
)

// hintedStep is a lemma, or a deletion if number is 0.
type hintedStep struct {
	number int64
	lemma  []int
	hints  []int64
}

func lits(ints []int) (all []cnf.Lit) {
	for _, n := range ints {
		l := cnf.Pos(cnf.Var(max(n, -n)))
		if n < 0 {
			l = l.Not()
		}
		all = append(all, l)
	}
	return all
}

// Lemmas are checked by their hints, and by nothing else.
func TestHinted(t *testing.T) {
	all := [][]int{{1, 2}, {1, -2}, {-1, 3}, {-1, -3}} // clauses 1 to 4: no model
	half := all[:3]
	for _, c := range []struct {
		name    string
		formula [][]int
		steps   []hintedStep
		assumed []int
		ok      bool
		wrong   bool // there is a fault, rather than something missing
	}{
		{"a refutation", all, []hintedStep{{5, []int{1}, []int64{1, 2}}, {6, nil, []int64{5, 3, 4}}}, nil, true, false},
		{
			"lemmas after it", all,
			[]hintedStep{{5, []int{1}, []int64{1, 2}}, {6, nil, []int64{5, 3, 4}}, {7, []int{3}, []int64{6}}},
			nil, true,
			false,
		},
		{"no empty lemma", all, []hintedStep{{5, []int{1}, []int64{1, 2}}}, nil, false, false},
		{"no lemma", all, nil, nil, false, false},
		{"no lemma, contradicting assumptions", all, nil, []int{1, -1}, true, false},
		{"a hint too few", all, []hintedStep{{5, []int{1}, []int64{1}}}, nil, false, true},
		{"another hint", all, []hintedStep{{5, []int{1}, []int64{1, 3}}}, nil, false, true},
		{"hints in the wrong order", all, []hintedStep{{5, []int{1}, []int64{1, 2}}, {6, nil, []int64{3, 4, 5}}}, nil, false, true},
		{"a clause that was deleted", all, []hintedStep{{0, nil, []int64{2}}, {5, []int{1}, []int64{1, 2}}}, nil, false, true},
		{"a clause that is not there yet", all, []hintedStep{{5, []int{1}, []int64{6, 2}}}, nil, false, true},
		{"a number that is taken", all, []hintedStep{{4, []int{1}, []int64{1, 2}}}, nil, false, true},
		{"a lemma that is RAT only", half, []hintedStep{{4, []int{-3, 2}, nil}, {5, []int{-2}, nil}}, nil, false, true},
		{
			"a variable that is defined", half,
			[]hintedStep{{4, []int{4, 1}, nil}, {5, []int{-4, 2}, []int64{-4, 1}}, {6, []int{1}, []int64{1, 2}}, {7, []int{3}, []int64{6, 3}}},
			[]int{-3},
			true, false,
		},
		{"a definition that is none", half, []hintedStep{{4, []int{4, 1}, nil}, {5, []int{-4, -2}, []int64{-4, 1}}}, nil, false, true},
		{"a defined variable is not assumed", half, []hintedStep{{4, []int{4}, nil}}, []int{3}, false, false},
		{"upon a variable of the formula", half, []hintedStep{{4, []int{-3, 4}, nil}}, nil, false, true},
		{"an assumption excluded", half, []hintedStep{{4, []int{1}, []int64{1, 2}}, {5, []int{3}, []int64{4, 3}}}, []int{-3}, true, false},
		{"one of two", half, []hintedStep{{4, []int{1}, []int64{1, 2}}, {5, []int{3}, []int64{4, 3}}}, []int{2, -3}, true, false},
		{"another one excluded", half, []hintedStep{{4, []int{1}, []int64{1, 2}}, {5, []int{3}, []int64{4, 3}}}, []int{3, -2}, false, false},
	} {
		h := stream.NewHintChecker(solvertest.Formula(3, c.formula...))
		for _, s := range c.steps { // errors come again in the end
			if s.number == 0 {
				_ = h.Forget(s.hints...)
			} else {
				_ = h.Infer(s.number, lits(s.lemma), s.hints)
			}
		}
		err := h.Conclude(lits(c.assumed))
		if wrong := errors.As(err, new(*stream.WrongError)); (err == nil) != c.ok || wrong != c.wrong || !c.ok && !wrong &&
			!errors.Is(err, stream.ErrUnverified) {
			t.Errorf("%s: %v", c.name, err)
		}
		if want := int64(len(c.steps)); c.ok && h.Lemmas() != want {
			t.Errorf("%s: %d lemmas, want %d", c.name, h.Lemmas(), want)
		}
		h.Close()
	}
}
