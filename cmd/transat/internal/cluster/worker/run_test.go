package worker_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/store"
	"transat/dimacs"
	"transat/solver/cnf"
)

func TestUnsatisfiable(t *testing.T) {
	t.Parallel()
	for _, rule := range []string{"lex", "weights"} {
		t.Run(rule, func(t *testing.T) {
			f := formula(t, 220, 960, 1)
			want, wantProof := alone(t, f, rule)
			l := newLab(t, f, rule, string(dimacs.ProofText))
			for range 3 {
				l.join(t.Context(), 2)
			}
			var proof bytes.Buffer
			got, err := l.lead(t.Context(), false, 20*time.Millisecond, &proof)
			same(t, got, err, &proof, want, wantProof)
			t.Logf("%+v", got.Totals)
		})
	}
}

// Workers whose processors share among themselves come to the same, whatever is checked.
func TestWorkersThatAreOne(t *testing.T) {
	t.Parallel()
	for _, verified := range []bool{false, true} {
		t.Run(fmt.Sprintf("verified %v", verified), func(t *testing.T) {
			f := formula(t, 220, 960, 1)
			want, wantProof := alone(t, f, "lex")
			l := newLab(t, f, "lex", string(dimacs.ProofText))
			l.one = true
			if verified {
				l.verify()
			}
			for range 2 {
				l.join(t.Context(), 3)
			}
			var proof bytes.Buffer
			got, err := l.lead(t.Context(), false, 20*time.Millisecond, &proof)
			same(t, got, err, &proof, want, wantProof)
			t.Logf("%+v", got.Totals)
		})
	}
}

// The coordinator never asks a worker that is one, and alone, to give something away: its processors do that among themselves.
func TestOneWorkerSharesByItself(t *testing.T) {
	f := formula(t, 240, 1050, 5)
	l := newLab(t, f, "lex", "")
	l.one = true
	conn, err := l.server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var gives atomic.Int32
	_, err = conn.Subscribe(protocol.Tells("r"), func(m *nats.Msg) {
		var tell protocol.Tell
		if json.Unmarshal(m.Data, &tell) == nil && len(tell.Give) > 0 {
			gives.Add(1)
		}
	})
	if err == nil {
		err = conn.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	l.join(t.Context(), 4)
	got, err := l.lead(t.Context(), false, time.Second, nil)
	if err != nil || got.Verdict != cnf.Unsatisfiable || got.Totals.Pieces < 2 {
		t.Fatalf("%v, %v, %+v", got.Verdict, err, got.Totals)
	}
	if err := conn.Flush(); err != nil { // so all that was said has come
		t.Fatal(err)
	}
	if asked := gives.Load(); asked > 0 {
		t.Errorf("it was asked %d times", asked)
	}
	t.Logf("%+v", got.Totals)
}

func TestSatisfiable(t *testing.T) {
	f := formula(t, 200, 820, 3)
	l := newLab(t, f, "lex", "")
	l.join(t.Context(), 3)
	l.satisfies(t)
}

// satisfies leads the run, which is to find a model of the formula.
func (l *lab) satisfies(t *testing.T) {
	t.Helper()
	got, err := l.lead(t.Context(), false, time.Second, nil)
	if err != nil || got.Verdict != cnf.Satisfiable {
		t.Fatalf("%v, %v", got.Verdict, err)
	}
	if err := l.formula.Check(got.Model); err != nil {
		t.Error(err)
	}
}

// A coordinator is stopped several times, records are lost meanwhile, workers come and go: verdict, counts and proof are those of a
// single processor.
func TestLossAndResume(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	t.Parallel()
	f := formula(t, 240, 1050, 5)
	want, wantProof := alone(t, f, "lex")
	l := newLab(t, f, "lex", string(dimacs.ProofText))
	l.join(t.Context(), 2)
	for round := range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		leaving, leave := context.WithCancel(t.Context())
		l.join(leaving, 1)
		stop := afterRecords(l.store, 5*(round+1), func() {
			leave()
			cancel()
		})
		got, err := l.lead(ctx, round > 0, 10*time.Millisecond, new(bytes.Buffer))
		stop()
		cancel()
		leave()
		ended := got.Verdict == cnf.Unsatisfiable // before it was stopped; what is lost then is searched again as well
		if err != nil || !ended && (got.Verdict != cnf.Unknown || !errors.Is(got.Reason, context.Canceled)) {
			t.Fatalf("round %d: %v, %v, %v", round, got.Verdict, got.Reason, err)
		}
		if ended { // so the workers have left
			l.join(t.Context(), 2)
		}
		records := 0
		l.store.Lose(func(_ int, i store.Item) bool {
			if i.Kind == store.Record {
				records++
			}
			return i.Kind == store.Record && records%4 == 0
		}, func(ledger.Hash) bool { return false })
	}
	formula := map[ledger.Hash]bool{}
	for _, h := range l.head.Chunks {
		formula[h] = true
	}
	parts := 0
	l.store.Lose(func(int, store.Item) bool { return false }, func(h ledger.Hash) bool {
		parts++
		return !formula[h] && parts%3 == 0
	})
	var proof bytes.Buffer
	got, err := l.lead(t.Context(), true, 10*time.Millisecond, &proof)
	same(t, got, err, &proof, want, wantProof)
	t.Logf("%+v", got.Totals)
}

// afterRecords calls do once the store has that many records more than now.
func afterRecords(s store.Store, n int, do func()) (stop func()) {
	count := func() (all int) {
		_ = s.Log(context.Background(), func(i store.Item) error {
			if i.Kind == store.Record {
				all++
			}
			return nil
		})
		return all
	}
	over := make(chan struct{})
	before := count()
	go func() {
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-over:
				return
			case <-tick.C:
				if count() >= before+n {
					do()
					return
				}
			}
		}
	}()
	return func() { close(over) }
}
