package worker

import (
	"sync/atomic"
	"time"

	"transat/balance/cores"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/solver/conquer"
	"transat/solver/dpll"
)

// groupProc is a processor of a group. Its messages to the coordinator go through a queue, in order, while it searches on.
type groupProc struct {
	sender
	g        *group
	number   int // no other of the group has it
	searcher *Searcher
	at       *holding // the piece under way
	void     bool     // nothing is under way, though the machine believes so: the piece was lost before it was begun
	cut      time.Time
	nodes    atomic.Int64
	err      error       // of a record in the middle of a piece; Search returns it
	refused  atomic.Bool // a record was not taken
}

// search makes the search of a processor, or takes one that another machine had.
func (g *group) search(int) (cores.Search[element], error) {
	g.mu.Lock()
	if last := len(g.idle) - 1; last >= 0 {
		s := g.idle[last]
		g.idle = g.idle[:last]
		g.mu.Unlock()
		return s, nil
	}
	g.mu.Unlock()
	s := &groupProc{sender: newSender(g.w), g: g}
	part := func(_ ledger.Hash, data []byte) error { return s.send(s.message(protocol.Part, data)) }
	exchange := new(conquer.Exchange)
	var err error
	if s.searcher, err = g.w.newSearcher(part, exchange); err != nil {
		return nil, err
	}
	g.mu.Lock()
	s.number = len(g.all)
	g.all = append(g.all, s)
	g.mu.Unlock()
	g.w.lemmas.add(s.number, exchange)
	g.going.Go(s.carry)
	return s, nil
}

// Begin implements cores.Search.
func (p *groupProc) Begin(e element) error {
	if e.books != nil { // from another worker, which may be wrong
		select {
		case <-e.ready:
			e = e.settled()
		case <-p.w.hard.Done():
			return p.w.hard.Err()
		}
	}
	p.at, p.cut = e.held, time.Now()
	if p.void = e.held.lost.Load(); p.void {
		return nil
	}
	if e.ready != nil {
		if err := p.send(message{wait: e.ready}); err != nil {
			return err
		}
	}
	if p.refused.Swap(false) {
		p.searcher.Refused()
	}
	return p.searcher.Begin(e.task)
}

// Search implements cores.Search.
func (p *groupProc) Search(nodes int64) (cores.Outcome, error) {
	switch {
	case p.err != nil:
		return cores.Running, p.err
	case p.at.lost.Load():
		p.Drop()
		return cores.Closed, nil
	}
	outcome, err := p.searcher.Search(nodes)
	p.nodes.Store(p.searcher.Nodes())
	switch {
	case err != nil:
		return cores.Running, err
	case outcome == dpll.Found:
		p.g.found(p.searcher.Answer())
		return cores.Found, nil
	case outcome == dpll.Closed:
		entry, err := p.searcher.Close()
		if err == nil {
			err = p.record(entry, nil, true, nil)
		}
		return cores.Closed, err
	}
	if now := time.Now(); p.searcher.Full() || p.w.cut > 0 && now.Sub(p.cut) >= p.w.cutAfter(now) {
		p.cut = now
		entry, err := p.searcher.Cut(0)
		if err == nil {
			err = p.record(entry, nil, false, nil)
		}
		return cores.Running, err
	}
	return cores.Running, nil
}

// Open implements cores.Search.
func (p *groupProc) Open(dst []int) []int {
	if p.void || p.at.lost.Load() {
		return dst
	}
	return p.searcher.Open(dst)
}

// Give implements cores.Search.
func (p *groupProc) Give(i int) element { return p.GiveAll([]int{i})[0] }

// GiveAll implements cores.Giver. One record says for all branches that they are given away.
func (p *groupProc) GiveAll(branches []int) (given []element) {
	for gone := 0; gone < len(branches); {
		some := branches[gone:min(len(branches), gone+ledger.MostGiven)]
		moved := make([]int, len(some))
		for i, b := range some {
			moved[i] = b - gone
		}
		gone += len(some)
		given = append(given, p.split(moved)...)
	}
	return given
}

// split is GiveAll for as many as fit into a record.
func (p *groupProc) split(branches []int) []element {
	entry, tasks, err := p.searcher.Split(branches)
	p.cut = time.Now()
	ready := make(chan struct{})
	held := p.g.hold(false, tasks...)
	given := make([]element, len(tasks))
	for i := range tasks {
		given[i] = element{task: tasks[i], held: held[i], ready: ready}
	}
	if err == nil {
		err = p.record(entry, held, false, ready)
	} else { // no record will ever say that they are given away
		p.g.forget(held)
		close(ready)
	}
	if err != nil { // the run ends with it
		p.err = err
	}
	return given
}

// Rest implements cores.Search. It records the stretch so far. It is called when the machine has stopped.
func (p *groupProc) Rest() element {
	e := element{task: p.searcher.Task(), held: p.at}
	if p.void || p.at.lost.Load() {
		return e
	}
	ready := make(chan struct{})
	entry, err := p.searcher.Cut(0)
	if err == nil {
		err = p.record(entry, nil, false, ready)
	}
	if err != nil {
		p.err = err
		return e
	}
	p.cut = time.Now()
	return element{task: p.searcher.Task(), held: p.at, ready: ready}
}

// Drop implements cores.Search.
func (p *groupProc) Drop() {
	if !p.void {
		p.searcher.Drop()
	}
	p.void = true
}

// Nodes implements cores.Search.
func (p *groupProc) Nodes() int64 { return p.searcher.Nodes() }

// message is one about the piece under way.
func (p *groupProc) message(kind string, data []byte) message {
	h := p.at
	return message{
		ask: protocol.Ask{Kind: kind, Worker: p.w.id, Number: p.number}, data: data,
		lost: h.lost.Load, lose: func() { p.g.lose(h) },
	}
}

// record sends a record of the piece under way, which gives pieces away, or ends it. done, if not nil, is closed when it has been taken or refused.
func (p *groupProc) record(e Entry, given []*holding, ends bool, done chan struct{}) error {
	m, h := p.message(protocol.Record, e.Data), p.at
	m.done = done
	m.taken = func() { p.g.taken(h, e.Hash, given, ends) }
	m.failed = func() {
		p.refused.Store(true)
		p.g.forget(given)
	}
	return p.send(m)
}

// forget loses pieces for which there is no record.
func (g *group) forget(given []*holding) {
	for _, h := range given {
		g.lose(h)
	}
}

// taken notes that the ledger has a record of a piece.
func (g *group) taken(h *holding, record ledger.Hash, given []*holding, ends bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	h.after = record
	if ends && g.held[h.piece] == h {
		delete(g.held, h.piece)
	}
	for _, other := range given {
		other.known = true
	}
}

// found tells the coordinator of a solution.
func (g *group) found(data []byte) {
	g.going.Go(func() {
		if _, err := g.w.ask(g.w.hard, protocol.Ask{Kind: protocol.Found, Worker: g.w.id}, data); err != nil {
			g.w.stop(err)
		}
	})
}
