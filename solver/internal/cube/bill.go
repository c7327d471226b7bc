package cube

import "time"

// bill is what a given cube has cost so far.
type bill struct {
	open      int // nodes below it, itself included, that are still to be decided
	conflicts int64
	long      time.Duration
}

// worked notes that a child, or the splitter, was at work from then until now.
func (r *run) worked(since time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.busy.Add(since.Sub(r.began), time.Since(r.began), 1)
}

// pay adds to the bill of the given cube that a node is, or lies below, if anyone wants to know: that more nodes are open now, or one less
// since the node is refuted, and what has been spent.
func (r *run) pay(n node, open int, conflicts int64, long time.Duration) {
	if r.cfg.Progress == nil && r.cfg.Refuted == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if open < 0 {
		r.closed += n.share
	}
	if r.cfg.Refuted == nil || r.cfg.Cubes == nil {
		return
	}
	b := r.given[n.place]
	if b == nil {
		b = &bill{open: 1}
		if r.given == nil {
			r.given = map[int]*bill{}
		}
		r.given[n.place] = b
	}
	b.open += open
	b.conflicts += conflicts
	if b.long += long; b.open == 0 {
		delete(r.given, n.place)
		r.cfg.Refuted(n.place, b.conflicts, b.long)
	}
}
