package coordinator

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/klauspost/compress/s2"
	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/store"
	"transat/cmd/transat/internal/cluster/verify"
	"transat/dimacs"
	"transat/solver/cnf"
)

// With --verify nothing gets into the ledger or the store that a verifier has not checked:
//
//	part    ──▶ inbox of the worker
//	record  ──▶ does it fit? ──▶ verifiers, each on a goroutine ──▶ ledger, store ──▶ answer
//	                                      └──▶ wrong: the worker is cut off
//
// A worker waits for the answer to its last record before it sends the next one, and searches on meanwhile. If the verifiers are
// behind, its queue fills, and it waits. If the coordinator dies, the inboxes are lost, and with them their records; the pieces are
// searched again from the records before.

// inbox has the parts and records that a worker has sent and that are not in the ledger yet.
type inbox struct {
	parts   map[ledger.Hash]part
	bytes   int          // of the parts, and partCost for each
	records map[int]*job // being checked, by number of the question
}

// part is one of a proof. Without --verify its data is in the store.
type part struct {
	size int
	data []byte
}

// job is a record to be checked.
type job struct {
	ask    protocol.Ask
	reply  string
	hash   ledger.Hash
	record *ledger.Record
	state  ledger.Branch // that it goes on from
	items  []store.Item  // parts and record
	stream *stream       // that the record goes on with, in a tree of cubes
	others [][]cnf.Lit   // lemmas of other streams on which it rests
	known  *ledger.Best  // the best solution in the ledger and the record, of a problem
	took   time.Duration // since its worker got the piece, or has last recorded something of it
	err    error         // of the verifier
}

// How much may lie in inboxes. A worker may have mostParts parts of full size for each processor, up to trustProcs processors, and
// as many bytes more as it has recorded; an honest one has worker.MostParts parts, and the parts of one batch of its search.
// Workers that have recorded nothing have less in all. If there is too much, the coordinator drops the parts of the fullest inbox:
// records that name them are searched again.
const (
	mostParts     = 16
	trustProcs    = 16
	mostInInbox   = 1 << 30
	mostInInboxes = 3 << 29
	mostUnproven  = trustProcs * mostParts * ledger.MostBytes // in all inboxes of workers that have recorded nothing
	partCost      = 256                                       // bytes, besides its own, that it costs to know of a part
)

// budget is how much may lie in the inbox of a worker.
func (w *member) budget() int {
	return min(min(w.Procs, trustProcs)*mostParts*ledger.MostBytes+w.proven, mostInInbox)
}

// inboxOf returns the inbox of a worker.
func (c *coordinator) inboxOf(worker string) *inbox {
	d := c.inboxes[worker]
	if d == nil {
		d = &inbox{parts: map[ledger.Hash]part{}, records: map[int]*job{}}
		c.inboxes[worker] = d
	}
	return d
}

// put puts a part into the inbox of a worker, and drops others if there are too many.
func (c *coordinator) put(w *member, hash ledger.Hash, p part) {
	d := c.inboxOf(w.Worker)
	if _, ok := d.parts[hash]; ok {
		return
	}
	if d.bytes+p.size+partCost > w.budget() {
		d.clear()
	}
	d.parts[hash] = p
	d.bytes += p.size + partCost
	c.clear(mostUnproven, func(w *member) bool { return w == nil || w.proven == 0 })
	c.clear(mostInInboxes, func(*member) bool { return true })
}

// clear drops the parts of the fullest inboxes of some workers, until these have at most that many bytes.
func (c *coordinator) clear(most int, which func(*member) bool) {
	for {
		all, largest := 0, (*inbox)(nil)
		for id, d := range c.inboxes {
			if !which(c.workers[id]) {
				continue
			}
			all += d.bytes
			if largest == nil || d.bytes > largest.bytes {
				largest = d
			}
		}
		if all <= most || largest == nil {
			return
		}
		largest.clear()
	}
}

// clear drops all parts.
func (d *inbox) clear() { d.parts, d.bytes = map[ledger.Hash]part{}, 0 }

// pick takes the parts of a record from an inbox.
func (d *inbox) pick(r *ledger.Record) {
	for _, p := range r.Parts {
		if there, ok := d.parts[p.Hash]; ok {
			d.bytes -= there.size + partCost
			delete(d.parts, p.Hash)
		}
	}
}

// part takes a part of the proof.
func (c *coordinator) part(m *nats.Msg, a protocol.Ask) {
	n, err := s2.DecodedLen(m.Data)
	w := c.workers[a.Worker]
	switch {
	case err != nil || n < 1 || n > ledger.MostBytes:
		c.ban(m, a, fmt.Errorf("a part of a proof that is not compressed, or of more than %d bytes", ledger.MostBytes))
		return
	case c.cfg.Head.Proof == "":
		c.ban(m, a, errors.New("a part of a proof, and none is wanted"))
		return
	case w == nil: // which will say that it is there
		c.say(m.Reply, protocol.Answer{Again: "the worker is not known"})
		return
	case c.checked == nil:
		c.store(m, a, w)
		return
	}
	c.put(w, ledger.Sum(m.Data), part{len(m.Data), m.Data})
	c.say(m.Reply, protocol.Answer{})
}

// store stores a part of a run that is not verified. The store deletes nothing, so a worker that sends much more than it records is
// cut off.
func (c *coordinator) store(m *nats.Msg, a protocol.Ask, w *member) {
	d := c.inboxOf(a.Worker)
	hash := ledger.Sum(m.Data)
	if _, ok := d.parts[hash]; !ok {
		d.parts[hash] = part{size: len(m.Data)}
		if d.bytes += len(m.Data) + partCost; d.bytes > min(w.Procs*storedParts*ledger.MostBytes+w.proven, mostInInbox) {
			c.ban(m, a, fmt.Errorf("%d bytes of proofs, and no record of them", d.bytes))
			return
		}
	}
	c.items = append(c.items, store.Item{Kind: store.Part, Data: m.Data})
	c.later(m, protocol.Answer{})
}

// storedParts is how many parts of full size a worker may have stored for each processor, and not recorded.
const storedParts = 64

// check has a record checked. Parts that are not in the inbox were lost with another coordinator.
func (c *coordinator) check(m *nats.Msg, a protocol.Ask, hash ledger.Hash, r *ledger.Record) {
	d := c.inboxOf(a.Worker)
	if other := d.records[a.Number]; other != nil {
		if other.hash == hash { // it asks again
			other.reply = m.Reply
		} else {
			c.say(m.Reply, protocol.Answer{Again: "the record before it is being checked"})
		}
		return
	}
	state, known, err := c.books.Examine(c.owner(a, r.Piece), hash, r)
	if known || err != nil {
		c.take(m.Reply, a, hash, r, []store.Item{{Kind: store.Record, Data: m.Data}})
		return
	}
	j := &job{
		ask: a, reply: m.Reply, hash: hash, record: r, state: state, others: c.lemmasOfOthers(r), took: c.clock() - c.books.Since(r.Piece),
	}
	for _, p := range r.Parts {
		there, ok := d.parts[p.Hash]
		if !ok {
			c.say(m.Reply, protocol.Answer{Lost: true})
			return
		}
		j.items = append(j.items, store.Item{Kind: store.Part, Data: there.data})
	}
	j.items = append(j.items, store.Item{Kind: store.Record, Data: m.Data})
	if j.stream = c.stream(a, r, state); c.cfg.Head.Cubes != nil && j.stream == nil { // it was lost with another coordinator
		c.say(m.Reply, protocol.Answer{Lost: true})
		return
	}
	if j.known = c.books.Totals().Best; r.Tree != nil && r.Tree.Best != nil && r.Tree.Best.Above(j.known) {
		j.known = r.Tree.Best
	}
	c.touch(a, r)
	select {
	case c.jobs <- j:
		d.records[a.Number] = j
		c.streams.move(r.Stream, j)
	default:
		c.say(m.Reply, protocol.Answer{Again: "too much is being checked"})
	}
}

// verified takes a record that was checked.
func (c *coordinator) verified(j *job) {
	d := c.inboxes[j.ask.Worker]
	there := d != nil && d.records[j.ask.Number] == j
	if there {
		delete(d.records, j.ask.Number)
		d.pick(j.record)
	}
	if why, ok := c.banned[j.ask.Worker]; ok {
		c.say(j.reply, protocol.Answer{Refused: why})
		return
	}
	if j.err != nil {
		c.refuse(j.reply, j.ask, j.err)
		return
	}
	if c.right++; there { // else the worker has gone, and nothing would ever take the stream away
		c.streams.settle(j)
	}
	if c.cfg.Head.Drop {
		j.items = j.items[len(j.items)-1:]
	}
	c.take(j.reply, j.ask, j.hash, j.record, j.items)
}

// text returns the proof of a record.
func (j *job) text() ([]byte, error) {
	var text []byte
	for i, p := range j.record.Parts {
		raw, err := s2.Decode(nil, j.items[i].Data)
		if err != nil || int64(len(raw)) != p.Bytes {
			return nil, fmt.Errorf("a part of its proof has %d bytes, want %d (%v)", len(raw), p.Bytes, err)
		}
		text = append(text, raw...)
	}
	return text, nil
}

const mostJobs = 1 << 12

// verifiers starts the verifiers, which end with ctx. failed gets the error of one that cannot begin.
func (c *coordinator) verifiers(ctx context.Context, failed func(error)) {
	if !c.cfg.Head.Verify {
		return
	}
	c.jobs, c.checked = make(chan *job, mostJobs), make(chan *job)
	for range max(1, c.cfg.Verifiers) {
		go func() {
			if err := c.verify(ctx); err != nil && ctx.Err() == nil {
				failed(fmt.Errorf("verifying: %w", err))
			}
		}()
	}
}

// verify checks records until ctx ends.
func (c *coordinator) verify(ctx context.Context) error {
	check, err := c.verifier(ctx)
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case j := <-c.jobs:
			text, err := j.text()
			if err == nil {
				err = check(j, text)
			}
			j.err = err
			select {
			case <-ctx.Done():
				return nil
			case c.checked <- j:
			}
		}
	}
}

// verifier makes a verifier: a function that checks a record with the text of its proof.
func (c *coordinator) verifier(ctx context.Context) (check func(*job, []byte) error, err error) {
	if p := c.cfg.Problem; p != nil {
		s, err := p.Searcher(c.cfg.Head.Order())
		return func(j *job, _ []byte) error { return recount(ctx, s, j) }, err
	}
	format := dimacs.ProofFormat(c.cfg.Head.Proof)
	if c.cfg.Head.Cubes != nil {
		v := verify.NewCubes(c.given, c.cfg.Head.Cubes.Splitting(c.cfg.Head.Rule), format)
		return func(j *job, text []byte) error {
			lemmas := j.stream.get(c.given)
			if err := lemmas.Shown(j.others); err != nil {
				return err
			}
			return v.Check(ctx, lemmas, j.state, j.record, text)
		}, nil
	}
	v, err := verify.New(ctx, c.cfg.Formula, c.cfg.Head.Rule, format)
	return func(j *job, text []byte) error { return v.Check(ctx, j.state.Branch, j.record, text) }, err
}
