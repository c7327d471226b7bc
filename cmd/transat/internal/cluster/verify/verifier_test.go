package verify_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/klauspost/compress/s2"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/verify"
	"transat/cmd/transat/internal/cluster/worker"
	"transat/dimacs"
	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// report is a record with what it was made from.
type report struct {
	state  dpll.Branch
	record *ledger.Record
	text   []byte
}

func formula(t *testing.T, vars, clauses int) *cnf.Formula {
	t.Helper()
	f, err := instances.Random{Vars: vars, Clauses: clauses, K: 3, Seed: 1}.Formula()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// reports searches a whole tree by one hand, with many cuts and gifts.
func reports(t *testing.T, f *cnf.Formula, rule string, format dimacs.ProofFormat) (all []report) {
	t.Helper()
	var text bytes.Buffer
	h, err := worker.NewSearcher(t.Context(), worker.SearchConfig{
		Formula: f, Rule: rule, Format: format,
		Part: func(_ ledger.Hash, data []byte) error {
			raw, err := s2.Decode(nil, data)
			text.Write(raw)
			return err
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	keep := func(state dpll.Branch, e worker.Entry, err error) (*ledger.Record, ledger.Hash) {
		hash, r, failed := ledger.Decode(e.Data)
		if err := errors.Join(err, failed); err != nil {
			t.Fatal(err)
		}
		all = append(all, report{state, r, bytes.Clone(text.Bytes())})
		text.Reset()
		return r, hash
	}
	waiting := []ledger.Task{{}}
	for len(waiting) > 0 {
		task := waiting[0]
		waiting = waiting[1:]
		if err := h.Begin(task); err != nil {
			t.Fatal(err)
		}
		for state := task.Branch.Branch; ; {
			outcome, err := h.Search(40)
			if err != nil {
				t.Fatal(err)
			}
			if outcome != dpll.Running {
				e, err := h.Close()
				keep(state, e, err)
				break
			}
			e, err := h.Cut(len(all) % 3)
			r, hash := keep(state, e, err)
			state = r.Rest.Branch
			for _, g := range r.Given {
				waiting = append(waiting, ledger.Task{Branch: g, After: hash})
			}
		}
	}
	return all
}

func TestTrueRecords(t *testing.T) {
	for _, format := range []dimacs.ProofFormat{dimacs.ProofText, dimacs.ProofBinary} {
		for _, rule := range []string{"lex", "weights", "boehm"} {
			f := formula(t, 120, 520)
			r, err := verify.New(t.Context(), f, rule, format)
			if err != nil {
				t.Fatal(err)
			}
			all := reports(t, f, rule, format)
			marks := 0
			for i, one := range all {
				marks += len(one.record.Marks)
				if err := r.Check(t.Context(), one.state, one.record, one.text); err != nil {
					t.Fatalf("%s, %s, record %d of %d: %v", format, rule, i, len(all), err)
				}
			}
			if marks == 0 || len(all) < 10 { // formula and cuts are fixed
				t.Errorf("%s, %s: %d records with %d marks", format, rule, len(all), marks)
			}
		}
	}
}

// Whatever a worker makes up is refused.
func TestLies(t *testing.T) {
	f := formula(t, 120, 520)
	r, err := verify.New(t.Context(), f, "lex", dimacs.ProofText)
	if err != nil {
		t.Fatal(err)
	}
	all := reports(t, f, "lex", dimacs.ProofText)
	pick := func(ok func(report) bool) report {
		for _, one := range all {
			if ok(one) {
				copied := *one.record
				return report{one.state, &copied, bytes.Clone(one.text)}
			}
		}
		t.Fatal("there is no such record")
		return report{}
	}
	longest := func(o report) bool { return bytes.Count(o.text, []byte("\n")) > 15 && len(o.record.Given) > 0 }
	for _, tc := range []struct {
		name, want string
		record     report
		lie        func(*report)
	}{
		{"two nodes more", "it counts", pick(longest), func(o *report) {
			o.record.Stats.Nodes, o.record.Stats.Leaves, o.record.Stats.Decisions = o.record.Stats.Nodes+2, o.record.Stats.Leaves+1,
				o.record.Stats.Decisions+1
		}},
		{"a lemma more", "lemmas", pick(longest), func(o *report) { o.record.Lemmas++ }},
		{"half of the search", "", pick(longest), func(o *report) { o.text = o.text[bytes.Index(o.text, []byte("\n"))+1:] }},
		{
			"nothing searched", "", pick(func(o report) bool { return o.record.Rest == nil && len(o.record.Marks) == 0 && len(o.text) > 0 }),
			func(o *report) { o.text = nil },
		},
		{"closed at once", "", pick(longest), func(o *report) { o.record.Rest, o.record.Given, o.text = nil, nil, nil }},
		{"a wrong lemma", "does not follow", report{
			record: &ledger.Record{Stats: dpll.Stats{Nodes: 1, Leaves: 1}, Lemmas: 1},
			text:   []byte("0\n"),
		}, func(*report) {}},
		{
			"an unknown variable", "a variable that the formula does not have",
			report{record: &ledger.Record{Lemmas: 1}, text: []byte("-999 0\n")},
			func(*report) {},
		},
		{"no proof at all", "", pick(longest), func(o *report) { o.text = []byte("hello") }},
		{"a comment", "not what a search of it writes", pick(longest), func(o *report) { o.text = append([]byte("c here\n"), o.text...) }},
		{"no deletions", "not what a search of it writes", pick(longest), func(o *report) {
			var kept []string
			for line := range strings.Lines(string(o.text)) {
				if !strings.HasPrefix(line, "d") {
					kept = append(kept, line)
				}
			}
			o.text = []byte(strings.Join(kept, ""))
		}},
		{"another state", "", pick(longest), func(o *report) { o.state = o.record.Given[0].Branch }},
		{"a mark in the wrong place", "", pick(func(o report) bool { return len(o.record.Marks) > 0 }), func(o *report) {
			o.record.Marks = []ledger.Mark{{Offset: 0, Piece: o.record.Marks[0].Piece}}
		}},
		{"a mark beyond the end", "a mark at byte", pick(longest), func(o *report) { o.record.Marks = []ledger.Mark{{Offset: 1 << 40}} }},
		{"a branch of another tree", "not one of this formula", pick(longest), func(o *report) {
			rest := o.record.Given[0].Branch
			o.record.Rest = &ledger.Branch{Branch: other(t, f, rest)}
		}},
	} {
		tc.lie(&tc.record)
		err := r.Check(t.Context(), tc.record.state, tc.record.record, tc.record.text)
		if wrong := new(verify.WrongError); !errors.As(err, &wrong) || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
	}
	one := pick(longest)
	if err := r.Check(t.Context(), one.state, one.record, one.text); err != nil {
		t.Errorf("a true record after all lies: %v", err)
	}
}

// other returns a branch that the rule "lex" does not make: its first decision is of the last variable.
func other(t *testing.T, f *cnf.Formula, b dpll.Branch) (o dpll.Branch) {
	t.Helper()
	// piece, level, base, one decision: see the encoding of branches
	code := uint64(cnf.Pos(cnf.Var(f.Vars())).Code()) << 2
	data := []byte{byte(b.Level()), 0, 1, byte(code&0x7f | 0x80), byte(code >> 7)}
	data = append([]byte{0}, data...)
	if err := o.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	return o
}
