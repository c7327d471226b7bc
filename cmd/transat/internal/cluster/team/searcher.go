package team

import (
	"sync/atomic"
	"time"

	"transat/balance/cores"
	"transat/cmd/transat/internal/cluster/hand"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// searcher is a processor's search. What it has to say goes through a letter box, in order, while it searches on.
type searcher struct {
	team   *Team
	number int // no other of the team has it
	hand   *hand.Hand
	box    chan letter
	at     *holding // the piece under way
	void   bool     // nothing is under way, though the machine believes so: the piece was lost before it was begun
	cut    time.Time
	nodes  atomic.Int64
	err    error // of a record in the middle of a piece; Search returns it
}

// letter is something to be carried to the coordinator for a piece.
type letter struct {
	held  *holding
	wait  <-chan struct{} // nothing is carried before it is closed; nil if it may be
	ask   protocol.Ask
	data  []byte
	entry ledger.Hash   // of a record
	given []*holding    // by it
	ends  bool          // it closes the piece
	done  chan struct{} // closed when the letter has been carried, or has become useless; may be nil
}

// boxSize is how many letters wait until the search does.
const boxSize = 8

// search makes the search of a processor, or takes one that another machine had.
func (t *Team) search(int) (cores.Search[element], error) {
	t.mu.Lock()
	if last := len(t.idle) - 1; last >= 0 {
		s := t.idle[last]
		t.idle = t.idle[:last]
		t.mu.Unlock()
		return s, nil
	}
	t.mu.Unlock()
	s := &searcher{team: t, box: make(chan letter, boxSize)}
	cfg := t.cfg.Hand
	cfg.Part = func(_ ledger.Hash, data []byte) error {
		return s.post(letter{held: s.at, ask: s.ask(protocol.Part), data: data})
	}
	var err error
	if s.hand, err = hand.New(t.cfg.Hard, cfg); err != nil {
		return nil, err
	}
	t.mu.Lock()
	s.number = len(t.all)
	t.all = append(t.all, s)
	t.mu.Unlock()
	t.going.Go(s.carry)
	return s, nil
}

// Begin implements cores.Search.
func (s *searcher) Begin(e element) error {
	if e.books != nil { // of another worker, who may say anything
		select {
		case <-e.ready:
			e = e.settled()
		case <-s.team.cfg.Hard.Done():
			return s.team.cfg.Hard.Err()
		}
	}
	s.at, s.cut = e.held, time.Now()
	if s.void = e.held.lost.Load(); s.void {
		return nil
	}
	if e.ready != nil {
		if err := s.post(letter{wait: e.ready}); err != nil {
			return err
		}
	}
	return s.hand.Begin(e.task)
}

// Search implements cores.Search.
func (s *searcher) Search(nodes int64) (cores.Outcome, error) {
	switch {
	case s.err != nil:
		return cores.Running, s.err
	case s.at.lost.Load():
		s.Drop()
		return cores.Closed, nil
	}
	outcome, err := s.hand.Search(nodes)
	s.nodes.Store(s.hand.Nodes())
	switch {
	case err != nil:
		return cores.Running, err
	case outcome == dpll.Found:
		s.team.found(s.hand.Model())
		return cores.Found, nil
	case outcome == dpll.Closed:
		entry, err := s.hand.Close()
		if err == nil {
			err = s.record(entry, nil, true, nil)
		}
		return cores.Closed, err
	}
	if s.hand.Full() || s.team.cfg.Cut > 0 && time.Since(s.cut) >= s.team.cfg.Cut {
		s.cut = time.Now()
		entry, err := s.hand.Cut(0)
		if err == nil {
			err = s.record(entry, nil, false, nil)
		}
		return cores.Running, err
	}
	return cores.Running, nil
}

// Open implements cores.Search.
func (s *searcher) Open(dst []int) []int {
	if s.void || s.at.lost.Load() {
		return dst
	}
	return s.hand.Open(dst)
}

// Give implements cores.Search.
func (s *searcher) Give(i int) element { return s.GiveAll([]int{i})[0] }

// GiveAll implements cores.Giver. One record says for all branches that they are given away.
func (s *searcher) GiveAll(branches []int) (given []element) {
	for gone := 0; gone < len(branches); {
		some := branches[gone:min(len(branches), gone+ledger.MostGiven)]
		moved := make([]int, len(some))
		for i, b := range some {
			moved[i] = b - gone
		}
		gone += len(some)
		given = append(given, s.split(moved)...)
	}
	return given
}

// split is GiveAll for as many as fit into a record.
func (s *searcher) split(branches []int) []element {
	entry, tasks, err := s.hand.Split(branches)
	s.cut = time.Now()
	ready := make(chan struct{})
	held := s.team.hold(false, tasks...)
	given := make([]element, len(tasks))
	for i := range tasks {
		given[i] = element{task: tasks[i], held: held[i], ready: ready}
	}
	if err == nil {
		err = s.record(entry, held, false, ready)
	} else { // no record will ever say that they are given away
		s.team.forget(held)
		close(ready)
	}
	if err != nil { // the run ends with it
		s.err = err
	}
	return given
}

// Rest implements cores.Search: a record says what has been done. It is called when the machine has stopped.
func (s *searcher) Rest() element {
	e := element{task: s.hand.Task(), held: s.at}
	if s.void || s.at.lost.Load() {
		return e
	}
	ready := make(chan struct{})
	entry, err := s.hand.Cut(0)
	if err == nil {
		err = s.record(entry, nil, false, ready)
	}
	if err != nil {
		s.err = err
		return e
	}
	s.cut = time.Now()
	return element{task: s.hand.Task(), held: s.at, ready: ready}
}

// Drop implements cores.Search.
func (s *searcher) Drop() {
	if !s.void {
		s.hand.Drop()
	}
	s.void = true
}

// Nodes implements cores.Search.
func (s *searcher) Nodes() int64 { return s.hand.Nodes() }

func (s *searcher) ask(kind string) protocol.Ask {
	return protocol.Ask{Kind: kind, Worker: s.team.cfg.Worker, Number: s.number}
}

// record sends a record of the piece under way.
func (s *searcher) record(e hand.Entry, given []*holding, ends bool, done chan struct{}) error {
	return s.post(letter{
		held: s.at, ask: s.ask(protocol.Record), data: e.Data, entry: e.Hash, given: given, ends: ends, done: done,
	})
}

// post puts a letter into the box.
func (s *searcher) post(l letter) error {
	select {
	case s.box <- l:
		return nil
	case <-s.team.cfg.Hard.Done():
		if l.done != nil {
			close(l.done)
		}
		return s.team.cfg.Hard.Err()
	}
}

// carry carries the letters to the coordinator. A letter is only waited for by those that were written later, so this ends.
func (s *searcher) carry() {
	for l := range s.box {
		s.deliver(l)
		if l.done != nil {
			close(l.done)
		}
	}
}

// deliver carries one letter.
func (s *searcher) deliver(l letter) {
	t := s.team
	if l.wait != nil {
		select {
		case <-l.wait:
		case <-t.cfg.Hard.Done():
		}
		return
	}
	if l.held.lost.Load() || t.cfg.Hard.Err() != nil { // it would not be taken, or does not matter
		t.forget(l.given)
		return
	}
	answer, err := t.cfg.Ask(t.cfg.Hard, l.ask, l.data)
	switch {
	case err != nil:
		t.forget(l.given)
		t.cfg.Stop(err)
	case answer.Lost:
		t.lose(l.held)
		t.forget(l.given)
	case l.ask.Kind == protocol.Record:
		t.taken(l)
	}
}

// forget loses pieces whose making was not recorded.
func (t *Team) forget(given []*holding) {
	for _, h := range given {
		t.lose(h)
	}
}

// taken notes that a record is in the books.
func (t *Team) taken(l letter) {
	t.mu.Lock()
	defer t.mu.Unlock()
	l.held.after = l.entry
	if l.ends && t.held[l.held.piece] == l.held {
		delete(t.held, l.held.piece)
	}
	for _, h := range l.given {
		h.known = true
	}
}

// found tells the coordinator of a model.
func (t *Team) found(model cnf.Model) {
	data := protocol.PackModel(model)
	t.going.Go(func() {
		if _, err := t.cfg.Ask(t.cfg.Hard, protocol.Ask{Kind: protocol.Found, Worker: t.cfg.Worker}, data); err != nil {
			t.cfg.Stop(err)
		}
	})
}
