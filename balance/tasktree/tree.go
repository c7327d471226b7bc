package tasktree

import (
	"strings"

	"transat/balance"
)

// Meta says what a tree is of.
type Meta struct {
	// Unit is that of works: "seconds", "nodes" or any other; "" if it is not known.
	Unit string
	// Pruned says that a branch and bound left parts of the tree out, by the best solution that it had: another order of search
	// has another tree.
	Pruned bool
	// First says that a search ends at its first solution, as that for a model does. Otherwise it goes on: solutions are counted, and
	// the work is that of all tasks.
	First bool
}

// Node is a task of a tree: its position in preorder.
type Node uint32

// Tree is a tree of tasks. It is read only, so any number of goroutines may use it. The methods of a nil Tree must not be called.
//
// A task takes 16 bytes, 4 more and its text if it has an id, and 8 more if tasks have loads.
type Tree struct {
	meta      Meta
	digits    int      // works count units of 10^-digits
	before    []int64  // work of all nodes before each node, and of all at the end
	ends      []uint32 // the first node behind the subtree of each node
	depths    []uint32
	levels    []uint32  // nil if they are the depths
	solutions bits      // the nodes that are solutions
	next      []uint32  // the first solution from each node on, or the number of nodes; nil unless a solution ends the search
	loads     []float64 // nil if tasks have none
	ids       texts
	idAt      []uint32 // where the id of each node lies in ids; nil if there are none
	virtual   bool     // the root is none of the tasks

	solved        int64 // the number of solutions
	rounded       int64
	longest, path int64 // see CriticalPath
}

var _ balance.Surveyor[Node] = (*Tree)(nil)

// Meta returns what the tree is of.
func (t *Tree) Meta() Meta { return t.meta }

// Unit returns the unit of works: "seconds", say; or "" if it is not known.
func (t *Tree) Unit() string { return t.meta.Unit }

// UnitTime returns how long one of the works lasts that the tree counts, in nanoseconds; or 0 if its unit is none of time.
func (t *Tree) UnitTime() int64 { return units[t.meta.Unit] / power(t.digits) }

// Pruned reports whether a branch and bound left parts of the tree out.
func (t *Tree) Pruned() bool { return t.meta.Pruned }

// First reports whether a search of the tree ends at its first solution.
func (t *Tree) First() bool { return t.meta.First }

// Digits returns how works are counted: a unit is 10^Digits() of them. It is at least 0, and at most [MaxDigits].
func (t *Tree) Digits() int { return t.digits }

// Nodes returns the number of tasks.
func (t *Tree) Nodes() int64 {
	if t.virtual {
		return int64(len(t.ends)) - 1
	}
	return int64(len(t.ends))
}

// Roots returns the number of tasks without a parent.
func (t *Tree) Roots() int64 {
	if !t.virtual {
		return 1
	}
	roots := int64(0)
	for n := Node(1); n < Node(len(t.ends)); n = t.end(n) {
		roots++
	}
	return roots
}

// Work returns the work of all tasks.
func (t *Tree) Work() int64 { return t.before[len(t.ends)] }

// Solutions returns the number of tasks that are solutions.
func (t *Tree) Solutions() int64 { return t.solved }

// Rounded returns the number of works that had more decimals than the tree keeps.
func (t *Tree) Rounded() int64 { return t.rounded }

// CriticalPath returns the largest sum of work on a path from a root to a leaf, and the number of tasks on it.
func (t *Tree) CriticalPath() (work, nodes int64) { return t.longest, t.path }

// Text returns a work as a decimal number in the tree's unit: "0.25".
func (t *Tree) Text(work int64) string { return decimalText(work, t.digits) }

// Own returns the work of n itself.
func (t *Tree) Own(n Node) int64 { return t.before[n+1] - t.before[n] }

// ID returns the id of n as the file has it, or "" if it has none.
func (t *Tree) ID(n Node) string {
	if t.idAt == nil || t.virtual && n == 0 {
		return ""
	}
	return string(t.ids.at(t.idAt[n]))
}

// IsSolution reports whether n is a solution.
func (t *Tree) IsSolution(n Node) bool { return t.solutions.has(int(n)) }

// Root returns the root.
func (t *Tree) Root() Node { return 0 }

// Expand appends the children of n to dst, in the order in which they were added. It returns the extended slice, the work of n
// itself, 1, and whether a search ends here.
func (t *Tree) Expand(n Node, dst []Node) (children []Node, work, nodes int64, found bool) {
	end := t.end(n)
	for c := n + 1; c < end; c = t.end(c) {
		dst = append(dst, c)
	}
	return dst, t.Own(n), 1, t.meta.First && t.IsSolution(n)
}

// Survey is Expand that also appends to known, for each child, what Level says of it, and the work and the number of nodes
// that Subtree does.
func (t *Tree) Survey(n Node, dst []Node, known [][3]int64) (children []Node, about [][3]int64, work, nodes int64, found bool) {
	end := t.end(n)
	for c := n + 1; c < end; {
		dst = append(dst, c)
		work, nodes, _ := t.Subtree(c)
		known = append(known, [3]int64{int64(t.Level(c)), work, nodes})
		c = t.end(c)
	}
	return dst, known, t.Own(n), 1, t.meta.First && t.IsSolution(n)
}

// Finish returns the work and the number of the tasks of the subtree of n, or of those up to the first solution if that ends a search.
func (t *Tree) Finish(n Node) (work, nodes int64, found bool) {
	end := t.end(n)
	if t.next != nil && t.next[n] < uint32(end) {
		end, found = Node(t.next[n])+1, true
	}
	return t.before[end] - t.before[n], int64(end - n), found
}

// Level returns the depth of n, 0 for the root; or its level in the tree of which this one is a record.
func (t *Tree) Level(n Node) int {
	if t.levels != nil {
		return int(t.levels[n])
	}
	return int(t.depths[n])
}

// Load returns the load of the subtree of n: what the file says, or else its work, in units.
func (t *Tree) Load(n Node) float64 {
	if t.loads != nil {
		return t.loads[n]
	}
	return float64(t.before[t.end(n)]-t.before[n]) / float64(power(t.digits))
}

// HasLoads reports whether the file says what loads are.
func (t *Tree) HasLoads() bool { return t.loads != nil }

// Subtree returns the work of the subtree of n and the number of its nodes, twice; or 0, 0, 0 if a search may end in it.
func (t *Tree) Subtree(n Node) (work, nodes, elements int64) {
	end := t.end(n)
	if t.next != nil && t.next[n] < uint32(end) {
		return 0, 0, 0
	}
	return t.before[end] - t.before[n], int64(end - n), int64(end - n)
}

// Number returns the position of n.
func (t *Tree) Number(n Node) uint32 { return uint32(n) }

// Behind returns the first position behind the subtree of n.
func (t *Tree) Behind(n Node) uint32 { return t.ends[n] }

func (t *Tree) end(n Node) Node { return Node(t.ends[n]) }

// String describes the tree in a line: "12 tasks below 3 roots, work 4.5 seconds".
func (t *Tree) String() string {
	var b strings.Builder
	writeCount(&b, t.Nodes(), "task")
	switch roots := t.Roots(); {
	case roots > 1 && roots == t.Nodes():
		b.WriteString(", all of them roots")
	case roots > 1:
		b.WriteString(" below ")
		writeCount(&b, roots, "root")
	}
	b.WriteString(", work " + t.Text(t.Work()))
	if t.meta.Unit != "" {
		b.WriteString(" " + t.meta.Unit)
	}
	return b.String()
}
