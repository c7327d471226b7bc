package balancetest

import (
	"fmt"
	"math"
	"sync/atomic"

	"transat/balance"
)

// comb is a tree that keeps a machine running until a clause has seen enough:
//
//	spine — spine — spine — spine — …     until done, or length is reached
//	    \       \       \
//	    tooth   tooth   tooth             leaves
//
// The worker goes down the spine, so that on the processor of the root the teeth pile up, the
// oldest at the bottom. With the estimate toothLoads, tooth k = 1, 2, … has load 2^(-k): the binary
// digits of a load say which teeth it is made of. A tooth is one element, whose expansion takes one
// node. The tree is not the same at every run, as it ends when the clause says so.
type comb struct {
	teeth  int64
	length int64
	done   atomic.Bool
}

const (
	maxTeeth   = 24
	spineLevel = 40 // its load is less than all teeth have
	isTooth    = 1  // key of a tooth
)

func toothLoads() balance.Estimate { return estimate("alpha:alpha=2") }

func estimate(s string) balance.Estimate {
	e, err := balance.ChooseEstimate(s)
	if err != nil {
		panic(err)
	}
	return e
}

func (s suite) comb() *comb { return &comb{teeth: maxTeeth, length: s.spine} }

// Root implements balance.Tree.
func (c *comb) Root() Element { return Element{First: 1, Depth: spineLevel} }

// Expand implements balance.Tree.
func (c *comb) Expand(e Element, dst []Element) ([]Element, int64, int64, bool) {
	children, work, found := c.split(e, dst)
	return children, work, 1, found
}

func (c *comb) split(e Element, dst []Element) ([]Element, int64, bool) {
	if e.key == isTooth || c.done.Load() || e.First >= c.length {
		return dst, NodeWork, false
	}
	dst = append(dst, Element{First: e.First + 1, Depth: spineLevel})
	if e.First <= c.teeth {
		dst = append(dst, Element{First: e.First, Depth: int32(e.First), key: isTooth})
	}
	return dst, NodeWork, false
}

// Finish implements balance.Tree.
func (c *comb) Finish(e Element) (work, nodes int64, found bool) { return finish(c.split, e) }

// Level implements balance.Tree.
func (c *comb) Level(e Element) int { return int(e.Depth) }

// Subtree implements balance.Tree.
func (c *comb) Subtree(Element) (work, nodes, elements int64) { return 0, 0, 0 }

// teeth is a set of teeth; tooth k is bit k-1.
type teeth uint32

// teethIn returns the teeth that a load is made of.
func teethIn(load float64) teeth {
	digits := uint32(math.Floor(load * (1 << maxTeeth)))
	var set teeth
	for k := 1; k <= maxTeeth; k++ {
		if digits&(1<<(maxTeeth-k)) != 0 {
			set |= 1 << (k - 1)
		}
	}
	return set
}

// String lists the numbers of the teeth.
func (s teeth) String() string {
	list := []int{}
	for k := 1; k <= maxTeeth; k++ {
		if s&(1<<(k-1)) != 0 {
			list = append(list, k)
		}
	}
	return fmt.Sprint(list)
}

// finish is Finish for trees that only know how to split a node.
func finish(split func(e Element, dst []Element) ([]Element, int64, bool), e Element) (work, nodes int64, found bool) {
	stack := []Element{e}
	var children []Element
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		var w int64
		children, w, found = split(top, children[:0])
		work += w
		nodes++
		if found {
			return work, nodes, true
		}
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, children[i])
		}
	}
	return work, nodes, false
}
