package worker_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	mathrand "math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/worker"
	"transat/solver/cnf"
)

// planted returns a formula that is far too large to be searched through, and a model of it.
func planted(vars, clauses int) (*cnf.Formula, cnf.Model) {
	r := mathrand.New(mathrand.NewPCG(1, 2))
	f, model := cnf.NewFormula(vars), make(cnf.Model, vars+1)
	for v := 1; v <= vars; v++ {
		model[v] = r.IntN(2) == 0
	}
	for range clauses {
		clause, good := make([]cnf.Lit, 3), false
		for !good {
			for i, v := range r.Perm(vars)[:3] {
				clause[i] = cnf.FromDIMACS(v + 1)
				if r.IntN(2) == 0 {
					clause[i] = clause[i].Not()
				}
				good = good || model.Satisfies(clause[i])
			}
		}
		f.Add(clause...)
	}
	return f, model
}

// The first model ends all workers, in the middle of pieces that would take years, whichever worker has found it. The log says how long that takes.
func TestFirstModelEndsAllWorkers(t *testing.T) {
	f, model := planted(700, 2980)
	l := newLab(t, f, "lex", "")
	const workers = 3
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var mu sync.Mutex
	var ended []time.Time
	var working sync.WaitGroup
	for i := range workers {
		name := rand.Text()
		conn := l.connect(name)
		one := i == 0
		working.Go(func() {
			defer conn.Close()
			r, err := worker.Run(ctx, worker.Config{
				Conn: conn, Name: name, Version: version, Host: "here", Procs: 2, One: one, Patience: time.Minute, Log: func(string) {},
			})
			if err != nil || r.End == nil || r.End.Verdict != cnf.Satisfiable.String() {
				t.Errorf("a worker has ended with %+v, %v", r, err)
				cancel()
			}
			mu.Lock()
			defer mu.Unlock()
			ended = append(ended, time.Now())
		})
	}
	var found time.Time
	working.Go(func() {
		conn := l.connect("finder")
		if err := deep(ctx, conn, 2*workers); err != nil {
			t.Error(err)
		}
		found = time.Now()
		if _, err := conn.RequestWithContext(ctx, protocol.Ask{Kind: protocol.Found, Worker: "finder"}.Subject("r"),
			protocol.PackModel(model)); err != nil {
			t.Error(err)
		}
	})
	got, err := l.lead(ctx, false, time.Second, nil)
	if err != nil || got.Verdict != cnf.Satisfiable {
		t.Fatalf("%v, %v", got.Verdict, err)
	}
	working.Wait()
	for _, at := range ended {
		t.Logf("a worker has ended %v after the model", at.Sub(found))
	}
}

// deep waits until that many processors have a piece.
func deep(ctx context.Context, conn *nats.Conn, procs int) error {
	for {
		var s cluster.State
		m, err := conn.RequestWithContext(ctx, protocol.StatusSubject("finder"), nil)
		switch {
		case errors.Is(err, nats.ErrNoResponders): // the run has not begun
		case err != nil:
			return err
		case json.Unmarshal(m.Data, &s) == nil && s.Open-s.Free >= procs:
			return nil
		}
		time.Sleep(time.Millisecond)
	}
}
