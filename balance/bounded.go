package balance

import (
	"context"
	"math"
)

// Bounded is a tree in which the largest value is sought: branch and bound. Expand lists all children, and knows of no bound.
// The machine prunes, since it knows what a processor has heard of at the time at which it comes to an element:
//
//	turn    the processor takes an element. If Bound is not larger than the best value that it has heard of, it drops the element.
//	found   it has expanded the element. A larger Value is the best from now on.
//	list    it lists the children, first child on top, and drops each whose Bound is not larger than the best value.
//
// So every element is expanded or dropped, once, and the value at the end is the largest, whatever the policy. How many elements are
// expanded depends on the order, and on the way that news takes. Subtree is not asked, and Finish is not called: what lies below an
// element depends on the best value. Expand expands one node, and a solution that it finds ends the search, as in other trees.
//
// Source: A. H. Land, A. G. Doig: An automatic method of solving discrete programming problems, Econometrica 28, 1960.
type Bounded[E any] interface {
	Tree[E]
	// Bound returns a number that no value of e, or of an element below e, exceeds. It is called several times for an element, so what
	// takes long to find out had better be a part of the element; the time that it takes is a part of the work of the parent.
	Bound(e E) int64
	// Value returns the value of e, if e itself is a solution. It is larger than math.MinInt64.
	Value(e E) (v int64, ok bool)
}

// Incumbent is the best value that a processor has heard of.
type Incumbent int64

// NoIncumbent is that of a processor that has not heard of any.
const NoIncumbent Incumbent = math.MinInt64

// IncumbentKind is the kind of the machine's own messages that tell a better value, A, as observers see them. Policies are not told.
const IncumbentKind = 255

// Drops reports whether an element is dropped: no value of an element with that bound is better.
func (i Incumbent) Drops(bound int64) bool { return bound <= int64(i) }

// ValueOf is the value of an element as an incumbent; NoIncumbent if it is no solution.
func ValueOf[E any](tree Bounded[E], e E) Incumbent {
	if v, ok := tree.Value(e); ok {
		return Incumbent(v)
	}
	return NoIncumbent
}

// Optimum is the end of a search of a [Bounded] tree on one processor.
type Optimum struct {
	Value       Incumbent // the largest; NoIncumbent if there is no solution
	Work, Nodes int64     // of the elements that were expanded
	Pruned      int64     // elements that were dropped
	Found       bool      // Expand found a solution, and ended the search
}

// BranchAndBound searches a tree on one processor, by the rules of [Bounded]: depth first, first child first. Searches on several
// processors are compared with this one. Progress, if not nil, is called now and then with the nodes so far. If the context ends, its
// cause is the error, and the result says how far the search has come.
func BranchAndBound[E any](ctx context.Context, tree Bounded[E], progress func(nodes int64)) (Optimum, error) {
	const every = 1 << 14 // nodes
	r := Optimum{Value: NoIncumbent}
	var children []E
	for open := []E{tree.Root()}; len(open) > 0 && !r.Found; {
		e := open[len(open)-1]
		open = open[:len(open)-1]
		if r.Value.Drops(tree.Bound(e)) {
			r.Pruned++
			continue
		}
		if r.Nodes%every == 0 {
			if ctx.Err() != nil {
				return r, context.Cause(ctx)
			}
			if progress != nil {
				progress(r.Nodes)
			}
		}
		var work int64
		children, work, _, r.Found = tree.Expand(e, children[:0])
		r.Work += work
		r.Nodes++
		r.Value = max(r.Value, ValueOf(tree, e))
		for i := len(children) - 1; i >= 0; i-- { // the first child comes to lie on top
			if r.Value.Drops(tree.Bound(children[i])) {
				r.Pruned++
				continue
			}
			open = append(open, children[i])
		}
	}
	return r, nil
}
