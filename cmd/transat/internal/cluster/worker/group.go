package worker

import (
	"errors"
	"fmt"
	"sync"

	"transat/cmd/transat/internal/cluster"

	"github.com/nats-io/nats.go"

	"transat/balance/cores"
	"transat/cmd/transat/internal/cluster/protocol"
)

// group is the processors of a worker under a policy.
type group struct {
	w    *worker
	plan *cluster.Plan
	// other workers need not be trusted: a policy that fails, perhaps because of a forged message, does not end the worker
	distrust bool

	news  chan struct{} // holds a token when there is a new view, or the group has to look around
	ran   chan struct{} // holds a token when a processor has run out
	links links
	mail  *nats.Subscription
	going sync.WaitGroup // messages, and questions for pieces

	mu      sync.Mutex
	view    *protocol.View // the last one
	working *protocol.View // the one that the machine works in; nil between two
	layout  *cluster.Layout
	machine *cores.Machine[element] // nil between two views
	stray   []element               // they have come while there was none
	early   []protocol.Mail         // messages of a view that is not known yet
	held    map[uint64]*holding     // by number
	idle    []*groupProc            // that no machine has now
	all     []*groupProc
	closed  bool // nothing is taken any more
	missed  bool // messages may have been lost in this view
	report  cluster.Report
	taking  int // questions for pieces that are on their way
	failed  int // times that the policy has failed; only serve uses it
	claims  int // that were answered with a piece; only claim uses it
}

// newGroup returns a group that has nothing to do yet, and hears what other workers send it. serve must be called.
func newGroup(w *worker, plan *cluster.Plan, distrust bool) (g *group, err error) {
	g = &group{w: w, plan: plan, distrust: distrust, news: make(chan struct{}, 1), ran: make(chan struct{}, 1), held: map[uint64]*holding{}}
	g.links.init(g)
	g.mail, err = g.listen()
	return g, err
}

// serve works in one view after the other until the run ends or the worker is to leave. Then it records what has been searched. An error
// ends the context hard at once: all that this waits for, messages and a claim, ends with it.
func (g *group) serve() error {
	defer func() { _ = g.mail.Unsubscribe() }()
	var claiming sync.WaitGroup
	claiming.Go(g.claim)
	err := g.work()
	if err != nil {
		g.w.stop(err)
	}
	g.finish()
	claiming.Wait()
	for _, p := range g.all {
		p.searcher.End()
	}
	return err
}

// work works in one view after the other.
func (g *group) work() (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal error: %v; please report it with the formula", fault)
		}
	}()
	for {
		select {
		case <-g.w.soft.Done():
			return nil
		case <-g.w.hard.Done():
			return nil
		case <-g.news:
		}
		if view := g.latest(); view != nil {
			if err := g.run(view); err != nil {
				return err
			}
		}
	}
}

// see notes a view of the coordinator.
func (g *group) see(v *protocol.View) {
	if v == nil || v.Procs < 1 || v.Procs > cluster.MostProcs {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.view == nil || v.Number > g.view.Number {
		g.view = v
		g.missed = false
		token(g.news)
	}
}

// noteMissed notes that messages may have been lost, as after the connection was.
func (g *group) noteMissed() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.missed = true
}

// token puts a token into a channel that has room for one.
func token(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // there is one
	}
}

// latest returns the last view, if the group does not work in it.
func (g *group) latest() *protocol.View {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.working != nil && g.working.Number == g.view.Number {
		return nil
	}
	return g.view
}

// finish waits until all messages have arrived, or do not matter any more.
func (g *group) finish() {
	g.mu.Lock()
	g.closed = true
	all := g.all
	g.mu.Unlock()
	for _, s := range all {
		close(s.queue)
	}
	g.going.Wait()
}

// sum returns the report on the processors.
func (g *group) sum() cluster.Report {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.report
}

// nodes returns how many nodes were visited.
func (g *group) nodes() (nodes int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range g.all {
		nodes += s.nodes.Load()
	}
	return nodes
}

var errView = errors.New("there is another view")
