package search

// Problem is a tree to search: a root, and the children of each node. A node is a value: it shares no memory that anybody writes to with
// another one, and it does not depend on where or when it was made. Methods may be called by several goroutines at once.
//
// A problem may have more methods, those of the interfaces below. [Check] looks on a sample whether it keeps what they promise.
type Problem[E any] interface {
	// Root returns the node from which all others are reached.
	Root() E
	// Children appends the children of e to dst, in the order in which one processor visits them, and returns the extended slice.
	Children(e E, dst []E) []E
}

// Tester is a problem with solutions.
type Tester[E any] interface {
	// Solution reports whether e is one.
	Solution(e E) bool
}

// Valuer is a problem whose solutions have values: the larger, the better. To minimise, negate.
type Valuer[E any] interface {
	// Value returns the value of e, larger than [NoValue], if e is a solution.
	Value(e E) (v int64, ok bool)
}

// Bounder is a Valuer that knows how good the solutions in a subtree can be.
type Bounder[E any] interface {
	// Bound returns a number that the value of e, and of no node below it, exceeds.
	Bound(e E) int64
}

// Lister is a Bounder that lists fewer children, where it finds out on the way which of them can be better.
type Lister[E any] interface {
	// ChildrenAbove is Children without those whose bound is at most best.
	ChildrenAbove(e E, best int64, dst []E) []E
}

// Finisher is a problem with a faster way to search a small subtree, by one processor: a loop of its own, without a list of nodes. A
// search offers it subtrees now and then, and goes on where that pays.
type Finisher[E any] interface {
	// Finish returns the numbers of solutions and of nodes in the subtree of e, e included. It may give up above a limit of nodes;
	// then it returns a number of nodes that is larger than limit, and the number of solutions means nothing.
	Finish(e E, limit int64) (solutions, nodes int64)
}

// BestFinisher is a Finisher for values.
type BestFinisher[E any] interface {
	// FinishAbove returns the largest value in the subtree of e that is above best, or best if there is none, and the number of nodes
	// visited. It may give up above a limit of nodes; then it returns a larger number of nodes, and the value means nothing.
	FinishAbove(e E, best, limit int64) (largest, nodes int64)
}

// Coster is a problem whose nodes take different times: for [Record], [Tree] and what is built on them. Otherwise each node costs 1.
type Coster[E any] interface {
	// Cost returns the work of e alone, at least 0, in a unit of the problem's.
	Cost(e E) int64
}

// Loader is a problem that can tell how much work there is below a node, about: what policies see under the load estimate "measured".
type Loader[E any] interface {
	// Load returns the load of e: finite, at least 0, in any unit, and no larger than that of its parent.
	Load(e E) float64
}

// Coder is a problem whose nodes can be written to files and sent: for checkpoints.
type Coder[E any] interface {
	// AppendNode appends the bytes of e to dst.
	AppendNode(dst []byte, e E) []byte
	// ParseNode is the inverse. The bytes may come from a damaged file.
	ParseNode(src []byte) (E, error)
}

// methods are the methods of a problem; those that it does not have are nil.
type methods[E any] struct {
	Problem[E]
	tester   Tester[E]
	valuer   Valuer[E]
	bounder  Bounder[E]
	lister   Lister[E]
	finisher Finisher[E]
	best     BestFinisher[E]
	coster   Coster[E]
	loader   Loader[E]
	coder    Coder[E]
}

func methodsOf[E any](p Problem[E]) methods[E] {
	m := methods[E]{Problem: p}
	m.tester, _ = p.(Tester[E])
	m.valuer, _ = p.(Valuer[E])
	m.bounder, _ = p.(Bounder[E])
	m.lister, _ = p.(Lister[E])
	m.finisher, _ = p.(Finisher[E])
	m.best, _ = p.(BestFinisher[E])
	m.coster, _ = p.(Coster[E])
	m.loader, _ = p.(Loader[E])
	m.coder, _ = p.(Coder[E])
	return m
}

// cost returns the work of a node alone.
func (m *methods[E]) cost(e E) int64 {
	if m.coster == nil {
		return 1
	}
	return m.coster.Cost(e)
}
