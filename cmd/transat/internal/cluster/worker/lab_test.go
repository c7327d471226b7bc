package worker_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"flag"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/coordinator"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/server"
	"transat/cmd/transat/internal/cluster/store"
	"transat/cmd/transat/internal/cluster/worker"
	"transat/dimacs"
	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// TestMain lets more tests run at a time than there are cores, since most of them wait for what takes a coordinator seconds.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// lab is a run in this process, with a real server and real messages.
type lab struct {
	log       func(string)      // of workers
	conqueror cluster.Conqueror // of workers
	t         *testing.T
	server    *server.Server
	formula   *cnf.Formula
	head      cluster.Head
	store     *store.Memory
	workers   sync.WaitGroup
	await     int         // workers
	one       bool        // workers are one processor each to the others
	kept      store.Store // instead of store
	warn      func(error)
	last      string // the name of the worker that was last joined
}

const version = "of the test"

// leadLimit ends a run that hangs.
const leadLimit = 10 * time.Minute

func newLab(t *testing.T, f *cnf.Formula, rule, proof string) *lab {
	t.Helper()
	return newLabUnder(t, f, rule, proof, nil)
}

// newLabUnder is newLab under a policy.
func newLabUnder(t *testing.T, f *cnf.Formula, rule, proof string, p *cluster.Plan) *lab {
	t.Helper()
	s, err := server.Start(server.Config{Folder: t.TempDir(), Listen: "127.0.0.1:0", Token: "token", Inside: "inside", Run: "r"})
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{t: t, server: s, formula: f, store: &store.Memory{}, log: func(string) {}}
	head := cluster.Head{Run: "r", Version: version, Name: "f", Rule: rule, Proof: proof, Plan: p}
	l.head, err = coordinator.Begin(t.Context(), l.store, head, f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		l.workers.Wait()
		s.Close()
	})
	return l
}

// verify makes the run one whose records are checked.
func (l *lab) verify() {
	l.t.Helper()
	l.head.Verify, l.head.Chunks = true, nil
	l.store = &store.Memory{}
	var err error
	if l.head, err = coordinator.Begin(l.t.Context(), l.store, l.head, l.formula); err != nil {
		l.t.Fatal(err)
	}
}

// keepOnServer begins the run anew in the store of the server, instead of in memory.
func (l *lab) keepOnServer() {
	l.t.Helper()
	inside, err := l.server.Connect()
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(inside.Close)
	if l.kept, err = store.Open(l.t.Context(), inside, "r", 1, false); err != nil {
		l.t.Fatal(err)
	}
	l.head.Chunks = nil
	if l.head, err = coordinator.Begin(l.t.Context(), l.kept, l.head, l.formula); err != nil {
		l.t.Fatal(err)
	}
}

// connect connects one who asks under a name.
func (l *lab) connect(name string) *nats.Conn {
	l.t.Helper()
	conn, err := l.server.Connect(nats.CustomInboxPrefix(protocol.Inbox(name)))
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(conn.Close)
	return conn
}

// join starts a worker, which lives until the run ends or ctx does, or it is killed: then nobody hears of it any more.
func (l *lab) join(ctx context.Context, procs int) (kill func()) {
	name := rand.Text()
	conn := l.connect(name)
	l.last = name
	var killed atomic.Bool
	l.workers.Go(func() {
		defer conn.Close()
		_, err := worker.Run(ctx, worker.Config{
			Conn: conn, Name: name, Version: version, Host: "here", Procs: procs, One: l.one, Patience: 30 * time.Second, Log: l.log,
			Conqueror: l.conqueror,
		})
		if err != nil && ctx.Err() == nil && !killed.Load() {
			l.t.Error(err)
		}
	})
	return func() {
		killed.Store(true)
		conn.Close()
	}
}

// lead leads the run.
func (l *lab) lead(ctx context.Context, resume bool, cut time.Duration, proof *bytes.Buffer) (cluster.Result, error) {
	conn, err := l.server.Connect()
	if err != nil {
		l.t.Fatal(err)
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, leadLimit)
	defer cancel()
	began := time.Now()
	cfg := coordinator.Config{
		Conn: conn, Store: l.store, Lease: time.Second, Cut: cut, Head: l.head, Formula: l.formula, Resume: resume, Verifiers: 2, Await: l.await,
		Clock: func() time.Duration { return time.Since(began) }, Log: func(string) {}, Warn: func(err error) { l.t.Log(err) },
	}
	if proof != nil {
		cfg.Proof = proof
	}
	if l.kept != nil {
		cfg.Store = l.kept
	}
	if l.warn != nil {
		cfg.Warn = l.warn
	}
	return coordinator.Run(ctx, cfg)
}

func formula(t *testing.T, vars, clauses int, seed uint64) *cnf.Formula {
	t.Helper()
	f, err := instances.Random{Vars: vars, Clauses: clauses, K: 3, Seed: seed}.Formula()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// alone returns what a single processor comes to: nodes, and the proof without deletions.
func alone(t *testing.T, f *cnf.Formula, rule string) (dpll.Result, string) {
	t.Helper()
	var text bytes.Buffer
	w := dimacs.NewDRATWriter(&text, dimacs.ProofText)
	result, err := dpll.Solve(t.Context(), f, dpll.Options{Rule: rule, Proof: w})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return result, lemmas(text.String())
}

// lemmas returns a proof without deletions.
func lemmas(proof string) string {
	var b strings.Builder
	for line := range strings.Lines(proof) {
		if !strings.HasPrefix(line, "d") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// same compares the end of a run with that of a single processor.
func same(t *testing.T, got cluster.Result, err error, proof *bytes.Buffer, want dpll.Result, wantProof string) {
	t.Helper()
	if err != nil || got.Verdict != cnf.Unsatisfiable {
		t.Fatalf("%v, %v, %v", got.Verdict, got.Reason, err)
	}
	if got.Totals.Stats != want.Stats {
		t.Errorf("counted %+v, want %+v", got.Totals.Stats, want.Stats)
	}
	if lemmas(proof.String()) != wantProof {
		t.Errorf("the proof has %d bytes of lemmas, want the %d of a single processor", len(lemmas(proof.String())), len(wantProof))
	}
}
