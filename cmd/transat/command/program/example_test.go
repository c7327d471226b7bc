package program_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"os"
	"strconv"

	"transat/balance/search"
	"transat/cmd/transat/command/program"
)

// The code of `transat help search` is in this file: TestTheHelpHasThisCode compares them.

type (
	queens struct{ n int }
	board  [3]uint32 // the columns, and the diagonals of the next row, that are attacked
)

func (q queens) Root() board { return board{} }

func (q queens) Children(b board, dst []board) []board {
	for free := (1<<q.n - 1) &^ (b[0] | b[1] | b[2]); free != 0; free &= free - 1 {
		queen := free & -free
		dst = append(dst, board{b[0] | queen, (b[1] | queen) << 1, (b[2] | queen) >> 1})
	}
	return dst
}

func (q queens) Solution(b board) bool { return bits.OnesCount32(b[0]) == q.n }

func (q queens) AppendNode(dst []byte, b board) []byte {
	dst, _ = binary.Append(dst, binary.LittleEndian, b)
	return dst
}

func (q queens) ParseNode(src []byte) (b board, err error) {
	_, err = binary.Decode(src, binary.LittleEndian, &b)
	return b, err
}

func problem(args []string) (search.Problem[board], error) {
	n, err := strconv.Atoi(args[0])
	return queens{n}, err
}

func ExampleMain() {
	p := program.Program[board]{Name: "queens", Args: "N", Short: "Count the ways to place N queens", Mode: search.ModeCount, Problem: problem}
	program.Main(p, []string{"8", "--threads=2"}, os.Stdout, os.Stderr)
	// Output:
	// solutions 92
	// nodes 2057
}

// A program can add up whatever nodes have.
func ExampleMain_fold() {
	p := program.Program[board]{
		Name: "queens", Args: "N", Short: "Add up the queens on all boards", Problem: problem,
		Mode: search.ModeFold, Fold: search.Folding[board, int]{
			Of:  func(b board) int { return bits.OnesCount32(b[0]) }, // the queens on the board
			Add: func(a, b int) int { return a + b },
		},
	}
	program.Main(p, []string{"8"}, os.Stdout, os.Stderr)
	// Output:
	// sum 10948
	// nodes 2057
}

// In a program of one's own, the search is one call.
func Example() {
	result, err := search.Count(context.Background(), queens{8}, search.Options{})
	fmt.Println(result.Solutions, result.Nodes, err)
	// Output: 92 2057 <nil>
}

// Fold adds up whatever nodes have.
func Example_fold() {
	ctx := context.Background()
	sum, result, err := search.Fold(ctx, queens{8}, search.Folding[board, int]{
		Of:  func(b board) int { return bits.OnesCount32(b[0]) },
		Add: func(a, b int) int { return a + b },
	}, search.Options{})
	fmt.Println(sum, "queens on", result.Nodes, "boards", err)
	// Output: 10948 queens on 2057 boards <nil>
}
