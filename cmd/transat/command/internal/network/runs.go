package network

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/network"
)

// runs asks a NATS server for the states of its runs, for all browsers together, and not again within runsPause.
type runs struct {
	access cluster.Access

	mu    sync.Mutex
	asked time.Time
	data  []byte
}

const (
	runsWait  = time.Second            // for an answer
	runsPause = 500 * time.Millisecond // the last answer is valid for so long
)

// states returns the output of cluster status --format=json; an empty list if no run answers.
func (r *runs) states(ctx context.Context) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.data != nil && time.Since(r.asked) < runsPause {
		return r.data, nil
	}
	all, err := network.States(ctx, r.access, runsWait)
	if err != nil && !errors.Is(err, cluster.ErrNoRun) {
		return nil, err
	}
	if r.data, err = json.Marshal(cli.RunStates(all)); err == nil {
		r.asked = time.Now()
	}
	return r.data, err
}
