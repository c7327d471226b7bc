package worker

import (
	"time"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
)

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
