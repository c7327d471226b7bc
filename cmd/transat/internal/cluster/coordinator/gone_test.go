package coordinator

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/store"
)

// The pieces of a worker whose connection has closed are for others at once, and not after its lease; unless it connects again, whichever
// of the two connections is told of first.
func TestTheWorkOfTheDeadIsHandedOnAtOnce(t *testing.T) {
	const open, closed = true, false
	for name, tc := range map[string]struct {
		told []bool // behind the first connection
		gone bool
	}{
		"alive":                            {nil, false},
		"closed":                           {[]bool{closed}, true},
		"connected again":                  {[]bool{closed, open}, false},
		"connected again, told of before":  {[]bool{open, closed}, false},
		"connected again, and then closed": {[]bool{closed, open, closed}, true},
	} {
		t.Run(name, func(t *testing.T) {
			now, said := time.Second, ""
			c := &coordinator{
				workers: map[string]*member{}, inboxes: map[string]*inbox{}, open: map[string]int{}, streams: streams{},
				clock: func() time.Duration { return now }, books: ledger.New(ledger.Hash{}, ledger.Branch{}),
				cfg: Config{Lease: time.Hour, Log: func(line string) { said += line }},
			}
			c.connected(Connection{Worker: "w", Open: true})
			c.enter(protocol.Hello{Worker: "w", Host: "here", Procs: 1}, "has joined")
			if _, ok := c.books.Claim(ledger.Owner{Worker: "w"}, now, now+time.Hour); !ok {
				t.Fatal("there is nothing to claim")
			}
			for _, event := range tc.told {
				c.connected(Connection{Worker: "w", Open: event})
			}
			for _, wait := range []time.Duration{reconnects / 2, reconnects} {
				now += wait
				c.parted(now)
				gone := tc.gone && wait == reconnects
				there, told := c.workers["w"] != nil, strings.Contains(said, "here is gone")
				if there == gone || c.books.Free() > 0 != gone || told != gone {
					t.Errorf("after %v: there %v, %d pieces free, said %q", wait, there, c.books.Free(), said)
				}
			}
			if c.enter(protocol.Hello{Worker: "w", Host: "here", Procs: 1}, "is back"); c.joined != 1 {
				t.Errorf("one worker counts as %d", c.joined)
			}
		})
	}
}

// A record that was being checked when its worker went away counts, but its stream, with all clauses, does not stay.
func TestStreamsOfTheDead(t *testing.T) {
	for _, gone := range []bool{false, true} {
		c := &coordinator{
			workers: map[string]*member{}, inboxes: map[string]*inbox{}, streams: streams{},
			clock: func() time.Duration { return 0 }, books: ledger.New(ledger.Hash{}, ledger.Branch{}),
		}
		j := &job{ask: protocol.Ask{Worker: "w"}, record: &ledger.Record{Piece: 7}, stream: &stream{worker: "w"}}
		c.inboxOf("w").records[0] = j
		if gone {
			c.gone("w")
		}
		c.verified(j)
		if kept := len(c.streams) > 0; kept == gone || c.right != 1 {
			t.Errorf("gone %v: the stream is kept: %v; %d records are right", gone, kept, c.right)
		}
	}
}

// A piece is not lent to a worker that has gone, though one of its processors had asked for one.
func TestClaimsOfTheDead(t *testing.T) {
	c := &coordinator{
		workers: map[string]*member{}, inboxes: map[string]*inbox{}, streams: streams{},
		clock: func() time.Duration { return 0 }, books: ledger.New(ledger.Hash{}, ledger.Branch{}),
	}
	for _, worker := range []string{"dead", "alive"} {
		c.claim(&nats.Msg{}, protocol.Ask{Worker: worker})
	}
	c.gone("dead")
	c.lend()
	if held := c.books.Holdings(); len(held) != 1 || held[0].Owner.Worker != "alive" {
		t.Errorf("lent: %+v", held)
	}
}

// slowStore takes time to keep something.
type slowStore struct {
	store.Memory
	takes func()
}

// Write implements store.Store.
func (s *slowStore) Write(ctx context.Context, items []store.Item) error {
	s.takes()
	return s.Memory.Write(ctx, items)
}

// While a slow disk keeps the coordinator from hearing anybody, no worker becomes one that has not been heard of, or whose connection has
// been closed for long.
func TestASlowStoreForgetsNobody(t *testing.T) {
	now := time.Second
	c := &coordinator{
		workers: map[string]*member{"w": {heard: now}, "x": {heard: now, closed: now}}, inboxes: map[string]*inbox{}, streams: streams{},
		clock: func() time.Duration { return now }, books: ledger.New(ledger.Hash{}, ledger.Branch{}), items: []store.Item{{Kind: store.Forget}},
		cfg: Config{Lease: 10 * time.Second, Store: &slowStore{takes: func() { now += time.Minute }}, Log: func(string) {}},
	}
	if err := c.flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if c.tick(); len(c.workers) != 2 {
		t.Errorf("of two workers, %d are there", len(c.workers))
	}
	now += time.Minute
	if c.tick(); len(c.workers) != 0 {
		t.Errorf("%d silent workers are there", len(c.workers))
	}
}

// A connection that was open before the server was watched is closed when that is told of.
func TestAnOlderConnection(t *testing.T) {
	c := &coordinator{
		workers: map[string]*member{"w": {}}, open: map[string]int{},
		clock: func() time.Duration { return 0 }, cfg: Config{Lease: time.Hour},
	}
	c.connected(Connection{Worker: "w"})
	if c.workers["w"].closed == 0 {
		t.Error("it is not closed")
	}
	c.connected(Connection{Worker: "w", Open: true})
	if c.workers["w"].closed != 0 || c.open["w"] != 1 {
		t.Errorf("it is not open: %+v, %v", c.workers["w"], c.open)
	}
}
