package coordinator

import (
	"fmt"
	"time"

	"transat/cmd/transat/internal/cluster/protocol"
)

// A worker that is killed is silent, as one that is slow: only its lease says that it is gone. But the system closes its connection at
// once, and a server of our own tells of that. Since a connection may break, too, and a worker connects again within a fraction of a
// second, its pieces wait for that. If it does come later, its records are refused, as after a lease.

// Connection says that a connection of a worker has opened or closed.
type Connection struct {
	Worker string
	Open   bool
}

// reconnects is how long a worker whose connection has closed has to connect again.
const reconnects = 1500 * time.Millisecond

// connected notes a connection.
func (c *coordinator) connected(m Connection) {
	change := -1
	if m.Open {
		change = 1
	}
	if c.open[m.Worker] += change; c.open[m.Worker] <= 0 { // one may have opened before the server was watched
		delete(c.open, m.Worker)
	}
	w := c.workers[m.Worker]
	switch {
	case w == nil:
	case c.open[m.Worker] > 0:
		w.closed = 0
	default:
		w.closed = max(c.clock(), 1)
	}
}

// parted takes pieces away from workers whose connection has closed.
func (c *coordinator) parted(now time.Duration) {
	for id, w := range c.workers {
		if w.closed == 0 || now-w.closed < min(reconnects, c.cfg.Lease) {
			continue
		}
		c.cfg.Log(fmt.Sprintf("%s is gone: its connection has closed, and its work is for others", c.name(id)))
		c.books.Leave(id)
		c.gone(id)
		c.views.change(now)
	}
}

// gone forgets a worker. Should it be there after all, it claims again.
func (c *coordinator) gone(worker string) {
	delete(c.workers, worker)
	delete(c.inboxes, worker)
	c.streams.gone(worker)
	for _, claim := range c.queue.Leave(worker) {
		c.say(claim.Reply, protocol.Answer{})
	}
}

// grace makes up for a time in which nobody could be heard.
func (c *coordinator) grace(took time.Duration) {
	c.books.Grace(took)
	for _, w := range c.workers {
		w.heard += took
		if w.closed > 0 {
			w.closed += took
		}
	}
}

// expire takes pieces away from owners that have been silent for a lease.
func (c *coordinator) expire(now time.Duration) {
	lost := map[string]int{}
	for _, o := range c.books.Expire(now) {
		if c.views == nil {
			c.cfg.Log(fmt.Sprintf("processor %d of %s has not been heard of: its piece is for others", o.Proc, c.name(o.Worker)))
		}
		lost[c.name(o.Worker)]++
	}
	if c.views != nil {
		for name, n := range lost {
			c.cfg.Log(fmt.Sprintf("%s has not been heard of, or not of all that it had: %s for others", name, counted(n, "piece")))
		}
	}
}
