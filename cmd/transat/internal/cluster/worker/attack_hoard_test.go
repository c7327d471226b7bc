package worker_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"transat/balance/script"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/worker"
	"transat/dimacs"
)

// A worker of many processors that only claims pieces and says that it is alive does not keep the others from their work, whether
// the run is verified or not.
func TestHoarders(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds until nothing has been recorded for too long")
	}
	t.Parallel()
	f := formula(t, 200, 880, 1)
	want, wantProof := alone(t, f, "lex")
	for _, verified := range []bool{false, true} {
		t.Run(fmt.Sprint("verified ", verified), func(t *testing.T) {
			t.Parallel()
			l := newLab(t, f, "lex", string(dimacs.ProofText))
			if verified {
				l.verify()
			}
			var warned warnings
			l.warn = warned.add
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			a := l.attack()
			const procs = 512
			var attacking sync.WaitGroup
			attacking.Go(func() { a.hoard(ctx, procs) })
			var proof bytes.Buffer
			got, err := l.lead(ctx, false, 20*time.Millisecond, &proof)
			cancel()
			attacking.Wait()
			same(t, got, err, &proof, want, wantProof)
			warned.honest(t)
		})
	}
}

// hoard claims pieces for all processors, and says that it has them. The others join when it has the whole tree.
func (a *attacker) hoard(ctx context.Context, procs int) {
	b := a.beat(procs)
	_, err := a.conn.Subscribe(a.who.Inbox()+".claims.*", func(m *nats.Msg) {
		var answer protocol.Answer
		if json.Unmarshal(m.Data, &answer) != nil || answer.Task == nil {
			return
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		if len(b.Holds) == 0 {
			a.lab.join(ctx, 2)
			a.lab.join(ctx, 2)
		}
		proc, _ := strconv.Atoi(m.Subject[strings.LastIndexByte(m.Subject, '.')+1:])
		b.Holds = append(b.Holds, protocol.Hold{Proc: proc, Piece: answer.Task.Branch.Piece(), After: answer.Task.After})
	})
	if err != nil {
		a.t.Error(err)
	}
	for ctx.Err() == nil {
		a.mu.Lock()
		data, _ := json.Marshal(b)
		a.mu.Unlock()
		a.ask(ctx, protocol.Ask{Kind: protocol.Beats}, data)
		for n := range procs {
			question := protocol.Ask{Kind: protocol.Claim, Worker: a.id, Number: n}
			_ = a.conn.PublishRequest(question.Subject("r"), a.who.Inbox()+".claims."+strconv.Itoa(n), nil)
		}
		nap(ctx, 100*time.Millisecond)
	}
}

// An error ends a worker under a policy as it ends one without, whatever its other parts are waiting for: messages, a claim, pieces
// on their way.
func TestErrorsEndWorkersUnderPolicies(t *testing.T) {
	t.Parallel()
	steal, _ := script.Source("steal")
	broken := strings.Replace(steal, "def idle(p):", "def idle(p):\n    fail(\"on purpose\")", 1)
	if broken == steal {
		t.Fatal("the script of steal has no def idle(p)")
	}
	for name, tc := range map[string]struct {
		plan   cluster.Plan
		memory int64
		want   string
	}{
		"memory": {cluster.Plan{Policy: "steal"}, 100_000, "memory"},
		"script": {cluster.Plan{Policy: "broken.star", Files: map[string]string{"broken.star": broken}}, 0, "on purpose"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tc.plan.Pause, tc.plan.TimeScale = 200*time.Microsecond, 200
			l := newLabUnder(t, formula(t, 250, 1065, 1), "lex", "", &tc.plan)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			const workers = 2
			l.await = workers
			ended := make(chan error, workers)
			for range workers {
				name := rand.Text()
				go func() {
					_, err := worker.Run(ctx, worker.Config{
						Conn: l.connect(name), Name: name, Version: version, Host: "here", Procs: 2, MaxMemory: tc.memory, Log: func(string) {},
					})
					ended <- err
				}()
			}
			var leading sync.WaitGroup
			leading.Go(func() { _, _ = l.lead(ctx, false, time.Second, nil) })
			for range workers {
				select {
				case err := <-ended:
					if err == nil || !strings.Contains(err.Error(), tc.want) {
						t.Errorf("a worker has ended with %v, want %q", err, tc.want)
					}
				case <-time.After(leadLimit):
					t.Fatal("a worker hangs")
				}
			}
			cancel()
			leading.Wait()
		})
	}
}
