package cdcl

import "math"

// schedule decides when the search restarts, and when it changes its mode.
//
// In focused mode it restarts when recent learned clauses have more levels than the average: the search then learns
// little where it is (Glucose). In stable mode restarts follow the reluctant doubling sequence 1 1 2 1 1 2 4 …, times
// restartEvery conflicts.
type schedule struct {
	stable   bool
	conflict bool // the last propagation ended in a conflict
	fast     mean // of LBDs
	slow     mean
	next     int64 // no restart before this number of conflicts

	doubling doubling

	changeAt      int64 // conflicts (first change) or work (later ones) at which the mode changes
	changes       int64
	quantum       int64 // work of the first phase
	reduceAt      int64 // conflicts
	reductions    int64
	vivifyAt      int64 // conflicts
	vivifications int64
}

const (
	firstFocus   = 1000 // conflicts
	leastRestart = 2    // conflicts between two restarts
	margin       = 1.10 // recent LBDs must exceed the average by this factor
	restartEvery = 1024 // in stable mode
	reduceEvery  = 300  // conflicts, times the root of the number of reductions
)

func newSchedule() schedule {
	return schedule{fast: mean{window: 33}, slow: mean{window: 1e5}, changeAt: firstFocus, vivifyAt: vivifyInterval, reduceAt: reduceEvery}
}

// mean is a moving average. It begins as a plain one, so that the first values do not dominate.
type mean struct{ value, window, count float64 }

func (m *mean) add(x float64) {
	m.count = min(m.count+1, m.window)
	m.value += (x - m.value) / m.count
}

// learned records the LBD of a learned clause. The averages are those of focused mode: clauses of stable mode have other numbers of levels,
// and with them it would restart a tenth as often.
func (p *schedule) learned(lbd int) {
	if p.stable {
		return
	}
	p.fast.add(float64(lbd))
	p.slow.add(float64(lbd))
}

// doubling is Knuth's reluctant doubling.
type doubling struct{ u, v, left int64 }

func (d *doubling) begin() { *d = doubling{1, 1, restartEvery} }

// tick counts a conflict, and reports whether it is time to restart.
func (d *doubling) tick() bool {
	if d.left--; d.left > 0 {
		return false
	}
	if d.u&-d.u == d.v {
		d.u, d.v = d.u+1, 1
	} else {
		d.v *= 2
	}
	d.left = d.v * restartEvery
	return true
}

// restarts reports whether it is time to restart. It is asked once after every conflict.
func (s *Solver) restarts() bool {
	p := &s.schedule
	if p.stable {
		return p.doubling.tick()
	}
	return s.stats.Conflicts >= p.next && p.fast.value > margin*p.slow.value
}

// restart backtracks to the first decision that the search would make differently now.
func (s *Solver) restart() {
	s.stats.Restarts++
	s.backtrack(s.reusable())
	s.schedule.next = s.stats.Conflicts + leastRestart
}

// changeMode switches between focused and stable mode when it is time. The first period is counted in conflicts, the
// others in work. Both modes get equal shares, and the focused one has its share of each pair of periods first: it refutes faster.
// The lengths grow as in Kissat, n·log⁴(n+9) for pair n.
func (s *Solver) changeMode() {
	p := &s.schedule
	clock := s.stats.Work
	if p.changes == 0 {
		clock = s.stats.Conflicts
	}
	if clock < p.changeAt {
		return
	}
	if p.changes == 0 {
		p.quantum = max(s.stats.Work, 1)
	}
	p.changes++
	pair := float64(p.changes/2 + 1)
	log := math.Log10(pair + 9)
	length := float64(p.quantum) * pair * log * log * log * log
	p.changeAt = s.stats.Work + int64(math.Min(length, math.MaxInt64/4))
	s.backtrack(0)
	p.stable = !p.stable
	s.queue.search = s.queue.last // only the one in use is kept up to date
	if p.stable {
		for v := s.queue.last; v != 0; v = s.queue.links[v].before {
			s.heap.insert(v)
		}
		p.doubling.begin()
		s.phases.targetSize = 0
	}
	p.next = s.stats.Conflicts + leastRestart
}
