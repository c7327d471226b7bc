package jobs

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCoresServeGroupsInOrderAndTheirLongestJobFirst(t *testing.T) {
	c := NewCores(1)
	if err := c.take(t.Context(), Turn{}); err != nil {
		t.Fatal(err)
	}
	order := make(chan Turn, 4)
	for _, job := range []Turn{{1, 20}, {0, 2}, {0, 9}, {0, 5}} {
		go c.Run(t.Context(), job, func() error { order <- job; return nil })
	}
	for waiting := 0; waiting < 4; {
		c.mu.Lock()
		waiting = len(c.waiting)
		c.mu.Unlock()
	}
	c.give()
	got := []Turn{<-order, <-order, <-order, <-order}
	if diff := cmp.Diff([]Turn{{0, 9}, {0, 5}, {0, 2}, {1, 20}}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
