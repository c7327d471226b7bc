package coordinator

import (
	"sync/atomic"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster/protocol"
)

// intake hears questions, and keeps them until they are answered. What it does not take is as if it had been lost: an honest worker
// asks again. It takes no question that wants its answer elsewhere than in the inbox of who asks, so there is no other place where
// that must be looked at; and no more than fits into a bounded memory.
type intake struct {
	asks  chan *nats.Msg
	bytes atomic.Int64 // of the questions in asks
}

// How much may wait to be answered.
const (
	mostAsks  = 1 << 16
	mostAsked = 32 << 20 // bytes
)

func newIntake() *intake { return &intake{asks: make(chan *nats.Msg, mostAsks)} }

// hear subscribes to subjects, until forget is called.
func (i *intake) hear(conn *nats.Conn, subjects ...string) (forget func(), err error) {
	var all []*nats.Subscription
	forget = func() {
		for _, s := range all {
			_ = s.Unsubscribe()
		}
	}
	for _, subject := range subjects {
		s, err := conn.Subscribe(subject, i.take)
		if err != nil {
			forget()
			return nil, err
		}
		all = append(all, s)
	}
	return forget, nil
}

// take takes a question, or drops it.
func (i *intake) take(m *nats.Msg) {
	if !protocol.OwnReply(m) {
		return
	}
	if i.bytes.Add(int64(m.Size())) <= mostAsked {
		select {
		case i.asks <- m:
			return
		default: // it is full
		}
	}
	i.bytes.Add(-int64(m.Size()))
}

// taken notes that a question has left asks.
func (i *intake) taken(m *nats.Msg) { i.bytes.Add(-int64(m.Size())) }
