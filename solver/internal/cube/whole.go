package cube

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

// Eager makes it try the formula as a whole soon, and for long: for tests.
func (g *Grain) Eager() { g.whole = whole{next: 1, share: 0.01} }
