package coordinator

import (
	"errors"
	"fmt"
	"time"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/solver/cnf"
	"transat/solver/conquer"
)

// Records of cubes may have a few lemmas for other processors ([ledger.Record.Shared]). The coordinator passes them on to all workers when
// the record is stored: so whatever rests on them comes behind it in the ledger, and in a proof. If records are checked, so are these
// lemmas. If not, they are believed as the refutation of a cube is.

// shared is lemmas on their way to workers.
type shared struct {
	open    bool // there is more than one processor
	waiting []protocol.Lemmas
	room    float64 // bytes that may be told now
	since   time.Duration
}

// spreadRate is how many bytes of lemmas all workers are told in a second, and at once. More are dropped.
const spreadRate = 64 << 10

// openSharing tells workers that there are others to give lemmas to.
func (c *coordinator) openSharing() {
	if s := &c.shared; !s.open && c.given != nil && c.procs() > 1 {
		s.open, s.room, s.since = true, spreadRate, c.clock()
		c.say(protocol.TellSubject(c.cfg.Head.Run, protocol.All), protocol.Tell{Share: true})
	}
}

var errSharedRest = errors.New("lemmas for others of what the given cubes leave out: they rest on the cubes being refuted")

// checkShared returns an error if what a record has for others are no lemmas of the formula.
func (c *coordinator) checkShared(r *ledger.Record) error {
	if len(r.Shared) == 0 {
		return nil
	}
	if _, err := conquer.ReadLemmas(r.Shared, c.variables()); err != nil {
		return fmt.Errorf("the record of piece %d: %w", r.Piece, err)
	}
	if state, ok := c.books.State(r.Piece); ok && c.given != nil && state.Nodes != nil && c.given.OfRest(state.Nodes.List[0].Data) {
		return errSharedRest
	}
	return nil
}

// variables is how many the formula has.
func (c *coordinator) variables() int {
	if c.cfg.Formula == nil {
		return 0
	}
	return c.cfg.Formula.Vars()
}

// share notes the lemmas of a record that was taken just now.
func (c *coordinator) share(a protocol.Ask, hash ledger.Hash, r *ledger.Record) {
	if s := &c.shared; s.open && len(r.Shared) > 0 {
		s.waiting = append(s.waiting, protocol.Lemmas{Worker: a.Worker, Proc: a.Number, Record: hash, List: r.Shared})
	}
}

// spread tells workers the lemmas of records, which are stored now.
func (c *coordinator) spread() {
	s := &c.shared
	if len(s.waiting) == 0 {
		return
	}
	now := c.clock()
	s.room = min(spreadRate, s.room+spreadRate*(now-s.since).Seconds())
	s.since = now
	var told []protocol.Lemmas
	for _, l := range s.waiting {
		if size := float64(len(l.List) + len(l.Worker) + len(l.Record)); size <= s.room {
			told = append(told, l)
			s.room -= size
		}
	}
	s.waiting = nil
	if len(told) > 0 {
		c.say(protocol.TellSubject(c.cfg.Head.Run, protocol.All), protocol.Tell{Lemmas: told})
	}
}

// lemmasOfOthers returns the lemmas of other streams on which a record rests.
func (c *coordinator) lemmasOfOthers(r *ledger.Record) (all [][]cnf.Lit) {
	for _, data := range c.books.Shared(r) {
		if list, err := conquer.ReadLemmas(data, c.variables()); err == nil {
			all = append(all, conquer.SplitLemmas(list)...)
		}
	}
	return all
}
