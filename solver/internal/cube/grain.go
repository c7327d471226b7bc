package cube

import "cmp"

// Grain says which nodes of the tree are cubes, and how many conflicts a cube may take. The deeper a node, and the more variables
// are assigned, the less is left to do below it; so a node is a cube if depth · assigned variables has reached a threshold. The
// conflicts that the last cube has taken raise and lower it:
//
//	more than most    the cubes are hard: the threshold rises, and the next ones lie deeper
//	fewer than least  clause learning has hardly begun to learn: it falls
//
// Most is mostWork, or more where look-ahead is dear: then as many conflicts as the work of splitsPaid splits would buy. On graphs of unit
// distances and slices of the Pythagorean triples a split costs as much as 50 to 80 conflicts, and with mostWork a quarter of the time went
// into splits; elsewhere 1 to 15.
//
// A cube that takes many times as long as most do is split again. What is many grows with the run: a share of all conflicts so far, so
// that near the end no cube takes long.
//
// Every processor has a grain of its own, since parts of a tree differ.
//
// Differs from the paper: there the threshold falls when the split itself meets a conflict, which tells
// nothing of how long cubes take.
type Grain struct {
	depth     int // a node is a cube from this depth on; 0: by the threshold
	threshold float64
	given     float64 // depth · assigned variables of the last given cube
	total     int64   // conflicts so far
	work      int64   // of clause learning for them
	cubes     int64
	splitting func() int64 // work of look-ahead so far
	whole     whole
}

const (
	firstDepth = 8 // of the first cube
	leastDepth = 3
	mostWork   = 500
	dearWork   = 3000 // at most
	leastShare = 25   // least is one in that many of most
	rise, fall = 1.1, 0.97

	splitsPaid = 40
	visit      = 0.25 // CPU time of a clause visited by look-ahead, in that of one visited by clause learning: 0.1 to 0.9 on six formulas

	leastBudget = 4000 // conflicts
	budgetShare = 64   // of all conflicts so far, one in that many
)

// NewGrain returns a grain: a node is a cube from a depth on, or if that is 0, as it suits. Splitting tells how many clauses look-ahead has
// visited so far.
func NewGrain(depth int, splitting func() int64) *Grain {
	return &Grain{depth: depth, splitting: splitting, whole: whole{next: firstWhole, share: wholeShare}}
}

// Cut reports whether a node at a depth, with that many variables assigned, is a cube.
func (g *Grain) Cut(depth, assigned int) bool {
	if g.depth > 0 {
		return depth >= g.depth
	}
	measure := float64(depth) * float64(assigned)
	if g.threshold == 0 {
		if depth < firstDepth {
			return false
		}
		g.threshold = measure
	}
	return depth >= leastDepth && measure >= g.threshold
}

// CutGiven reports whether a given cube is to be solved as it is: each is until one takes more than most, and then those that do not lie
// above the threshold.
func (g *Grain) CutGiven(depth, assigned int) bool {
	g.given = float64(depth) * float64(assigned)
	return g.depth > 0 || g.given >= g.threshold
}

// Budget returns how many conflicts the next cube may take. If they are spent, the cube is split.
func (g *Grain) Budget() int64 { return max(leastBudget, g.total/budgetShare) }

// most returns how many conflicts are not too many for a cube.
func (g *Grain) most() int64 {
	if g.work == 0 {
		return mostWork
	}
	split := visit * float64(g.splitting()) / float64(g.cubes+firstDepth) // there are about as many splits
	paid := splitsPaid * split * float64(g.total) / float64(g.work)
	return int64(min(max(paid, mostWork), dearWork))
}

// Solved notes how many conflicts a cube has taken, and the work for them.
func (g *Grain) Solved(conflicts, work int64) {
	g.total += conflicts
	g.work += work
	g.cubes++
	switch most := g.most(); {
	case conflicts > most:
		g.threshold = rise * cmp.Or(g.threshold, g.given)
	case conflicts < most/leastShare:
		g.threshold *= fall
	}
}

// Spent notes that a cube was not solved within its budget, or was interrupted after that many conflicts.
func (g *Grain) Spent(conflicts, work int64) { g.Solved(max(conflicts, dearWork/leastShare), work) }
