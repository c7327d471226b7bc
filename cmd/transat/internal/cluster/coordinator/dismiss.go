package coordinator

import (
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/solver/cnf"
)

// sayEnd tells all workers that it is over.
func (c *coordinator) sayEnd(verdict cnf.Verdict) *cluster.Answer {
	end := &cluster.Answer{Verdict: c.verdict(verdict)}
	c.say(protocol.TellSubject(c.cfg.Head.Run, protocol.All), protocol.Tell{End: end})
	return end
}

// dismiss tells all workers that it is over, and waits a little for them to leave.
func (c *coordinator) dismiss(in *intake, verdict cnf.Verdict) {
	end := c.sayEnd(verdict)
	_ = c.cfg.Conn.FlushTimeout(farewell)
	late, silent := time.After(c.farewell()), time.NewTicker(farewell/4)
	defer silent.Stop()
	for len(c.workers) > 0 {
		select {
		case <-late:
			return
		case <-silent.C: // the dead do not leave
			for id, w := range c.workers {
				if c.clock()-w.heard > c.cfg.Lease {
					delete(c.workers, id)
				}
			}
		case m := <-in.asks:
			in.taken(m)
			if a, ok := protocol.ParseAsk(m.Subject); ok && a.Kind == protocol.Leave {
				if c.workers[a.Worker] != nil {
					c.views.report(a.Worker, m.Data)
				}
				delete(c.workers, a.Worker)
			} else {
				c.say(m.Reply, protocol.Answer{End: end})
			}
		}
	}
	_ = c.cfg.Conn.FlushTimeout(farewell)
}
