package coordinator

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"transat/cmd/transat/internal/cluster/protocol"
)

// flush stores the new items, however long that takes, and then answers.
func (c *coordinator) flush(ctx context.Context) error {
	began, warned := c.clock(), false
	for len(c.items) > 0 {
		limited, cancel := context.WithTimeout(ctx, storeWait)
		err := c.cfg.Store.Write(limited, c.items)
		cancel()
		if err == nil {
			c.items, c.stored = nil, c.books.Totals()
			break
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := c.stuck(err); !warned {
			c.cfg.Warn(err)
			warned = true
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(storePause):
		}
	}
	if warned {
		_ = c.stuck(nil)
		c.cfg.Log("the store takes again what is to be kept")
	}
	if took := c.clock() - began; took > c.cfg.Lease/4 {
		c.grace(took)
	}
	for _, a := range c.answers {
		c.say(a.to, a.data)
	}
	c.answers = nil
	return nil
}

// stuck hears that the store does not take something, or with nil that it does again, and returns that for people.
func (c *coordinator) stuck(err error) error {
	if c.cfg.Stuck != nil {
		err = c.cfg.Stuck(err)
	}
	return fmt.Errorf("the store does not take what is to be kept; %w", err)
}

const (
	storeWait  = 10 * time.Second
	storePause = 500 * time.Millisecond
)

// say publishes. That it may get lost is expected of it.
func (c *coordinator) say(subject string, what any) {
	data, ok := what.([]byte)
	if !ok {
		var err error
		if data, err = json.Marshal(what); err != nil {
			c.cfg.Warn(err)
			return
		}
	}
	if subject != "" {
		_ = c.cfg.Conn.Publish(subject, data)
	}
}

// lend gives pieces to the processors that wait, and asks others to give some away if there are too few.
func (c *coordinator) lend() {
	now := c.clock()
	if now < c.holdOff {
		return
	}
	if c.views != nil {
		c.adopt(now)
		return
	}
	for _, g := range c.queue.Lend(c.books, now, now+c.cfg.Lease) {
		c.say(g.Claim.Reply, protocol.Answer{Task: &g.Task})
	}
	for _, r := range c.queue.Ask(c.books, now, askPause) {
		c.say(protocol.TellSubject(c.cfg.Head.Run, r.Owner.Worker),
			protocol.Tell{Give: []protocol.Give{{Proc: r.Owner.Proc, Piece: r.Piece, Count: r.Count}}})
	}
}
