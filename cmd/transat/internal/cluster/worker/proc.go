package worker

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/solver/conquer"
	"transat/solver/dpll"
)

// proc is a processor that claims pieces itself, and searches one at a time. Its messages to the coordinator go through a queue, in
// order, while it searches on.
type proc struct {
	sender
	number   int
	searcher *Searcher
	inbox    chan *ledger.Task // a task from another processor of the worker, or nil: claim one; only with Config.One
	nodes    atomic.Int64      // visited
	claims   bool              // it is the one that claims for all, and has got nothing yet; only work uses it
	idle     time.Duration     // without a piece, since the worker began; only work uses it
	lost     atomic.Bool       // the piece under way belongs to another

	mu   sync.Mutex
	held *protocol.Hold // the piece under way, as far as the coordinator knows
	wish protocol.Give  // branches that it is to give away, of that piece, which it may not have begun yet
}

func newProc(w *worker, number int) *proc {
	return &proc{sender: newSender(w), number: number, inbox: make(chan *ledger.Task, 1)}
}

// work claims pieces and searches them until the run ends, which is no error, or the worker leaves.
func (p *proc) work() (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal error: %v; please report it with the formula", fault)
		}
		if errors.Is(err, errEnded) {
			err = nil
		}
	}()
	var carrying sync.WaitGroup
	carrying.Go(p.carry)
	defer carrying.Wait()
	defer close(p.queue)
	defer func() {
		if p.searcher != nil {
			p.searcher.End()
		}
	}()
	idle := p.w.began
	defer func() {
		if !idle.IsZero() {
			p.idle += time.Since(idle)
		}
	}()
	for p.w.soft.Err() == nil && p.w.hard.Err() == nil {
		if idle.IsZero() {
			idle = time.Now()
		}
		task, err := p.next()
		if err != nil {
			return err
		}
		if task == nil {
			continue
		}
		if err := p.begin(*task); err != nil {
			return err
		}
		p.idle += time.Since(idle)
		idle = time.Time{}
		if err := p.search(); err != nil {
			return err
		}
		if err := p.drain(); err != nil {
			return err
		}
	}
	return nil
}

// next returns the next task, nil if there is none yet.
func (p *proc) next() (*ledger.Task, error) {
	if p.w.share != nil && !p.claims {
		p.w.share.wait(p)
		select {
		case task := <-p.inbox:
			if task != nil {
				return task, nil
			}
		case <-p.w.soft.Done():
			return nil, nil
		case <-p.w.hard.Done():
			return nil, nil
		}
	}
	answer, err := p.w.ask(p.w.hard, protocol.Ask{Kind: protocol.Claim, Worker: p.w.id, Number: p.number}, nil)
	p.claims = answer.Task == nil
	return answer.Task, err
}

// begin takes up a task. The engine is made when there is something to do.
func (p *proc) begin(t ledger.Task) (err error) {
	if p.searcher == nil {
		part := func(_ ledger.Hash, data []byte) error { return p.send(p.message(protocol.Part, data)) }
		exchange := new(conquer.Exchange)
		if p.searcher, err = p.w.newSearcher(part, exchange); err != nil {
			return err
		}
		p.w.lemmas.add(p.number, exchange)
	}
	if p.lost.Swap(false) {
		p.searcher.Refused()
	}
	p.mu.Lock()
	p.held = &protocol.Hold{Proc: p.number, Piece: t.Branch.Piece(), After: t.After}
	p.mu.Unlock()
	return p.searcher.Begin(t)
}

const (
	// tender is the least age of a stretch before a part of it is given away: searching less is quicker than sending it.
	tender = 10 * time.Millisecond
	// breath is about how long the processor searches between two looks at requests.
	breath = 2 * time.Millisecond
	// mostNodes is how many nodes that is at most.
	mostNodes = 1 << 13
)

// search searches the piece until it is closed, lost, or the worker leaves.
func (p *proc) search() error {
	began, before, batch := time.Now(), p.searcher.Nodes(), int64(16)
	for {
		start := time.Now()
		outcome, err := p.searcher.Search(batch)
		if err != nil {
			return p.why(err)
		}
		now := time.Now()
		after := p.searcher.Nodes()
		p.nodes.Add(after - before)
		before = after
		switch took := now.Sub(start); {
		case took < breath/2:
			batch = min(2*batch, mostNodes)
		case took > 2*breath:
			batch = max(batch/2, 1)
		}
		switch {
		case p.w.hard.Err() != nil: // such as that another one has found a model
			return context.Cause(p.w.hard)
		case p.lost.Load():
			p.searcher.Drop()
			return nil
		case outcome == dpll.Found:
			return p.found()
		case outcome == dpll.Closed:
			entry, err := p.searcher.Close()
			return errors.Join(err, p.report(entry))
		}
		give, pass := 0, passes{}
		if now.Sub(began) >= tender {
			able := p.searcher.Able()
			if give = min(p.wanted(), able); able == 0 && p.wanted() > 0 {
				p.searcher.Press()
			}
			if give == 0 && p.w.share != nil {
				pass.to = p.w.share.take(min(p.searcher.Able(), ledger.MostGiven))
			}
		}
		leaving := p.w.soft.Err() != nil
		switch {
		case len(pass.to) > 0:
			if err := p.pass(pass); err != nil {
				return err
			}
			began = now
			continue
		case give == 0 && !leaving && !p.searcher.Full() && now.Sub(began) < p.w.cutAfter(now):
			continue
		}
		entry, err := p.searcher.Cut(give)
		if err := errors.Join(err, p.report(entry)); err != nil {
			return err
		}
		if leaving {
			p.searcher.Drop()
			return nil
		}
		if give > 0 {
			p.granted()
		}
		began = now
	}
}

// cutAfter returns how long a stretch may be: a third of the time so far.
func (w *worker) cutAfter(now time.Time) time.Duration {
	return min(w.cut, max(w.first, now.Sub(w.began)/3))
}

// pass gives branches to other processors of the worker.
func (p *proc) pass(pass passes) error {
	first := make([]int, len(pass.to)) // the shallowest branches
	for i := range first {
		first[i] = i
	}
	entry, tasks, err := p.searcher.Split(first)
	if err != nil {
		return err // the run ends with it
	}
	pass.tasks = tasks
	m := p.record(entry)
	m.ask.For = pass.numbers()
	taken := m.taken
	m.taken = func() {
		taken()
		pass.done()
	}
	m.failed = func() { pass.failed(p.w.share) }
	return p.send(m)
}

// why returns the reason why the search has ended, if it is not the search itself.
func (p *proc) why(err error) error {
	if errors.Is(err, context.Canceled) && p.w.hard.Err() != nil {
		return context.Cause(p.w.hard)
	}
	return err
}

// found tells the coordinator of a solution, and waits for the end of the run.
func (p *proc) found() error {
	_, err := p.w.ask(p.w.hard, protocol.Ask{Kind: protocol.Found, Worker: p.w.id, Number: p.number}, p.searcher.Answer())
	return err
}

// report sends a record.
func (p *proc) report(e Entry) error {
	if e.Data == nil {
		return nil
	}
	return p.send(p.record(e))
}

// message is one about the piece under way.
func (p *proc) message(kind string, data []byte) message {
	return message{
		ask: protocol.Ask{Kind: kind, Worker: p.w.id, Number: p.number}, data: data,
		lost: p.lost.Load, lose: func() { p.lost.Store(true) },
	}
}

// record is the message with a record. When it is taken, the coordinator knows that the processor holds the piece in its new state.
func (p *proc) record(e Entry) message {
	piece, _ := p.searcher.Piece()
	m := p.message(protocol.Record, e.Data)
	m.taken = func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.held != nil && p.held.Piece == piece {
			p.held.After = e.Hash
		}
	}
	return m
}

// drain waits until all messages have arrived, or do not matter any more.
func (p *proc) drain() error {
	done := make(chan struct{})
	if err := p.send(message{done: done}); err != nil {
		return err
	}
	if p.await(done); p.w.hard.Err() != nil {
		return context.Cause(p.w.hard)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held = nil
	return nil
}

// holding returns the piece under way, as far as the coordinator knows.
func (p *proc) holding() *protocol.Hold {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held == nil {
		return nil
	}
	h := *p.held
	return &h
}

// lose notes that a piece is another's, if it is still the one under way and nothing of it was taken meanwhile.
func (p *proc) lose(h protocol.Hold) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held != nil && *p.held == h {
		p.lost.Store(true)
	}
}

// asked notes that others have nothing to do. That may come sooner than the piece that is meant, or while the engine is made for it.
func (p *proc) asked(g protocol.Give) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wish = g
}

func (p *proc) wanted() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held == nil || p.held.Piece != p.wish.Piece {
		return 0
	}
	return p.wish.Count
}

// granted notes that something was given.
func (p *proc) granted() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wish.Count = 0
}
