package ledger_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/klauspost/compress/s2"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/worker"
	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// office makes records: what a stretch of a piece comes to depends on the state and on nothing else, so each is made once.
type office struct {
	t       testing.TB
	hand    *worker.Searcher
	formula *cnf.Formula
	known   map[stint]outcome
	parts   map[ledger.Hash][]byte
	nodes   int64  // of the whole tree
	proof   string // of a single search, without deletions
}

// stint is some work on a piece in a state.
type stint struct {
	after ledger.Hash
	piece uint64
	nodes int64
	give  int
}

// outcome is the record of that, and the task that is left; none if the piece is closed.
type outcome struct {
	hash   ledger.Hash
	record *ledger.Record
	left   *ledger.Task
}

func newOffice(t testing.TB, f *cnf.Formula) *office {
	t.Helper()
	o := &office{t: t, formula: f, known: map[stint]outcome{}, parts: map[ledger.Hash][]byte{}}
	var text bytes.Buffer
	w := dimacs.NewDRATWriter(&text, dimacs.ProofText)
	result, err := dpll.Solve(t.Context(), f, dpll.Options{Proof: w})
	if err != nil || result.Verdict != cnf.Unsatisfiable {
		t.Fatalf("%v, %v", result.Verdict, err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	o.nodes, o.proof = result.Stats.Nodes, withoutDeletions(text.String())
	o.hand, err = worker.NewSearcher(t.Context(), worker.SearchConfig{
		Formula: f, Rule: "lex", Format: dimacs.ProofText,
		Part: func(h ledger.Hash, data []byte) error {
			o.parts[h] = data
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func withoutDeletions(proof string) string {
	var b strings.Builder
	for line := range strings.Lines(proof) {
		if !strings.HasPrefix(line, "d") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// do searches that many nodes of a task and gives some branches away. It reports false if there are not as many to give.
func (o *office) do(task ledger.Task, nodes int64, give int) (outcome, bool) {
	key := stint{task.After, task.Branch.Piece(), nodes, give}
	if out, ok := o.known[key]; ok {
		return out, out.record != nil
	}
	if err := o.hand.Begin(task); err != nil {
		o.t.Fatal(err)
	}
	end, err := o.hand.Search(nodes)
	if err != nil || end == dpll.Found {
		o.t.Fatal(end, err)
	}
	var e worker.Entry
	var out outcome
	switch {
	case end == dpll.Closed:
		e, err = o.hand.Close()
	case o.hand.Able() < give:
		o.known[key] = outcome{}
		return outcome{}, false
	default:
		e, err = o.hand.Cut(give)
	}
	if err != nil {
		o.t.Fatal(err)
	}
	if out.hash, out.record, err = ledger.Decode(e.Data); err != nil || out.hash != e.Hash {
		o.t.Fatal(out.hash, e.Hash, err)
	}
	if out.record.Rest != nil {
		out.left = &ledger.Task{Branch: *out.record.Rest, After: out.hash}
	}
	o.known[key] = out
	return out, true
}

// check compares a tree that is said to be whole with that of a single search.
func (o *office) check(l *ledger.Ledger) error {
	var text strings.Builder
	nodes := int64(0)
	err := l.Walk(func(s ledger.Step) error {
		if s.First {
			nodes += s.Record.Stats.Nodes
		}
		var all []byte
		for _, p := range s.Record.Parts {
			raw, err := s2.Decode(nil, o.parts[p.Hash])
			if err != nil {
				return err
			}
			all = append(all, raw...)
		}
		text.Write(all[s.From:s.To])
		return nil
	})
	switch {
	case err != nil:
		return err
	case nodes != o.nodes:
		return errorf("%d nodes, want %d", nodes, o.nodes)
	case withoutDeletions(text.String()) != o.proof:
		return errorf("proof %q, want %q", withoutDeletions(text.String()), o.proof)
	}
	return nil
}
