package cube

import (
	"time"

	"transat/solver/internal/cdcl"
)

// bill is what a given cube has cost so far.
type bill struct {
	open      int // nodes below it, itself included, that are still to be decided
	conflicts int64
	long      time.Duration
}

// worked notes that a solver, or the splitter, was at work from then until now.
func (r *run) worked(since time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.busy.Add(since.Sub(r.began), time.Since(r.began), 1)
}

// spotted returns the place of a node in the forecast.
func (r *run) spotted(n *node) *spot {
	if n.spot == nil {
		n.spot = r.forecast.root(*n, 1/float64(max(1, len(r.cfg.Cubes))))
	}
	return n.spot
}

// opened notes the children of a node that was split.
func (r *run) opened(n node, children part) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forecast.split(r.spotted(&n), children)
	r.charge(n, len(children)-1, 0, 0)
}

// pay notes what was spent on a node: open is -1 if it is refuted now.
func (r *run) pay(n *node, open int, what cdcl.CubeResult, long time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forecast.pay(r.spotted(n), cost(what, long), open < 0)
	r.charge(*n, open, what.Conflicts, long)
}

// cost returns the cost of a cube in a forecast.
func cost(r cdcl.CubeResult, long time.Duration) float64 {
	if r.Outside {
		return long.Seconds() * 1e3
	}
	return float64(r.Conflicts)
}

// charge adds to the bill of the given cube that a node is, or lies below: that more nodes are open now, or one less since the node is
// refuted, and what has been spent.
func (r *run) charge(n node, open int, conflicts int64, long time.Duration) {
	if r.cfg.Cubes == nil {
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
		r.refuted++
		if r.cfg.Refuted != nil {
			r.cfg.Refuted(n.place, b.conflicts, b.long)
		}
	}
}
