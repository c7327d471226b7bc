package cube

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// ownLemmas is a proof that refuses deletions of what it has not got.
type ownLemmas struct {
	drat.Proof
	there     map[string]int
	deletions int
}

func key(clause []cnf.Lit) string {
	return fmt.Sprint(slices.SortedFunc(slices.Values(clause), func(a, b cnf.Lit) int { return cmp.Compare(a.Code(), b.Code()) }))
}

func (o *ownLemmas) Add(clause []cnf.Lit) error {
	o.there[key(clause)]++
	return o.Proof.Add(clause)
}

func (o *ownLemmas) Delete(clause []cnf.Lit) error {
	o.deletions++
	if o.there[key(clause)]--; o.there[key(clause)] < 0 {
		return fmt.Errorf("a deletion of %v, which is no lemma: others may rest on it", clause)
	}
	return o.Proof.Delete(clause)
}

// A proof of cubes deletes lemmas, so that it is soon checked; but no clause of the formula, on which other children rest.
func TestProofsOfCubesDeleteLemmasOnly(t *testing.T) {
	f := families.Waerden(3, 9, 77)
	proof := &ownLemmas{there: map[string]int{}}
	cfg := config(f)
	cfg.Splitter, cfg.Depth, cfg.Proof = LookaheadSplitter, 3, proof
	if result, err := Run(t.Context(), cfg); err != nil || result.Verdict != cnf.Unsatisfiable {
		t.Fatal(result.Verdict, err)
	}
	if proof.deletions < 100 {
		t.Errorf("%d deletions", proof.deletions)
	}
	if _, err := drat.Check(t.Context(), f, &proof.Proof, drat.Options{}); err != nil {
		t.Error(err)
	}
}
