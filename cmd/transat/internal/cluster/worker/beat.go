package worker

import (
	"encoding/json"
	"time"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
)

// beatsPerLease is how often a worker says within a lease that it is alive.
const beatsPerLease = 4

// beat tells the coordinator several times a lease that the worker is alive.
func (w *worker) beat(over <-chan struct{}) {
	tick := time.NewTicker(w.lease / beatsPerLease)
	defer tick.Stop()
	for {
		if w.group != nil {
			w.beatGroup()
		} else {
			w.beatProcs()
		}
		select {
		case <-over:
			return
		case <-w.hard.Done():
			return
		case <-tick.C:
		}
	}
}

// beatGroup is a beat of a group.
func (w *worker) beatGroup() {
	for _, b := range w.group.beats(time.Now()) {
		data, err := json.Marshal(protocol.Beat{Hello: w.hello(), Nodes: w.group.nodes(), Holds: b.Holds, View: b.View, Missed: b.Missed})
		if err == nil {
			var answer protocol.Answer
			if answer, err = w.ask(w.hard, protocol.Ask{Kind: protocol.Beats, Worker: w.id}, data); err == nil {
				w.group.answered(b, answer)
			}
		}
		if err != nil {
			w.stop(err)
		}
	}
}

// beatProcs is a beat of processors that ask for themselves.
func (w *worker) beatProcs() {
	b := protocol.Beat{Hello: w.hello()}
	for _, p := range w.procs {
		b.Nodes += p.nodes.Load()
		if h := p.holding(); h != nil {
			b.Holds = append(b.Holds, *h)
		}
	}
	data, err := json.Marshal(b)
	if err == nil {
		var answer protocol.Answer
		answer, err = w.ask(w.hard, protocol.Ask{Kind: protocol.Beats, Worker: w.id}, data)
		for _, number := range answer.Drop {
			for _, h := range b.Holds {
				if h.Proc == number && number < len(w.procs) {
					w.procs[number].lose(h)
				}
			}
		}
	}
	if err != nil {
		w.stop(err)
	}
}

// beat is a beat of a group, and what the group needs to understand the answer.
type beat struct {
	protocol.Beat
	held map[uint64]*holding
}

// mostHolds is how many pieces a beat names: it has to fit into a message.
const mostHolds = 4096

// beats returns the next beats: one, or more if there are very many pieces.
func (g *group) beats(now time.Time) (beats []*beat) {
	g.takeBack(now)
	nodes := g.nodes()
	g.mu.Lock()
	defer g.mu.Unlock()
	add := func() *beat {
		b := &beat{Beat: protocol.Beat{Hello: g.w.hello(), Nodes: nodes, Missed: g.missed}, held: map[uint64]*holding{}}
		if g.view != nil {
			b.View = g.view.Number
		}
		beats = append(beats, b)
		return b
	}
	b := add()
	for _, h := range g.held {
		if !h.known || h.lost.Load() {
			continue
		}
		if len(b.Holds) == mostHolds {
			b = add()
		}
		b.Holds = append(b.Holds, protocol.Hold{Piece: h.piece, After: h.after})
		b.held[h.piece] = h
	}
	return beats
}

// answered takes the answer to a beat: a view, and pieces that belong to others. A piece of which a record was taken since the beat
// was made is still the worker's.
func (g *group) answered(b *beat, a protocol.Answer) {
	g.see(a.View)
	said := make(map[uint64]ledger.Hash, len(b.Holds))
	for _, h := range b.Holds {
		said[h.Piece] = h.After
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, piece := range a.Gone {
		h := b.held[piece]
		if h == nil || h.after != said[piece] || g.held[piece] != h {
			continue
		}
		h.lost.Store(true)
		delete(g.held, piece)
	}
}
