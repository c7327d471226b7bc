package worker

import (
	"context"

	"transat/cmd/transat/internal/cluster/protocol"
)

// sender carries the messages of a processor to the coordinator, in order, while the processor searches on.
type sender struct {
	w     *worker
	queue chan message
}

// message is a question about a piece, or without one something to wait for.
type message struct {
	ask    protocol.Ask
	data   []byte
	lost   func() bool     // reports whether the piece belongs to another: then the message would not be taken
	lose   func()          // notes that it does
	taken  func()          // called when the coordinator has taken a record; may be nil
	failed func()          // called when it has not; may be nil
	wait   <-chan struct{} // without a question: later messages wait until it is closed; may be nil
	done   chan struct{}   // closed when the message has been carried, or has become useless; may be nil
}

// queueSize is how many messages wait before the search has to wait.
const queueSize = 8

func newSender(w *worker) sender { return sender{w, make(chan message, queueSize)} }

// send puts a message into the queue.
func (s sender) send(m message) error {
	select {
	case s.queue <- m:
		return nil
	case <-s.w.hard.Done():
		if m.done != nil {
			close(m.done)
		}
		return context.Cause(s.w.hard)
	}
}

// carry carries the messages until the queue is closed. A message waits only for earlier ones, of this processor or another, so this ends.
func (s sender) carry() {
	for m := range s.queue {
		if m.ask.Kind == "" {
			s.await(m.wait)
		} else if !s.deliver(m) && m.failed != nil {
			m.failed()
		}
		if m.done != nil {
			close(m.done)
		}
	}
}

// await waits until a channel is closed, nil for none.
func (s sender) await(ready <-chan struct{}) {
	if ready == nil {
		return
	}
	select {
	case <-ready:
	case <-s.w.hard.Done():
	}
}

// deliver asks the coordinator, and reports whether it has taken the message.
func (s sender) deliver(m message) bool {
	if m.lost() || s.w.hard.Err() != nil { // it would not be taken, or does not matter
		return false
	}
	answer, err := s.w.ask(s.w.hard, m.ask, m.data)
	switch {
	case err != nil:
		s.w.stop(err)
		return false
	case answer.Lost:
		m.lose()
		return false
	case m.taken != nil:
		m.taken()
	}
	return true
}
