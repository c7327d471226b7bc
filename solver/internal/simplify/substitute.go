package simplify

import "transat/solver/cnf"

// Clauses of two literals are implications: (-a b) says that a implies b, and that -b implies -a. Literals that imply each other in a
// circle are equal in every model. They are the strongly connected components of the graph of implications, which R. Tarjan's algorithm
// finds in one walk through it. One literal of each component replaces the others.

// implications is the graph: the edges of literal l are those from begin[l] to begin[l+1]-1.
type implications struct {
	begin   []int32
	to      []cnf.Lit
	numbers []int64 // of their clauses, in the proof with hints
}

// graph returns the implications of the clauses.
func (w *worker) graph() *implications {
	g := &implications{begin: make([]int32, len(w.count)+1)}
	each := func(edge func(from, to cnf.Lit, number int64)) {
		for id := range w.all() {
			if w.size(id) == 2 {
				lits := w.of(id)
				edge(lits[0].Not(), lits[1], w.number(id))
				edge(lits[1].Not(), lits[0], w.number(id))
			}
		}
	}
	each(func(from, _ cnf.Lit, _ int64) { g.begin[from.Code()+1]++ })
	for l := range w.count {
		g.begin[l+1] += g.begin[l]
	}
	edges := g.begin[len(w.count)]
	g.to = make([]cnf.Lit, edges)
	if w.hints != nil {
		g.numbers = make([]int64, edges)
	}
	each(func(from, to cnf.Lit, number int64) {
		at := g.begin[from.Code()]
		g.begin[from.Code()]++
		g.to[at] = to
		if w.hints != nil {
			g.numbers[at] = number
		}
	})
	copy(g.begin[1:], g.begin) // each list began where the one before it ends
	g.begin[0] = 0
	w.work(len(w.lits)/16 + int(edges)/4)
	return g
}

// active reports whether a literal has neither a value nor left the formula.
func (w *worker) active(l cnf.Lit) bool { return w.vals[l.Code()] == 0 && !w.gone[l.Var()] }

// of returns the literals that l implies, and the number of the first one's clause is numbers[at].
func (g *implications) of(l cnf.Lit) (to []cnf.Lit, at int32) {
	at = g.begin[l.Code()]
	return g.to[at:g.begin[l.Code()+1]], at
}

// substitute replaces equal literals.
func (w *worker) substitute() {
	w.begin(merging)
	w.propagate()
	if w.done() {
		return
	}
	g := w.graph()
	if len(g.to) == 0 {
		return
	}
	walk := components{graph: g, index: make([]int32, len(w.count)), group: make([]int32, len(w.count))}
	for code := uint32(2); code < uint32(len(w.count)); code++ {
		if walk.index[code] == 0 && g.begin[code] < g.begin[code+1] {
			walk.from(cnf.FromCode(code))
		}
	}
	w.work(len(g.to) / 2)
	for i, begin := range walk.starts {
		end := len(walk.members)
		if i+1 < len(walk.starts) {
			end = int(walk.starts[i+1])
		}
		if w.done() {
			break
		}
		w.replaceGroup(&walk, walk.members[begin:end])
	}
	w.propagate()
}

// replaceGroup replaces the literals of a component by one of them, and their complements, which are a component too, by its complement.
func (w *worker) replaceGroup(c *components, group []cnf.Lit) {
	first := group[0]
	for _, l := range group {
		if !w.active(l) { // edges of the group may be gone
			return
		}
		if w.keep[l.Var()] != w.keep[first.Var()] {
			if w.keep[l.Var()] {
				first = l
			}
		} else if l.Var() < first.Var() {
			first = l
		}
	}
	if c.group[first.Code()] == c.group[first.Not().Code()] {
		w.contradict(c, first)
		return
	}
	if first.Negative() { // the component of the complements does it
		return
	}
	there := w.reach(c, first, len(group))
	back := w.reach(c, first.Not(), len(group))
	for i, s := range back {
		c.index[s.to.Code()] = int32(i)
	}
	for _, s := range there[1:] {
		e := Equality{s.to, first, back[c.index[s.to.Not().Code()]].number, s.number}
		if w.keep[e.Lit.Var()] || !w.active(e.Lit) || !w.active(first) {
			w.unprove(e)
			continue
		}
		w.merge(e)
	}
}

// reached is a literal of a component, and the number of the clause that says that the first one implies it.
type reached struct {
	to     cnf.Lit
	number int64
}

// reach proves that a literal implies the literals of its component, which has the given size: all, or up to its own complement.
func (w *worker) reach(c *components, first cnf.Lit, size int) []reached {
	group := c.group[first.Code()]
	c.group[first.Code()] = -group
	list := append(make([]reached, 0, size), reached{to: first})
	for i := 0; i < len(list) && list[len(list)-1].to != first.Not(); i++ {
		at := list[i]
		to, edge := c.graph.of(at.to)
		for j, l := range to {
			if c.group[l.Code()] != group {
				continue
			}
			c.group[l.Code()] = -group
			list = append(list, reached{l, w.proveStep(first, at, l, c.graph, edge+int32(j))})
			if l == first.Not() {
				break
			}
		}
	}
	for _, s := range list {
		c.group[s.to.Code()] = group
	}
	return list
}

// proveStep proves that first implies l, because it implies at, and that implies l by an edge.
func (w *worker) proveStep(first cnf.Lit, at reached, l cnf.Lit, g *implications, edge int32) int64 {
	if w.hints != nil {
		if w.because1(g.numbers[edge]); at.to != first {
			w.because2(at.number, g.numbers[edge])
		}
	}
	w.made = append(w.made[:0], first.Not(), l)
	if l == first.Not() {
		w.made = w.made[:1]
	}
	w.prove(w.made)
	return w.last
}

// contradict handles a component with a literal and its complement: the literal is false, and the complement too.
func (w *worker) contradict(c *components, l cnf.Lit) {
	for _, s := range w.reach(c, l, 2)[1:] {
		if s.to == l.Not() {
			w.last = s.number
			w.assign(l.Not())
			continue
		}
		w.proveDeletion([]cnf.Lit{l.Not(), s.to}, s.number)
	}
	w.propagate()
}

// components is the walk of Tarjan's algorithm.
type components struct {
	graph   *implications
	index   []int32 // by literal: when it was visited, from 1
	group   []int32 // by literal: the number of its component, from 1, once it is known
	groups  int32
	time    int32
	path    []visit
	waiting []cnf.Lit // visited, and in no component yet
	members []cnf.Lit // of the components of two and more literals
	starts  []int32   // where each of these begins
}

// visit is a literal on the path, its next edge, and the earliest literal that it leads back to.
type visit struct {
	lit  cnf.Lit
	next int32
	low  int32
}

// from walks through all that a literal implies.
func (c *components) from(l cnf.Lit) {
	c.enter(l)
	for len(c.path) > 0 {
		top := &c.path[len(c.path)-1]
		if top.next < c.graph.begin[top.lit.Code()+1] {
			to := c.graph.to[top.next]
			top.next++
			switch {
			case c.index[to.Code()] == 0:
				c.enter(to)
			case c.group[to.Code()] == 0:
				top.low = min(top.low, c.index[to.Code()])
			}
			continue
		}
		done := *top
		c.path = c.path[:len(c.path)-1]
		if done.low == c.index[done.lit.Code()] {
			c.close(done.lit)
		}
		if len(c.path) > 0 {
			before := &c.path[len(c.path)-1]
			before.low = min(before.low, done.low)
		}
	}
}

func (c *components) enter(l cnf.Lit) {
	c.time++
	c.index[l.Code()] = c.time
	c.waiting = append(c.waiting, l)
	c.path = append(c.path, visit{l, c.graph.begin[l.Code()], c.time})
}

// close makes a component of l and the literals that were visited after it.
func (c *components) close(l cnf.Lit) {
	begin := len(c.waiting) - 1
	for c.waiting[begin] != l {
		begin--
	}
	c.groups++
	for _, m := range c.waiting[begin:] {
		c.group[m.Code()] = c.groups
	}
	if len(c.waiting)-begin > 1 {
		c.starts = append(c.starts, int32(len(c.members)))
		c.members = append(c.members, c.waiting[begin:]...)
	}
	c.waiting = c.waiting[:begin]
}
