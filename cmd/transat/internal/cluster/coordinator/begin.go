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
	var err error
	if head.Problem == "" {
		if chunks, err = protocol.PackFormula(f); err != nil {
			return cluster.Head{}, err
		}
		head.Formula = f.Hash()
	}
	if head.Chunks, err = keep(ctx, s, chunks); err != nil {
		return cluster.Head{}, err
	}
	if head.Cubes != nil && head.Cubes.List != nil {
		cubes := *head.Cubes
		list := listFormula(&cubes, f.Vars())
		if chunks, err = protocol.PackFormula(list); err == nil {
			cubes.Hash = list.Hash()
			cubes.Chunks, err = keep(ctx, s, chunks)
		}
		if err != nil {
			return cluster.Head{}, err
		}
		head.Cubes = &cubes
	}
	data, err := json.Marshal(head)
	if err != nil {
		return cluster.Head{}, err
	}
	return head, s.Write(ctx, []store.Item{{Kind: store.Head, Data: data}})
}

// listFormula returns the given cubes as clauses, as they travel.
func listFormula(c *cluster.Cubes, vars int) *cnf.Formula {
	f := cnf.NewFormula(vars)
	for _, cube := range c.List {
		f.Add(cube...)
	}
	return f
}

// keep writes chunks, and returns their hashes.
func keep(ctx context.Context, s store.Store, chunks [][]byte) (all []ledger.Hash, err error) {
	for _, data := range chunks {
		all = append(all, ledger.Sum(data))
		if err := s.Write(ctx, []store.Item{{Kind: store.Part, Data: data}}); err != nil {
			return nil, fmt.Errorf("keeping the formula: %w", err)
		}
	}
	return all, nil
}

// kept reads what keep has written.
func kept(ctx context.Context, s store.Store, hashes []ledger.Hash) (chunks [][]byte, err error) {
	for _, hash := range hashes {
		data, err := s.Part(ctx, hash)
		if err != nil {
			return nil, fmt.Errorf("the formula of the run: %w", err)
		}
		chunks = append(chunks, data)
	}
	return chunks, nil
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
	chunks, err := kept(ctx, s, head.Chunks)
	if err != nil {
		return head, nil, err
	}
	if f, err = protocol.UnpackFormula(chunks, head.Formula); err != nil || head.Cubes == nil || head.Cubes.Chunks == nil {
		return head, f, err
	}
	if chunks, err = kept(ctx, s, head.Cubes.Chunks); err != nil {
		return head, nil, err
	}
	head.Cubes.List, err = protocol.UnpackCubes(chunks, head.Cubes.Hash, f.Vars())
	return head, f, err
}
