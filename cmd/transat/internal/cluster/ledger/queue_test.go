package ledger_test

import (
	"testing"
	"time"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/worker"
	"transat/instances"
	"transat/solver/dpll"
)

// shift is a run of several workers with several processors each, in steps: in each one every processor searches some nodes, and gives away
// what it was asked for in the one before.
type shift struct {
	t     *testing.T
	books *ledger.Ledger
	queue ledger.Queue
	hands []*worker.Searcher
	busy  []bool
	wish  []int
	near  int // processors of a worker
	now   time.Duration
}

func (s *shift) owner(i int) ledger.Owner {
	return ledger.Owner{Worker: string(rune('a' + i/s.near)), Proc: i % s.near}
}

// index is the inverse of owner.
func (s *shift) index(o ledger.Owner) int { return int(o.Worker[0]-'a')*s.near + o.Proc }

// stepTime is how long a step takes.
const stepTime = 2 * time.Millisecond

// run searches the whole tree.
func (s *shift) run() {
	s.t.Helper()
	for s.books.Totals().Open > 0 {
		s.now += stepTime
		for i := range s.hands {
			if s.busy[i] {
				s.search(i)
			}
			if !s.busy[i] {
				s.queue.Add(s.owner(i), "", s.now+time.Hour)
			}
		}
		for _, g := range s.queue.Lend(s.books, s.now, s.now+time.Hour) {
			i := s.index(g.Claim.Owner)
			if err := s.hands[i].Begin(g.Task); err != nil {
				s.t.Fatal(err)
			}
			s.busy[i], s.wish[i] = true, 0
		}
		for _, r := range s.queue.Ask(s.books, s.now, 200*time.Millisecond) {
			s.wish[s.index(r.Owner)] = r.Count
		}
	}
}

// search is a step of a processor.
func (s *shift) search(i int) {
	s.t.Helper()
	h := s.hands[i]
	outcome, err := h.Search(40)
	if err != nil || outcome == dpll.Found {
		s.t.Fatal(outcome, err)
	}
	var e worker.Entry
	switch give := min(s.wish[i], h.Able()); {
	case outcome == dpll.Closed:
		e, err = h.Close()
		s.busy[i] = false
	case give > 0:
		e, err = h.Cut(give)
		s.wish[i] = 0
	default:
		return
	}
	if err != nil {
		s.t.Fatal(err)
	}
	hash, r, err := ledger.Decode(e.Data)
	if err == nil {
		err = s.books.Record(s.owner(i), hash, r, s.now, s.now+time.Hour)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	if len(r.Given) > 0 {
		s.books.Answered(r.Piece)
	}
}

// Processors share among those of their worker first. So fewer pieces go from worker to worker than if nobody cared, and it takes hardly
// more steps.
func TestFewPiecesGoBetweenWorkers(t *testing.T) {
	f, err := instances.Random{Vars: 200, Clauses: 860, K: 3, Seed: 2}.Formula()
	if err != nil {
		t.Fatal(err)
	}
	const workers, near = 4, 4
	search := func(flat bool) (moved int64, took time.Duration, nodes int64) {
		s := &shift{
			t: t, books: ledger.New(head(), ledger.Branch{}), queue: ledger.Queue{Flat: flat, NearWait: 10 * stepTime}, near: near,
			busy: make([]bool, workers*near), wish: make([]int, workers*near),
		}
		for range workers * near {
			h, err := worker.NewSearcher(t.Context(), worker.SearchConfig{Formula: f, Rule: "lex"})
			if err != nil {
				t.Fatal(err)
			}
			s.hands = append(s.hands, h)
		}
		s.run()
		if !s.books.Whole() {
			t.Errorf("flat %v: the tree is not whole: %+v", flat, s.books.Totals())
		}
		return s.books.Moved(), s.now, s.books.Totals().Stats.Nodes
	}
	flat, flatTime, flatNodes := search(true)
	near4, nearTime, nearNodes := search(false)
	t.Logf("pieces from worker to worker: %d flat, %d near first; steps: %d and %d; %d nodes", flat, near4, flatTime/stepTime,
		nearTime/stepTime, nearNodes)
	if 2*near4 > flat {
		t.Errorf("%d pieces go from worker to worker if they are shared within workers first, want at most half of %d", near4, flat)
	}
	if 10*nearTime > 13*flatTime {
		t.Errorf("%d steps, want at most 1.3 times %d", nearTime/stepTime, flatTime/stepTime)
	}
	if flatNodes != nearNodes {
		t.Errorf("%d nodes, and %d if nobody cares who is near", nearNodes, flatNodes)
	}
}
