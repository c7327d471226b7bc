package cube

// grain says which nodes of the tree are cubes. The deeper a node, and the more variables are assigned, the
// less is left to do below it; so a node is a cube if depth · assigned variables has reached a threshold. The
// conflicts that the last cube has taken raise and lower it:
//
//	more than most    the cubes are hard: the threshold rises, and the next ones lie deeper
//	fewer than least  clause learning has hardly begun to learn: it falls
//
// Every processor has a grain of its own, since parts of a tree differ.
//
// Differs from the paper: there the threshold falls when the split itself meets a conflict, which tells
// nothing of how long cubes take.
type grain struct {
	depth     int // a node is a cube from this depth on; 0: by the threshold
	threshold float64
}

const (
	firstDepth = 8 // of the first cube
	leastDepth = 3
	mostWork   = 500
	leastWork  = 20
	rise, fall = 1.1, 0.97
)

// cut reports whether a node at a depth, with that many variables assigned, is a cube.
func (g *grain) cut(depth, assigned int) bool {
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

// solved notes how many conflicts a cube has taken.
func (g *grain) solved(conflicts int64) {
	switch {
	case conflicts > mostWork:
		g.threshold *= rise
	case conflicts < leastWork:
		g.threshold *= fall
	}
}
