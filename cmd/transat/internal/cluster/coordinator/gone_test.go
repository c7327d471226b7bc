package coordinator

import (
	"strings"
	"testing"
	"time"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
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
			c.enter(protocol.Hello{Worker: "w", Host: "here", Procs: 1})
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
		})
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
