package solver

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/solver/cnf"
	"transat/solver/engine"
	"transat/solver/internal/solvertest"
	"transat/solver/rules"
)

// proofStep is one call of a ProofWriter.
type proofStep struct {
	Clause   []cnf.Lit
	Deletion bool
}

// proofList is a ProofWriter that keeps everything, and fails after limit calls if that is not 0: at
// once if it is negative.
type proofList struct {
	steps []proofStep
	limit int
}

var errFull = errors.New("no room")

func (p *proofList) Add(clause []cnf.Lit) error { return p.add(proofStep{slices.Clone(clause), false}) }

func (p *proofList) Delete(clause []cnf.Lit) error {
	return p.add(proofStep{slices.Clone(clause), true})
}

func (p *proofList) add(s proofStep) error {
	if p.limit != 0 && len(p.steps) >= p.limit {
		return errFull
	}
	p.steps = append(p.steps, s)
	return nil
}

// lemmas returns the number of additions.
func (p *proofList) lemmas() int64 {
	n := int64(0)
	for _, s := range p.steps {
		if !s.Deletion {
			n++
		}
	}
	return n
}

// checkProof is a checker by the letter: it propagates from scratch for every lemma. A proof must
// end with its only empty clause, delete nothing that is not there, and no unit clause.
func checkProof(f *cnf.Formula, p *proofList) error {
	var clauses [][]cnf.Lit
	for i := range f.Len() {
		clauses = append(clauses, f.Clause(i))
	}
	for i, s := range p.steps {
		switch {
		case s.Deletion && len(s.Clause) < 2:
			return fmt.Errorf("step %d deletes %v", i, s.Clause)
		case s.Deletion:
			at := slices.IndexFunc(clauses, func(c []cnf.Lit) bool { return slices.Equal(c, s.Clause) })
			if at < f.Len() {
				return fmt.Errorf("step %d deletes %v, which is no lemma", i, s.Clause)
			}
			clauses = slices.Delete(clauses, at, at+1)
		case !followsByPropagation(clauses, s.Clause):
			return fmt.Errorf("step %d: %v does not follow", i, s.Clause)
		case len(s.Clause) == 0:
			if i != len(p.steps)-1 {
				return fmt.Errorf("step %d of %d is the empty clause", i, len(p.steps))
			}
			return nil
		default:
			clauses = append(clauses, s.Clause)
		}
	}
	return errors.New("there is no empty clause")
}

// followsByPropagation reports whether clause is a reverse unit propagation lemma of clauses.
func followsByPropagation(clauses [][]cnf.Lit, clause []cnf.Lit) bool {
	holds := map[cnf.Lit]bool{}
	for _, l := range clause {
		holds[l.Not()] = true
	}
	for changed := true; changed; {
		changed = false
		for _, c := range clauses {
			var free []cnf.Lit
			satisfied := false
			for _, l := range c {
				satisfied = satisfied || holds[l]
				if !holds[l.Not()] && !slices.Contains(free, l) {
					free = append(free, l)
				}
			}
			switch {
			case satisfied:
			case len(free) == 0:
				return true
			case len(free) == 1:
				holds[free[0]] = true
				changed = true
			}
		}
	}
	return false
}

// The tree in the essay of proof.go, of the formula that has just its leaves as conflicts.
func TestProofEssay(t *testing.T) {
	const a, b, c = 1, 2, 3
	f := solvertest.Formula(3, []int{-a, -b, c}, []int{-a, -b, -c}, []int{-a, b, -c}, []int{-a, b, c}, []int{a, b, c},
		[]int{a, b, -c}, []int{a, -b, c}, []int{a, -b, -c})
	var steps proofList
	s := newPackedSearch(t, f, Options{Proof: &steps})
	s.engine = &scripted{tree: map[string]cnf.Lit{"": cnf.Pos(a), "1": cnf.Pos(b), "1 -2": cnf.Pos(c)}}
	if _, err := s.solve(context.Background(), f); err != nil {
		t.Fatal(err)
	}
	want := []proofStep{
		{Clause: []cnf.Lit{cnf.Neg(a), cnf.Neg(b)}},
		{Clause: []cnf.Lit{cnf.Neg(a), cnf.Neg(c)}},
		{Clause: []cnf.Lit{cnf.Neg(a)}},
		{Clause: []cnf.Lit{cnf.Neg(a), cnf.Neg(c)}, Deletion: true},
		{Clause: []cnf.Lit{cnf.Neg(a), cnf.Neg(b)}, Deletion: true},
		{Clause: []cnf.Lit{}},
	}
	if diff := cmp.Diff(want, steps.steps); diff != "" {
		t.Errorf("proof (-want +got):\n%s", diff)
	}
}

// scripted is an engine whose tree is given: the decision at each inner node, by the decisions that
// lead to it. All leaves are conflicts.
type scripted struct {
	tree map[string]cnf.Lit
	path []cnf.Lit
}

func (s *scripted) here() string {
	text := fmt.Sprint(s.path)
	return text[1 : len(text)-1]
}

func (s *scripted) Reset() engine.Step {
	s.path = nil
	return s.step()
}

func (s *scripted) Assume(l cnf.Lit) engine.Step {
	s.path = append(s.path, l)
	return s.step()
}

func (s *scripted) step() engine.Step {
	if s.tree[s.here()] == 0 {
		return engine.Step{End: engine.Conflict}
	}
	return engine.Step{}
}

func (s *scripted) Undo()            { s.path = s.path[:len(s.path)-1] }
func (s *scripted) Looking() bool    { return false }
func (s *scripted) FrozenDepth() int { return -1 }
func (s *scripted) Bytes() int64     { return 0 }
func (s *scripted) Branch() cnf.Lit  { return s.tree[s.here()] }
func (s *scripted) Model(cnf.Model)  {}

func TestProofOfSmallFormulas(t *testing.T) {
	tests := []struct {
		name string
		f    *cnf.Formula
	}{
		{"empty clause", solvertest.Formula(0, []int{})},
		{"empty clause among others", solvertest.Formula(2, []int{1, 2}, []int{}, []int{-1})},
		{"complementary units", solvertest.Formula(2, []int{1}, []int{2}, []int{-1})},
		{"repeated literals make units", solvertest.Formula(1, []int{1, 1, 1}, []int{-1, -1})},
		{"units refute", solvertest.Formula(3, []int{1}, []int{-1, 2}, []int{-2, 3}, []int{-3, -1})},
		{"all four binary clauses", solvertest.Formula(2, []int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2})},
		{"tautologies", solvertest.Formula(2, []int{1, -1}, []int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2}, []int{2, 1, -2})},
		{"five pigeons, four holes", solvertest.Pigeons(5)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if !provesUnsatisfiable(t, test.f) {
				t.Error("the formula is satisfiable")
			}
		})
	}
}

// provesUnsatisfiable solves f with and without a proof, on both engines and under all rules, checks
// the proofs, and reports whether f is unsatisfiable.
func provesUnsatisfiable(t *testing.T, f *cnf.Formula) bool {
	t.Helper()
	verdict := cnf.Unknown
	for _, rule := range rules.All() {
		for _, general := range []bool{false, true} {
			var proof proofList
			without, with := proofSearches(t, f, rule.Name, general, &proof)
			want, err := without.solve(context.Background(), f)
			if err != nil {
				t.Fatal(err)
			}
			got, err := with.solve(context.Background(), f)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("a proof changes the search (-without +with):\n%s\n%v", diff, f)
			}
			if verdict = got.Verdict; verdict != cnf.Unsatisfiable {
				continue
			}
			if err := checkProof(f, &proof); err != nil {
				t.Fatalf("rule %s, general engine %v: %v\n%v\n%v", rule.Name, general, err, f, proof.steps)
			}
			if lemmas := (got.Stats.Nodes-1)/2 + 1 + int64(len(with.derived)); proof.lemmas() != lemmas {
				t.Fatalf("%d lemmas for %d nodes, want %d\n%v", proof.lemmas(), got.Stats.Nodes, lemmas, f)
			}
		}
	}
	return verdict == cnf.Unsatisfiable
}

func proofSearches(t *testing.T, f *cnf.Formula, rule string, general bool, w cnf.ProofWriter) (without, with *search) {
	t.Helper()
	start := func(opt Options) *search {
		if general {
			return newGeneralSearch(t, f, opt)
		}
		s, err := begin(context.Background(), f, opt)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	return start(Options{Rule: rule}), start(Options{Rule: rule, Proof: w})
}

func TestProofOfRandomFormulas(t *testing.T) {
	refuted := 0
	n := solvertest.Cases(t, 600)
	for i := range n {
		rng := rand.New(rand.NewPCG(11, uint64(i)))
		if provesUnsatisfiable(t, solvertest.RandomMixed(rng, 3+i%12, 3+rng.IntN(5))) {
			refuted++
		}
	}
	if refuted < n/4 {
		t.Errorf("only %d of %d formulas are unsatisfiable", refuted, n)
	}
	for _, f := range []*cnf.Formula{solvertest.RandomKSAT(2, 40, 200, 3), solvertest.RandomKSAT(5, 14, 320, 4)} {
		if !provesUnsatisfiable(t, f) {
			t.Errorf("this formula should be unsatisfiable:\n%v", f)
		}
	}
}

func TestProofWriterThatFailsEndsTheSearch(t *testing.T) {
	f := solvertest.RandomKSAT(2, 40, 200, 3)
	var whole proofList
	if _, err := Solve(context.Background(), f, Options{Proof: &whole}); err != nil {
		t.Fatal(err)
	}
	for limit := range len(whole.steps) {
		cut := proofList{limit: limit}
		if limit == 0 {
			cut.limit = -1
		}
		result, err := Solve(context.Background(), f, Options{Proof: &cut})
		if !errors.Is(err, errFull) || err.Error() != "writing the proof: no room" {
			t.Fatalf("after %d of %d calls the error is %v", limit, len(whole.steps), err)
		}
		if result.Verdict != cnf.Unknown {
			t.Fatalf("after %d of %d calls the verdict is %v", limit, len(whole.steps), result.Verdict)
		}
		if diff := cmp.Diff(whole.steps[:limit], cut.steps, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("the first %d steps (-want +got):\n%s", limit, diff)
		}
	}
}

func TestRecordWritesNoProof(t *testing.T) {
	_, err := Record(context.Background(), solvertest.Pigeons(3), Options{Proof: &proofList{}})
	if err == nil || err.Error() != "a recording writes no proof, only Solve does" {
		t.Errorf("the error is %v", err)
	}
}
