package search_test

import (
	"testing"
	"time"

	"transat/balance/search"
)

// broad is a root with many children, which take some time each.
type broad struct{}

func (broad) Root() int { return 0 }

func (broad) Children(e int, dst []int) []int {
	if e > 0 {
		for begun := time.Now(); time.Since(begun) < 20*time.Microsecond; {
		}
		return dst
	}
	for i := range 4000 {
		dst = append(dst, i+1)
	}
	return dst
}

// Where nodes have little below them, a processor that has run out gets many at a time: one for each message would keep it waiting.
func TestDefaultPolicyGivesManyNodesAtOnce(t *testing.T) {
	for range 20 { // on a busy computer, one may have done nearly all before the other one begins
		r, err := search.Count(t.Context(), broad{}, search.Options{Procs: 2})
		m := r.Machine
		shared := m.Sent >= 500
		if err != nil || r.Nodes != 4001 || shared && m.Sent < 5*m.Messages {
			t.Fatalf("%d nodes, %v: %d were sent for %d messages", r.Nodes, err, m.Sent, m.Messages)
		}
		if shared {
			return
		}
	}
}
