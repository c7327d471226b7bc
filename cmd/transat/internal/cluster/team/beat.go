package team

import (
	"time"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
)

// Beat is what a team says in a beat, and what it needs to understand the answer.
type Beat struct {
	View   uint64
	Missed bool
	Holds  []protocol.Hold
	held   map[uint64]*holding
}

// mostHolds is how many pieces a beat names: it has to fit into a message.
const mostHolds = 4096

// Beats returns what is to be said in the next beats: one, or more if there are very many pieces.
func (t *Team) Beats(now time.Time) (beats []*Beat) {
	t.takeBack(now)
	t.mu.Lock()
	defer t.mu.Unlock()
	add := func() *Beat {
		b := &Beat{Missed: t.missed, held: map[uint64]*holding{}}
		if t.view != nil {
			b.View = t.view.Number
		}
		beats = append(beats, b)
		return b
	}
	b := add()
	for _, h := range t.held {
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

// Answered takes the answer to a beat: a view, and pieces that are another's. Those of which a record was taken since the beat
// was made are not.
func (t *Team) Answered(b *Beat, a protocol.Answer) {
	t.See(a.View)
	said := make(map[uint64]ledger.Hash, len(b.Holds))
	for _, h := range b.Holds {
		said[h.Piece] = h.After
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, piece := range a.Gone {
		h := b.held[piece]
		if h == nil || h.after != said[piece] || t.held[piece] != h {
			continue
		}
		h.lost.Store(true)
		delete(t.held, piece)
	}
}
