package balance

// Tree is a workload: a tree whose nodes are found by expanding them. E is a load element, which policies
// move: a node, with all that lies below it. It must be a self-contained value, so that any processor can go
// on from it.
//
//	      ●               elements: the nodes ● and the unit ▲. The search of a unit is always
//	   ╱     ╲            done in one go, since to divide it would not pay: it has no children, and
//	 ●         ▲          stands for several nodes
//	╱ ╲
//	●  ●
//
// Work is counted, not timed (clause visits, say), so that a machine can turn it into time: it is at least 0, and below
// 2^50. The work of an element does not depend on when or where it is expanded, and neither do its children: a search that
// prunes by the best solution so far is a [Bounded] tree, which leaves that to the machine.
//
// An element does not change once it has been returned, and two elements share no memory that a method writes to. Methods
// may be called by several goroutines at once. [CheckTree] looks on a sample whether a tree keeps all this.
type Tree[E any] interface {
	// Root returns the node from which all others are reached.
	Root() E
	// Expand splits e: it appends the children of e to dst, first child first, and returns the
	// extended slice, the work this took, the number of nodes expanded, and whether a solution was found.
	// Solutions have no children. The number is 1, but for a unit: that is done as by Finish. Expanding e again has
	// the same result. It keeps nothing of dst.
	Expand(e E, dst []E) (children []E, work, nodes int64, found bool)
	// Finish expands the whole subtree of e depth first, first child first, and stops at a
	// solution. It returns the work done and the number of nodes expanded. A machine cannot end it: the subtree must
	// be finite.
	Finish(e E) (work, nodes int64, found bool)
	// Level returns how far down e lies, for load estimates: the number of variables of a subproblem that are assigned when
	// it is listed, or simply the depth. It is at least 0.
	Level(e E) int
	// Subtree returns the work of the whole subtree of e, and the numbers of its nodes and of its elements, in
	// constant time; or 0, 0, 0 if they are not known, or if the subtree may hold a solution. Machines use it to
	// look ahead unless it is 0 for the root, and may pass over a subtree whose size they know: it affects
	// their speed, never their results. If it is known for an element, it is for all below, and adds up.
	Subtree(e E) (work, nodes, elements int64)
}

// Surveyor is a tree that says more when it expands an element: for trees in which looking at the children
// takes longer than looking at their parent. Like Subtree, it affects the speed of machines, never their results.
type Surveyor[E any] interface {
	Tree[E]
	// Survey is Expand that also appends to known, for each child, what Level says of it, and the work and the number of nodes
	// that Subtree does.
	Survey(e E, dst []E, known [][3]int64) (children []E, about [][3]int64, work, nodes int64, found bool)
}

// Loader is a tree whose elements have loads of their own: what the application knows or estimates of their work. Policies see them
// under the load estimate "measured"; under the others, nothing changes.
type Loader[E any] interface {
	Tree[E]
	// Load returns the load of e, with all that lies below it: finite, at least 0, in any unit. It never changes. If it is 0 for the
	// root, the tree has no loads. An element should have no more than its parent: machines keep loads as shares of the root's, and
	// take those above [MostLoad] times the root's for that much.
	Load(e E) float64
}

// MostLoad is the largest load of an element, in loads of the root, that a machine tells from larger ones.
const MostLoad = 16
