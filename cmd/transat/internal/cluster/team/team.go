package team

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"transat/balance/cores"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/hand"
	"transat/cmd/transat/internal/cluster/plan"
	"transat/cmd/transat/internal/cluster/protocol"
)

// Config is what a team works on, and how it speaks to the coordinator.
type Config struct {
	Conn    *nats.Conn
	Run     string
	Worker  string // its name in the run
	Plan    *plan.Plan
	Hand    hand.Config
	Threads int           // processors that search at a time
	Lease   time.Duration // as in coordinator.Config
	Cut     time.Duration

	Soft context.Context // ends when the worker is to leave
	Hard context.Context // ends when nothing matters any more
	Stop func(error)     // ends Hard
	// Distrust says that other workers need not be trusted: a policy that fails, perhaps since it has heard what no policy says, does not end the worker.
	Distrust bool
	Log      func(string)
	// Ask asks the coordinator until there is an answer.
	Ask func(ctx context.Context, question protocol.Ask, data []byte) (protocol.Answer, error)
}

// Team is the processors of a worker.
type Team struct {
	cfg   Config
	news  chan struct{} // holds a token when there is a new view, or the team has to look around
	ran   chan struct{} // holds a token when a processor has run out
	links links
	mail  *nats.Subscription
	going sync.WaitGroup // letters, and questions for pieces

	mu      sync.Mutex
	view    *protocol.View // the last one that was told
	working *protocol.View // the one that the machine works in; nil between two
	layout  *plan.Layout
	machine *cores.Machine[element] // nil between two views
	stray   []element               // they have come while there was none
	early   []protocol.Mail         // messages of a view that is not known yet
	held    map[uint64]*holding     // by number
	idle    []*searcher             // that no machine has now
	all     []*searcher
	closed  bool // nothing is taken any more
	missed  bool // messages may have been lost in this view
	report  cluster.Report
	taking  int // questions for pieces that are on their way
	failed  int // times that the policy has failed; only Work uses it
	claims  int // that were answered with a piece; only claim uses it
}

// New returns a team that has nothing to do yet, and hears what it is sent. Work must be called.
func New(cfg Config) (t *Team, err error) {
	t = &Team{cfg: cfg, news: make(chan struct{}, 1), ran: make(chan struct{}, 1), held: map[uint64]*holding{}}
	t.links.init(t)
	t.mail, err = t.listen()
	return t, err
}

// Work works in one view after the other until the run ends or the worker is to leave. Then what has been searched is recorded. An error
// ends Hard at once: all that this waits for, letters and a claim, ends with it.
func (t *Team) Work() error {
	defer func() { _ = t.mail.Unsubscribe() }()
	var claiming sync.WaitGroup
	claiming.Go(t.claim)
	err := t.work()
	if err != nil {
		t.cfg.Stop(err)
	}
	t.finish()
	claiming.Wait()
	return err
}

// work works in one view after the other.
func (t *Team) work() (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal error: %v; please report it with the formula", fault)
		}
	}()
	for {
		select {
		case <-t.cfg.Soft.Done():
			return nil
		case <-t.cfg.Hard.Done():
			return nil
		case <-t.news:
		}
		if view := t.latest(); view != nil {
			if err := t.run(view); err != nil {
				return err
			}
		}
	}
}

// See notes a view that the coordinator has told of.
func (t *Team) See(v *protocol.View) {
	if v == nil || v.Procs < 1 || v.Procs > plan.MostProcs {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.view == nil || v.Number > t.view.Number {
		t.view = v
		t.missed = false
		token(t.news)
	}
}

// Missed notes that messages may have been lost, as after the connection was.
func (t *Team) Missed() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.missed = true
}

// token puts a token into a channel that has room for one.
func token(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // there is one
	}
}

// latest returns the last view, if the team does not work in it.
func (t *Team) latest() *protocol.View {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.working != nil && t.working.Number == t.view.Number {
		return nil
	}
	return t.view
}

// finish waits until all letters have arrived, or do not matter any more.
func (t *Team) finish() {
	t.mu.Lock()
	t.closed = true
	all := t.all
	t.mu.Unlock()
	for _, s := range all {
		close(s.box)
	}
	t.going.Wait()
}

// Report says what the processors have done.
func (t *Team) Report() cluster.Report {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.report
}

// Nodes returns how many nodes were visited.
func (t *Team) Nodes() (nodes int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.all {
		nodes += s.nodes.Load()
	}
	return nodes
}

var errView = errors.New("there is another view")
