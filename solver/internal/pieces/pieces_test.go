package pieces

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// diligent is a worker whose nodes a test counts.
type diligent struct{ nodes int64 }

func (d *diligent) Stats() dpll.Stats { return dpll.Stats{Nodes: d.nodes} }

// pen is a writer and its worker.
type pen struct {
	*Writer
	worker *diligent
	t      *testing.T
}

func newPen(t *testing.T, l *Ledger) pen {
	t.Helper()
	s, err := l.Writer()
	if err != nil {
		t.Fatal(err)
	}
	p := pen{s, &diligent{}, t}
	s.Follow(p.worker)
	return p
}

// New is that of the writer, of which the ledger is told that the piece was given away.
func (p pen) New() uint64 {
	p.t.Helper()
	number := p.Writer.New()
	var given dpll.Branch
	if err := given.UnmarshalBinary(append(binary.AppendUvarint(nil, number), 0, 0, 0)); err != nil {
		p.t.Fatal(err)
	}
	p.ledger.Given(given)
	return number
}

// prove visits that many nodes and adds the unit lemma of a variable.
func (p pen) prove(nodes int64, v int) {
	p.t.Helper()
	p.worker.nodes += nodes
	if err := p.Proof().Add([]cnf.Lit{cnf.Pos(cnf.Var(v))}); err != nil {
		p.t.Fatal(err)
	}
}

func (p pen) begin(piece uint64) {
	p.t.Helper()
	if err := p.Begin(piece); err != nil {
		p.t.Fatal(err)
	}
}

func (p pen) include(piece uint64) {
	p.t.Helper()
	if err := p.Include(piece); err != nil {
		p.t.Fatal(err)
	}
}

// spooled returns a ledger with spools.
func spooled(t *testing.T) (l *Ledger, folder string) {
	t.Helper()
	folder = t.TempDir()
	l = New()
	if err := l.Spool(folder, dimacs.ProofText, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l, folder
}

// proof puts the lemmas together: the variables in their order.
func proof(t *testing.T, l *Ledger) string {
	t.Helper()
	if err := l.Sync(); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := l.WriteProof(&b); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(strings.TrimSpace(b.String()), " 0\n", " ")
}

// example makes the books of the package comment: its lemmas are numbered in the order of the proof.
func example(t *testing.T, l *Ledger) (first, second pen) {
	t.Helper()
	first, second = newPen(t, l), newPen(t, l)
	first.begin(0)
	first.prove(10, 1)
	one, two := first.New(), first.New()
	second.begin(one)
	second.prove(20, 6)
	second.begin(two)
	second.prove(30, 2)
	three := second.New()
	second.include(three)
	second.prove(40, 4)
	first.include(two)
	first.prove(50, 5)
	first.include(one)
	first.prove(60, 7)
	first.begin(three)
	first.prove(70, 3)
	return first, second
}

func TestPiecesComeInDepthFirstOrder(t *testing.T) {
	l, _ := spooled(t)
	example(t, l)
	if got, want := proof(t, l), "1 2 3 4 5 6 7 0"; got != want {
		t.Errorf("lemmas %s, want %s", got, want)
	}
	if got := l.Lemmas(); got != 7 {
		t.Errorf("%d lemmas, want 7", got)
	}
	for piece, want := range map[uint64]int64{0: 280, 1: 10 + 30 + 70 + 40 + 50 + 20, 2: 10 + 30 + 70 + 40, 3: 10 + 30 + 70} {
		if got := l.NodesTo(piece); got != want {
			t.Errorf("%d nodes to the end of piece %d, want %d", got, piece, want)
		}
	}
}

// A ledger goes on from any of its books, whatever has been written since.
func TestResume(t *testing.T) {
	l, folder := spooled(t)
	first, second := example(t, l)
	if err := l.Sync(); err != nil {
		t.Fatal(err)
	}
	books := l.Books()
	first.prove(1, 99)
	second.prove(1, 99)
	if err := l.Sync(); err != nil {
		t.Fatal(err)
	}
	l.Close()

	l, err := Resume(books)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Spool(folder, dimacs.ProofText, books.Spools); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for i, length := range books.Spools {
		if info, err := os.Stat(filepath.Join(folder, strconv.Itoa(i))); err != nil || info.Size() != length {
			t.Errorf("spool %d was not cut back to %d bytes: %v, error %v", i, length, info.Size(), err)
		}
	}
	if diff := cmp.Diff(books, l.Books(), cmp.Comparer(sameBranch)); diff != "" {
		t.Errorf("books (-before +after):\n%s", diff)
	}
	for range 3 { // the last one begins a spool
		p := newPen(t, l)
		p.begin(0)
		p.prove(5, 8)
	}
	if got, want := proof(t, l), "1 2 3 4 5 6 7 8 8 8 0"; got != want {
		t.Errorf("lemmas %s, want %s", got, want)
	}
	if got := l.NodesTo(0); got != 295 {
		t.Errorf("%d nodes, want 295", got)
	}
	if got := l.Lemmas(); got != 10 {
		t.Errorf("%d lemmas, want 10", got)
	}
}

func TestSpoolsThatDoNotFitTheBooks(t *testing.T) {
	l, folder := spooled(t)
	example(t, l)
	if err := l.Sync(); err != nil {
		t.Fatal(err)
	}
	books := l.Books()
	l.Close()
	reopen := func() error {
		l, err := Resume(books)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		return l.Spool(folder, dimacs.ProofText, books.Spools)
	}
	if damages := books.Damaged(folder); len(damages) > 0 {
		t.Errorf("whole spools are damaged: %v", damages)
	}
	if err := os.Truncate(filepath.Join(folder, "1"), 3); err != nil {
		t.Fatal(err)
	}
	if err := reopen(); err == nil || !strings.Contains(err.Error(), "3 bytes") {
		t.Errorf("a spool that was cut short: error %v", err)
	}
	if err := os.Remove(filepath.Join(folder, "1")); err != nil {
		t.Fatal(err)
	}
	if err := reopen(); !os.IsNotExist(err) {
		t.Errorf("a spool that is missing: error %v", err)
	}
}

func TestBooksThatMakeNoSense(t *testing.T) {
	for _, tc := range []struct {
		name  string
		books Books
	}{
		{"no pieces", Books{}},
		{"a piece that does not exist", Books{Pieces: [][]Part{{{Include: 1}}}}},
		{"a circle", Books{Pieces: [][]Part{{{Include: 1}}, {{Include: 1}}}}},
		{"twice the same", Books{Pieces: [][]Part{{{Include: 1}, {Include: 1}}, nil}}},
		{"a spool that does not exist", Books{Pieces: [][]Part{{{Spool: 1, To: 2}}}, Spools: []int64{2}}},
		{"beyond the end of a spool", Books{Pieces: [][]Part{{{To: 3}}}, Spools: []int64{2}}},
		{"backwards", Books{Pieces: [][]Part{{{From: 2, To: 1}}}, Spools: []int64{2}}},
		{"nothing in a spool that does not exist", Books{Pieces: [][]Part{{{Spool: 1}}}, Spools: []int64{2}}},
		{"fewer nodes than none", Books{Pieces: [][]Part{{{Nodes: -1}}}}},
		{"fewer lemmas than none", Books{Pieces: [][]Part{{{Lemmas: -1}}}}},
		{"a spool with less than nothing", Books{Pieces: [][]Part{nil}, Spools: []int64{-1}}},
		{"an origin too few", Books{Pieces: [][]Part{nil, nil}, Origins: []Origin{{}}}},
		{"given away from itself", Books{Pieces: [][]Part{nil, nil}, Origins: []Origin{{}, {Parent: 1}}}},
		{"all of it given away", Books{Pieces: [][]Part{nil}, Origins: []Origin{{Parent: 1}}}},
		{"given away under another number", Books{Pieces: [][]Part{nil, nil}, Origins: []Origin{{}, {}}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := Resume(tc.books); err == nil {
				t.Error("no error")
			}
		})
	}
	good := Books{Pieces: [][]Part{{{Nodes: 1, To: 2, Include: 1}}, {{From: 2, To: 2}}}, Spools: []int64{2}}
	if _, err := Resume(good); err != nil {
		t.Error(err)
	}
}

func TestProofWithAPieceMissing(t *testing.T) {
	l, _ := spooled(t)
	p := newPen(t, l)
	p.begin(0)
	p.prove(1, 1)
	lost := p.New()
	p.prove(1, 2)
	p.begin(lost)
	p.prove(1, 3)
	if err := l.Sync(); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := l.WriteProof(&b); err == nil {
		t.Errorf("no error, though no piece includes piece %d; the proof is %q", lost, b.String())
	}
}

func TestForget(t *testing.T) {
	b := Books{Pieces: [][]Part{{{Nodes: 3, Include: 1}}, {{Nodes: 2}, {}}}}
	b.Forget(1)
	want := Books{Pieces: [][]Part{{{Nodes: 3, Include: 1}}, {{Nodes: 1}, {}}}}
	if diff := cmp.Diff(want, b); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestPieceThatDoesNotExist(t *testing.T) {
	l := New()
	if err := newPen(t, l).Begin(1); err == nil {
		t.Error("no error")
	}
}

// A writer writes down no order that cannot be: it would lead the proof round in circles, or nowhere.
func TestPiecesIncludedWhereTheyCannotBe(t *testing.T) {
	l, _ := spooled(t)
	p := newPen(t, l)
	p.begin(0)
	one, two := p.New(), p.New()
	p.begin(one)
	p.include(two)
	for what, number := range map[string]uint64{
		"itself": one, "an older one": 0, "one twice": two, "none": two + 1,
		"none at all": ^uint64(0),
	} {
		if err := p.Include(number); err == nil {
			t.Errorf("piece %d includes %s", one, what)
		}
	}
}
