package apps

// Puzzle is one round of iterative deepening for the 15-puzzle: the search for a way from Start to the goal with at most Limit moves. A
// position from which the moves made so far and its distance are more than Limit is left out. The distance of a position is that of
// each tile from its place, along the rows and columns (Manhattan distance): never more than the moves that are still needed.
//
//	 0  1  2  3
//	 4  5  6  7      the goal; 0 is the hole. A move slides a tile beside the hole into it, and is
//	 8  9 10 11      named by the way the hole goes
//	12 13 14 15
//
// Source: R. E. Korf: Depth-first iterative-deepening, Artificial Intelligence 27 (1985).
type Puzzle struct {
	Start Position
	Limit int
}

// Root returns the start.
func (z *Puzzle) Root() Position { return z.Start }

// Children returns the positions after one move more that may still reach the goal in time.
func (z *Puzzle) Children(p Position, dst []Position) []Position {
	if p.distance == 0 {
		return dst
	}
	for move := range uint8(4) {
		to := step(p.hole, move)
		if to > 15 || move == p.last^2 {
			continue
		}
		tile := p.tiles >> (4 * to) & 15
		distance := p.distance + apart(tile, p.hole) - apart(tile, to)
		if int(p.moves+1+distance) > z.Limit {
			continue
		}
		dst = append(dst, p)
		c := &dst[len(dst)-1]
		c.tiles ^= tile<<(4*to) | tile<<(4*p.hole)
		c.path[p.moves/32] |= uint64(move) << (p.moves % 32 * 2)
		c.hole, c.last, c.moves, c.distance = to, move, p.moves+1, distance
	}
	return dst
}

// Solution reports whether p is the goal.
func (z *Puzzle) Solution(p Position) bool { return p.distance == 0 }
