package cube

import "math"

// A formula that look-ahead splits badly may be easy for clause learning as a whole, and no cube tells that: of sorters of 9 numbers, a
// branch of 10,000 conflicts costs about as much however it is split, but all cubes together take 13 times the conflicts that the formula
// takes alone. So a run that turns out long tries the formula as a whole now and then. That goes on with what was learned so far, and what
// it learns helps the cubes:
//
//	conflicts  0 ──── 1 ───── 2.1 ─────────── 4.5 ───────────────────────── 9.6 million
//	                  ▲        ▲               ▲                             ▲  the whole, for a sixteenth of all so far
//
// All tries together take at most an eighth of what the cubes take. Going over to another splitter was tried, too: see cube-numbers.md.

// whole says when.
type whole struct {
	next  int64   // conflicts after which it is tried again
	share float64 // for one in that many of all so far
}

const (
	firstWhole = 1 << 20 // conflicts before the first time
	wholeShare = 16
)

// Whole returns how many conflicts clause learning is to try the formula as a whole for, before the next node is visited; 0 is not yet.
func (g *Grain) Whole() int64 {
	if g.depth > 0 || g.total < g.whole.next {
		return 0
	}
	return int64(float64(g.total) / g.whole.share)
}

// Tried notes what that has taken.
func (g *Grain) Tried(conflicts, work int64) {
	g.total += conflicts
	g.work += work
	g.whole.next = 2 * g.total
}

// Tries returns how many conflicts tries are still to take while cubes take that many more, unless one succeeds. It is 0 if that number
// is none, such as an estimate that is too large.
func (g *Grain) Tries(cubes float64) (tries float64) {
	if g.depth > 0 || math.IsInf(cubes, 0) || math.IsNaN(cubes) {
		return 0
	}
	total, next := float64(g.total), float64(g.whole.next)
	for {
		at := max(total, next)
		if cubes -= at - total; cubes < 0 {
			return tries
		}
		try := at / g.whole.share
		tries += try
		total = at + try
		next = 2 * total
	}
}

// eager makes it try the formula as a whole soon, and for long: for tests.
func (g *Grain) eager() { g.whole = whole{next: 1, share: 0.01} }

// tryWhole lets clause learning try the formula as a whole, when a run does.
func (m *sampler) tryWhole(top node) error {
	if top.conflict || !m.s.TriesWhole() {
		return nil
	}
	began := m.now()
	r, err := m.ordered.leaf.Solve(m.ctx, nil, m.s.Budget())
	m.spent.Conflicts += r.Conflicts
	m.sure.add(1, tally{conflicts: float64(r.Conflicts), time: (m.now() - began).Seconds()})
	if m.s.Answered(r) == Found {
		m.model = r.Model
	}
	return err
}

// triesOfWhole returns what tries are still to take in a run of which that is left.
func (m *sampler) triesOfWhole(left tally) tally {
	if !m.s.looks {
		return tally{}
	}
	n := m.ordered.grain.Tries(left.conflicts)
	if n == 0 {
		return tally{}
	}
	return tally{conflicts: n, time: left.time * n / left.conflicts}
}
