package ledger_test

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"transat/cmd/transat/internal/cluster/ledger"
)

// begun returns books in which the first hand has piece 0.
func begun(t *testing.T) (*office, *ledger.Ledger, ledger.Task) {
	t.Helper()
	o := newOffice(t, small(t))
	l := ledger.New(head(), ledger.Branch{})
	task, ok := l.Claim(owner(0), 0, time.Second)
	if !ok {
		t.Fatal("there is no piece 0")
	}
	return o, l, task
}

func TestRubbish(t *testing.T) {
	o, l, task := begun(t)
	cut, ok := o.do(task, 2, 1)
	if !ok {
		t.Fatal("nothing to give")
	}
	for _, tc := range []struct {
		name, want string
		spoil      func(*ledger.Record)
	}{
		{"a node too many", "counts", func(r *ledger.Record) { r.Stats.Nodes++ }},
		{"an inner node too many", "open nodes", func(r *ledger.Record) { r.Stats.Nodes++; r.Stats.Decisions++ }},
		{"leaves", "counts", func(r *ledger.Record) { r.Stats.Leaves = -1 }},
		{"what was given is left out", "open nodes", func(r *ledger.Record) { r.Given = nil }},
		{"closed", "gives something away", func(r *ledger.Record) { r.Rest = nil }},
		{"closed without its piece", "open nodes", func(r *ledger.Record) { r.Rest, r.Given = nil, nil }},
		{"itself", "already", func(r *ledger.Record) { r.Given = []ledger.Branch{{}} }},
		{"a mark of nothing", "mark of piece 5", func(r *ledger.Record) { r.Marks = []ledger.Mark{{Piece: 5}} }},
		{"a mark beyond the end", "a mark at byte", func(r *ledger.Record) { r.Marks = []ledger.Mark{{Offset: 1 << 30}} }},
		{"an empty part", "a part of 0 bytes", func(r *ledger.Record) { r.Parts = []ledger.Part{{}} }},
		{"the rest of another piece", "is said to be of piece", func(r *ledger.Record) { r.Rest = &r.Given[0] }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := *cut.record
			tc.spoil(&r)
			var rubbish *ledger.InvalidError
			err := l.Apply(ledger.Sum([]byte(tc.name)), &r)
			if !errors.As(err, &rubbish) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want one with %q", err, tc.want)
			}
		})
	}
	if got := l.Totals(); got.Records != 0 || got.Pieces != 1 {
		t.Errorf("rubbish came into the books: %+v", got)
	}
	if err := l.Apply(cut.hash, cut.record); err != nil {
		t.Error(err)
	}
}

func TestLeases(t *testing.T) {
	o, l, task := begun(t)
	if again, ok := l.Claim(owner(0), 0, time.Second); !ok || again.After != task.After {
		t.Error("who claims twice does not get the same piece")
	}
	if _, ok := l.Claim(owner(1), 0, time.Second); ok {
		t.Error("a piece with two owners")
	}
	if !l.Renew(owner(0), 0, task.After, 0, 2*time.Second) || len(l.Expire(1500*time.Millisecond)) > 0 {
		t.Error("a lease that was renewed has ended")
	}
	if lost := l.Expire(3 * time.Second); len(lost) != 1 || lost[0] != owner(0) {
		t.Errorf("the lease of %v has ended, want that of the first", lost)
	}
	other, ok := l.Claim(owner(1), 3*time.Second, 4*time.Second)
	if !ok || other.After != task.After {
		t.Fatal("what was lost cannot be claimed")
	}
	ghost, _ := o.do(task, 2, 0)
	if l.Renew(owner(0), 0, task.After, 0, time.Hour) {
		t.Error("a ghost renews its lease")
	}
	if err := l.Record(owner(0), ghost.hash, ghost.record, 0, time.Hour); !errors.Is(err, ledger.ErrOwned) {
		t.Errorf("the record of a ghost: %v", err)
	}
	whole, _ := o.do(other, 1<<30, 0)
	for range 2 { // it may be delivered twice
		if err := l.Record(owner(1), whole.hash, whole.record, 0, time.Hour); err != nil {
			t.Error(err)
		}
	}
	if err := l.Record(owner(0), ghost.hash, ghost.record, 0, time.Hour); !errors.Is(err, ledger.ErrStale) {
		t.Errorf("the record of a ghost after the end: %v", err)
	}
	if !l.Whole() || l.Totals().Stats.Nodes != o.nodes || l.Totals().Closed != 1 {
		t.Errorf("the tree is not whole: %+v, want %d nodes", l.Totals(), o.nodes)
	}
}

// Those with the most are asked first, and not again before they have answered or a pause is over.
func TestAsk(t *testing.T) {
	o, l, task := begun(t)
	cut, _ := o.do(task, 2, 1)
	if err := l.Record(owner(0), cut.hash, cut.record, 0, time.Hour); err != nil {
		t.Fatal(err)
	}
	if _, ok := l.Claim(owner(1), 0, time.Hour); !ok {
		t.Fatal("what was given cannot be claimed")
	}
	first, coming := l.Ask("", 1, 0, time.Second)
	if len(first) != 1 || first[0].Owner != owner(0) || coming != 1 { // both have half of the tree, and the first is piece 0
		t.Errorf("asked first: %+v, %d are coming", first, coming)
	}
	if again, coming := l.Ask("", 1, 0, time.Second); len(again) != 0 || coming != 1 {
		t.Errorf("asked again for one branch: %+v, %d are coming", again, coming)
	}
	if second, _ := l.Ask("", 5, 0, time.Second); len(second) != 1 || second[0].Owner != owner(1) || second[0].Count != 4 {
		t.Errorf("asked next: %+v", second)
	}
	if again, coming := l.Ask("", 9, 0, time.Second); len(again) > 0 || coming != 5 {
		t.Errorf("asked again: %+v, %d are coming", again, coming)
	}
	l.Answered(0)
	if again, _ := l.Ask("", 5, 0, time.Second); len(again) != 1 {
		t.Errorf("asked after an answer: %+v", again)
	}
	if other, coming := l.Ask("other", 1, 0, time.Second); len(other) != 0 || coming != 0 {
		t.Errorf("a worker that has nothing was asked: %+v, %d are coming", other, coming)
	}
	l.Leave("w")
	if l.Free() != 2 || len(l.Holdings()) != 0 {
		t.Errorf("%d pieces are free after all have left, want 2", l.Free())
	}
}

// What is left of a piece and what was given away from it go on from the same record, and both give away again.
func TestTwoPiecesGoOnFromOneRecord(t *testing.T) {
	o := newOffice(t, larger(t))
	l := ledger.New(head(), ledger.Branch{})
	record := func(i int, task ledger.Task, nodes int64, give int) outcome {
		out, ok := o.do(task, nodes, give)
		if !ok {
			t.Fatal("nothing to give")
		}
		if err := l.Record(owner(i), out.hash, out.record, 0, time.Hour); err != nil {
			t.Fatal(err)
		}
		return out
	}
	claim := func(i int) ledger.Task {
		task, ok := l.Claim(owner(i), 0, time.Hour)
		if !ok {
			t.Fatal("nothing to claim")
		}
		return task
	}
	rest := *record(0, claim(0), 2, 1).left
	record(1, claim(1), 2, 1)
	record(0, rest, 2, 1)
	for i := range 6 {
		if task, ok := l.Claim(owner(i), 0, time.Hour); ok {
			record(i, task, 1<<30, 0)
		}
	}
	if !l.Whole() {
		t.Errorf("the tree is not whole: %+v", l.Totals())
	}
	if err := o.check(l); err != nil {
		t.Error(err)
	}
}

// A piece goes from one owner to the next, once, in the state that it left in.
func TestTake(t *testing.T) {
	o, l, task := begun(t)
	if l.Take(owner(1), owner(2), 0, task.After, 0, time.Second) {
		t.Error("it was taken from one who does not have it")
	}
	for _, nth := range []string{"first", "second"} {
		if !l.Take(owner(0), owner(1), 0, task.After, 0, time.Second) {
			t.Errorf("it could not be taken a %s time by the same", nth)
		}
	}
	if l.Renew(owner(0), 0, task.After, 0, time.Second) {
		t.Error("who gave it away still has it")
	}
	cut, ok := o.do(task, 2, 1)
	if !ok {
		t.Fatal("nothing to give")
	}
	if err := l.Record(owner(0), cut.hash, cut.record, 0, time.Second); !errors.Is(err, ledger.ErrOwned) {
		t.Errorf("a record of who gave it away: %v", err)
	}
	if err := l.Record(owner(1), cut.hash, cut.record, 0, time.Second); err != nil {
		t.Fatal(err)
	}
	if l.Take(owner(1), owner(2), 0, task.After, 0, time.Second) {
		t.Error("it was taken in a state that it has left")
	}
	if l.Expire(2 * time.Second); !l.Take(owner(1), owner(2), 0, cut.hash, 2*time.Second, 3*time.Second) {
		t.Error("a free piece could not be taken")
	}
	if got := l.Holdings(); len(got) != 1 || got[0].Owner != owner(2) {
		t.Errorf("holdings %+v", got)
	}
}

// A lease lasts until its end, and what one worker loses goes to another; only that counts as moved. Who recorded nothing does not get
// its piece back by saying that it has it.
func TestLostPiecesGoToOtherWorkers(t *testing.T) {
	_, l, task := begun(t)
	x, y := ledger.Owner{Worker: "x"}, ledger.Owner{Worker: "y"}
	if lost := l.Expire(time.Second); len(lost) > 0 || l.Moved() != 0 {
		t.Errorf("%v lost at the end of the lease, %d moved", lost, l.Moved())
	}
	if lost := l.Expire(time.Second + 1); len(lost) != 1 {
		t.Errorf("%v lost after the end of the lease", lost)
	}
	if _, ok := l.Claim(x, time.Second, time.Hour); !ok || l.Moved() != 1 {
		t.Errorf("claimed: %v, %d moved, want 1", ok, l.Moved())
	}
	l.Stall(task.Branch.Piece())
	if l.Renew(x, task.Branch.Piece(), task.After, time.Second, time.Hour) {
		t.Error("a piece goes back to the worker that recorded nothing")
	}
	if !l.Renew(y, task.Branch.Piece(), task.After, time.Second, time.Hour) {
		t.Error("another worker that says that it has the piece does not get it")
	}
}

func TestClaimLendsTheLargestPieceFirst(t *testing.T) {
	o := newOffice(t, larger(t))
	l := ledger.New(head(), ledger.Branch{})
	task, _ := l.Claim(owner(0), 0, time.Second)
	for range 3 {
		out, ok := o.do(task, 2, 1)
		if !ok {
			t.Fatal("nothing to give")
		}
		if err := l.Record(owner(0), out.hash, out.record, 0, time.Second); err != nil {
			t.Fatal(err)
		}
		task = *out.left
	}
	l.Expire(time.Hour)
	var weights []float64
	for i := range l.Totals().Open {
		task, _ := l.Claim(owner(i), 0, time.Hour)
		for _, h := range l.Holdings() {
			if h.Piece == task.Branch.Piece() {
				weights = append(weights, h.Weight)
			}
		}
	}
	descending := slices.IsSortedFunc(weights, func(a, b float64) int { return cmp.Compare(b, a) })
	if n := len(weights); n != 4 || !descending || weights[0] == weights[n-1] {
		t.Errorf("pieces of %v of the tree, want four, the largest first", weights)
	}
}

// A worker that has been silent for too long gets its piece back with its next record, unless another has it, and its lease begins anew.
func TestRecordRenewsALease(t *testing.T) {
	o, l, task := begun(t)
	l.Expire(2 * time.Second)
	cut, ok := o.do(task, 2, 1)
	if !ok {
		t.Fatal("nothing to give")
	}
	if err := l.Record(owner(0), cut.hash, cut.record, 2*time.Second, 3*time.Second); err != nil {
		t.Fatal(err)
	}
	if got := l.Holdings(); len(got) != 1 || got[0].Owner != owner(0) || got[0].Since != 2*time.Second {
		t.Errorf("holdings %+v", got)
	}
	if lost := l.Expire(2500 * time.Millisecond); len(lost) > 0 {
		t.Errorf("the lease of %v has ended early", lost)
	}
}
