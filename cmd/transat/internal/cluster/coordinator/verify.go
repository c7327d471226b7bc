package coordinator

import (
	"context"
	"errors"
	"fmt"

	"github.com/klauspost/compress/s2"
	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/referee"
	"transat/cmd/transat/internal/cluster/store"
	"transat/cmd/transat/internal/cluster/wire"
	"transat/dimacs"
	"transat/solver"
)

// With --verify nothing gets into the books or the store that a referee has not checked:
//
//	part    ──▶ desk of the worker
//	record  ──▶ does it fit? ──▶ referees, each on a goroutine ──▶ books, store ──▶ answer
//	                                      └──▶ wrong: the worker is cut off
//
// A worker waits for the answer to its last record before it sends the next one, and searches on meanwhile. If the referees are behind, its letter
// box fills, and it waits. What lies on a desk is lost with the coordinator. Then the record is, too, and the piece is searched again from the one before.

// desk has what a worker has sent and not recorded yet.
type desk struct {
	parts   map[ledger.Hash][]byte
	bytes   int
	records map[int]*job // being checked, by number of the question
}

// job is a record to be checked.
type job struct {
	ask    wire.Ask
	reply  string
	hash   ledger.Hash
	record *ledger.Record
	state  solver.Branch // that it goes on from
	items  []store.Item  // parts and record
	err    error         // what the referee says
}

// mostParts is how many parts of full size may lie on a desk for each processor of the worker. One that follows the rules has hand.MostParts, and those
// that a batch of its search brings.
const mostParts = 64

// How much may lie on one desk, and on all together, whatever number of processors workers claim to have.
const (
	mostOnDesk  = 1 << 30
	mostOnDesks = 2 << 30
)

// deskOf returns the desk of a worker.
func (c *coordinator) deskOf(worker string) *desk {
	d := c.desks[worker]
	if d == nil {
		d = &desk{parts: map[ledger.Hash][]byte{}, records: map[int]*job{}}
		c.desks[worker] = d
	}
	return d
}

// onDesks returns how many bytes lie on all desks.
func (c *coordinator) onDesks() (bytes int) {
	for _, d := range c.desks {
		bytes += d.bytes
	}
	return bytes
}

// part takes a part of the proof.
func (c *coordinator) part(m *nats.Msg, a wire.Ask) {
	n, err := s2.DecodedLen(m.Data)
	w := c.workers[a.Worker]
	switch {
	case err != nil || n < 1 || n > ledger.MostBytes:
		c.ban(m, a, fmt.Errorf("a part of a proof that is not compressed, or of more than %d bytes", ledger.MostBytes))
		return
	case c.cfg.Head.Proof == "":
		c.ban(m, a, errors.New("a part of a proof, and none is wanted"))
		return
	case c.checked == nil:
		c.items = append(c.items, store.Item{Kind: store.Part, Data: m.Data})
		c.later(m, wire.Answer{})
		return
	case w == nil: // which will say that it is there
		c.say(m.Reply, wire.Answer{Again: "the worker is not known"})
		return
	}
	d := c.deskOf(a.Worker)
	hash := ledger.Sum(m.Data)
	if _, ok := d.parts[hash]; !ok {
		if c.onDesks()+len(m.Data) > mostOnDesks {
			c.say(m.Reply, wire.Answer{Again: "too much is waiting for its record"})
			return
		}
		d.parts[hash] = m.Data
		d.bytes += len(m.Data)
	}
	if d.bytes > min(w.Procs*mostParts*ledger.MostBytes, mostOnDesk) {
		c.ban(m, a, fmt.Errorf("%d bytes of proofs, and no record of them", d.bytes))
		return
	}
	c.say(m.Reply, wire.Answer{})
}

// check has a record checked. Parts that are not on the desk were lost with another coordinator.
func (c *coordinator) check(m *nats.Msg, a wire.Ask, hash ledger.Hash, r *ledger.Record) {
	d := c.deskOf(a.Worker)
	if other := d.records[a.Number]; other != nil {
		if other.hash == hash { // it asks again
			other.reply = m.Reply
		} else {
			c.say(m.Reply, wire.Answer{Again: "the record before it is being checked"})
		}
		return
	}
	state, known, err := c.books.Examine(c.owner(a, r.Piece), hash, r)
	if known || err != nil {
		c.take(m.Reply, a, hash, r, []store.Item{{Kind: store.Record, Data: m.Data}})
		return
	}
	j := &job{ask: a, reply: m.Reply, hash: hash, record: r, state: state}
	for _, p := range r.Parts {
		data, ok := d.parts[p.Hash]
		if !ok {
			c.say(m.Reply, wire.Answer{Lost: true})
			return
		}
		j.items = append(j.items, store.Item{Kind: store.Part, Data: data})
	}
	j.items = append(j.items, store.Item{Kind: store.Record, Data: m.Data})
	select {
	case c.jobs <- j:
		d.records[a.Number] = j
	default:
		c.say(m.Reply, wire.Answer{Again: "too much is being checked"})
	}
}

// judged takes a record that was checked.
func (c *coordinator) judged(j *job) {
	if d := c.desks[j.ask.Worker]; d != nil && d.records[j.ask.Number] == j {
		delete(d.records, j.ask.Number)
		for _, p := range j.record.Parts {
			d.bytes -= len(d.parts[p.Hash])
			delete(d.parts, p.Hash)
		}
	}
	if why, ok := c.banned[j.ask.Worker]; ok {
		c.say(j.reply, wire.Answer{Refused: why})
		return
	}
	if j.err != nil {
		c.refuse(j.reply, j.ask, j.err)
		return
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

// referees starts as many as are wanted, until ctx ends. What keeps one from beginning goes to failed.
func (c *coordinator) referees(ctx context.Context, failed func(error)) {
	if !c.cfg.Head.Verify {
		return
	}
	c.jobs, c.checked = make(chan *job, mostJobs), make(chan *job)
	for range max(1, c.cfg.Referees) {
		go func() {
			if err := c.judge(ctx); err != nil && ctx.Err() == nil {
				failed(fmt.Errorf("verifying: %w", err))
			}
		}()
	}
}

// judge checks records until ctx ends.
func (c *coordinator) judge(ctx context.Context) error {
	r, err := referee.New(ctx, c.cfg.Formula, c.cfg.Head.Rule, dimacs.ProofFormat(c.cfg.Head.Proof))
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
				err = r.Check(ctx, j.state, j.record, text)
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
