package dpll_test

import (
	"errors"
	"fmt"

	"transat/solver/dpll"
)

// lemmas are a stretch of a proof.
type lemmas struct {
	text string
	next uint64
}

func (l lemmas) Next() uint64 { return l.next }

// Put the proof of four pieces together, which several workers have written.
func ExampleDepthFirst() {
	pieces := map[uint64][]lemmas{
		0: {{"1", 2}, {"4", 1}, {"6", 0}},
		1: {{"5", 0}},
		2: {{"2", 3}},
		3: {{"3", 0}},
	}
	_ = dpll.DepthFirst(
		func(piece uint64) []lemmas { return pieces[piece] },
		func(piece uint64, l lemmas) error {
			fmt.Printf("lemma %s of piece %d\n", l.text, piece)
			return nil
		},
		func(piece uint64) error {
			if piece == 1 {
				return errors.New("stop behind piece 1")
			}
			return nil
		})
	// Output:
	// lemma 1 of piece 0
	// lemma 2 of piece 2
	// lemma 3 of piece 3
	// lemma 4 of piece 0
	// lemma 5 of piece 1
}
