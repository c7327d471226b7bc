package worker_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/coordinator"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/server"
	"transat/cmd/transat/internal/cluster/store"
	"transat/cmd/transat/internal/cluster/worker"
	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// Many workers that sleep at every node, each with a connection of its own, and one coordinator with a server that keeps everything
// on the disk: how many can it lead? The tree, the pieces, the records and the messages are those of a real run; only the computers
// are missing.
//
//	TRANSAT_SLEEPERS=1000 TRANSAT_SLEEP_CUT=10s go test ./cmd/transat/internal/cluster/worker -run TestSleepers -v -timeout 30m
//
// TRANSAT_SLEEP_TIME (100s) is how long the run takes if nothing is lost. Without variables it is a small run, which must come to its end.
func TestSleepers(t *testing.T) {
	workers, cut, ideal := 12, 50*time.Millisecond, 500*time.Millisecond
	sample, rule := "200-860-3/1", "weights"
	if text := os.Getenv("TRANSAT_SLEEPERS"); text != "" {
		var err error
		if workers, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
		cut, ideal, sample = duration(t, "TRANSAT_SLEEP_CUT", 10*time.Second), duration(t, "TRANSAT_SLEEP_TIME", 100*time.Second), "350-1505-3/03"
		rule = "lex" // a large tree
	}
	random, index, err := instances.ParseSample(sample)
	if err != nil {
		t.Fatal(err)
	}
	f, err := random.Formula(index)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := dpll.Solve(t.Context(), f, dpll.Options{Rule: rule})
	if err != nil || alone.Verdict != cnf.Unsatisfiable {
		t.Fatal(alone.Verdict, err)
	}
	node := time.Duration(float64(ideal) * float64(workers) / float64(alone.Stats.Nodes))

	s, err := server.Start(server.Config{Folder: t.TempDir(), Listen: "127.0.0.1:0", Token: "token", Inside: "inside", Run: "r"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	conn, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	kept, err := store.Open(t.Context(), conn, "r", 1, false)
	if err != nil {
		t.Fatal(err)
	}
	head, err := coordinator.Begin(t.Context(), kept, cluster.Head{Run: "r", Version: version, Name: "f", Rule: rule}, f)
	if err != nil {
		t.Fatal(err)
	}
	var sleeping sync.WaitGroup
	defer sleeping.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	addr, err := s.Addr()
	if err != nil {
		t.Fatal(err)
	}
	for range workers {
		who := protocol.NewIdentity()
		c, err := nats.Connect("nats://"+addr.String(), nats.Token("token"), nats.Name(who.ConnectionName()), nats.CustomInboxPrefix(who.Inbox()))
		if err != nil {
			t.Fatal(err)
		}
		sleeping.Go(func() {
			defer c.Close()
			_, err := worker.Run(ctx, worker.Config{
				Conn: c, Name: who.Public(), Version: version, Host: "sleeper", Procs: 1, Patience: time.Minute, NodeTime: node, Log: func(string) {},
			})
			if err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		})
	}
	began, before := time.Now(), conn.Stats()
	got, err := coordinator.Run(t.Context(), coordinator.Config{
		Conn: conn, Store: kept, Lease: 10 * time.Second, Cut: cut, Head: head, Formula: f,
		Clock: func() time.Duration { return time.Since(began) }, Log: func(string) {}, Warn: func(err error) { t.Log(err) },
	})
	took := time.Since(began)
	if err != nil || got.Verdict != cnf.Unsatisfiable || got.Totals.Stats != alone.Stats {
		t.Fatalf("%v, %v: %+v, want %+v", got.Verdict, err, got.Totals.Stats, alone.Stats)
	}
	after := conn.Stats()
	messages := float64(after.InMsgs + after.OutMsgs - before.InMsgs - before.OutMsgs)
	text := fmt.Sprintf("%d workers, %d nodes of %v, a record each %v: %.1f s where %.1f s are ideal, efficiency %.1f %%; "+
		"%d records, %d pieces; %.0f messages a second at the coordinator, %d goroutines at the end",
		workers, alone.Stats.Nodes, node.Round(10*time.Microsecond), cut, took.Seconds(), ideal.Seconds(), 100*ideal.Seconds()/took.Seconds(),
		got.Totals.Records, got.Totals.Pieces,
		messages/took.Seconds(), runtime.NumGoroutine())
	t.Log(text)
}

// duration is what a variable says, or something else.
func duration(t *testing.T, variable string, otherwise time.Duration) time.Duration {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return otherwise
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
