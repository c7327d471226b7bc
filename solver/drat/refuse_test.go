package drat_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// message checks a proof and returns its error message.
func message(f *cnf.Formula, p *drat.Proof, forward bool) string {
	if _, err := drat.Check(context.Background(), f, p, drat.Options{Forward: forward}); err != nil {
		return err.Error()
	}
	return ""
}

func TestCheckMessages(t *testing.T) {
	const (
		noRefutation = "the proof ends without the empty clause, and unit propagation does not refute the formula and its lemmas"
		emptyProof   = "the proof is empty, and unit propagation does not refute the formula"
		emptyClause  = ": the empty clause does not follow by unit propagation"
	)
	square := formulaOf([]int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2})
	for _, c := range []struct {
		name              string
		f                 *cnf.Formula
		steps             []step
		backward, forward string
	}{
		{name: "a unit lemma is enough", f: square, steps: []step{add(1)}},
		{name: "with the empty clause", f: square, steps: []step{add(1), add()}},
		{name: "what comes behind the conflict does not matter", f: square, steps: []step{add(1), add(7), remove(9), add()}},
		{name: "empty proof", f: square, backward: emptyProof, forward: emptyProof},
		{name: "empty proof of a refuted formula", f: formulaOf([]int{1}, []int{-1})},
		{name: "any proof of a refuted formula", f: formulaOf([]int{1}, []int{-1}), steps: []step{remove(1), add(5)}},
		{name: "empty clause in the formula", f: formulaOf([]int{1}, []int{})},
		{name: "empty formula", f: formulaOf(), backward: emptyProof, forward: emptyProof},
		{
			name: "empty clause claimed of the empty formula", f: formulaOf(), steps: []step{add()},
			backward: "step 1" + emptyClause, forward: "step 1" + emptyClause,
		},
		{
			name: "cut short", f: cyclic(), steps: []step{add(1)},
			backward: noRefutation, forward: noRefutation,
		},
		{
			name: "empty clause too early", f: cyclic(), steps: []step{add(1), add()},
			backward: "step 2" + emptyClause, forward: "step 2" + emptyClause,
		},
		{
			name: "lemma of another formula", f: formulaOf([]int{1, 2}, []int{-1, 2}, []int{-2, 3}), steps: []step{add(-3), add()},
			backward: "step 1: lemma [-3] does not follow by unit propagation, nor does its resolvent with clause [-2 3] on literal -3",
			forward:  "step 1: lemma [-3] does not follow by unit propagation, nor does its resolvent with clause [-2 3] on literal -3",
		},
		{
			name: "wrong lemma that is not needed", f: square, steps: []step{add(5), add(-5, 6), add(1)},
			forward: "step 2: lemma [-5 6] does not follow by unit propagation, nor does its resolvent with clause [5] on literal -5",
		},
		{name: "tautologies", f: formulaOf([]int{1, -1}, []int{2}, []int{-2, 1}, []int{-1, -2}), steps: []step{add(3, 1, -3)}},
		{
			name: "there is no resolvent with a tautology", f: formulaOf([]int{-1, 1, 2}), steps: []step{add(1)},
			backward: noRefutation, forward: noRefutation,
		},
		{name: "repeated literals", f: formulaOf([]int{1, 1, 2, 2}, []int{1, 1, -2}, []int{-1, 2, -1}, []int{-1, -2}), steps: []step{add(1, 1)}},
		{
			name: "a copy remains", f: formulaOf([]int{1, 2}, []int{2, 1}, []int{1, -2}, []int{-1, 2}, []int{-1, -2}),
			steps: []step{remove(1, 2), add(1)},
		},
		{
			name: "no copy remains", f: square, steps: []step{remove(2, 1), add(1)},
			backward: "step 2: lemma [1] does not follow by unit propagation, nor does its resolvent with clause [-1 2] on literal 1",
			forward:  "step 2: lemma [1] does not follow by unit propagation, nor does its resolvent with clause [-1 2] on literal 1",
		},
		{
			name: "everything deleted", f: square,
			steps:    []step{remove(1, 2), remove(1, -2), remove(-1, 2), remove(-1, -2)},
			backward: noRefutation, forward: noRefutation,
		},
		{name: "deletions undone by lemmas", f: square, steps: []step{add(1, 2), remove(1, 2), add(1)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := proofOf(c.steps)
			got := []string{message(c.f, p, false), message(c.f, p, true)}
			if diff := cmp.Diff([]string{c.backward, c.forward}, got); diff != "" {
				t.Errorf("backward and forward, -want +got:\n%s", diff)
			}
			compareWithReference(t, c.f, p)
		})
	}
}

func TestIgnoredDeletions(t *testing.T) {
	f := formulaOf([]int{1}, []int{-1, 2}, []int{3, 4}, []int{3, -4}, []int{-3, 4}, []int{-3, -4, -2})
	steps := []step{
		remove(1),     // a unit clause
		remove(2, -1), // has become one
		remove(1, 2),  // is not there
		remove(3, 4), remove(3, 4),
		add(3),
	}
	f.Add(clauseOf(4, 3)...)
	f.Add(clauseOf(5, 3, 4)...)
	f.Add(clauseOf(-5, 3, 4)...)
	for _, forward := range []bool{false, true} {
		report, err := drat.Check(context.Background(), f, proofOf(steps), drat.Options{Forward: forward})
		if err != nil {
			t.Fatal(err)
		}
		want := drat.Report{
			Steps: 6, Lemmas: 1, Deletions: 5, IgnoredUnits: 2, IgnoredMissing: 1, Checked: 1,
			Propagations: report.Propagations,
		}
		if !forward {
			want.CoreLemmas, want.CoreClauses = 1, 7 // all but (3 4) and (4 3)
		}
		if diff := cmp.Diff(want, report); diff != "" {
			t.Errorf("forward %v: -want +got:\n%s", forward, diff)
		}
	}
}

// Variables may have any numbers, and messages give those.
func TestHighVariables(t *testing.T) {
	const high = 1 << 29
	at := func(l int) int {
		if l < 0 {
			return l - high
		}
		return l + high
	}
	square := formulaOf([]int{at(1), at(2)}, []int{at(1), at(-2)}, []int{at(-1), at(2)}, []int{at(-1), at(-2)})
	mustCheck(t, square, proofOf([]step{add(at(9), at(1)), add(at(1))}))

	want := &drat.StepError{
		Step: 0, Lemma: clauseOf(at(1)), Reason: drat.NoResolvent, Clause: clauseOf(at(-1), at(-2)),
	}
	cut := formulaOf([]int{at(1), at(2)}, []int{at(-1), at(2)}, []int{at(-1), at(-2)})
	var got *drat.StepError
	if _, err := drat.Check(context.Background(), cut, proofOf([]step{add(at(1))}), drat.Options{Forward: true}); !errors.As(err, &got) {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// countdown is a context that ends after a number of calls of Err.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestCheckCanBeCancelledAnywhere(t *testing.T) {
	f, p := families.Pigeons(7, 6, families.Pairwise), proofOf(cook(6))
	for _, forward := range []bool{false, true} {
		for looks := 0; ; looks++ {
			ctx := &countdown{context.Background(), looks}
			_, err := drat.Check(ctx, f, p, drat.Options{Forward: forward})
			if err == nil {
				if looks < 4 {
					t.Errorf("forward %v: only %d looks at the context", forward, looks)
				}
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("forward %v, %d looks: %v", forward, looks, err)
			}
		}
	}
}

func TestProgressRises(t *testing.T) {
	f := randomFormula(1, 130, 570, 3)
	p := solved(t, f, "")
	for _, forward := range []bool{false, true} {
		calls, last := 0, 0.0
		_, err := drat.Check(context.Background(), f, p, drat.Options{Forward: forward, Progress: func(done float64) {
			calls++
			if done < last || done > 1 {
				t.Errorf("forward %v: %v after %v", forward, done, last)
			}
			last = done
		}})
		if err != nil || calls < 5 || last < 0.5 {
			t.Errorf("forward %v: %d calls up to %v, error %v", forward, calls, last, err)
		}
	}
}
