package apps

import (
	"fmt"
	"math/bits"
	"testing"
)

func TestScratch(t *testing.T) {
	fmt.Println(handQueens(8))
	fmt.Println(handQueens(12))
	fmt.Println(handSemigroups(22))
	ham := func(n, d int) *Graph {
		return GraphOf(1<<n, func(u, v int) bool { return bits.OnesCount(uint(u^v)) >= d })
	}
	for _, nd := range [][2]int{{6, 2}, {6, 4}, {8, 4}} {
		fmt.Println(handClique(NewClique[[4]uint64](ham(nd[0], nd[1]))))
	}
}
