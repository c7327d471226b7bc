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

// Position is what the 16 fields hold, and the moves that led there.
type Position struct {
	tiles    uint64    // 4 bits a field, the first field lowest
	path     [3]uint64 // 2 bits a move
	hole     uint8
	last     uint8 // the last move, or none
	moves    uint8
	distance uint8
}

// The moves of the hole, and none. Two that are inverse differ in the highest bit.
const (
	up = iota
	left
	down
	right
	none
)

// steps[hole] are the moves that keep the hole on the board, by steps[hole][move]: the field where it comes to; 16 for none.
var steps = func() (to [16][4]uint8) {
	for hole := range uint8(16) {
		to[hole] = [4]uint8{16, 16, 16, 16}
		if hole >= 4 {
			to[hole][up] = hole - 4
		}
		if hole%4 > 0 {
			to[hole][left] = hole - 1
		}
		if hole < 12 {
			to[hole][down] = hole + 4
		}
		if hole%4 < 3 {
			to[hole][right] = hole + 1
		}
	}
	return to
}()

// apart[tile][field] is the distance of a tile that lies on a field.
var apart = func() (d [16][16]uint8) {
	for tile := 1; tile < 16; tile++ {
		for field := range 16 {
			d[tile][field] = uint8(max(tile/4-field/4, field/4-tile/4) + max(tile%4-field%4, field%4-tile%4))
		}
	}
	return d
}()

// Root returns the start.
func (z *Puzzle) Root() Position { return z.Start }

// Children returns the positions after one move more that may still reach the goal in time.
func (z *Puzzle) Children(p Position, dst []Position) []Position {
	if p.distance == 0 {
		return dst
	}
	for move, to := range &steps[p.hole] {
		if to == 16 || uint8(move) == p.last^2 {
			continue
		}
		tile := p.tiles >> (4 * to) & 15
		distance := p.distance + apart[tile][p.hole] - apart[tile][to]
		if int(p.moves+1+distance) > z.Limit {
			continue
		}
		dst = append(dst, p)
		c := &dst[len(dst)-1]
		c.tiles ^= tile<<(4*to) | tile<<(4*p.hole)
		c.path[p.moves/32] |= uint64(move) << (p.moves % 32 * 2)
		c.hole, c.last, c.moves, c.distance = to, uint8(move), p.moves+1, distance
	}
	return dst
}

// Solution reports whether p is the goal.
func (z *Puzzle) Solution(p Position) bool { return p.distance == 0 }

// Finish counts the ways to the goal below p, with one board that changes and changes back. It gives up above a number of positions.
func (z *Puzzle) Finish(p Position, limit int64) (solutions, nodes int64) {
	s := sliding{tiles: p.tiles, limit: limit, most: uint8(z.Limit)}
	s.visit(p.hole, p.last, p.moves, p.distance)
	return s.solutions, s.nodes
}

type sliding struct {
	tiles                   uint64
	solutions, nodes, limit int64
	most                    uint8
}

func (s *sliding) visit(hole, last, moves, distance uint8) {
	if s.nodes++; distance == 0 {
		s.solutions++
		return
	}
	if s.nodes > s.limit {
		return
	}
	for move, to := range &steps[hole] {
		if to == 16 || uint8(move) == last^2 {
			continue
		}
		tile := s.tiles >> (4 * to) & 15
		d := distance + apart[tile][hole] - apart[tile][to]
		if moves+1+d > s.most {
			continue
		}
		slide := tile<<(4*to) | tile<<(4*hole)
		s.tiles ^= slide
		s.visit(to, uint8(move), moves+1, d)
		s.tiles ^= slide
	}
}
