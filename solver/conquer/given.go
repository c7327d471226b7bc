package conquer

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"transat/solver/cnf"
	"transat/solver/internal/cube"
	"transat/solver/internal/varint"
)

// Cubes that are given are a tree, too. Its nodes are ranges of the list: a range is halved until it is one cube. What no cube covers is
// the formula with the clauses that exclude the cubes, which has a tree of its own:
//
//	              everything
//	            ╱            ╲
//	     [0, 4)               what they leave out
//	    ╱      ╲                   ╱ ╲
//	[0, 2)    [2, 4)                 …
//	 ╱ ╲       ╱ ╲
//	0   1     2   3              each a cube of the list, that is split if it is too hard
//
// Everything is refuted if both are. What is learned under what they leave out rests on the cubes being refuted, so those lemmas come
// behind all others in a proof, and never into a stream of the list.

// Tree is a tree of nodes: that of a formula, or of a list of cubes of it.
type Tree struct {
	Formula *cnf.Formula
	List    [][]cnf.Lit // nil: the nodes are those of the formula
	Base    int         // depth of the root
}

// Given is a formula, with cubes that are given if List is not nil.
type Given struct {
	Formula *cnf.Formula
	List    [][]cnf.Lit
	simple  *cube.Simple // what is searched in place of the formula; nil: the formula itself
	rest    *cnf.Formula
}

// searched is the formula of the trees, and of the cubes.
func (g *Given) searched() *cnf.Formula {
	if g.simple != nil {
		return g.simple.Formula
	}
	return g.Formula
}

// Simplify simplifies the formula, keeping the meaning of the given cubes. Its lemmas go to proof, if that is not nil, before all others.
// If verify, the formula as it is, is not nil, they are checked: a *stream.WrongError says that one does not follow. It does the same
// every time.
func (g *Given) Simplify(ctx context.Context, proof cnf.ProofWriter, verify *cnf.Formula) (err error) {
	g.simple, err = cube.Simplify(ctx, g.Formula, g.List, proof, verify)
	return err
}

// Simplified reports whether the formula was simplified.
func (g *Given) Simplified() bool { return g.simple != nil }

// Refuted reports whether simplifying has refuted the formula.
func (g *Given) Refuted() bool { return g.simple != nil && g.simple.Refuted() }

// Again returns another one of the same, for another goroutine. They share what was simplified.
func (g *Given) Again() *Given { return &Given{Formula: g.Formula, List: g.List, simple: g.simple} }

// Checked returns how many lemmas of simplifying were checked.
func (g *Given) Checked() int64 {
	if g.simple == nil {
		return 0
	}
	return g.simple.Checked
}

// Model turns a model of a tree into one of the formula.
func (g *Given) Model(m cnf.Model) cnf.Model {
	if g.simple != nil && m != nil {
		return g.simple.Extend(m)
	}
	return m
}

// Listed returns the tree of the list or, if there is none, of the formula.
func (g *Given) Listed() Tree { return Tree{Formula: g.searched(), List: g.List} }

// Rest returns the tree of what the list leaves out. It makes the formula at the first call.
func (g *Given) Rest() Tree {
	if g.rest == nil {
		g.rest = Uncovered(g.searched(), g.List)
	}
	return Tree{Formula: g.rest, Base: 1}
}

// Of returns the tree of a node, which is given by its bytes.
func (g *Given) Of(data []byte) Tree {
	if g.OfRest(data) {
		return g.Rest()
	}
	return g.Listed()
}

// OfRest reports whether a node belongs to what the list leaves out.
func (g *Given) OfRest(data []byte) bool {
	return g.List != nil && (len(data) == 0 || data[0] != listed)
}

// Everything is the node, in bytes, of which the list and what it leaves out are the children.
func Everything() []byte { return []byte{listed, 0, 0} }

// listed is the first byte of nodes of a list. It is the code of no literal.
const listed = 0

// Uncovered returns the part of f that no cube covers: its clauses, and then for each cube, in their order, the clause that excludes it.
// If it and f under each cube have no model, f has none; and its models are models of f.
func Uncovered(f *cnf.Formula, cubes [][]cnf.Lit) *cnf.Formula {
	literals := 0
	for _, c := range cubes {
		literals += len(c)
	}
	g := cnf.NewFormula(f.Vars())
	g.Grow(f.Len()+len(cubes), f.Literals()+literals)
	for i := range f.Len() {
		g.Add(f.Clause(i)...)
	}
	for _, c := range cubes {
		g.Add(Clause(c)...)
	}
	return g
}

// Root returns the node from which all others are reached.
func (t Tree) Root() Node {
	if t.List == nil {
		return Node{Share: 1}
	}
	return t.ranged(0, len(t.List), 1)
}

// ranged is the node of a range.
func (t Tree) ranged(from, to int, share float64) Node {
	n := Node{From: from, To: to, Share: share}
	if to-from == 1 {
		n.Cube = t.List[from]
	}
	return n
}

// halve returns the halves of a range of more than one cube.
func (t Tree) halve(n Node) (first, second Node) {
	middle := (n.From + n.To) / 2
	width := n.Share / float64(n.To-n.From)
	return t.ranged(n.From, middle, width*float64(middle-n.From)), t.ranged(middle, n.To, width*float64(n.To-middle))
}

// Whole reports whether a node is a range of the list, or one cube of it, that was not split.
func (t Tree) Whole(n Node) bool {
	return t.List != nil && (n.To-n.From > 1 || len(n.Cube) == len(t.List[n.From]))
}

// Depth returns how deep a node lies.
func (t Tree) Depth(n Node) int {
	depth := t.Base + len(n.Cube)
	if t.List == nil {
		return depth
	}
	if n.To-n.From == 1 {
		depth -= len(t.List[n.From])
	}
	for at := t.Root(); at.To-at.From > n.To-n.From; depth++ {
		first, second := t.halve(at)
		if at = second; n.From < first.To {
			at = first
		}
	}
	return depth
}

// Closed returns how many cubes of the list are refuted if the open nodes, as bytes, are all that is left.
func (g *Given) Closed(open iter.Seq[[]byte]) int {
	left := make([]bool, len(g.List))
	for data := range open {
		if g.OfRest(data) {
			continue
		}
		all := uint64(len(g.List))
		r := varint.Reader{Rest: data}
		r.Next(listed)
		from, to := r.Next(all), r.Next(all)
		if to == 0 { // everything
			to = all
		}
		for i := from; i < to; i++ {
			left[i] = true
		}
	}
	closed := 0
	for _, l := range left {
		if !l {
			closed++
		}
	}
	return closed
}

var errRange = errors.New("a range of cubes that is none of the list's")

// isRange reports whether halving the list leads to a range.
func (t Tree) isRange(from, to int) bool {
	low, high := 0, len(t.List)
	for from < to && low <= from && to <= high {
		if from == low && to == high {
			return true
		}
		if middle := (low + high) / 2; from < middle {
			high = middle
		} else {
			low = middle
		}
	}
	return false
}

// depthError is an error if a node does not lie where it is said to.
func (t Tree) depthError(n Node, depth int) error {
	if want := t.Depth(n); depth != want {
		return fmt.Errorf("cube %v is said to have the depth %d, and has %d", n.Cube, depth, want)
	}
	return nil
}
