package worker_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/coordinator"
	"transat/cmd/transat/internal/cluster/ledger"
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
