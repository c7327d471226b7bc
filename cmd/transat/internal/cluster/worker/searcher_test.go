package worker_test

import (
	"context"
	"errors"
	"testing"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/worker"
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
	h, err := worker.NewSearcher(t.Context(), worker.SearchConfig{
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

// A search whose context has ended stops after few nodes, however many it was to visit.
func TestSearchStopsSoon(t *testing.T) {
	f, err := instances.Sample{Vars: 400, Clauses: 1720, K: 3}.Formula(1)
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range []string{"lex", "weights"} {
		ctx, cancel := context.WithCancel(t.Context())
		h, err := worker.NewSearcher(ctx, worker.SearchConfig{Formula: f, Rule: rule})
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Begin(ledger.Task{}); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Search(5000); err != nil {
			t.Fatal(err)
		}
		before := h.Nodes()
		cancel()
		const most = 4096 // a millisecond or two
		if _, err := h.Search(1 << 40); !errors.Is(err, context.Canceled) || h.Nodes()-before > most {
			t.Errorf("%s: %d nodes after the end, want at most %d; the error is %v", rule, h.Nodes()-before, most, err)
		}
	}
}
