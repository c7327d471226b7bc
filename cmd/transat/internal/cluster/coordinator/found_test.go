package coordinator

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
)

// counting is a problem whose solutions are counted: none of them ends the run.
type counting struct{ anything }

func (counting) Ends(cluster.Order) bool { return false }

// Where all solutions are counted, a worker that says that one has ended the run is cut off: the count would not be whole.
func TestASolutionThatEndsNothing(t *testing.T) {
	c := &coordinator{
		cfg:     Config{Problem: counting{}, Log: func(string) {}, Warn: func(error) {}},
		clock:   func() time.Duration { return 0 },
		workers: map[string]*member{}, banned: map[string]string{}, inboxes: map[string]*inbox{}, streams: streams{},
		books: ledger.New(ledger.Hash{}, ledger.Branch{}),
	}
	data, err := json.Marshal(ledger.Best{Node: []byte("a solution")})
	if err != nil {
		t.Fatal(err)
	}
	c.found(&nats.Msg{Data: data}, protocol.Ask{Kind: protocol.Found, Worker: "liar"})
	if c.node != nil || c.banned["liar"] == "" {
		t.Errorf("the solution %q ends the run; cut off: %v", c.node, c.banned)
	}
}
