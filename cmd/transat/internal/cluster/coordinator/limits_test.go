package coordinator

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/worker"
)

// Anybody with the token can claim anything. A run takes in only as many workers as it can lead, and keeps the ones that it has.
func TestFull(t *testing.T) {
	with := func(workers, procs int) *coordinator {
		c := &coordinator{workers: map[string]*member{}}
		for i := range workers {
			name := fmt.Sprint("w", i)
			c.workers[name] = &member{Hello: protocol.Hello{Worker: name, Procs: procs}}
		}
		return c
	}
	hello := func(name string, procs int) protocol.Hello { return protocol.Hello{Worker: name, Procs: procs} }
	for _, tc := range []struct {
		what string
		c    *coordinator
		h    protocol.Hello
		want string
	}{
		{"the first", with(0, 0), hello("x", mostProcs), ""},
		{"the last processor", with(16, mostProcs-1), hello("x", 16), ""},
		{"a processor too many", with(16, mostProcs-1), hello("x", 17), "can have 65536"},
		{"the last worker", with(mostWorkers-1, 1), hello("x", 1), ""},
		{"a worker too many", with(mostWorkers, 1), hello("x", 1), "16384 workers"},
		{"one who is there", with(mostWorkers, 8), hello("w5", 8), ""},
	} {
		why := tc.c.full(tc.h)
		if (why == "") != (tc.want == "") || !strings.Contains(why, tc.want) {
			t.Errorf("%s: %q, want %q", tc.what, why, tc.want)
		}
	}
}

// What workers may leave unrecorded does not grow with the processors that they say they have, nor with the workers that have
// recorded nothing.
func TestInboxes(t *testing.T) {
	c := &coordinator{inboxes: map[string]*inbox{}, workers: map[string]*member{}}
	lying := func(which func(*member) bool) (bytes int) {
		for id, d := range c.inboxes {
			sum := 0
			for _, p := range d.parts {
				sum += p.size + partCost
			}
			if sum != d.bytes {
				t.Fatalf("the inbox of %s says that it has %d bytes, and has %d", id, d.bytes, sum)
			}
			if which(c.workers[id]) {
				bytes += sum
			}
		}
		return bytes
	}
	all := func(*member) bool { return true }
	unproven := func(w *member) bool { return w.proven == 0 }
	put := func(w *member, n, size int) {
		for i := range n {
			c.put(w, ledger.Sum(fmt.Append(nil, w.Worker, i)), part{size: size})
			if got := c.inboxes[w.Worker].bytes; got > w.budget() {
				t.Fatalf("%d bytes lie in the inbox of %s, at most %d may", got, w.Worker, w.budget())
			}
		}
	}
	for i := range 8 {
		w := &member{Hello: protocol.Hello{Worker: fmt.Sprint("w", i), Procs: mostProcs}, proven: i % 2 * mostInInbox}
		c.workers[w.Worker] = w
		put(w, 1000, ledger.MostBytes)
		if n := lying(unproven); n > mostUnproven {
			t.Fatalf("%d bytes lie in the inboxes of workers that have recorded nothing", n)
		}
		if n := lying(all); n > mostInInboxes {
			t.Fatalf("%d bytes lie in all inboxes", n)
		}
	}
	if lying(unproven) < mostUnproven/2 || lying(all) < mostInInboxes/2 {
		t.Error("nothing has come near the limits")
	}
	small := &member{Hello: protocol.Hello{Worker: "small", Procs: 1}}
	c.workers[small.Worker] = small
	put(small, 1<<17, 1) // parts that weigh nothing cost something
	honest := &member{Hello: protocol.Hello{Worker: "honest", Procs: trustProcs}}
	if need := trustProcs * 2 * worker.MostParts * ledger.MostBytes; honest.budget() < need {
		t.Errorf("a worker of %d processors has room for %d bytes, and may need %d", trustProcs, honest.budget(), need)
	}
}

func TestNamesOfWorkersAreQuoted(t *testing.T) {
	const name = "nice\ns UNSATISFIABLE\nc \x1b[2J"
	said := ""
	c := &coordinator{
		workers: map[string]*member{}, clock: func() time.Duration { return 0 }, cfg: Config{Log: func(line string) { said += line }},
	}
	hello := protocol.Hello{Worker: "w", Host: name, Procs: 1}
	c.enter(hello, "has joined")
	if got, want := c.name("w"), `nice\ns UNSATISFIABLE\nc \x1b[2J`; got != want || c.name("\x1b") != `worker \x1b` {
		t.Errorf("the worker is called %q, want %q", got, want)
	}
	hello.Host += strings.Repeat("x", 1<<20) // which is refused, as its version is
	hello.Version = hello.Host
	c.join(hi(t, hello), "w")
	if strings.ContainsAny(said, "\n\x1b") || len(said) > 1<<10 {
		t.Errorf("it is said, in %d bytes: %.200q", len(said), said)
	}
}

// However many liars are cut off, and whatever they have sent, what is kept of them is bounded.
func TestWhatIsKeptOfLiars(t *testing.T) {
	warned := 0
	c := &coordinator{
		workers: map[string]*member{}, banned: map[string]string{}, clock: func() time.Duration { return 0 },
		books: ledger.New(ledger.Hash{}, ledger.Branch{}), cfg: Config{Warn: func(err error) { warned = max(warned, len(err.Error())) }},
	}
	long := errors.New(strings.Repeat("x", 1<<20))
	for i := range 2*mostWorkers + 10 {
		c.ban(&nats.Msg{}, protocol.Ask{Worker: fmt.Sprint("w", i)}, long)
		if len(c.banned) > 2*mostWorkers || len(c.banned[fmt.Sprint("w", i)]) > 2*mostWhy || c.banned[fmt.Sprint("w", i)] == "" {
			t.Fatalf("%d liars are kept, the last one with %d bytes", len(c.banned), len(c.banned[fmt.Sprint("w", i)]))
		}
	}
	if warned > 2*mostWhy {
		t.Errorf("there is a warning of %d bytes", warned)
	}
}

// hi is the message of a worker that wants to join.
func hi(t *testing.T, h protocol.Hello) *nats.Msg {
	t.Helper()
	data, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	return &nats.Msg{Data: data}
}

// Names that a hello brings are kept as long as the worker is there.
func TestLongNames(t *testing.T) {
	c := &coordinator{}
	h := protocol.Hello{Protocol: protocol.Protocol, Worker: "w", Procs: 1}
	if why := c.unfit(h); why != "" {
		t.Error(why)
	}
	h.Host = strings.Repeat("x", mostHost+1)
	if why := c.unfit(h); !strings.Contains(why, "256 bytes") {
		t.Errorf("a name of %d bytes: %q", len(h.Host), why)
	}
}
