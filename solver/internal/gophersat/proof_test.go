package gophersat

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// provesByLearning reports whether Solve finds f unsatisfiable, and then checks its proof.
func provesByLearning(t *testing.T, f *cnf.Formula) bool {
	t.Helper()
	var proof solvertest.ProofList
	result, err := Solve(context.Background(), f, &proof)
	if err != nil {
		t.Fatal(err)
	}
	if result.Verdict != cnf.Unsatisfiable {
		return false
	}
	if err := solvertest.CheckProof(f, &proof); err != nil {
		t.Fatalf("%v\n%v\n%v", err, f, proof.Steps)
	}
	return true
}

func TestCertificates(t *testing.T) {
	tests := []struct {
		name string
		f    *cnf.Formula
	}{
		{"empty clause", solvertest.Formula(2, []int{1, 2}, []int{})},
		{"complementary units", solvertest.Formula(1, []int{1}, []int{-1})},
		{"units refute", solvertest.Formula(3, []int{1}, []int{-1, 2}, []int{-2, 3}, []int{-3, -1})},
		{"units refute the rest of a clause", solvertest.Formula(3, []int{1}, []int{2}, []int{-1, -2, 3}, []int{-3, -2, -1})},
		{"tautologies and repetitions", solvertest.Formula(2, []int{1, -1}, []int{1, 1, 2}, []int{1, -2, 1}, []int{-1, 2}, []int{-1, -2, -2})},
		{"units and a search", solvertest.Formula(4, []int{4}, []int{-4, 1, 2}, []int{1, -2, -4}, []int{-1, 2}, []int{-1, -2})},
		{"six pigeons, five holes", families.Pigeons(6, 5, families.Pairwise)},
		{"random", solvertest.RandomKSAT(3, 60, 400, 3)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if !provesByLearning(t, test.f) {
				t.Error("the formula is satisfiable")
			}
		})
	}
}

func TestCertificatesOfRandomFormulas(t *testing.T) {
	refuted := 0
	n := solvertest.Cases(t, 600)
	for i := range n {
		rng := rand.New(rand.NewPCG(12, uint64(i)))
		if provesByLearning(t, solvertest.RandomMixed(rng, 3+i%25, 3+rng.IntN(5))) {
			refuted++
		}
	}
	if refuted < n/4 {
		t.Errorf("only %d of %d formulas are unsatisfiable", refuted, n)
	}
}

func TestCertificateWriterThatFails(t *testing.T) {
	for _, f := range []*cnf.Formula{solvertest.Formula(1, []int{1}, []int{-1}), families.Pigeons(5, 4, families.Pairwise)} {
		full := solvertest.ProofList{Limit: -1}
		result, err := Solve(context.Background(), f, &full)
		if !errors.Is(err, solvertest.ErrFull) || result.Verdict != cnf.Unknown {
			t.Errorf("%v, %v", result.Verdict, err)
		}
	}
}

func TestCertificateIsReadLineByLine(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		want  []solvertest.ProofStep
		err   string
	}{
		{
			"clauses",
			[]string{"1 -2 3 0", "-3 0"},
			[]solvertest.ProofStep{{Clause: []cnf.Lit{cnf.Pos(1), cnf.Neg(2), cnf.Pos(3)}}, {Clause: []cnf.Lit{cnf.Neg(3)}}},
			"",
		},
		{"the end", []string{"0"}, []solvertest.ProofStep{{Clause: []cnf.Lit{}}}, ""},
		{"a word", []string{"1 x 0"}, nil, `gophersat: cannot read the line "1 x 0" of its certificate`},
		{"a variable too high", []string{"1 -4 0"}, nil, `gophersat: cannot read the line "1 -4 0" of its certificate`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			lines := make(chan string, len(test.lines))
			for _, line := range test.lines {
				lines <- line
			}
			close(lines)
			var got solvertest.ProofList
			c := certificate{w: &got, vars: 3}
			err := c.read(context.Background(), lines)
			if (err == nil) != (test.err == "") || err != nil && err.Error() != test.err {
				t.Errorf("the error is %v, want %q", err, test.err)
			}
			if diff := cmp.Diff(test.want, got.Steps, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("steps (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCertificateStopsOnContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := certificate{w: &solvertest.ProofList{}}
	if err := c.read(ctx, make(chan string)); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}
