package drat_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat"
)

// scroll is the text of one piece of a proof: its steps, and the pieces between them.
type scroll []part

type part struct {
	step  step
	piece *uint64 // instead of a step
}

// scribe writes the proofs of a worker, for several pieces, to a list that all workers share.
type scribe struct {
	scrolls *[]scroll
	piece   uint64
}

func (s *scribe) New() uint64 {
	*s.scrolls = append(*s.scrolls, nil)
	return uint64(len(*s.scrolls) - 1)
}

func (s *scribe) Begin(piece uint64) error {
	s.piece = piece
	return nil
}

func (s *scribe) Include(piece uint64) error { return s.write(part{piece: &piece}) }

func (s *scribe) Add(c []cnf.Lit) error { return s.write(part{step: step{slices.Clone(c), false}}) }

func (s *scribe) Delete(c []cnf.Lit) error {
	return s.write(part{step: step{slices.Clone(c), true}})
}

func (s *scribe) write(p part) error {
	(*s.scrolls)[s.piece] = append((*s.scrolls)[s.piece], p)
	return nil
}

// unroll returns the steps of a piece and of the pieces in it.
func unroll(scrolls []scroll, piece uint64) (steps []step) {
	for _, p := range scrolls[piece] {
		if p.piece != nil {
			steps = append(steps, unroll(scrolls, *p.piece)...)
		} else {
			steps = append(steps, p.step)
		}
	}
	return steps
}

// provedInPieces returns the proof of an unsatisfiable formula that several workers write together, and the number of
// its pieces.
func provedInPieces(t *testing.T, rng *rand.Rand, f *cnf.Formula) (p *drat.Proof, pieces int) {
	scrolls := make([]scroll, 1)
	var idle, busy []*dpll.Worker
	for range 3 {
		s := &scribe{scrolls: &scrolls}
		w, err := dpll.NewWorker(context.Background(), f, dpll.WorkerOptions{Proof: s, Pieces: s})
		if err != nil {
			t.Fatal(err)
		}
		idle = append(idle, w)
	}
	waiting := []dpll.Branch{idle[0].Root()}
	for len(waiting)+len(busy) > 0 {
		for len(waiting) > 0 && len(idle) > 0 {
			if err := idle[0].Begin(waiting[0]); err != nil {
				t.Fatal(err)
			}
			waiting, busy, idle = waiting[1:], append(busy, idle[0]), idle[1:]
		}
		i := rng.IntN(len(busy))
		w := busy[i]
		outcome, err := w.Search(1 + rng.Int64N(40))
		if err != nil || outcome == dpll.Found {
			t.Fatalf("%v, %v", outcome, err)
		}
		if outcome == dpll.Closed {
			busy[i] = busy[len(busy)-1]
			busy, idle = busy[:len(busy)-1], append(idle, w)
		} else if n := len(w.Open(nil)); n > 0 && len(waiting) < 2 {
			waiting = append(waiting, w.Give(rng.IntN(n)))
		}
	}
	return proofOf(unroll(scrolls, 0)), len(scrolls)
}

// Pieces that workers prove, joined depth first, are a proof.
func TestCheckAcceptsProofsInPieces(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 5))
		f := randomFormula(seed, 130, 620, 3)
		if seed%2 == 1 {
			f = randomFormula(seed, 30, 360, 4)
		}
		whole := solved(t, f, "")
		if whole == nil {
			t.Fatalf("formula %d is satisfiable", seed)
		}
		p, pieces := provedInPieces(t, rng, f)
		if pieces < 5 || p.Len() > whole.Len() {
			t.Errorf("formula %d: %d steps in %d pieces, %d in one", seed, p.Len(), pieces, whole.Len())
		}
		mustCheck(t, f, p)
	}
}
