package worker

import (
	"encoding/json"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"transat/balance"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
)

// outside is a group as cores.Elsewhere: what leaves the machine.
type outside group

// Send implements cores.Elsewhere.
func (o *outside) Send(from, to int, m balance.Message) {
	g := (*group)(o)
	g.links.put(parcel{mail: protocol.Mail{View: g.number(), From: from, To: to, Message: m}})
}

// Ship implements cores.Elsewhere.
func (o *outside) Ship(from, to int, tag uint8, elements []element) {
	g := (*group)(o)
	g.links.put(parcel{mail: protocol.Mail{View: g.number(), From: from, To: to, Tag: tag, Worker: g.w.id}, elements: elements})
}

// Idle implements cores.Elsewhere.
func (o *outside) Idle(int) { token((*group)(o).ran) }

// number is that of the view that the group works in.
func (g *group) number() uint64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.working == nil {
		return 0 // the machine is about to stop
	}
	return g.working.Number
}

// parcel is mail on its way out.
type parcel struct {
	mail     protocol.Mail
	elements []element
}

// links keep the order of messages from one processor to another: messages wait for the pieces before them, which wait for their
// records.
type links struct {
	group *group
	mu    sync.Mutex
	rows  map[link][]parcel // not sent yet; the first one is waited for
}

// link leads from one rank to another.
type link struct{ from, to int }

func (l *links) init(g *group) { l.group, l.rows = g, map[link][]parcel{} }

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
		l.group.send(p)
	default:
		l.rows[at] = []parcel{p}
		l.group.going.Go(func() { l.empty(at) })
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
			case <-l.group.w.hard.Done():
				return
			}
		}
		l.mu.Lock()
		l.group.send(first)
		l.rows[at] = l.rows[at][1:]
		l.mu.Unlock()
	}
}

// send publishes a parcel. Pieces that were lost meanwhile are left out.
func (g *group) send(p parcel) {
	g.mu.Lock()
	home := g.view.Home(p.mail.To)
	for _, e := range p.elements {
		if e = e.settled(); !e.held.lost.Load() {
			e.held.sent, e.held.task = time.Now(), e.task
			p.mail.Tasks = append(p.mail.Tasks, e.task)
		}
	}
	g.mu.Unlock()
	if home == "" { // there are fewer processors now; pieces are taken back
		return
	}
	data, err := p.mail.MarshalBinary()
	if err == nil {
		err = g.w.cfg.Conn.Publish(protocol.MailSubject(g.w.run, g.w.id, home), data)
	}
	if err != nil { // such as too large; pieces are taken back, and the policy begins anew
		g.noteMissed()
	}
}

// listen hears the mail of other workers.
func (g *group) listen() (*nats.Subscription, error) {
	return g.w.cfg.Conn.Subscribe(protocol.MailSubject(g.w.run, protocol.AnyWorker, g.w.id), func(m *nats.Msg) {
		var mail protocol.Mail
		if mail.UnmarshalBinary(m.Data) != nil {
			return
		}
		mail.Sender, _ = protocol.MailSender(m.Subject)
		if mail.Worker != "" && mail.Worker != mail.Sender { // it speaks for another
			return
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		switch {
		case g.closed:
		case mail.Worker == "" && (g.working == nil || mail.View > g.working.Number):
			if len(g.early) < mostEarly {
				g.early = append(g.early, mail)
			} else {
				g.missed = true
			}
		default:
			g.deliver(mail)
		}
	})
}

// mostEarly is how many messages of a view wait until it is known.
const mostEarly = 1 << 16

// deliver gives mail to the machine, if it is for the view that it works in, and from the worker in which its sender lives; pieces
// are taken in any case. The mutex is held.
func (g *group) deliver(m protocol.Mail) {
	current := g.machine != nil && g.working.Number == m.View && m.From >= 0 && m.From < g.working.Procs && m.To < g.working.Procs &&
		g.working.Home(m.From) == m.Sender && g.working.Home(m.To) == g.w.id
	switch {
	case m.Worker == "" && current:
		g.machine.Receive(m.From, m.To, m.Message)
	case m.Worker == "":
	case current:
		g.machine.Arrive(m.From, m.To, m.Tag, g.receive(m))
	default:
		for i, e := range g.receive(m) {
			g.adopt(i, e)
		}
	}
}

// adopt gives an element to a processor that has nothing to do, or to any, or keeps it until there is a machine. The mutex is held.
func (g *group) adopt(i int, e element) {
	if g.machine == nil {
		g.stray = append(g.stray, e)
		return
	}
	ranks := g.machine.Idle()
	if len(ranks) == 0 {
		ranks = g.working.Ranks(g.w.id)
	}
	rank := ranks[i%len(ranks)]
	for _, r := range ranks {
		if r == g.layout.Root {
			rank = r // the search begins there
		}
	}
	g.machine.Adopt(rank, e)
}

// receive makes elements of pieces that another worker has sent, and asks the coordinator for them. The mutex is held.
func (g *group) receive(m protocol.Mail) (elements []element) {
	if g.taking == mostTaking { // too much is sent; the owner takes the pieces back
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
		g.taking++
		g.going.Go(func() {
			defer close(ready)
			g.take(question, elements)
		})
	}
	return elements
}

// mostTaking is how many questions for pieces may be on their way.
const mostTaking = 1 << 10

// take asks for pieces. All of them are settled when it returns.
func (g *group) take(question protocol.Handover, elements []element) {
	defer func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.taking--
	}()
	data, err := json.Marshal(question)
	if err != nil {
		g.w.stop(err)
		return
	}
	answer, err := g.w.ask(g.w.hard, protocol.Ask{Kind: protocol.Take, Worker: g.w.id}, data)
	if err != nil {
		g.w.stop(err) // nothing is in answer, so all are lost
	}
	books := map[uint64]ledger.Task{}
	for _, task := range answer.Tasks {
		books[task.Branch.Piece()] = task
	}
	var mine []element
	for _, e := range elements {
		task, ok := books[e.held.piece]
		if !ok {
			g.lose(e.held)
			continue
		}
		*e.books = task
		mine = append(mine, e)
		delete(books, e.held.piece) // a second one of the same number is none
	}
	g.accepted(mine)
}

// takeBack takes pieces back that were sent, and that nobody has taken for a while.
func (g *group) takeBack(now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := 0
	for _, h := range g.held {
		if !h.sent.IsZero() && now.Sub(h.sent) > g.w.lease/2 {
			h.sent = time.Time{}
			g.adopt(i, element{task: h.task, held: h})
			i++
		}
	}
}
