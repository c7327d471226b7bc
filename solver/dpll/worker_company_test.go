package dpll

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/rules"
)

// company is some workers that search one tree together, in an order that the rng chooses.
type company struct {
	t       testing.TB
	rng     *rand.Rand
	live    *Live // to look into the tree
	tree    *elementTree
	workers []*Worker
	waiting []Branch
	gifts   int
	models  []Branch // that have been found
	// patient workers search on until no model can come before the first in depth-first order.
	patient bool
}

// newCompany returns n workers, which have different engines if the rule has. The ledger, which can be nil,
// is told of their pieces.
func newCompany(t testing.TB, rng *rand.Rand, f *cnf.Formula, rule rules.Rule, n int, l *ledger) *company {
	t.Helper()
	engines := []func(testing.TB, *cnf.Formula, Options) *search{newChosenSearch}
	if counts(rule) {
		engines = append(engines, newGeneralSearch, newLargeSearch)
	}
	return newCompanyOf(t, rng, f, rule, n, l, engines...)
}

// newCompanyOf returns n workers, who get the engines of these searches in turn.
func newCompanyOf(t testing.TB, rng *rand.Rand, f *cnf.Formula, rule rules.Rule, n int, l *ledger,
	engines ...func(testing.TB, *cnf.Formula, Options) *search,
) *company {
	t.Helper()
	first := func() *search { return engines[0](t, f, Options{Rule: rule.Name}) }
	c := &company{t: t, rng: rng, tree: allElements(t, first()), live: first().live(f)}
	for i := range n {
		e := engines[i%len(engines)](t, f, Options{Rule: rule.Name}).engine
		c.workers = append(c.workers, newMember(t, f, WorkerOptions{Rule: rule.Name}, l, e))
	}
	c.waiting = []Branch{c.workers[0].Root()}
	return c
}

func newMember(t testing.TB, f *cnf.Formula, opt WorkerOptions, l *ledger, e engine.Engine) *Worker {
	t.Helper()
	told := &teller{ledger: l}
	if l != nil {
		opt.Proof, opt.Pieces = told, told
		l.tellers = append(l.tellers, told)
	}
	w := mustWorker(t, f, opt)
	w.search.engine = e
	w.root = e.Reset()
	told.worker = w
	return w
}

func mustWorker(t testing.TB, f *cnf.Formula, opt WorkerOptions) *Worker {
	t.Helper()
	w, err := NewWorker(context.Background(), f, opt)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// run searches to the end of the tree, or to a model.
func (c *company) run() {
	c.t.Helper()
	for len(c.models) == 0 || c.patient {
		w := c.workers[c.rng.IntN(len(c.workers))]
		switch {
		case w.state == workerBusy:
			c.act(w)
		case len(c.waiting) > 0:
			c.begin(w)
		case !slices.ContainsFunc(c.workers, func(w *Worker) bool { return w.state == workerBusy }):
			return
		}
	}
}

// begin makes w take one of the branches that wait.
func (c *company) begin(w *Worker) {
	c.t.Helper()
	i := c.rng.IntN(len(c.waiting))
	b := c.waiting[i]
	c.waiting = slices.Delete(c.waiting, i, i+1)
	if err := w.Begin(b); err != nil {
		c.t.Fatal(err)
	}
	rest := w.Rest()
	if rest.Compare(b) != 0 || rest.Weight() != b.Weight() || rest.Piece() != b.Piece() ||
		rest.Fresh() != b.Fresh() || rest.Level() != b.Level() {
		c.t.Fatalf("%+v begins as %+v", b, rest)
	}
	c.dropLate(w)
}

// act lets a worker do something that is at work.
func (c *company) act(w *Worker) {
	c.t.Helper()
	switch open := w.Open(nil); {
	case len(open) > 0 && c.rng.IntN(3) == 0:
		c.give(w, open)
	case c.rng.IntN(8) == 0:
		rest := w.Rest()
		if got, want := rest.Level(), levelIn(c.live, rest); got != want {
			c.t.Fatalf("the level of %+v should be %d", rest, want)
		}
		c.put(rest)
		w.Drop()
	default:
		c.search(w)
		c.dropLate(w)
	}
}

func (c *company) give(w *Worker, open []int) {
	c.t.Helper()
	i := c.rng.IntN(len(open))
	before := w.Rest()
	b := w.Give(i)
	if b.Level() != open[i] || !b.Fresh() || before.Compare(b) != -1 {
		c.t.Fatalf("branch %d of levels %v of %+v is %+v", i, open, before, b)
	}
	if got, want := w.Rest().Weight()+b.Weight(), before.Weight(); got != want {
		c.t.Fatalf("a branch that weighs %v falls into parts that weigh %v", want, got)
	}
	if got, want := b.Level(), levelIn(c.live, b); got != want {
		c.t.Fatalf("the level of %+v should be %d", b, want)
	}
	c.gifts++
	c.put(b)
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
	if outcome == Found {
		if err := w.formula.Check(w.Model()); err != nil {
			c.t.Fatal(err)
		}
		c.models = append(c.models, w.Rest())
	}
}

// dropLate ends the search of a patient worker that has come behind a model.
func (c *company) dropLate(w *Worker) {
	late := func(model Branch) bool { return w.Rest().Compare(model) > 0 }
	if w.state == workerBusy && slices.ContainsFunc(c.models, late) {
		w.Drop()
	}
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

// levelIn returns the level of the parent of the shallowest open node of b, and one more.
func levelIn(live *Live, b Branch) int {
	node := live.Root()
	for i, d := range b.path {
		last := i == len(b.path)-1
		if last || i >= b.base && d.child == firstChild {
			return node.Assigned() + 1
		}
		children, _, _ := live.Split(node, nil)
		node = children[0]
		if d.child == secondChild {
			node = children[1]
		}
	}
	return live.Level(node) // of the root
}

// sums adds up what the workers have done.
func (c *company) sums() (total Stats, work int64, closed float64) {
	for _, w := range c.workers {
		s := w.Stats()
		total.Nodes += s.Nodes
		total.Leaves += s.Leaves
		total.Decisions += s.Decisions
		total.Looks += s.Looks
		total.Propagations += s.Propagations
		total.Visits += s.Visits
		total.MaxDepth = max(total.MaxDepth, s.MaxDepth)
		work += w.search.work
		closed += w.Closed()
	}
	return total, work, closed
}
