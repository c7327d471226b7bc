package network

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/network"
)

// runs asks how the runs of a NATS server stand, for all browsers together: at most once in a while.
type runs struct {
	access cluster.Access

	mu    sync.Mutex
	asked time.Time
	data  []byte
}

const (
	runsWait  = time.Second            // for an answer
	runsPause = 500 * time.Millisecond // in which the last answer is good enough
)

// states returns what cluster status --format=json prints; an empty list if no run answers.
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
	if all == nil {
		all = []cluster.State{}
	}
	if r.data, err = json.Marshal(all); err == nil {
		r.asked = time.Now()
	}
	return r.data, err
}
