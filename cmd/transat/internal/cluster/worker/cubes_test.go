package worker_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/coordinator"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/store"
	"transat/dimacs"
	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// cubes makes the run one that splits its formula into cubes.
func (l *lab) cubes(depth int) {
	l.t.Helper()
	l.split(cluster.Cubes{Depth: depth})
}

// split makes the run one of cubes.
func (l *lab) split(c cluster.Cubes) {
	l.t.Helper()
	l.head.Cubes, l.head.Chunks = &c, nil
	l.store = &store.Memory{}
	var err error
	if l.head, err = coordinator.Begin(l.t.Context(), l.store, l.head, l.formula); err != nil {
		l.t.Fatal(err)
	}
}

// refutes leads the run, which is to refute the formula, and checks the proof.
func (l *lab) refutes(t *testing.T, cut time.Duration) cluster.Result {
	t.Helper()
	var proof bytes.Buffer
	got, err := l.lead(t.Context(), false, cut, &proof)
	refuted(t, l.formula, got, err, &proof)
	return got
}

// refuted makes sure that a run has ended with a proof of the formula.
func refuted(t *testing.T, f *cnf.Formula, got cluster.Result, err error, text *bytes.Buffer) {
	t.Helper()
	if err != nil || got.Verdict != cnf.Unsatisfiable {
		t.Fatalf("%v, %v, %v", got.Verdict, got.Reason, err)
	}
	if got.Totals.Cubes == 0 || got.Totals.Closed != 1 {
		t.Errorf("%+v", got.Totals)
	}
	var proof drat.Proof
	steps, err := dimacs.NewProofReader("proof", text, dimacs.ProofOptions{})
	lemmas := map[string]int{}
	for err == nil {
		var step dimacs.ProofStep
		if step, err = steps.Next(); err != nil {
			break
		}
		slices.SortFunc(step.Clause, func(a, b cnf.Lit) int { return cmp.Compare(a.Code(), b.Code()) })
		if key := fmt.Sprint(step.Clause); !step.Deletion {
			lemmas[key]++
			err = proof.Add(step.Clause)
		} else if lemmas[key]--; lemmas[key] < 0 {
			t.Fatalf("the proof deletes %s, which is no lemma: others may rest on it", key)
		} else {
			err = proof.Delete(step.Clause)
		}
	}
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	if _, err := drat.Check(t.Context(), f, &proof, drat.Options{Forward: true}); err != nil {
		t.Error(err)
	}
	t.Logf("%+v", got.Totals)
}

// A formula that is split into cubes is refuted with a proof, whoever shares the work how, and whether or not records are checked.
func TestCubes(t *testing.T) {
	for _, test := range []struct {
		name     string
		plan     *cluster.Plan
		one      bool
		verified bool
	}{
		{name: "stealing"},
		{name: "stealing, verified", verified: true},
		{name: "workers that are one", one: true},
		{name: "policy", plan: &cluster.Plan{Policy: "steal", Topology: "clique"}},
		{name: "policy, verified", plan: &cluster.Plan{Policy: "plb", Topology: "mesh"}, verified: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := formula(t, 120, 520, 1)
			l := newLabUnder(t, f, "weights", string(dimacs.ProofText), test.plan)
			l.one = test.one
			if test.verified {
				l.verify()
			}
			l.cubes(0)
			for range 2 {
				l.join(t.Context(), 2)
			}
			l.refutes(t, 20*time.Millisecond)
		})
	}
}

// Processors of several workers take short lemmas from each other, and what all have learned is one proof, checked as it comes or not.
func TestCubesShareLemmas(t *testing.T) {
	for _, verified := range []bool{false, true} {
		t.Run(fmt.Sprintf("verified %v", verified), func(t *testing.T) {
			t.Parallel()
			f := families.SumMiter(8, 4)
			taken := int64(0)
			for try := 0; try < 20 && taken == 0; try++ { // one may do all before the others have begun
				l := newLab(t, f, "lex", string(dimacs.ProofText))
				if verified {
					l.verify()
				}
				l.cubes(4)
				for range 2 {
					l.join(t.Context(), 1)
				}
				got := l.refutes(t, 10*time.Millisecond)
				taken = got.Totals.Taken
			}
			if taken == 0 {
				t.Error("no processor has taken a lemma of another")
			}
		})
	}
}

// A cube that is under way is a piece of others if they have nothing else to do.
func TestHardCubesAreSplit(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	t.Parallel()
	f := families.Pigeons(9, 8, families.Pairwise)
	l := newLab(t, f, "lex", string(dimacs.ProofText))
	l.cubes(1)
	for range 2 {
		l.join(t.Context(), 2)
	}
	got := l.refutes(t, 20*time.Millisecond)
	if got.Totals.Cubes < 4 {
		t.Errorf("%d cubes, though four processors had to share two", got.Totals.Cubes)
	}
}

// The model of a cube is the answer.
func TestCubesWithAModel(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	t.Parallel()
	f := formula(t, 150, 600, 3)
	for _, verified := range []bool{false, true} {
		l := newLab(t, f, "weights", "")
		if verified {
			l.head.Proof, l.head.Drop = string(dimacs.ProofBinary), true
			l.verify()
		}
		l.cubes(3)
		l.join(t.Context(), 2)
		l.satisfies(t)
	}
}

// A coordinator is stopped several times, records are lost meanwhile, workers come and go, and are killed in the middle of a cube: the
// verdict is right, and has a proof.
func TestCubesAfterLossAndResume(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	for _, verified := range []bool{false, true} {
		t.Run(fmt.Sprintf("verified %v", verified), func(t *testing.T) {
			t.Parallel()
			f := families.Pigeons(8, 7, families.Pairwise)
			l := newLab(t, f, "lex", string(dimacs.ProofText))
			if verified {
				l.verify()
			}
			l.cubes(5)
			l.join(t.Context(), 2)
			var proof bytes.Buffer
			got, err := l.interrupted(&proof)
			refuted(t, f, got, err, &proof)
		})
	}
}

// interrupted leads a run that is stopped several times. Meanwhile records are lost, workers come and go, and are killed; before the end,
// parts of the proof are lost.
func (l *lab) interrupted(proof *bytes.Buffer) (cluster.Result, error) {
	l.t.Helper()
	for round := range 3 {
		ctx, cancel := context.WithCancel(l.t.Context())
		leaving, leave := context.WithCancel(l.t.Context())
		l.join(leaving, 1)
		kill := l.join(l.t.Context(), 1)
		stop := afterRecords(l.store, 5*(round+1), func() {
			kill()
			leave()
			cancel()
		})
		got, err := l.lead(ctx, round > 0, 10*time.Millisecond, new(bytes.Buffer))
		stop()
		cancel()
		leave()
		if err != nil {
			l.t.Fatal(err)
		}
		if got.Verdict == cnf.Unsatisfiable { // so the workers have left
			l.join(l.t.Context(), 2)
		}
		l.lose(4, 0)
	}
	l.lose(0, 3)
	return l.lead(l.t.Context(), true, 10*time.Millisecond, proof)
}

// lose loses every so manyth record, and every so manyth part of the proof; 0 is none.
func (l *lab) lose(record, part int) {
	formula := map[ledger.Hash]bool{}
	for _, h := range l.head.Chunks {
		formula[h] = true
	}
	for _, h := range l.head.Cubes.Chunks {
		formula[h] = true
	}
	records, parts := 0, 0
	l.store.Lose(func(_ int, i store.Item) bool {
		if i.Kind == store.Record {
			records++
		}
		return record > 0 && i.Kind == store.Record && records%record == 0
	}, func(h ledger.Hash) bool {
		parts++
		return part > 0 && !formula[h] && parts%part == 0
	})
}
