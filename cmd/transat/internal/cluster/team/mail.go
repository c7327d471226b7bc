package team

import (
	"encoding/json"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"transat/balance"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
)

// outside is a team as cores.Elsewhere: what leaves the machine.
type outside Team

// Send implements cores.Elsewhere.
func (o *outside) Send(from, to int, m balance.Message) {
	t := (*Team)(o)
	t.links.put(parcel{mail: protocol.Mail{View: t.number(), From: from, To: to, Message: m}})
}

// Ship implements cores.Elsewhere.
func (o *outside) Ship(from, to int, tag uint8, elements []element) {
	t := (*Team)(o)
	t.links.put(parcel{mail: protocol.Mail{View: t.number(), From: from, To: to, Tag: tag, Worker: t.cfg.Worker}, elements: elements})
}

// Idle implements cores.Elsewhere.
func (o *outside) Idle(int) { token((*Team)(o).ran) }

// number is that of the view that the team works in.
func (t *Team) number() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.working == nil {
		return 0 // the machine is about to stop
	}
	return t.working.Number
}

// parcel is mail on its way out.
type parcel struct {
	mail     protocol.Mail
	elements []element
}

// links keep what is sent from one processor to another in order: messages wait for the pieces before them, which wait for their records.
type links struct {
	team *Team
	mu   sync.Mutex
	rows map[link][]parcel // not sent yet; the first one is waited for
}

// link leads from one rank to another.
type link struct{ from, to int }

func (l *links) init(t *Team) { l.team, l.rows = t, map[link][]parcel{} }

// put sends a parcel, or puts it behind those that wait.
func (l *links) put(p parcel) {
	at := link{p.mail.From, p.mail.To}
	l.mu.Lock()
	defer l.mu.Unlock()
	row, waiting := l.rows[at]
	switch {
	case waiting:
		l.rows[at] = append(row, p)
	case p.elements == nil:
		l.team.send(p)
	default:
		l.rows[at] = []parcel{p}
		l.team.going.Go(func() { l.empty(at) })
	}
}

// empty sends all that waits on a link.
func (l *links) empty(at link) {
	for {
		l.mu.Lock()
		row := l.rows[at]
		if len(row) == 0 {
			delete(l.rows, at)
			l.mu.Unlock()
			return
		}
		first := row[0]
		l.mu.Unlock()
		for _, e := range first.elements {
			if e.ready == nil {
				continue
			}
			select {
			case <-e.ready:
			case <-l.team.cfg.Hard.Done():
				return
			}
		}
		l.mu.Lock()
		l.team.send(first)
		l.rows[at] = l.rows[at][1:]
		l.mu.Unlock()
	}
}

// send publishes a parcel. Pieces that were lost meanwhile are left out.
func (t *Team) send(p parcel) {
	t.mu.Lock()
	home := t.view.Home(p.mail.To)
	for _, e := range p.elements {
		if e = e.settled(); !e.held.lost.Load() {
			e.held.sent, e.held.task = time.Now(), e.task
			p.mail.Tasks = append(p.mail.Tasks, e.task)
		}
	}
	t.mu.Unlock()
	if home == "" { // there are fewer processors now; pieces are taken back
		return
	}
	data, err := p.mail.MarshalBinary()
	if err == nil {
		err = t.cfg.Conn.Publish(protocol.MailSubject(t.cfg.Run, t.cfg.Worker, home), data)
	}
	if err != nil { // such as too large; pieces are taken back, and the policy begins anew
		t.Missed()
	}
}

// listen hears the mail of other workers.
func (t *Team) listen() (*nats.Subscription, error) {
	return t.cfg.Conn.Subscribe(protocol.MailSubject(t.cfg.Run, protocol.AnyWorker, t.cfg.Worker), func(m *nats.Msg) {
		var mail protocol.Mail
		if mail.UnmarshalBinary(m.Data) != nil {
			return
		}
		mail.Sender, _ = protocol.MailSender(m.Subject)
		if mail.Worker != "" && mail.Worker != mail.Sender { // it speaks for another
			return
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		switch {
		case t.closed:
		case mail.Worker == "" && (t.working == nil || mail.View > t.working.Number):
			if len(t.early) < mostEarly {
				t.early = append(t.early, mail)
			} else {
				t.missed = true
			}
		default:
			t.deliver(mail)
		}
	})
}

// mostEarly is how many messages of a view wait until it is known.
const mostEarly = 1 << 16

// deliver gives mail to the machine, if it is for the view that it works in, and from the worker in which its sender lives; pieces are taken
// in any case. The mutex is held.
func (t *Team) deliver(m protocol.Mail) {
	current := t.machine != nil && t.working.Number == m.View && m.From >= 0 && m.From < t.working.Procs && m.To < t.working.Procs &&
		t.working.Home(m.From) == m.Sender && t.working.Home(m.To) == t.cfg.Worker
	switch {
	case m.Worker == "" && current:
		t.machine.Receive(m.From, m.To, m.Message)
	case m.Worker == "":
	case current:
		t.machine.Arrive(m.From, m.To, m.Tag, t.receive(m))
	default:
		for i, e := range t.receive(m) {
			t.adopt(i, e)
		}
	}
}

// adopt gives an element to a processor that has nothing to do, or to any, or keeps it until there is a machine. The mutex is held.
func (t *Team) adopt(i int, e element) {
	if t.machine == nil {
		t.stray = append(t.stray, e)
		return
	}
	ranks := t.machine.Idle()
	if len(ranks) == 0 {
		ranks = t.working.Ranks(t.cfg.Worker)
	}
	rank := ranks[i%len(ranks)]
	for _, r := range ranks {
		if r == t.layout.Root {
			rank = r // the search begins there
		}
	}
	t.machine.Adopt(rank, e)
}

// receive makes elements of pieces that another worker has sent, and asks the coordinator for them. The mutex is held.
func (t *Team) receive(m protocol.Mail) (elements []element) {
	if t.taking == mostTaking { // too much is sent; whose pieces they are takes them back
		return nil
	}
	question := protocol.Handover{From: m.Worker}
	ready := make(chan struct{})
	for _, task := range m.Tasks {
		h := &holding{piece: task.Branch.Piece(), after: task.After}
		elements = append(elements, element{task: task, held: h, ready: ready, books: &ledger.Task{}})
		question.Pieces = append(question.Pieces, protocol.Hold{Piece: h.piece, After: task.After})
	}
	if len(elements) > 0 {
		t.taking++
		t.going.Go(func() {
			defer close(ready)
			t.take(question, elements)
		})
	}
	return elements
}

// mostTaking is how many questions for pieces may be on their way.
const mostTaking = 1 << 10

// take asks for pieces. All of them are settled when it returns.
func (t *Team) take(question protocol.Handover, elements []element) {
	defer func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.taking--
	}()
	data, err := json.Marshal(question)
	if err != nil {
		t.cfg.Stop(err)
		return
	}
	answer, err := t.cfg.Ask(t.cfg.Hard, protocol.Ask{Kind: protocol.Take, Worker: t.cfg.Worker}, data)
	if err != nil {
		t.cfg.Stop(err) // nothing is in answer, so all are lost
	}
	books := map[uint64]ledger.Task{}
	for _, task := range answer.Tasks {
		books[task.Branch.Piece()] = task
	}
	var mine []element
	for _, e := range elements {
		task, ok := books[e.held.piece]
		if !ok {
			t.lose(e.held)
			continue
		}
		*e.books = task
		mine = append(mine, e)
		delete(books, e.held.piece) // a second one of the same number is none
	}
	t.accepted(mine)
}

// takeBack takes pieces back that were sent, and that no one has taken for a while.
func (t *Team) takeBack(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := 0
	for _, h := range t.held {
		if !h.sent.IsZero() && now.Sub(h.sent) > t.cfg.Lease/2 {
			h.sent = time.Time{}
			t.adopt(i, element{task: h.task, held: h})
			i++
		}
	}
}
