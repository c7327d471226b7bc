package coordinator

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"

	"transat/balance/foreign"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/store"
	"transat/solver/cnf"
)

// handle answers a question, or holds the answer back until its records are stored.
func (c *coordinator) handle(m *nats.Msg) {
	if protocol.IsStatus(m.Subject) {
		c.say(m.Reply, c.state())
		return
	}
	if worker, ok := protocol.Joining(m.Subject); ok {
		c.join(m, worker)
		return
	}
	a, ok := protocol.ReadAsk(m)
	if !ok {
		c.say(m.Reply, protocol.Answer{Refused: "the question makes no sense"})
		return
	}
	if why, ok := c.banned[a.Worker]; ok {
		c.say(m.Reply, protocol.Answer{Refused: why})
		return
	}
	most := mostProcs
	if w := c.workers[a.Worker]; w != nil {
		w.heard, most = c.clock(), w.Procs
	}
	if a.Kind != protocol.Chunk && c.cfg.Head.Plan == nil && a.Number >= most { // under a plan, numbers are numbers of pieces
		c.ban(m, a, fmt.Errorf("it has no processor %d", a.Number))
		return
	}
	for _, n := range a.For {
		if n >= most || c.cfg.Head.Plan != nil {
			c.ban(m, a, fmt.Errorf("it has no processor %d to give something to", n))
			return
		}
	}
	switch a.Kind {
	case protocol.Chunk:
		c.chunk(m, a)
	case protocol.Claim:
		c.claim(m, a)
	case protocol.Part:
		c.part(m, a)
	case protocol.Record:
		c.record(m, a)
	case protocol.Found:
		c.found(m, a)
	case protocol.Beats:
		c.beat(m, a)
	case protocol.Take:
		c.handover(m, a)
	case protocol.Leave:
		c.books.Leave(a.Worker)
		if w := c.workers[a.Worker]; w != nil {
			c.views.report(a.Worker, m.Data)
			c.gone(a.Worker)
			c.views.change(c.clock())
			if !c.cfg.Alone {
				c.cfg.Log(w.Host + " has left")
			}
		}
	default:
		c.ban(m, a, fmt.Errorf("there are no questions of the kind %q", a.Kind))
	}
}

// later answers a question when the items are stored.
func (c *coordinator) later(m *nats.Msg, what protocol.Answer) {
	c.answers = append(c.answers, answer{m.Reply, what})
}

// ban cuts a worker off.
func (c *coordinator) ban(m *nats.Msg, a protocol.Ask, why error) { c.refuse(m.Reply, a, why) }

// refuse cuts a worker off, and tells it where it waits for an answer.
func (c *coordinator) refuse(reply string, a protocol.Ask, why error) {
	text := why.Error() // of any length: it may quote what the worker has sent
	if len(text) > mostWhy {
		text = text[:mostWhy] + " …"
	}
	c.cfg.Warn(fmt.Errorf("%s is cut off: %s", c.name(a.Worker), text))
	if len(c.banned) >= 2*mostWorkers { // they may come again under other names anyway
		clear(c.banned)
	}
	c.banned[a.Worker] = text
	c.gone(a.Worker)
	c.views.change(c.clock())
	c.books.Leave(a.Worker)
	c.distrust(a.Worker)
	c.say(reply, protocol.Answer{Refused: text})
}

// name is the name of a worker for people.
func (c *coordinator) name(worker string) string {
	if host := c.hosts[worker]; host != "" {
		return host
	}
	return "worker " + foreign.Text(worker)
}

// join takes a worker in, unless it is one that could not do its work.
func (c *coordinator) join(m *nats.Msg, worker string) {
	var h protocol.Hello
	if err := json.Unmarshal(m.Data, &h); err != nil {
		c.say(m.Reply, protocol.Welcome{Refused: "it says nothing that can be understood: " + err.Error()})
		return
	}
	if h.Run != "" && h.Run != c.cfg.Head.Run {
		return // it means another coordinator
	}
	if why, ok := c.banned[worker]; ok {
		c.say(m.Reply, protocol.Welcome{Refused: why})
		return
	}
	if h.Worker != worker {
		c.say(m.Reply, protocol.Welcome{Refused: "it joins under the name of another"})
		return
	}
	why := c.unfit(h)
	if why == "" {
		why = c.full(h)
	}
	if why != "" {
		c.cfg.Log(fmt.Sprintf("%s may not join: %s", foreign.Text(h.Host[:min(len(h.Host), mostHost)]), why))
		c.say(m.Reply, protocol.Welcome{Refused: why})
		return
	}
	c.enter(h, "has joined")
	c.say(m.Reply, protocol.Welcome{
		Run: c.cfg.Head.Run, Head: c.head, Lease: c.cfg.Lease, Cut: c.cfg.Cut, First: c.firstCut(), Share: c.shared.open,
	})
}

const (
	mostProcs   = 1 << 12 // of a worker
	mostOfAll   = 1 << 16 // processors of all workers
	mostWorkers = 1 << 14
	mostHost    = 256     // bytes of the name of a computer
	mostWhy     = 1 << 10 // bytes of the reason why a worker is cut off
)

// full returns the reason if one more worker is too many. Without a limit, anybody with the token could fill the memory of the
// coordinator.
func (c *coordinator) full(h protocol.Hello) string {
	if c.workers[h.Worker] != nil {
		return ""
	}
	procs := h.Procs + c.procs()
	switch {
	case len(c.workers) >= mostWorkers:
		return fmt.Sprintf("the run has %d workers, the most that it can have", mostWorkers)
	case procs > mostOfAll:
		return fmt.Sprintf("with its %s the run would have %d, and can have %d", processors(h.Procs), procs, mostOfAll)
	}
	return ""
}

// procs returns how many processors the workers have.
func (c *coordinator) procs() (procs int) {
	for _, w := range c.workers {
		procs += w.Procs
	}
	return procs
}

// processors counts them: "1 processor", "8 processors".
func processors(n int) string {
	if n == 1 {
		return "1 processor"
	}
	return fmt.Sprintf("%d processors", n)
}

// unfit says why a worker cannot take part, if so.
func (c *coordinator) unfit(h protocol.Hello) string {
	other := c.cfg.Head.SameProblem(c.cfg.Head.Run, h.Problem)
	switch {
	case len(h.Host) > mostHost || len(h.Version) > mostHost || len(h.Run) > mostHost:
		return fmt.Sprintf("it has a name of more than %d bytes", mostHost)
	case h.Protocol != protocol.Protocol:
		return fmt.Sprintf("it speaks protocol %d, and this run %d", h.Protocol, protocol.Protocol)
	case h.Version != c.cfg.Head.Version:
		return fmt.Sprintf("it is version %q of the program, and the run was begun with %q: another version may search another tree",
			h.Version, c.cfg.Head.Version)
	case h.Procs < 1 || h.Procs > mostProcs:
		return fmt.Sprintf("it has %d processors, want 1 to %d", h.Procs, mostProcs)
	case other != nil:
		return other.Error()
	}
	return ""
}

// enter takes a worker in, or hears that it is there. If it was not, how says how it comes.
func (c *coordinator) enter(h protocol.Hello, how string) *member {
	w := c.workers[h.Worker]
	if w == nil {
		c.entries++
		h.Host = foreign.Text(h.Host) // anyone's, and goes into logs
		w = &member{Hello: h, number: c.entries}
		c.workers[h.Worker] = w
		if c.hosts == nil || len(c.hosts) >= 2*mostWorkers {
			c.hosts = map[string]string{}
		}
		if _, again := c.hosts[h.Worker]; !again {
			c.joined++
		}
		c.hosts[h.Worker] = h.Host
		c.openSharing()
		switch {
		case c.cfg.Alone && h.Worker == c.cfg.Own:
			c.cfg.Log("searches with " + processors(h.Procs))
		case h.Worker == c.cfg.Own:
			c.cfg.Log(fmt.Sprintf("this computer, %s, searches with %s", h.Host, processors(h.Procs)))
		default:
			c.cfg.Log(fmt.Sprintf("%s %s with %s", h.Host, how, processors(h.Procs)))
		}
	}
	w.heard = c.clock()
	return w
}

// chunk sends a part of the formula.
func (c *coordinator) chunk(m *nats.Msg, a protocol.Ask) {
	if a.Number >= len(c.chunks) {
		c.ban(m, a, fmt.Errorf("the formula has no chunk %d", a.Number))
		return
	}
	c.say(m.Reply, c.chunks[a.Number])
}

// claim notes that a processor has nothing to do.
func (c *coordinator) claim(m *nats.Msg, a protocol.Ask) {
	c.queue.Add(ledger.Owner{Worker: a.Worker, Proc: a.Number}, m.Reply, c.clock()+claimWait)
}

// record takes a record.
func (c *coordinator) record(m *nats.Msg, a protocol.Ask) {
	hash, r, err := ledger.Decode(m.Data)
	if err != nil {
		c.ban(m, a, fmt.Errorf("a record that cannot be read: %w", err))
		return
	}
	if c.checked != nil && c.drawn(hash) {
		c.check(m, a, hash, r)
		return
	}
	if d := c.inboxes[a.Worker]; d != nil {
		d.pick(r)
	}
	known := c.books.Totals().Records
	c.take(m.Reply, a, hash, r, []store.Item{{Kind: store.Record, Data: m.Data}})
	if c.checked != nil && c.books.Totals().Records > known {
		c.drawing.unchecked[a.Worker] = append(c.drawing.unchecked[a.Worker], hash)
	}
}

// take takes a record into the ledger, and stores it with its parts.
func (c *coordinator) take(reply string, a protocol.Ask, hash ledger.Hash, r *ledger.Record, items []store.Item) {
	if err := errors.Join(c.checkTold(r), c.checkShared(r)); err != nil {
		c.refuse(reply, a, err)
		return
	}
	now, known := c.clock(), c.books.Totals().Records
	err := c.books.Record(c.owner(a, r.Piece), hash, r, now, now+c.cfg.Lease)
	var rubbish *ledger.InvalidError
	switch {
	case errors.As(err, &rubbish):
		c.refuse(reply, a, err)
	case err != nil:
		c.say(reply, protocol.Answer{Lost: true})
	default:
		if c.books.Totals().Records > known {
			c.items = append(c.items, items...)
			c.credit(a.Worker, r, now)
			c.share(a, hash, r)
			c.wonder()
		}
		if len(r.Given) > 0 {
			c.books.Answered(r.Piece)
			c.assign(a, hash, r, now)
		}
		c.answers = append(c.answers, answer{reply, protocol.Answer{}})
	}
}

// checkTold returns an error if the solution of a record is none, or has another value, or if its sum is none.
func (c *coordinator) checkTold(r *ledger.Record) error {
	if r.Tree == nil || c.cfg.Problem == nil {
		return nil
	}
	if sum := r.Tree.Sum; len(sum) > 0 {
		if err := c.cfg.Problem.CheckSum(sum); err != nil {
			return err
		}
	}
	if r.Tree.Best == nil {
		return nil
	}
	return c.cfg.Problem.Check(c.cfg.Head.Order(), *r.Tree.Best)
}

var errGoesOn = errors.New("it says that a solution ends the run, and none does")

// found takes a model, or a solution of the problem, if it is one.
func (c *coordinator) found(m *nats.Msg, a protocol.Ask) {
	if p := c.cfg.Problem; p != nil {
		var told ledger.Best
		err := json.Unmarshal(m.Data, &told)
		switch {
		case err != nil:
		case !p.Ends(c.cfg.Head.Order()):
			err = errGoesOn
		default:
			err = p.Check(c.cfg.Head.Order(), told)
		}
		if err != nil {
			c.ban(m, a, err)
			return
		}
		c.node = told.Node
		c.say(m.Reply, protocol.Answer{})
		c.sayEnd(cnf.Satisfiable)
		return
	}
	model, err := protocol.UnpackModel(m.Data, c.cfg.Formula.Vars())
	if err == nil {
		err = c.cfg.Formula.Check(model)
	}
	if err != nil {
		c.ban(m, a, err)
		return
	}
	c.model = model
	c.say(m.Reply, protocol.Answer{})
	c.sayEnd(cnf.Satisfiable) // no worker has to wait for the store
}

// beat hears that a worker is alive.
func (c *coordinator) beat(m *nats.Msg, a protocol.Ask) {
	var b protocol.Beat
	if err := json.Unmarshal(m.Data, &b); err != nil {
		c.ban(m, a, fmt.Errorf("a beat that cannot be read: %w", err))
		return
	}
	if why := c.unfit(b.Hello); why != "" || b.Worker != a.Worker {
		c.ban(m, a, errors.New("it may not join: "+why))
		return
	}
	if why := c.full(b.Hello); why != "" { // it has done no wrong
		c.say(m.Reply, protocol.Answer{Refused: why})
		return
	}
	w, now := c.enter(b.Hello, "is back"), c.clock()
	if !w.ready {
		w.ready = true
		c.views.change(now)
	}
	w.note(now, b.Nodes)
	var answer protocol.Answer
	if c.told != nil {
		answer.Best = c.told.Told()
	}
	for _, h := range b.Holds {
		if !c.books.Renew(c.owner(protocol.Ask{Worker: a.Worker, Number: h.Proc}, h.Piece), h.Piece, h.After, now, now+c.cfg.Lease) {
			answer.Drop = append(answer.Drop, h.Proc)
			answer.Gone = append(answer.Gone, h.Piece)
		}
	}
	if err := c.views.compare(b, &answer, now); err != nil {
		c.ban(m, a, err)
		return
	}
	c.say(m.Reply, answer)
}
