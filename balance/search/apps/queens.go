package apps

import "math/bits"

// Queens is the search for all ways to place N queens on a board of N rows, so that none attacks another: row by row from the top, and
// in a row from the left. N is at most 32. Every full board is a solution.
//
//	a board of 4 after two rows       columns  . x . x    taken
//	  . Q . .                         left     x . . .    attacked along a diagonal that goes down to the left
//	  . . . Q                         right    . . . x    … to the right
//	  ? ? ? ?  the next row
type Queens struct{ N int }

// Board is the three sets of columns that the next row must avoid, column 0 in the lowest bit.
type Board struct{ columns, left, right uint32 }

// Root returns the empty board.
func (q *Queens) Root() Board { return Board{} }

// Children returns the boards with a queen more.
func (q *Queens) Children(b Board, dst []Board) []Board {
	all := uint32(1)<<q.N - 1
	for free := all &^ (b.columns | b.left | b.right); free != 0; free &= free - 1 {
		queen := free & -free
		dst = append(dst, Board{b.columns | queen, (b.left | queen) >> 1, (b.right | queen) << 1})
	}
	return dst
}

// Solution reports whether all rows have a queen.
func (q *Queens) Solution(b Board) bool { return bits.OnesCount32(b.columns) == q.N }
