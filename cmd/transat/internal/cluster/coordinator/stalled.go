package coordinator

import (
	"fmt"
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
)

// A worker that says that it is alive keeps its pieces, and might do nothing else. So while others wait, a piece is taken away if
// nothing of it is recorded for the time of several records, and its owner is served last for a while. If the owner was honest and
// a node takes that long, the next owner has twice the time.

// The order in which waiting workers are served.
const (
	provenRank  = iota // a record of it was taken
	unknownRank        // it has not recorded anything yet
	slowRank           // a piece was taken from it
)

const (
	stallCuts   = 4  // pieces are taken away if nothing is recorded for that many times the time between two records, and a lease
	slowPeriods = 10 // that many times as long others come first
	leastStall  = time.Second
	mostStalls  = 20 // the time does not grow any more then
)

// rank says when a worker is served.
func (c *coordinator) rank(worker string) int {
	w := c.workers[worker]
	switch {
	case w != nil && c.clock() < w.slow:
		return slowRank
	case w != nil && w.proven > 0:
		return provenRank
	}
	return unknownRank
}

// stalled takes pieces away of which nothing is recorded.
func (c *coordinator) stalled(now time.Duration) {
	if now-c.looked < c.cfg.Lease/2 {
		return
	}
	c.looked = now
	waiting := map[string]bool{}
	for _, claim := range c.queue.Claims {
		if c.rank(claim.Owner.Worker) != slowRank {
			waiting[claim.Owner.Worker] = true
		}
	}
	if len(waiting) == 0 {
		return
	}
	limit := stallCuts*max(c.cfg.Cut, leastStall) + c.cfg.Lease
	lost := map[string]int{}
	for _, h := range c.books.Holdings() {
		since, id := h.Since, h.Owner.Worker
		w := c.workers[id]
		if w != nil && c.views != nil { // most of its pieces wait, as the policy wants it
			since = max(since, w.recorded)
		}
		if now-since <= limit<<min(h.Stalls, mostStalls) || waiting[id] && len(waiting) == 1 {
			continue
		}
		c.books.Stall(h.Piece)
		lost[id]++
		if w != nil {
			w.slow = now + slowPeriods*limit
		}
	}
	for id, n := range lost {
		c.views.change(now) // which is without it
		c.cfg.Log(fmt.Sprintf("%s says that it is alive, and records nothing: %s for others", c.name(id), counted(n, "piece")))
	}
}

// credit notes a record that was taken.
func (c *coordinator) credit(worker string, r *ledger.Record, now time.Duration) {
	w := c.workers[worker]
	if w == nil || r.Stats.Nodes == 0 {
		return
	}
	w.recorded, w.slow = now, 0
	w.proven++
	for _, p := range r.Parts {
		w.proven = min(w.proven+int(p.Bytes), mostInInbox)
	}
}

// touch notes that a record waits to be checked, so that its owner does not seem idle meanwhile.
func (c *coordinator) touch(a protocol.Ask, r *ledger.Record) {
	if r.Stats.Nodes == 0 {
		return
	}
	now := c.clock()
	c.books.Touch(c.owner(a, r.Piece), r.Piece, now)
	if w := c.workers[a.Worker]; w != nil {
		w.recorded = max(w.recorded, now)
	}
}

// mostFirst is how many records of first stretches may come in a second.
const mostFirst = 200

// firstCut returns how long the first stretches of a worker are: short, so that people soon see how far the search is.
func (c *coordinator) firstCut() time.Duration {
	procs := 0
	for _, w := range c.workers {
		procs += w.Procs
	}
	return max(cluster.FirstCut, time.Duration(procs)*time.Second/mostFirst)
}
