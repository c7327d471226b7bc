package coordinator

import (
	"strings"
	"testing"
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
)

// A program that searches something else is refused before it is taken in, and told what would be right; of a problem, by the name that
// its user knows.
func TestOtherProblemsAreRefused(t *testing.T) {
	queens := cluster.Head{Run: "r", Name: "queens 12", Problem: "main.queens (count, 0123456789ab)"}
	for name, tc := range map[string]struct {
		head          cluster.Head
		problem, want string
	}{
		"the same":               {queens, queens.Problem, "queens of 1 processor has joined with 1 processor"},
		"a formula":              {cluster.Head{Run: "r", Name: "f.cnf"}, "", "queens of 1 processor has joined with 1 processor"},
		"other arguments":        {queens, "main.queens (count, ba9876543210)", "searches queens 12, and this program something else"},
		"a worker of formulas":   {queens, "", "searches queens 12, which is not a formula"},
		"a problem in a formula": {cluster.Head{Run: "r", Name: "f.cnf"}, queens.Problem, "searches a formula: transat worker joins it"},
	} {
		said := ""
		c := &coordinator{
			cfg:     Config{Head: tc.head, Log: func(line string) { said += line }},
			workers: map[string]*member{}, clock: func() time.Duration { return 0 },
		}
		c.join(hi(t, protocol.Hello{
			Protocol: protocol.Protocol, Worker: "w", Host: "queens of 1 processor", Procs: 1, Problem: tc.problem,
		}), "w")
		taken := strings.HasSuffix(tc.want, "processor")
		if !strings.Contains(said, tc.want) || taken != (len(c.workers) == 1) || taken == strings.Contains(said, "may not join") ||
			strings.Contains(said, "0123456789ab") {
			t.Errorf("%s: %d workers, and it is said: %s", name, len(c.workers), said)
		}
	}
}

// A worker that a new coordinator hears of, and one that was silent, are announced, each once.
func TestWorkersThatComeBack(t *testing.T) {
	said, now := "", time.Second
	c := &coordinator{
		cfg:     Config{Log: func(line string) { said += line + "\n" }, Lease: time.Second, Own: "own"},
		workers: map[string]*member{}, inboxes: map[string]*inbox{}, streams: streams{},
		clock: func() time.Duration { return now }, books: ledger.New(ledger.Hash{}, ledger.Branch{}),
	}
	hello := protocol.Hello{Protocol: protocol.Protocol, Worker: "w", Host: "there", Procs: 2}
	beat := func() {
		c.beat(hi(t, hello), protocol.Ask{Kind: protocol.Beats, Worker: "w"})
	}
	beat()
	beat()
	now += 5 * time.Second
	c.tick()
	beat()
	c.join(hi(t, protocol.Hello{Protocol: protocol.Protocol, Worker: "own", Host: "here", Procs: 1}), "own")
	const want = "there is back with 2 processors\nthere is back with 2 processors\nthis computer, here, searches with 1 processor\n"
	if said != want {
		t.Errorf("it is said:\n%swant:\n%s", said, want)
	}
}
