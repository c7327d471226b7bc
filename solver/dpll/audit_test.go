package dpll

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// stretch is what a worker has done between two records: where it began, what it wrote, and what is left.
type stretch struct {
	from    Branch
	entries []entry
	rest    *Branch // nil if it is closed
	given   []Branch
	inner   int64 // nodes
}

// stretches searches a tree with one worker that often begins a new stretch, and gives branches away, to itself.
func stretches(t *testing.T, rng *rand.Rand, f *cnf.Formula, rule string) (all []stretch, w *Worker, found bool) {
	t.Helper()
	var told teller
	told.ledger = newLedger()
	w, err := NewWorker(t.Context(), f, WorkerOptions{Rule: rule, Proof: &told, Pieces: &told})
	if err != nil {
		t.Fatal(err)
	}
	told.worker = w
	for waiting := []Branch{w.Root()}; len(waiting) > 0; {
		i := rng.IntN(len(waiting))
		s := stretch{from: waiting[i]}
		waiting = slices.Delete(waiting, i, i+1)
		if err := w.Begin(s.from); err != nil {
			t.Fatal(err)
		}
		piece := &told.pieces[s.from.piece].entries
		before, decisions := len(*piece), w.Stats().Decisions
		outcome := Running
		if nodes := rng.Int64N(8); nodes > 0 { // now and then it is stopped before it has begun
			if outcome, err = w.Search(nodes); err != nil {
				t.Fatal(err)
			}
		}
		if outcome == Found {
			return nil, w, true
		}
		if outcome == Running {
			for range rng.IntN(1 + len(w.Open(nil))) {
				s.given = append(s.given, w.Give(rng.IntN(len(w.Open(nil)))))
			}
			rest := w.Rest()
			w.Drop()
			s.rest = &rest
			waiting = append(append(waiting, s.given...), rest)
		}
		s.entries, s.inner = slices.Clone((*piece)[before:]), w.Stats().Decisions-decisions
		all = append(all, s)
	}
	return all, w, false
}

// audited returns what an audit of a stretch says, and what it has written.
func (s stretch) audited(w *Worker) (*Audit, solvertest.ProofList, error) {
	var written solvertest.ProofList
	a := NewAudit(s.from, w.Derived(), &written)
	for _, e := range s.entries {
		var err error
		switch {
		case e.step == nil:
			_, err = a.Include(e.piece)
		case !e.step.Deletion:
			err = a.Lemma(e.step.Clause)
		}
		if err != nil {
			return a, written, err
		}
	}
	if s.rest == nil {
		return a, written, a.Close()
	}
	rest, err := w.Complete(*s.rest)
	if err != nil {
		return a, written, err
	}
	return a, written, a.Rest(rest, s.given)
}

// An audit of what a worker has done comes to the same decisions, lemmas and deletions; whatever is changed in it is noticed.
func TestAudit(t *testing.T) {
	refuted, mutants := 0, 0
	for seed := range uint64(solvertest.Cases(t, 80)) {
		rng := rand.New(rand.NewPCG(seed, 20))
		f := solvertest.RandomMixed(rng, 12, 5)
		for _, rule := range []string{"lex", "boehm", "weights"} {
			all, w, found := stretches(t, rng, f, rule)
			if found {
				continue
			}
			refuted++
			for _, s := range all {
				a, written, err := s.audited(w)
				if err != nil || a.Decisions() != s.inner {
					t.Fatalf("seed %d, rule %s: %v, %d decisions, want %d", seed, rule, err, a.Decisions(), s.inner)
				}
				var steps []solvertest.ProofStep
				for _, e := range s.entries {
					if e.step != nil {
						steps = append(steps, *e.step)
					}
				}
				if !slices.EqualFunc(steps, written.Steps, func(x, y solvertest.ProofStep) bool {
					return x.Deletion == y.Deletion && slices.Equal(x.Clause, y.Clause)
				}) {
					t.Fatalf("seed %d, rule %s: the audit has written %v, want %v", seed, rule, written.Steps, steps)
				}
				for name, mutant := range s.mutants(rng) {
					mutants++
					a, _, err := mutant.audited(w)
					known := errors.As(err, new(*AuditError)) || errors.Is(err, errNoBranch) || errors.Is(err, errLevel)
					if err == nil && a.Decisions() == s.inner || err != nil && !known {
						t.Fatalf("seed %d, rule %s, %s: %v, %d decisions of %d\n%s", seed, rule, name, err, a.Decisions(), s.inner,
							cmp.Diff(s.entries, mutant.entries, cmp.AllowUnexported(entry{})))
					}
				}
			}
		}
	}
	if refuted == 0 || mutants == 0 { // the seeds are fixed
		t.Errorf("%d trees, %d mutants", refuted, mutants)
	}
}

// mutants are lies about a stretch.
func (s stretch) mutants(rng *rand.Rand) map[string]stretch {
	all := map[string]stretch{}
	lie := func(name string, change func(*stretch)) {
		other := s
		other.entries, other.given = slices.Clone(s.entries), slices.Clone(s.given)
		if s.rest != nil {
			rest := *s.rest
			rest.path = slices.Clone(rest.path)
			other.rest = &rest
		}
		change(&other)
		all[name] = other
	}
	if n := len(s.entries); n > 0 {
		i := rng.IntN(n)
		if e := s.entries[i]; e.step == nil || !e.step.Deletion {
			lie("an entry is missing", func(o *stretch) { o.entries = slices.Delete(o.entries, i, i+1) })
			lie("an entry comes twice", func(o *stretch) { o.entries = slices.Insert(o.entries, i, e) })
		}
		if e := s.entries[i]; e.step != nil && !e.step.Deletion && len(e.step.Clause) > 0 {
			lie("a literal is missing", func(o *stretch) {
				o.entries[i].step = &solvertest.ProofStep{Clause: e.step.Clause[:len(e.step.Clause)-1]}
			})
			lie("a literal comes twice", func(o *stretch) {
				o.entries[i].step = &solvertest.ProofStep{Clause: append(slices.Clone(e.step.Clause), e.step.Clause[0])}
			})
		}
	}
	if s.rest == nil {
		lie("it goes on", func(o *stretch) { o.rest = &o.from })
		return all
	}
	lie("it has ended", func(o *stretch) { o.rest, o.given = nil, nil })
	lie("the level", func(o *stretch) { o.rest.level++ })
	if n := len(s.rest.path); n > 0 {
		lie("another decision", func(o *stretch) { o.rest.path[n-1].lit = o.rest.path[n-1].lit.Not() })
		lie("a decision less", func(o *stretch) { o.rest.path = o.rest.path[:n-1]; o.rest.base = min(o.rest.base, n-1) })
		lie("another base", func(o *stretch) {
			if o.rest.base--; o.rest.base < 0 {
				o.rest.base = n
			}
		})
	}
	if len(s.given) > 0 {
		lie("a gift is missing", func(o *stretch) { o.given = o.given[1:] })
		lie("a gift comes twice", func(o *stretch) { o.given = append(o.given, o.given[0]) })
		lie("the number of a gift", func(o *stretch) { o.given[0].piece += 1000 })
		lie("the level of a gift", func(o *stretch) { o.given[0].level++ })
	}
	return all
}

// Someone else's branch, and one that the rule would not make, are no branches.
func TestCompleteRefuses(t *testing.T) {
	f := solvertest.RandomMixed(rand.New(rand.NewPCG(1, 20)), 12, 5)
	w, err := NewWorker(t.Context(), f, WorkerOptions{Rule: "lex"})
	if err != nil {
		t.Fatal(err)
	}
	if whole, err := w.Complete(w.Root()); err != nil || !whole.equal(w.Root()) {
		t.Errorf("the whole tree: %v, %v", whole, err)
	}
	if _, err := w.Complete(Branch{level: w.Root().level, path: []decision{{lit: cnf.Pos(12)}}}); !errors.Is(err, errNoBranch) {
		t.Errorf("a branch of another rule: %v, want %v", err, errNoBranch)
	}
	if _, err := w.Complete(Branch{level: w.Root().level + 1}); !errors.Is(err, errLevel) {
		t.Errorf("another level: %v, want %v", err, errLevel)
	}
}

// A search that is stopped before it has begun has not written what the engine has derived, and need not; one that has begun must.
func TestAuditBeforeTheBeginning(t *testing.T) {
	derived := [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Pos(2)}}
	for written, want := range map[int]bool{0: true, 1: false, 2: true} {
		a := NewAudit(Branch{}, derived, &solvertest.ProofList{})
		for _, clause := range derived[:written] {
			if err := a.Lemma(clause); err != nil {
				t.Fatal(err)
			}
		}
		if err := a.Rest(Branch{}, nil); (err == nil) != want {
			t.Errorf("%d of 2 derived clauses are there: %v", written, err)
		}
	}
	a := NewAudit(Branch{}, derived, &solvertest.ProofList{})
	if err := a.Rest(Branch{path: []decision{{lit: cnf.Pos(3)}}}, nil); err == nil {
		t.Error("a search goes on below the root, and has not written what was derived")
	}
}
