package drat_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
)

// TestDecidedByDefinition has proofs on which checkers disagree, each decided by the definition in the package comment.
// A case says so where drat-trim decides otherwise in its usual mode.
func TestDecidedByDefinition(t *testing.T) {
	// Without 1, unit propagation from -5, -1 finds nothing; a lemma with 1 and 5 is RAT upon 5, by the resolvent (1 5 2),
	// and not upon 1, since its resolvent with (-1 6) does not follow.
	needsExtension := func(more ...[]int) *cnf.Formula {
		return formulaOf(append([][]int{
			{1, 2, 3},
			{1, 2, -3},
			{1, -2, 3},
			{1, -2, -3},
			{-5, 2},
			{-1, 6},
			{-6, 7},
			{-6, -7},
		}, more...)...)
	}
	square := [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}
	for _, tc := range []struct {
		name              string
		f                 *cnf.Formula
		steps             []step
		backward, forward bool
	}{
		{"a wrong lemma that the refutation does not need", formulaOf(square...), []step{add(3), add(-3, 4), add(1), add()}, true, false},
		{"a lemma with its pivot first", needsExtension(), []step{add(5, 1), add(1), add()}, true, true},
		{"a lemma with its pivot second", needsExtension(), []step{add(1, 5), add(1), add()}, false, false},
		{
			// drat-trim: verified, since the refutation does not need (-5 8).
			"a resolvent with a clause that the refutation does not need",
			needsExtension([]int{-5, 8}),
			[]step{add(5, 1), add(1), add()},
			false, false,
		},
		{"the same after that clause is deleted", needsExtension([]int{-5, 8}), []step{remove(-5, 8), add(5, 1), add(1), add()}, true, true},
		{
			// Carried out, the deletion would leave a formula with a model.
			"the deletion of a unit clause that is needed",
			formulaOf([]int{1}, []int{-1, 2, 3}, []int{-1, 2, -3}, []int{-1, -2, 4}, []int{-1, -2, -4}),
			[]step{remove(1), add(2), add()},
			true, true,
		},
		{
			// So would this deletion, of the clause that implies 2.
			"the deletion of a clause that is a unit clause by now",
			formulaOf([]int{1}, []int{-1, 2}, []int{-2, 3, 4}, []int{-2, 3, -4}, []int{-2, -3, 4}, []int{-2, -3, -4}),
			[]step{remove(-1, 2), add(3), add()},
			true, true,
		},
		{
			// Carried out, the deletion would leave no clause with 3 but (3 1), and -3 would be RAT.
			"a lemma that is RAT only without a unit clause",
			formulaOf(append([][]int{{3}, {3, 1}}, square...)...),
			[]step{remove(3), add(-3), add()},
			false, false,
		},
		{"the deletion of a clause that is not there", formulaOf(square...), []step{remove(5, 6), add(1), add()}, true, true},
		{"two deletions of a clause", formulaOf(square...), []step{remove(1, 2), remove(1, 2), add(1), add()}, false, false},
		{
			"one deletion of a clause that is there twice", formulaOf(append(square, []int{2, 1})...),
			[]step{remove(1, 2), add(1), add()},
			true, true,
		},
		{
			// drat-trim: not verified; it misreads the steps after the deletion.
			"the deletion of the empty clause",
			formulaOf(square...),
			[]step{remove(), add(1), add()},
			true, true,
		},
		{"steps behind the refutation", formulaOf(square...), []step{add(1), add(), add(9), remove(1)}, true, true},
		{"a refutation without the empty clause", formulaOf(square...), []step{add(1)}, true, true},
		{"the empty clause too early", formulaOf(square...), []step{add(), add(1)}, false, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := proofOf(tc.steps)
			if got := message(tc.f, p, false); (got == "") != tc.backward {
				t.Errorf("backward: %q", got)
			}
			if got := message(tc.f, p, true); (got == "") != tc.forward {
				t.Errorf("forward: %q", got)
			}
			if diff := cmp.Diff(tc.forward, referenceCheck(tc.f, p).Verified); diff != "" {
				t.Errorf("the slow checker: -want +got\n%s", diff)
			}
		})
	}
}
