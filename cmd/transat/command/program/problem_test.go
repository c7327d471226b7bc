package program

import (
	"testing"

	"transat/balance/search"
	"transat/cmd/transat/internal/cluster"
)

// twos has nodes that travel.
type twos struct{ *binary }

func (twos) Solution(e int) bool                   { return e%2 == 0 }
func (twos) Value(e int) (int64, bool)             { return int64(e), true }
func (twos) AppendNode(dst []byte, e int) []byte   { return append(dst, byte(e)) }
func (twos) ParseNode(src []byte) (e int, _ error) { return int(src[0]), nil }

// Only a search for any solution ends with one. One that counts, adds up or compares must go on, whatever a worker says.
func TestWhatEndsASearch(t *testing.T) {
	sum := search.Folding[int, int]{Of: func(e int) int { return e }, Add: func(a, b int) int { return a + b }}
	for _, mode := range []search.Mode{search.ModeCount, search.ModeFind, search.ModeMaximise, search.ModeFold} {
		p, err := newProblem[int](twos{&binary{depth: 3}}, mode, sum)
		if err != nil {
			t.Fatal(err)
		}
		for _, ordered := range []bool{false, true} {
			if got, want := p.Ends(cluster.Order{Ordered: ordered}), mode == search.ModeFind && !ordered; got != want {
				t.Errorf("%v, ordered %v: a solution ends it: %v, want %v", mode, ordered, got, want)
			}
		}
	}
}
