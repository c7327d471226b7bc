package worker_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/s2"
	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/store"
	"transat/cmd/transat/internal/cluster/worker"
	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// liar is a worker that does not do what it says.
type liar struct {
	t    *testing.T
	conn *nats.Conn
	id   string
	lie  func(r *ledger.Record, proof []byte) []byte // changes the record, and returns the proof

	batch int64 // nodes that it searches at a time; 0 is 300
	more  int   // times that it searches on before it reports
	keeps bool  // it gives nothing away, so that much is left to lie about

	searcher *worker.Searcher
	proof    bytes.Buffer
}

// ask asks until there is an answer other than to ask again.
func (l *liar) ask(kind string, data []byte) (a protocol.Answer) {
	for {
		m, err := l.conn.RequestWithContext(l.t.Context(), protocol.Ask{Kind: kind, Worker: l.id}.Subject("r"), data)
		if errors.Is(err, nats.ErrNoResponders) {
			continue
		}
		if err != nil || json.Unmarshal(m.Data, &a) != nil {
			l.t.Errorf("%s: %v, %v", kind, m, err)
			return protocol.Answer{Refused: "no answer"}
		}
		if a.Again == "" {
			return a
		}
	}
}

// work searches pieces, and returns why it was refused, or "" if the run has ended.
func (l *liar) work(lab *lab) string {
	hello, err := json.Marshal(protocol.Beat{Hello: protocol.Hello{
		Protocol: protocol.Protocol, Version: version, Worker: l.id,
		Host: "liar", Procs: 1,
	}})
	if err != nil {
		l.t.Error(err)
	}
	l.searcher, err = worker.NewSearcher(l.t.Context(), worker.SearchConfig{
		Formula: lab.formula, Rule: lab.head.Rule, Format: dimacs.ProofFormat(lab.head.Proof), Cubes: lab.head.Cubes,
		Part: func(_ ledger.Hash, data []byte) error {
			raw, err := s2.Decode(nil, data)
			l.proof.Write(raw)
			return err
		},
	})
	if err != nil {
		l.t.Error(err)
		return "no searcher"
	}
	for {
		a := l.ask(protocol.Beats, hello)
		if a.Refused == "" && a.End == nil {
			a = l.ask(protocol.Claim, nil)
		}
		if a.Task != nil {
			a = l.search(*a.Task)
		}
		if a.Refused != "" || a.End != nil {
			return a.Refused
		}
	}
}

// search searches some of a piece, and reports what is not true.
func (l *liar) search(task ledger.Task) protocol.Answer {
	err := l.searcher.Begin(task)
	outcome, searched := l.searcher.Search(cmp.Or(l.batch, 300))
	for range l.more {
		if outcome == dpll.Running && searched == nil {
			outcome, searched = l.searcher.Search(cmp.Or(l.batch, 300))
		}
	}
	report := l.searcher.Close
	if outcome == dpll.Running {
		give := 2
		if l.keeps {
			give = 0
		}
		report = func() (worker.Entry, error) { return l.searcher.Cut(give) }
	}
	l.proof.Reset()
	e, made := report()
	_, r, read := ledger.Decode(e.Data)
	if err := errors.Join(err, searched, made, read); err != nil {
		l.t.Error(err)
		return protocol.Answer{Refused: "no search"}
	}
	text := l.lie(r, bytes.Clone(l.proof.Bytes()))
	r.Parts = nil
	if len(text) > 0 {
		part := s2.Encode(nil, text)
		r.Parts = []ledger.Part{{Hash: ledger.Sum(part), Bytes: int64(len(text))}}
		if a := l.ask(protocol.Part, part); a.Refused != "" || a.End != nil {
			return a
		}
	}
	_, data, err := r.Encode()
	if err != nil {
		l.t.Error(err)
	}
	return l.ask(protocol.Record, data)
}

// Whatever a worker makes up, it is cut off, and verdict, counts and proof are those of a single processor: what it had is searched again.
func TestLiarsAreCutOff(t *testing.T) {
	t.Parallel()
	f := formula(t, 150, 660, 1)
	want, wantProof := alone(t, f, "lex")
	for name, tc := range map[string]struct {
		want string
		lie  func(r *ledger.Record, proof []byte) []byte
	}{
		"closed": {"makes no sense", func(r *ledger.Record, _ []byte) []byte { r.Rest, r.Given = nil, nil; return nil }},
		"counts": {"it counts", func(r *ledger.Record, p []byte) []byte {
			r.Stats.Nodes += 2
			r.Stats.Leaves++
			r.Stats.Decisions++
			return p
		}},
		"flipped": {"wrong", func(_ *ledger.Record, p []byte) []byte { return bytes.Replace(p, []byte("-"), nil, 1) }},
		"short":   {"wrong", func(_ *ledger.Record, p []byte) []byte { return p[:len(p)/2] }},
		"nothing": {"wrong", func(*ledger.Record, []byte) []byte { return nil }},
		"consistent": {"wrong", func(r *ledger.Record, _ []byte) []byte { // it has refuted all, in one node
			r.Stats = dpll.Stats{Nodes: 1, Leaves: 1}
			r.Rest, r.Given, r.Lemmas = nil, nil, 1
			return []byte("0\n")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, f, "lex", string(dimacs.ProofText))
			l.verify()
			type end struct {
				result cluster.Result
				err    error
			}
			ended, proof := make(chan end, 1), new(bytes.Buffer)
			go func() {
				result, err := l.lead(t.Context(), false, 50*time.Millisecond, proof)
				ended <- end{result, err}
			}()
			why := (&liar{t: t, conn: l.connect(name), id: name, lie: tc.lie}).work(l)
			if !strings.Contains(why, tc.want) {
				t.Errorf("refused %q, want %q", why, tc.want)
			}
			l.join(t.Context(), 2)
			e := <-ended
			same(t, e.result, e.err, proof, want, wantProof)
		})
	}
}

// An honest run that is verified ends as one that is not, goes on after it was stopped, and keeps no proof if none is wanted.
func TestVerified(t *testing.T) {
	f := formula(t, 200, 880, 1)
	want, _ := alone(t, f, "weights")
	l := newLab(t, f, "weights", string(dimacs.ProofBinary))
	l.head.Drop = true
	l.verify()
	l.join(t.Context(), 2)
	ctx, cancel := context.WithCancel(t.Context())
	stop := afterRecords(l.store, 3, cancel)
	got, err := l.lead(ctx, false, 10*time.Millisecond, nil)
	stop()
	cancel()
	if err == nil && got.Verdict == cnf.Unknown { // it was not faster
		got, err = l.lead(t.Context(), true, 10*time.Millisecond, nil)
	}
	same(t, got, err, new(bytes.Buffer), want, "")
	parts := 0
	l.store.Lose(func(int, store.Item) bool { return false }, func(ledger.Hash) bool { parts++; return false })
	if parts > len(l.head.Chunks) {
		t.Errorf("%d parts are kept, want the %d of the formula", parts, len(l.head.Chunks))
	}
}
