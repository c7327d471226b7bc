package ledger_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

func errorf(format string, args ...any) error { return fmt.Errorf(format, args...) }

// world is a run at a moment: what is recorded, what is on the way, and what everyone believes. It is a value.
type world struct {
	log    []outcome         // as they were recorded
	sent   []letter          // that may arrive, once, twice or never
	holds  [2]*ledger.Task   // what the hands search
	leases map[int]leaseHold // what the ledger believes of that
	losses int

	rubbish error // an honest record was taken for rubbish
}

// letter is a record or, if it has none, the wish of a hand to be the owner of a piece that another has handed to it.
type letter struct {
	from, to int
	outcome         // of a wish: hash is the record that the piece goes on from
	piece    uint64 // of a wish
}

type leaseHold struct {
	piece uint64
	after ledger.Hash
}

// key says which worlds are the same.
func (w world) key() string {
	var b strings.Builder
	for _, e := range w.log {
		b.Write(e.hash[:4])
	}
	sent := make([]string, len(w.sent))
	for i, l := range w.sent {
		sent[i] = fmt.Sprint("|", l.from, l.to, l.piece, l.record == nil, string(l.hash[:4]))
	}
	slices.Sort(sent)
	b.WriteString(strings.Join(sent, ""))
	for i, h := range w.holds {
		if h != nil {
			fmt.Fprint(&b, "#", i, h.Branch.Piece(), string(h.After[:4]))
		}
		if l, ok := w.leases[i]; ok {
			fmt.Fprint(&b, "!", i, l.piece, string(l.after[:4]))
		}
	}
	fmt.Fprint(&b, w.losses, w.rubbish)
	return b.String()
}

func (w world) clone() world {
	w.log, w.sent = slices.Clone(w.log), slices.Clone(w.sent)
	leases := map[int]leaseHold{}
	for i, l := range w.leases {
		leases[i] = l
	}
	w.leases = leases
	return w
}

// head stands for what a run begins with.
func head() ledger.Hash { return ledger.Sum([]byte("a run")) }

func owner(i int) ledger.Owner { return ledger.Owner{Worker: "w", Proc: i} }

// books reads the records again, as after a restart, and then what is believed of the owners.
func (w world) books() *ledger.Ledger {
	l := ledger.New(head(), ledger.Branch{})
	for _, e := range w.log {
		_ = l.Apply(e.hash, e.record) // what does not fit is passed by
	}
	for i, lease := range w.leases {
		l.Renew(owner(i), lease.piece, lease.after, 0, time.Hour)
	}
	return l
}

// moves returns the worlds that may come next.
func (w world) moves(o *office) []world {
	var next []world
	for i, h := range w.holds {
		if h == nil {
			if n, ok := w.claim(i); ok {
				next = append(next, n)
			}
			continue
		}
		for _, nodes := range []int64{2, 1 << 30} {
			for _, give := range []int{0, 1} {
				if n, ok := w.work(o, i, nodes, give); ok {
					next = append(next, n)
				}
			}
		}
		if other := 1 - i; w.holds[other] == nil {
			next = append(next, w.handOver(i, other, false), w.handOver(i, other, true))
		}
	}
	for i := range w.sent {
		next = append(next, w.deliver(i))
	}
	for i := range w.leases {
		n := w.clone()
		delete(n.leases, i)
		next = append(next, n)
	}
	if w.losses == 0 {
		for i := range w.log { // the server dies, and one record is gone
			n := w.clone()
			n.log = slices.Delete(n.log, i, i+1)
			n.leases, n.losses = map[int]leaseHold{}, 1
			next = append(next, n)
		}
	}
	return next
}

func (w world) claim(i int) (world, bool) {
	task, ok := w.books().Claim(owner(i), 0, time.Hour)
	if !ok {
		return w, false
	}
	n := w.clone()
	n.holds[i] = &task
	n.leases[i] = leaseHold{task.Branch.Piece(), task.After}
	return n, true
}

func (w world) work(o *office, i int, nodes int64, give int) (world, bool) {
	out, ok := o.do(*w.holds[i], nodes, give)
	if !ok {
		return w, false
	}
	n := w.clone()
	n.sent = append(n.sent, letter{from: i, outcome: out})
	n.holds[i] = out.left
	return n, true
}

// handOver gives the piece of a hand to the other, which asks to be its owner. The one that gives it may forget that it has, and go on.
func (w world) handOver(from, to int, forgets bool) world {
	n := w.clone()
	task := *w.holds[from]
	n.holds[to] = &task
	if !forgets {
		n.holds[from] = nil
	}
	n.sent = append(n.sent, letter{from: from, to: to, outcome: outcome{hash: task.After}, piece: task.Branch.Piece()})
	return n
}

// takes lets the wish of a hand arrive.
func (w world) takes(m letter) world {
	l := w.books()
	if h := w.holds[m.to]; !l.Take(owner(m.from), owner(m.to), m.piece, m.hash, 0, time.Hour) && h != nil && h.Branch.Piece() == m.piece {
		w.holds[m.to] = nil
	}
	w.leases = leasesOf(l)
	return w
}

// leasesOf says what a ledger believes.
func leasesOf(l *ledger.Ledger) map[int]leaseHold {
	leases := map[int]leaseHold{}
	for _, h := range l.Holdings() {
		leases[h.Owner.Proc] = leaseHold{h.Piece, l.Last(h.Piece)}
	}
	return leases
}

// deliver lets a letter arrive, and leaves it on the way for a second time.
func (w world) deliver(at int) world {
	n := w.clone()
	m := n.sent[at]
	if m.record == nil {
		return n.takes(m)
	}
	l := n.books()
	known := l.Totals().Records
	switch err := l.Record(owner(m.from), m.hash, m.record, 0, time.Hour); {
	case errors.As(err, new(*ledger.InvalidError)):
		n.rubbish = err
	case err != nil:
		if h := n.holds[m.from]; h != nil && h.Branch.Piece() == m.record.Piece {
			n.holds[m.from] = nil
		}
	case l.Totals().Records > known:
		n.log = append(n.log, m.outcome)
	}
	n.leases = leasesOf(l)
	return n
}

// finish lets the first hand do what is left, after all others have died, and returns the books.
func (w world) finish(o *office) (*ledger.Ledger, error) {
	n := w.clone()
	n.leases, n.sent, n.holds = map[int]leaseHold{}, nil, [2]*ledger.Task{}
	l := n.books()
	for range 100 {
		task, ok := l.Claim(owner(0), 0, time.Hour)
		if !ok {
			return l, nil
		}
		out, _ := o.do(task, 1<<30, 0)
		if err := l.Record(owner(0), out.hash, out.record, 0, time.Hour); err != nil {
			return nil, err
		}
	}
	return nil, errorf("it does not end")
}

// invariant is what holds in every world: no whole tree without every leaf searched, once; and what was lost can be searched again.
func (w world) invariant(o *office) error {
	if w.rubbish != nil {
		return w.rubbish
	}
	l := w.books()
	if l.Whole() {
		if err := o.check(l); err != nil {
			return errorf("a whole tree that is not that of the formula: %w", err)
		}
		var needed ledger.Hash
		_ = l.Walk(func(s ledger.Step) error {
			needed = s.Hash
			return nil
		})
		if l.Without(needed).Whole() {
			return errorf("without a record that is in it, the tree is still whole")
		}
	}
	l, err := w.finish(o)
	switch {
	case err != nil:
		return err
	case !l.Whole():
		return errorf("all is searched, and the tree is not whole: %+v", l.Totals())
	}
	return o.check(l)
}

// All worlds of a small formula are gone through, up to a number of moves: two hands, one of which may be a ghost that has lost its
// lease, or both of which go on with a piece that one has given the other; records that arrive late, twice or never, and a loss of
// any record at any time.
func TestEveryWorld(t *testing.T) {
	moves, want := 7, 40_000
	if os.Getenv("TRANSAT_TEST_MORE") != "" && !testing.Short() {
		moves, want = 8, 150_000
	}
	o := newOffice(t, small(t))
	seen := map[string]bool{}
	level := []world{{}}
	for range moves {
		var next []world
		for _, w := range level {
			for _, n := range w.moves(o) {
				if key := n.key(); !seen[key] {
					seen[key] = true
					if err := n.invariant(o); err != nil {
						t.Fatalf("%v\n%s", err, n.story())
					}
					next = append(next, n)
				}
			}
		}
		level = next
	}
	t.Logf("%d worlds", len(seen))
	if len(seen) < want {
		t.Errorf("only %d worlds, want at least %d", len(seen), want)
	}
}

// Long random runs on a larger tree.
func TestRandomWorlds(t *testing.T) {
	o := newOffice(t, larger(t))
	rapid.Check(t, func(r *rapid.T) {
		w := world{}
		for range rapid.IntRange(0, 40).Draw(r, "moves") {
			w.losses = 0
			next := w.moves(o)
			if len(next) == 0 {
				break
			}
			w = next[rapid.IntRange(0, len(next)-1).Draw(r, "move")]
			if len(w.sent) > 6 {
				w.sent = slices.Clone(w.sent[len(w.sent)-6:])
			}
		}
		if err := w.invariant(o); err != nil {
			r.Fatalf("%v\n%s", err, w.story())
		}
	})
}

// story tells a world for people.
func (w world) story() string {
	var b strings.Builder
	tell := func(what string, e outcome) {
		fmt.Fprintf(&b, "%s %v: piece %d after %v, %d nodes, marks %v, given %d, closed %v\n", what, e.hash.String()[:6], e.record.Piece,
			e.record.After.String()[:6], e.record.Stats.Nodes, e.record.Marks, len(e.record.Given), e.record.Rest == nil)
	}
	for _, e := range w.log {
		tell("log ", e)
	}
	for _, s := range w.sent {
		if s.record == nil {
			fmt.Fprintf(&b, "sent: %d wants piece %d of %d, after %v\n", s.to, s.piece, s.from, s.hash.String()[:6])
			continue
		}
		tell("sent", s.outcome)
	}
	return b.String()
}

// small has a tree of fifteen nodes or some more.
func small(t testing.TB) *cnf.Formula { return random(t, 25, 120, 15) }

func larger(t testing.TB) *cnf.Formula { return random(t, 40, 200, 25) }

// random returns the first unsatisfiable formula of that size whose tree has at least that many nodes, and not twice as many.
func random(t testing.TB, vars, clauses int, least int64) *cnf.Formula {
	t.Helper()
	for seed := range uint64(200) {
		f, err := instances.Random{Vars: vars, Clauses: clauses, K: 3, Seed: seed}.Formula()
		if err != nil {
			t.Fatal(err)
		}
		result, err := dpll.Solve(t.Context(), f, dpll.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if n := result.Stats.Nodes; result.Verdict == cnf.Unsatisfiable && n >= least && n < 2*least {
			return f
		}
	}
	t.Fatal("no such formula")
	return nil
}
