package worker

import (
	"testing"
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/instances/families"
)

// Processors of one worker do not simplify the formula at the same time: the second one waits, and takes what the first one has made.
func TestOneProcessorSimplifies(t *testing.T) {
	w := &worker{hard: t.Context(), search: SearchConfig{
		Formula: families.Distributive(2), Rule: "lex", Cubes: &cluster.Cubes{Depth: 1, Splitter: "lookahead", Simple: true},
	}}
	made := make(chan error, 1)
	w.making.Lock()
	go func() {
		_, err := w.newSearcher(nil, nil)
		made <- err
	}()
	select {
	case err := <-made:
		t.Fatalf("it does not wait for the other one: %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	w.making.Unlock()
	if err := <-made; err != nil {
		t.Fatal(err)
	}
}
