package hand_test

import (
	"errors"
	"testing"

	"transat/cmd/transat/internal/cluster/hand"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/dimacs"
	"transat/instances"
)

// A branch that is given away is gone, whether or not what was searched before can be kept.
func TestSplitWithoutRoomForTheProof(t *testing.T) {
	f, err := instances.Sample{Vars: 100, Clauses: 430, K: 3}.Formula(1)
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("full")
	h, err := hand.New(t.Context(), hand.Config{
		Formula: f, Rule: "lex", Format: dimacs.ProofText, Part: func(ledger.Hash, []byte) error { return full },
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Begin(ledger.Task{}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Search(200); err != nil {
		t.Fatal(err)
	}
	open := h.Able()
	_, tasks, err := h.Split([]int{0, 2})
	if !errors.Is(err, full) || len(tasks) != 2 || h.Able() != open-2 {
		t.Errorf("%d tasks, %d of %d branches left, the error is %v", len(tasks), h.Able(), open, err)
	}
}
