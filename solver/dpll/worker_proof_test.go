package dpll

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// The proof that workers write in pieces is the one that Solve writes, in the same order; only deletions
// are missing, and none if nothing has been given away.
func TestPiecesMakeTheProofOfSolve(t *testing.T) {
	refuted := 0
	n := solvertest.Cases(t, 300)
	for i := range n {
		rng := rand.New(rand.NewPCG(32, uint64(i)))
		f, rule := someFormula(rng), someRule(i)
		var whole, together solvertest.ProofList
		if mustSolve(t, f, Options{Rule: rule.Name, Proof: &whole}).Verdict != cnf.Unsatisfiable {
			continue
		}
		refuted++
		ledger := newLedger()
		c := newCompany(t, rng, f, rule, 1+i%4, ledger)
		c.run()
		ledger.proof(0, &together)
		if err := solvertest.CheckProof(f, &together); err != nil {
			t.Fatalf("formula %d: %v", i, err)
		}
		missing := len(whole.Steps) - len(together.Steps)
		if missing > 0 && c.gifts == 0 {
			t.Fatalf("formula %d: %d steps are missing, though nothing was given away", i, missing)
		}
		if diff := cmp.Diff(withoutMissing(whole.Steps, together.Steps), together.Steps, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("formula %d, proof (-Solve +workers):\n%s", i, diff)
		}
	}
	if refuted < n/4 {
		t.Errorf("only %d of %d formulas are unsatisfiable", refuted, n)
	}
}

// withoutMissing returns the steps of a proof without those deletions that are not in another one.
func withoutMissing(steps, other []solvertest.ProofStep) []solvertest.ProofStep {
	var kept []solvertest.ProofStep
	for _, s := range steps {
		if s.Deletion && (len(kept) == len(other) || !cmp.Equal(s, other[len(kept)])) {
			continue
		}
		kept = append(kept, s)
	}
	return kept
}

// Workers that search on until nothing is left before the first model find the one that Solve finds, and
// the nodes in front of it are those that Solve visits.
func TestPiecesTellTheNodesToTheFirstModel(t *testing.T) {
	satisfied := 0
	n := solvertest.Cases(t, 400)
	for i := range n {
		rng := rand.New(rand.NewPCG(33, uint64(i)))
		f, rule := someFormula(rng), someRule(i)
		want := mustSolve(t, f, Options{Rule: rule.Name})
		if want.Verdict != cnf.Satisfiable {
			continue
		}
		satisfied++
		ledger := newLedger()
		c := newCompany(t, rng, f, rule, 1+i%4, ledger)
		c.patient = true
		c.run()
		for _, told := range ledger.tellers {
			told.count()
		}
		first := slices.MinFunc(c.models, Branch.Compare)
		w := mustWorker(t, f, WorkerOptions{Rule: rule.Name})
		mustBegin(t, w, first)
		if outcome := mustSearch(t, w, 1); outcome != Found {
			t.Fatalf("formula %d: the first node behind a model is %v", i, outcome)
		}
		if diff := cmp.Diff(want.Model, w.Model()); diff != "" {
			t.Fatalf("formula %d, model (-Solve +workers):\n%s", i, diff)
		}
		if nodes, found := ledger.nodesTo(first.Piece(), 0); !found || nodes != want.Stats.Nodes {
			t.Fatalf("formula %d: %d nodes to the model (%v), want %d", i, nodes, found, want.Stats.Nodes)
		}
	}
	if satisfied < n/4 {
		t.Errorf("only %d of %d formulas are satisfiable", satisfied, n)
	}
}

// brokenPieces fails in the method of that name.
type brokenPieces struct{ method string }

func (p brokenPieces) New() uint64 { return 1 }

func (p brokenPieces) Begin(uint64) error { return p.fail("Begin") }

func (p brokenPieces) Include(uint64) error { return p.fail("Include") }

func (p brokenPieces) fail(method string) error {
	if method == p.method {
		return solvertest.ErrFull
	}
	return nil
}

func TestPiecesThatFailEndTheSearch(t *testing.T) {
	for _, method := range []string{"Begin", "Include", "none"} {
		t.Run(method, func(t *testing.T) {
			w := mustWorker(t, solvertest.RandomKSAT(3, 120, 516, 3), WorkerOptions{Pieces: brokenPieces{method}})
			err := w.Begin(w.Root())
			if err == nil {
				mustSearch(t, w, 10)
				w.Give(0)
				_, err = w.Search(1000)
			}
			if want := method != "none"; errors.Is(err, solvertest.ErrFull) != want {
				t.Fatalf("the error is %v", err)
			}
			if _, again := w.Search(1); again != err {
				t.Errorf("the next error is %v", again)
			}
		})
	}
}
