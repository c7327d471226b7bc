package solver

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func mustWorker(t testing.TB, f *Formula, opt Options) *Worker {
	t.Helper()
	w, err := NewWorker(context.Background(), f, opt)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// company is some workers that search one tree together, in an order that the rng chooses.
type company struct {
	t       testing.TB
	rng     *rand.Rand
	workers []*Worker
	waiting []Branch
	found   bool
}

// newCompany returns n workers; every other one has the general engine. tell returns what to tell of pieces.
func newCompany(t testing.TB, rng *rand.Rand, f *Formula, n int, opt func(worker int) Options) *company {
	t.Helper()
	c := &company{t: t, rng: rng}
	for i := range n {
		w := mustWorker(t, f, opt(i))
		if i%2 == 1 {
			w.search.engine = newGeneralSearch(t, f, opt(i)).engine
			w.root = w.search.engine.reset()
		}
		c.workers = append(c.workers, w)
	}
	c.waiting = []Branch{c.workers[0].Root()}
	return c
}

// run searches to the first model or to the end of the tree.
func (c *company) run() {
	c.t.Helper()
	for !c.found {
		w := c.workers[c.rng.IntN(len(c.workers))]
		if w.state == workerIdle {
			if len(c.waiting) > 0 {
				c.begin(w)
			} else if !slices.ContainsFunc(c.workers, func(w *Worker) bool { return w.state == workerBusy }) {
				return
			}
			continue
		}
		c.act(w)
	}
}

// begin gives w one of the branches that wait.
func (c *company) begin(w *Worker) {
	c.t.Helper()
	i := c.rng.IntN(len(c.waiting))
	b := c.waiting[i]
	c.waiting = slices.Delete(c.waiting, i, i+1)
	if err := w.Begin(b); err != nil {
		c.t.Fatal(err)
	}
	if rest := w.Rest(); rest.Compare(b) != 0 || rest.Weight() != b.Weight() || rest.Piece() != b.Piece() {
		c.t.Fatalf("%v begins as %v", b, rest)
	}
}

// act does something with a worker that is at work.
func (c *company) act(w *Worker) {
	c.t.Helper()
	switch open := w.Open(nil); {
	case len(open) > 0 && c.rng.IntN(3) == 0:
		i := c.rng.IntN(len(open))
		b := w.Give(i)
		if b.Level() != open[i] {
			c.t.Fatalf("a branch of level %d is given, want %d", b.Level(), open[i])
		}
		c.put(b)
	case c.rng.IntN(8) == 0:
		c.put(w.Rest())
		w.Drop()
	default:
		c.search(w)
	}
}

func (c *company) search(w *Worker) {
	c.t.Helper()
	n := c.rng.Int64N(12)
	before := w.Stats().Nodes
	outcome, err := w.Search(n)
	visited := w.Stats().Nodes - before
	if err != nil || visited > n || outcome == Running && visited != n {
		c.t.Fatalf("a search of %d nodes visits %d: %v, %v", n, visited, outcome, err)
	}
	c.found = outcome == Found
}

// put lets a branch wait, after it has been encoded and decoded.
func (c *company) put(b Branch) {
	c.t.Helper()
	data, err := b.MarshalBinary()
	if err != nil {
		c.t.Fatal(err)
	}
	var sent Branch
	if err := sent.UnmarshalBinary(data); err != nil {
		c.t.Fatal(err)
	}
	c.waiting = append(c.waiting, sent)
}

// sums adds up what the workers have done.
func (c *company) sums() (total Stats, work int64, closed float64) {
	for _, w := range c.workers {
		s := w.Stats()
		total.Nodes += s.Nodes
		total.Leaves += s.Leaves
		total.Decisions += s.Decisions
		total.Propagations += s.Propagations
		total.Visits += s.Visits
		total.MaxDepth = max(total.MaxDepth, s.MaxDepth)
		work += w.search.work
		closed += w.Closed()
	}
	return total, work, closed
}

func plain(int) Options { return Options{} }

// Whoever searches what, and however often a branch changes hands: every node is visited once.
func TestWorkersVisitEveryNodeOnce(t *testing.T) {
	unsat := 0
	n := cases(t, 600)
	for i := range n {
		rng := rand.New(rand.NewPCG(31, uint64(i)))
		f := someFormula(rng)
		c := newCompany(t, rng, f, 1+rng.IntN(5), plain)
		c.run()
		want := mustSolve(t, f)
		if c.found != (want.Verdict == Satisfiable) {
			t.Fatalf("formula %d is %v, the workers have found a model: %v", i, want.Verdict, c.found)
		}
		if c.found {
			continue
		}
		unsat++
		got, work, closed := c.sums()
		if diff := cmp.Diff(want.Stats, got); diff != "" {
			t.Fatalf("formula %d, statistics (-Solve +workers):\n%s", i, diff)
		}
		if tree := mustRecord(t, f, ""); work != tree.Work() {
			t.Fatalf("formula %d: work %d, want %d", i, work, tree.Work())
		}
		if math.Abs(closed-1) > 1e-9 {
			t.Fatalf("formula %d: a share of %v is closed at the end", i, closed)
		}
	}
	if unsat < n/4 || unsat > n*3/4 {
		t.Errorf("%d of %d formulas are unsatisfiable", unsat, n)
	}
}

// someFormula returns a random formula of 10 to 60 variables with two to four literals a clause, about as
// often satisfiable as not.
func someFormula(rng *rand.Rand) *Formula {
	k := 2 + rng.IntN(3)
	ratio := [...]float64{2: 1.3, 3: 4.5, 4: 10.2}[k] * (0.85 + 0.3*rng.Float64())
	vars := 10 + rng.IntN([...]int{2: 51, 3: 51, 4: 21}[k])
	return randomKSAT(rng.Uint64(), vars, int(ratio*float64(vars)), k)
}

func mustSolve(t testing.TB, f *Formula) Result {
	t.Helper()
	result, err := Solve(context.Background(), f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return result
}
