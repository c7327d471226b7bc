package coordinator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/store"
	"transat/solver/cnf"
)

// Before a run: the store gets its formula and its head, and a coordinator that takes over reads them from there.

// Begin prepares a run: it keeps formula, if the run has one, and head, and returns the head. Run does what follows.
func Begin(ctx context.Context, s store.Store, head cluster.Head, f *cnf.Formula) (cluster.Head, error) {
	var chunks [][]byte
	if head.Problem == "" {
		var err error
		if chunks, err = protocol.PackFormula(f); err != nil {
			return cluster.Head{}, err
		}
		head.Formula = f.Hash()
	}
	for _, data := range chunks {
		head.Chunks = append(head.Chunks, ledger.Sum(data))
		if err := s.Write(ctx, []store.Item{{Kind: store.Part, Data: data}}); err != nil {
			return cluster.Head{}, fmt.Errorf("keeping the formula: %w", err)
		}
	}
	data, err := json.Marshal(head)
	if err != nil {
		return cluster.Head{}, err
	}
	return head, s.Write(ctx, []store.Item{{Kind: store.Head, Data: data}})
}

var errNoHead = errors.New("the store has no beginning of a run: it was lost, or nothing was begun")

// Load reads head and formula of a run that was begun.
func Load(ctx context.Context, s store.Store) (head cluster.Head, f *cnf.Formula, err error) {
	found := errors.New("found")
	err = s.Log(ctx, func(i store.Item) error {
		if i.Kind != store.Head {
			return nil
		}
		if err := json.Unmarshal(i.Data, &head); err != nil {
			return fmt.Errorf("the head of the run: %w", err)
		}
		return found
	})
	switch {
	case err == nil:
		return head, nil, errNoHead
	case !errors.Is(err, found):
		return head, nil, err
	case head.Problem != "":
		return head, nil, nil
	}
	var chunks [][]byte
	for _, hash := range head.Chunks {
		data, err := s.Part(ctx, hash)
		if err != nil {
			return head, nil, fmt.Errorf("the formula of the run: %w", err)
		}
		chunks = append(chunks, data)
	}
	f, err = protocol.UnpackFormula(chunks, head.Formula)
	return head, f, err
}
