package coordinator

import (
	"cmp"
	"slices"
	"time"

	"transat/cmd/transat/internal/cluster"
)

// rateWindow is how far back the rate of a worker looks.
const rateWindow = 10 * time.Second

// note notes how many nodes a worker has visited.
func (w *member) note(now time.Duration, nodes int64) {
	w.nodes = nodes
	w.seen = append(w.seen, sample{now, nodes})
	for len(w.seen) > 2 && now-w.seen[1].at > rateWindow {
		w.seen = w.seen[1:]
	}
}

// rate returns the nodes a second.
func (w *member) rate() float64 {
	if len(w.seen) < 2 {
		return 0
	}
	first, last := w.seen[0], w.seen[len(w.seen)-1]
	return float64(last.nodes-first.nodes) / max((last.at-first.at).Seconds(), 1e-3)
}

// state says how the run stands.
func (c *coordinator) state() cluster.State {
	t, now := c.books.Totals(), c.clock()
	busy := map[string]int{}
	for _, h := range c.books.Holdings() {
		busy[h.Owner.Worker]++
	}
	s := cluster.State{
		Run: c.cfg.Head.Run, Formula: c.cfg.Head.Name, Since: now, Pieces: t.Pieces, Open: t.Open, Free: c.books.Free(),
		Records: t.Records, Last: c.last, Nodes: t.Stats.Nodes, Closed: t.Closed, Began: c.began(t), Off: c.doubt.Off(cost(t), t.Closed),
		Cubes: c.refuted(), Given: c.listed(), Waiting: len(c.queue.Claims), Workers: []cluster.WorkerState{},
	}
	for id, w := range c.workers { // under a policy, many a piece waits
		s.Workers = append(s.Workers, cluster.WorkerState{
			Worker: id, Host: w.Host, Procs: w.Procs, Busy: min(busy[id], w.Procs), Nodes: w.nodes, Rate: w.rate(), Heard: now - w.heard,
		})
	}
	slices.SortFunc(s.Workers, func(a, b cluster.WorkerState) int {
		return cmp.Or(cmp.Compare(a.Host, b.Host), cmp.Compare(a.Worker, b.Worker))
	})
	return s
}
