package tasktree

import (
	"bytes"
	"fmt"
	"slices"
)

// From tasks in any order to a tree in preorder.

// Tree returns the tree of all tasks that were added. The error names a task that is wrong, or says that there is none.
func (b *Builder) Tree() (*Tree, error) {
	if b.order.n == 0 {
		return nil, b.wrong(0, "there is no task: want at least one")
	}
	if b.total == 0 {
		return nil, b.wrong(0, "the work of every task is 0: want at least one with more")
	}
	if b.loaded > 0 && b.loaded < b.order.n && b.name != "" {
		return nil, b.wrong(0, "%d of %d tasks have a load: want all of them, or none", b.loaded, b.order.n)
	}
	if err := b.known(); err != nil {
		return nil, err
	}
	b.ids.slots = nil
	p := &preorder{builder: b, tree: &Tree{meta: b.meta, digits: b.digits, rounded: b.rounded}}
	if err := p.run(); err != nil {
		return nil, err
	}
	return p.tree, nil
}

// known checks that every parent is a task.
func (b *Builder) known() error {
	if b.order.n == b.nodes.n {
		return nil
	}
	for i := range b.order.n {
		number := int(*b.order.at(i))
		parent := b.nodes.at(number).parent
		if parent > 0 && b.nodes.at(int(parent-1)).parent == unknown {
			return b.wrong(b.line(i), "task %s has parent %s, which is no task: want one of the file, or none for a root%s",
				b.text(number), b.text(int(parent-1)), b.almost(int(parent-1)))
		}
	}
	return nil
}

// almost says that there is a task 7 where 7.0 is missing: tables with gaps in a column turn its whole numbers into such ones.
func (b *Builder) almost(number int) string {
	whole, ok := bytes.CutSuffix(b.ids.texts.at(*b.ids.place.at(number)), []byte(".0"))
	if !ok || len(whole) == 0 {
		return ""
	}
	if _, fresh, ok := b.ids.find(whole); fresh || !ok {
		return ""
	}
	return fmt.Sprintf("; ids are compared as text, and %s is there", quote(string(whole)))
}

// preorder puts the tasks of a builder in order. Each task has links to its first child and to its next sibling.
type preorder struct {
	builder *Builder
	tree    *Tree
	first   []uint32 // by number + 1, and for all roots at 0: a number + 1; once the task has its place: that
	next    []uint32
}

func (p *preorder) run() error {
	b, t := p.builder, p.tree
	n := b.nodes.n
	p.first, p.next = make([]uint32, n+1), make([]uint32, n+1)
	roots := 0
	for i := n - 1; i >= 0; i-- { // so that children come in order
		number := *b.order.at(i)
		parent := b.nodes.at(int(number)).parent
		if parent == 0 {
			roots++
		}
		p.next[number+1], p.first[parent] = p.first[parent], number+1
	}
	all := n
	if t.virtual = roots > 1; t.virtual {
		all++
	}
	t.before, t.ends, t.depths = make([]int64, 0, all+1), make([]uint32, all), make([]uint32, 0, all)
	if b.levels.n > 0 {
		t.levels = make([]uint32, 0, all)
	}
	if b.loads.n > 0 {
		t.loads = make([]float64, 0, all)
	}
	if b.named {
		t.ids, t.idAt = b.ids.texts, make([]uint32, 0, all)
	}
	p.walk()
	if len(t.depths) < all {
		return p.cycle()
	}
	p.first, p.next = nil, nil
	if slices.Equal(t.levels, t.depths) {
		t.levels = nil
	}
	return t.complete(b)
}

// walk visits the tasks in preorder. It has no stack: it goes up by the parents.
func (p *preorder) walk() {
	b, t := p.builder, p.tree
	depth, total := uint32(0), int64(0)
	if t.virtual {
		p.place(0, 0, 0)
		depth++
	}
	for at := p.first[0]; at != 0; {
		x := b.nodes.at(int(at - 1))
		down := p.first[at]
		p.first[at] = uint32(len(t.depths))
		p.place(at, depth, total)
		total += x.work
		if down != 0 {
			at, depth = down, depth+1
			continue
		}
		for at != 0 && p.next[at] == 0 {
			t.ends[p.first[at]] = uint32(len(t.depths))
			at, depth = b.nodes.at(int(at-1)).parent, depth-1
		}
		if at != 0 {
			t.ends[p.first[at]] = uint32(len(t.depths))
			at = p.next[at]
		}
	}
	t.before = append(t.before, total)
	if t.virtual {
		t.ends[0] = uint32(len(t.depths))
	}
}

// place appends a task to the tree, by its number + 1; 0 is the root above all.
func (p *preorder) place(at, depth uint32, before int64) {
	b, t := p.builder, p.tree
	node := len(t.depths)
	t.before, t.depths = append(t.before, before), append(t.depths, depth)
	if at == 0 {
		if t.loads != nil {
			t.loads = append(t.loads, 0)
		}
		if t.idAt != nil {
			t.idAt = append(t.idAt, 0)
		}
		return
	}
	if t.levels != nil {
		t.levels = append(t.levels, *b.levels.at(int(at - 1)))
	}
	if t.loads != nil {
		load := 0.0
		if int(at-1) < b.loads.n {
			load = *b.loads.at(int(at - 1))
		}
		t.loads = append(t.loads, load)
	}
	if t.idAt != nil {
		t.idAt = append(t.idAt, *b.ids.place.at(int(at - 1)))
	}
	if b.solved.has(int(at - 1)) {
		t.solutions.add(node)
		t.solved++
	}
}

// cycle is the error that no way leads from some task to a root.
func (p *preorder) cycle() error {
	b := p.builder
	state := make([]uint8, b.nodes.n) // 1: on the way, 2: leads to a root, or to what was seen
	for i := range b.order.n {
		var way []uint32
		at := *b.order.at(i)
		for state[at] == 0 {
			state[at] = 1
			way = append(way, at)
			parent := b.nodes.at(int(at)).parent
			if parent == 0 {
				break
			}
			at = parent - 1
		}
		if len(way) > 0 && b.nodes.at(int(way[len(way)-1])).parent != 0 && state[at] == 1 {
			task := slices.Min(way[slices.Index(way, at):])
			parent := int(b.nodes.at(int(task)).parent - 1)
			return b.wrong(b.lineOf(int(task)), "task %s has parent %s, which lies below it: want no cycles, and a root above each task",
				b.text(int(task)), b.text(parent))
		}
		for _, x := range way {
			state[x] = 2
		}
	}
	panic("tasktree: a task was lost, and there is no cycle")
}

// complete fills in all that follows from the shape.
func (t *Tree) complete(b *Builder) error {
	if t.virtual && t.loads != nil {
		for n := Node(1); n < Node(len(t.ends)); n = t.end(n) {
			t.loads[0] += t.loads[n]
		}
	}
	depth := uint32(0)
	for _, d := range t.depths {
		depth = max(depth, d)
	}
	path := make([]int64, depth+1)
	for n := range Node(len(t.ends)) {
		d, above := t.depths[n], int64(0)
		if d > 0 {
			above = path[d-1]
		}
		path[d] = above + t.Own(n)
		if t.end(n) == n+1 && path[d] > t.longest {
			t.longest, t.path = path[d], int64(d)+1
		}
	}
	if t.virtual {
		t.path--
	}
	if !t.meta.First || t.solved == 0 {
		return nil
	}
	t.next = make([]uint32, len(t.ends))
	next := uint32(len(t.ends))
	for n := len(t.ends) - 1; n >= 0; n-- {
		if t.solutions.has(n) {
			if next = uint32(n); t.ends[n] != next+1 {
				return b.wrong(0, "task %s is a solution and has children: want none where a search ends at its first solution", quote(t.ID(Node(n))))
			}
		}
		t.next[n] = next
	}
	return nil
}
