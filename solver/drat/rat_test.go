package drat_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/instances/families"
	"transat/solver/cnf"
)

func clauseOf(numbers ...int) []cnf.Lit {
	clause := make([]cnf.Lit, len(numbers))
	for i, n := range numbers {
		clause[i] = cnf.FromDIMACS(n)
	}
	return clause
}

func formulaOf(clauses ...[]int) *cnf.Formula {
	f := cnf.NewFormula(0)
	for _, c := range clauses {
		f.Add(clauseOf(c...)...)
	}
	return f
}

func add(numbers ...int) step { return step{clause: clauseOf(numbers...)} }

func remove(numbers ...int) step { return step{clause: clauseOf(numbers...), deletion: true} }

// cyclic is unsatisfiable, and no literal of it follows by unit propagation. It is symmetric in its variables:
// replacing 1 by 2, 2 by 3, 3 by 4 and 4 by -1 changes nothing.
func cyclic() *cnf.Formula {
	return formulaOf(
		[]int{1, 2, -3}, []int{-1, -2, 3}, []int{2, 3, -4}, []int{-2, -3, 4},
		[]int{3, 4, 1}, []int{-3, -4, -1}, []int{4, -1, 2}, []int{-4, 1, -2})
}

func TestRATProof(t *testing.T) {
	// Unit propagation finds nothing from -1. The clauses with -1 give three resolvents with (1):
	// (-2 3), where -1, 2, -3 make -4 by (-4 1 -2) and 4 by (3 4 1);
	// (-3 -4), where -1, 3, 4 make 2 by (1 2 -3) and -2 by (-4 1 -2);
	// (4 2), where -1, -4, -2 make 3 by (3 4 1) and -3 by (1 2 -3).
	f := cyclic()
	steps := []step{add(1), add(2), add()}
	want := outcome{Verified: true, Step: -1, RAT: 1}
	if diff := cmp.Diff(want, compareWithReference(t, f, proofOf(steps))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// The pivot is the first literal as written: with the other one first, the lemma is not RAT.
func TestPivotIsFirstLiteral(t *testing.T) {
	f := formulaOf([]int{1, 2}, []int{-1, 2}, []int{1, -2}, []int{-1, -2, 4})
	for _, c := range []struct {
		name  string
		lemma step
		step  int
	}{
		{"extension variable first", add(3, -4), -1},
		{"extension variable last", add(-4, 3), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := referenceCheck(f, proofOf([]step{c.lemma}))
			if want.Step != c.step {
				t.Fatalf("the reference finds step %d, want %d", want.Step, c.step)
			}
			if diff := cmp.Diff(want, outcomeOf(f, proofOf([]step{c.lemma}))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// A lemma can follow because one of its literals, or of a resolvent's, becomes true. The reason of that literal is then
// core: here a lemma that does not follow, of a formula that has a model, and that is deleted before anything else
// needs it.
func TestReasonOfTrueLiteralIsCore(t *testing.T) {
	f := formulaOf([]int{-1, 4}, []int{-1, -4}, []int{-3, 4}, []int{-3, -4},
		[]int{-2, 5, 6}, []int{-2, 5, -6}, []int{-2, -5, 6}, []int{-2, -5, -6})
	end := []step{remove(1, 2), add(1, 2, 3), add(-2, 5), add(-2), add(-1), add(-3)}
	for _, c := range []struct {
		name  string
		steps []step
	}{
		{"of the lemma", []step{add(7), add(1, 2), add(1, 2, 3)}},
		{"of a resolvent", []step{add(-9, 2, 3), add(1, 2), add(9, 1)}},
	} {
		c.steps = append(c.steps, end...)
		t.Run(c.name, func(t *testing.T) {
			const want = "step 2: lemma [1 2] does not follow by unit propagation, nor does its resolvent with clause [-1 4] on literal 1"
			if got := message(f, proofOf(c.steps), false); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// cook returns the proof of families.Pigeons with extended resolution, whose length is polynomial: new variables
// say where the pigeons would be if there were a hole less. q(p,h) is defined as
// at(p,h) or (at(p,last) and at(lastPigeon,h)).
//
// Source: S. Cook, "A short proof of the pigeon hole principle using extended resolution", SIGACT News
// 8(4), 1976.
func cook(holes int) []step {
	var steps []step
	at := func(p, h int) int { return 1 + p*holes + h }
	free := (holes+1)*holes + 1
	for n := holes; n > 1; n-- { // n+1 pigeons and n holes become n pigeons and n-1 holes
		above, first := at, free
		q := func(p, h int) int { return first + p*(n-1) + h }
		free += n * (n - 1)
		for p := range n {
			for h := range n - 1 {
				steps = append(steps,
					add(q(p, h), -above(p, h)),
					add(q(p, h), -above(p, n-1), -above(n, h)),
					add(-q(p, h), above(p, h), above(p, n-1)),
					add(-q(p, h), above(p, h), above(n, h)))
			}
		}
		for p := range n {
			var some []int
			for h := range n - 1 {
				some = append(some, q(p, h))
			}
			for r := range p {
				for h := range n - 1 {
					steps = append(steps, add(-q(p, h), -q(r, h)))
				}
			}
			steps = append(steps, add(some...))
		}
		at = q
	}
	return append(steps, add())
}

func TestExtendedResolution(t *testing.T) {
	for holes := 2; holes <= 7; holes++ {
		f, p := families.Pigeons(holes+1, holes, families.Pairwise), proofOf(cook(holes))
		mustCheck(t, f, p)
		if holes > 4 {
			continue
		}
		want := referenceCheck(f, p)
		if diff := cmp.Diff(want, outcomeOf(f, p)); diff != "" || want.RAT == 0 {
			t.Errorf("%d holes: -want +got:\n%s", holes, diff)
		}
	}
}
