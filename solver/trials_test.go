package solver

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/pprof"
	"slices"
	"testing"
	"time"

	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/internal/solvertest"
)

// How many small formulas are tried, and from which on: go test ./solver -run TestTrials -trials=100000 -timeout=3h, and
// -trial=N -trials=1 for one that has failed.
var (
	trials     = flag.Int("trials", 0, "small formulas to be tried in all ways; 0: 400, or fewer without TRANSAT_TEST_MORE")
	firstTrial = flag.Int("trial", 0, "number of the first one")
)

// trial is a small formula of any shape, with assumptions, and all that is true of it.
type trial struct {
	rng    *rand.Rand
	folder string // empty
	f      *cnf.Formula
	shape  string
	vars   []cnf.Var // some that occur and some that do not
	assume []cnf.Lit
	truth  *solvertest.Truth // of f, for all of vars
}

// newTrial draws everything from a number.
func newTrial(n int, folder string) *trial {
	tr := &trial{rng: rand.New(rand.NewPCG(uint64(n), 2026)), folder: folder}
	tr.f, tr.shape = solvertest.Small(tr.rng)
	for i := range tr.f.Len() {
		for _, l := range tr.f.Clause(i) {
			tr.vars = append(tr.vars, l.Var())
		}
	}
	if tr.f.Vars() > 0 {
		for range tr.rng.IntN(3) {
			tr.vars = append(tr.vars, cnf.Var(1+tr.rng.IntN(tr.f.Vars())))
		}
	}
	slices.Sort(tr.vars)
	tr.vars = slices.Compact(tr.vars)
	tr.truth = solvertest.NewTruth(tr.f, tr.vars...)
	if tr.rng.IntN(2) == 0 {
		tr.assume = tr.literals(6)
	}
	return tr
}

// literals draws fewer than most literals; they may repeat and contradict each other.
func (tr *trial) literals(most int) (lits []cnf.Lit) {
	if len(tr.vars) == 0 {
		return nil
	}
	for range tr.rng.IntN(most) {
		lits = append(lits, cnf.Signed(tr.vars[tr.rng.IntN(len(tr.vars))], tr.rng.IntN(2) == 1))
	}
	return lits
}

// TestTrials has every engine, with and without simplifying, proofs, assumptions, threads and policies, decide small formulas of every
// shape. Verdicts, models, their number, and the assumptions to blame are those of brute force; every proof is checked.
func TestTrials(t *testing.T) {
	n := solvertest.Asked(t, *trials, 400)
	folder := t.TempDir()
	tried, proofs := map[string]int{}, 0
	for i := *firstTrial; i < *firstTrial+n && !t.Failed(); i++ {
		tr := newTrial(i, folder)
		for range 4 {
			w := drawWay(tr.rng)
			tried[w.name]++
			proved, err := guarded(t, tr, w)
			if err != nil {
				t.Errorf("trial %d, %s, %s, under %v: %v\n%s", i, tr.shape, w.name, tr.assume, err, written(tr.f))
			}
			if proved {
				proofs++
			}
		}
	}
	t.Logf("formulas %d to %d, %d proofs checked, %v", *firstTrial, *firstTrial+n-1, proofs, tried)
}

// guarded tries a way, and ends the test with all goroutines' stacks if it is stuck.
func guarded(t *testing.T, tr *trial, w way) (proved bool, err error) {
	watchdog := time.AfterFunc(10*time.Minute, func() {
		_ = pprof.Lookup("goroutine").WriteTo(os.Stderr, 1)
		panic(fmt.Sprintf("%s is stuck under %v:\n%s", w.name, tr.assume, written(tr.f)))
	})
	defer watchdog.Stop()
	return w.try(t, tr)
}

// drawWay draws one of the ways, by their shares.
func drawWay(rng *rand.Rand) way {
	var tickets []way
	for _, w := range ways() {
		tickets = append(tickets, slices.Repeat([]way{w}, w.share)...)
	}
	return tickets[rng.IntN(len(tickets))]
}

func written(f *cnf.Formula) string {
	var text bytes.Buffer
	_ = dimacs.Write(&text, f)
	return text.String()
}

// judge returns what is wrong with an answer for the formula under the trial's assumptions.
func (tr *trial) judge(verdict cnf.Verdict, m cnf.Model) error {
	switch want := tr.truth.Verdict(tr.assume...); {
	case verdict != want:
		return fmt.Errorf("%v, want %v", verdict, want)
	case want == cnf.Satisfiable:
		return tr.holds(m, tr.assume)
	case m != nil:
		return errors.New("a model with the verdict that there is none")
	}
	return nil
}

// holds returns why m is no model in which literals are true.
func (tr *trial) holds(m cnf.Model, lits []cnf.Lit) error {
	if err := tr.f.Check(m); err != nil {
		return err
	}
	for _, l := range lits {
		if !m.Satisfies(l) {
			return fmt.Errorf("%v is not true in the model", l)
		}
	}
	return nil
}

// fail returns why failed are not among the assumptions, can be true together, or, if they are to be few, why one could be left out.
func (tr *trial) fail(assumed, failed []cnf.Lit, few bool) error {
	for i, l := range failed {
		if !slices.Contains(assumed, l) || slices.Contains(failed[:i], l) {
			return fmt.Errorf("failed %v: %v is no assumption, or there twice", failed, l)
		}
	}
	if tr.truth.Satisfiable(failed...) {
		return fmt.Errorf("failed %v can be true together", failed)
	}
	for i := range failed {
		if few && !tr.truth.Satisfiable(slices.Delete(slices.Clone(failed), i, i+1)...) {
			return fmt.Errorf("failed %v: %v can be left out", failed, failed[i])
		}
	}
	return nil
}

// checked returns why a proof proves nothing of a formula, in either direction.
func checked(t *testing.T, f *cnf.Formula, p *drat.Proof) error {
	for _, forward := range []bool{false, true} {
		report, err := drat.Check(t.Context(), f, p, drat.Options{Forward: forward})
		if err == nil && report.IgnoredMissing > 0 {
			err = fmt.Errorf("it deletes %d clauses that are not there", report.IgnoredMissing)
		}
		if err != nil {
			return fmt.Errorf("the proof, forward %v: %w\n%s", forward, err, steps(p))
		}
	}
	return nil
}

func steps(p *drat.Proof) string {
	var text bytes.Buffer
	w := dimacs.NewDRATWriter(&text, dimacs.ProofText)
	for i := range p.Len() {
		clause, deletion := p.Step(i)
		if deletion {
			_ = w.Delete(clause)
		} else {
			_ = w.Add(clause)
		}
	}
	_ = w.Flush()
	return text.String()
}
