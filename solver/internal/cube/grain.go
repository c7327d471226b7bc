package cube

// Grain says which nodes of the tree are cubes, and how many conflicts a cube may take. The deeper a node, and the more variables
// are assigned, the less is left to do below it; so a node is a cube if depth · assigned variables has reached a threshold. The
// conflicts that the last cube has taken raise and lower it:
//
//	more than most    the cubes are hard: the threshold rises, and the next ones lie deeper
//	fewer than least  clause learning has hardly begun to learn: it falls
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
	total     int64 // conflicts so far
}

const (
	firstDepth = 8 // of the first cube
	leastDepth = 3
	mostWork   = 500
	leastWork  = 20
	rise, fall = 1.1, 0.97

	leastBudget = 4000 // conflicts
	budgetShare = 64   // of all conflicts so far, one in that many
)

// NewGrain returns a grain: a node is a cube from a depth on, or if that is 0, as it suits.
func NewGrain(depth int) *Grain { return &Grain{depth: depth} }

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

// Budget returns how many conflicts the next cube may take. If they are spent, the cube is split.
func (g *Grain) Budget() int64 { return max(leastBudget, g.total/budgetShare) }

// Solved notes how many conflicts a cube has taken.
func (g *Grain) Solved(conflicts int64) {
	g.total += conflicts
	switch {
	case conflicts > mostWork:
		g.threshold *= rise
	case conflicts < leastWork:
		g.threshold *= fall
	}
}

// Spent notes that a cube was not solved within its budget, or was interrupted after that many conflicts.
func (g *Grain) Spent(conflicts int64) { g.Solved(max(conflicts, leastWork)) }
