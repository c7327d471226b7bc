package coordinator

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/wire"
)

// Whoever knows the token can claim anything. A run does not take in more than it can lead, and throws nobody out who is there.
func TestFull(t *testing.T) {
	with := func(workers, procs int) *coordinator {
		c := &coordinator{workers: map[string]*member{}}
		for i := range workers {
			name := fmt.Sprint("w", i)
			c.workers[name] = &member{Hello: wire.Hello{Worker: name, Procs: procs}}
		}
		return c
	}
	hello := func(name string, procs int) wire.Hello { return wire.Hello{Worker: name, Procs: procs} }
	for _, tc := range []struct {
		what string
		c    *coordinator
		h    wire.Hello
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

// What workers may leave unrecorded does not grow with the processors that they say they have.
func TestOnDesks(t *testing.T) {
	c := &coordinator{desks: map[string]*desk{}}
	for i := range 3 {
		c.deskOf(fmt.Sprint("w", i)).bytes = 100 * i
	}
	if n := c.onDesks(); n != 300 {
		t.Errorf("%d bytes lie on all desks, want 300", n)
	}
	if least := mostParts * ledger.MostBytes; mostOnDesk < 16*least || mostOnDesks < mostOnDesk {
		t.Errorf("a worker with 16 processors has no room for what it may have: %d bytes", 16*least)
	}
}

func TestNamesOfWorkersAreQuoted(t *testing.T) {
	c := &coordinator{workers: map[string]*member{}, clock: func() time.Duration { return 0 }}
	c.enter(wire.Hello{Worker: "w", Host: "nice\ns UNSATISFIABLE\nc \x1b[2J", Procs: 1})
	if got, want := c.name("w"), `nice\ns UNSATISFIABLE\nc \x1b[2J`; got != want {
		t.Errorf("the worker is called %q, want %q", got, want)
	}
}

// Names that a hello brings are kept as long as the worker is there.
func TestLongNames(t *testing.T) {
	c := &coordinator{}
	h := wire.Hello{Protocol: wire.Protocol, Worker: "w", Procs: 1}
	if why := c.unfit(h); why != "" {
		t.Error(why)
	}
	h.Host = strings.Repeat("x", mostHost+1)
	if why := c.unfit(h); !strings.Contains(why, "256 bytes") {
		t.Errorf("a name of %d bytes: %q", len(h.Host), why)
	}
}
