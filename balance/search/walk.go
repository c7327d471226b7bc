package search

import (
	"slices"

	"transat/balance/cores"
)

// node is a node that is still to be visited, with all below it: the way of an element between processors, and into a checkpoint.
type node[E any] struct {
	e     E
	level int32
	share float64  // of the whole tree, where the children of a node have equal parts of its share
	place []uint32 // the number of each node on the way from the root among its siblings, if the search has places
}

// part is an element of the machine: nodes to be visited, in the order of the search.
type part[E any] []node[E]

// walk is the depth-first search of one processor. A frame is what is left of the children of a node:
//
//	buf      a  b │ c  d  e │ f  g       frames: a b (b is left), c d e (e is left), f g (g is being visited)
//	next        ↑         ↑      ↑       the nodes before next are done, or are on the way to the node that is being visited
//
// What lies in the lowest frame comes last, and is given away first: its last node, the one that is left for last.
type walk[E any] struct {
	run     *run[E]
	methods methods[E]
	buf     []E
	numbers []uint32 // of each node of buf among its siblings, if the search has places
	frames  []frame
	base    []node[E] // of each of the lowest frames, which have what was begun with: where its first node lies
	sizes   [sizeLevels]sizes
	won     int64 // nodes that Finish has visited,
	lost    int64 // and those that it has in vain

	nodes, solutions, pruned int64
	left                     int64 // nodes until the next safe point
	nearby
	folder    folder[E]
	seen      uint64 // version of the incumbent that threshold goes by
	threshold int64  // no bound up to here matters

	hit    part[E] // the solution that ended the last call of Search
	at     int     // in buf, of the node whose methods are called, or -1
	method method
}

// frame is what is left of the children of a node.
type frame struct {
	next, end int32 // in buf
	level     int32
	width     int32 // how many children there were; 0 in a base frame
	gap       bool  // some have been given away
	first     int32 // in buf
	born      int64 // nodes visited before it
}

// method is a method of the problem.
type method uint8

const (
	callChildren method = iota
	callChildrenAbove
	callFinish
	callFinishAbove
	callSolution
	callBound
	callValue
	callOf
)

// String returns the name of the method.
func (m method) String() string {
	return [...]string{"Children", "ChildrenAbove", "Finish", "FinishAbove", "Solution", "Bound", "Value", "Of"}[m]
}

func newWalk[E any](r *run[E]) *walk[E] {
	w := &walk[E]{run: r, methods: r.methods, threshold: NoValue, at: -1}
	if r.folds != nil {
		w.folder = r.folds()
	}
	return w
}

// Begin implements cores.Search.
func (w *walk[E]) Begin(p part[E]) error {
	w.clear()
	for i := len(p); i > 0; {
		first := i - 1
		for first > 0 && siblings(&p[first-1], &p[first]) {
			first--
		}
		begin := int32(len(w.buf))
		for _, n := range p[first:i] {
			w.buf = append(w.buf, n.e)
			if w.run.places {
				w.numbers = append(w.numbers, last(n.place))
			}
		}
		w.frames = append(w.frames, frame{next: begin, first: begin, end: int32(len(w.buf)), level: p[first].level, born: w.nodes})
		w.base = append(w.base, p[first])
		i = first
	}
	if w.folder != nil {
		w.folder.cut()
	}
	return nil
}

// siblings reports whether two nodes can lie one behind the other in a frame.
func siblings[E any](a, b *node[E]) bool {
	above := len(a.place) - 1
	return a.level == b.level && a.share == b.share && len(a.place) == len(b.place) &&
		(above < 0 || slices.Equal(a.place[:above], b.place[:above]) && a.place[above]+1 == b.place[above])
}

func last(place []uint32) uint32 {
	if len(place) == 0 {
		return 0 // the root
	}
	return place[len(place)-1]
}

// clear forgets all.
func (w *walk[E]) clear() {
	clear(w.buf)
	w.buf, w.numbers, w.frames, w.base, w.hit, w.at = w.buf[:0], w.numbers[:0], w.frames[:0], w.base[:0], nil, -1
}

// Drop implements cores.Search.
func (w *walk[E]) Drop() { w.clear() }

// Nodes implements cores.Search.
func (w *walk[E]) Nodes() int64 { return w.nodes }

// Search implements cores.Search.
func (w *walk[E]) Search(nodes int64) (outcome cores.Outcome, err error) {
	defer w.catch(&err)
	w.left = nodes
	return w.run.mode(w), nil
}

// next takes the next node to be visited: its index in buf, the end of its frame and its level.
func (w *walk[E]) next() (i int, end, level int32, ok bool) {
	for {
		d := len(w.frames) - 1
		if d < 0 {
			return 0, 0, 0, false
		}
		f := &w.frames[d]
		if f.next == f.end {
			w.pop()
			continue
		}
		if f.gap && w.folder != nil {
			w.folder.cut()
		}
		i := int(f.next)
		f.next++
		w.at = i
		return i, f.end, f.level, true
	}
}

// outcome is that of a call which has visited as many nodes as it may: nothing may be left.
func (w *walk[E]) outcome() cores.Outcome {
	for d := len(w.frames) - 1; d >= 0; d-- {
		if f := &w.frames[d]; f.next < f.end {
			return cores.Running
		}
	}
	return cores.Closed
}

// pop drops the uppermost frame, which is done.
func (w *walk[E]) pop() {
	d := len(w.frames) - 1
	f := &w.frames[d]
	if f.gap && w.folder != nil {
		w.folder.cut()
	}
	if f.width > 0 && !f.gap {
		w.sized(f.level-1, w.nodes-f.born+1)
	}
	w.frames = w.frames[:d]
	if d < len(w.base) {
		w.base = w.base[:d]
		if w.folder != nil {
			w.folder.cut() // what comes next lies somewhere else
		}
	}
}

// expand lists the children of node i, whose frame has that end.
func (w *walk[E]) expand(i int, end, level int32) {
	w.method = callChildren
	w.buf = w.methods.Children(w.buf[i], w.buf[:end])
	w.push(end, level)
}

// push makes a frame of what has been appended to buf behind end.
func (w *walk[E]) push(end, level int32) {
	n := int32(len(w.buf))
	if n < end {
		panic("it has returned a shorter slice than dst")
	}
	if n == end {
		w.sized(level, 1)
		return
	}
	w.frames = append(w.frames, frame{next: end, first: end, end: n, level: level + 1, width: n - end, born: w.nodes})
	if w.run.places {
		w.numbers = w.numbers[:end]
		for k := range uint32(n - end) {
			w.numbers = append(w.numbers, k)
		}
	}
}

// trim leaves out the nodes at the ends of frames whose bounds do not matter any more: they would be given away first, and whoever
// receives one has nothing to do.
func (w *walk[E]) trim() {
	if w.methods.bounder == nil || w.threshold == NoValue {
		return
	}
	threshold := w.threshold
	if w.run.ordered {
		threshold-- // it may be that of a place behind the best solution
	}
	w.method = callBound
	for d := range w.frames {
		f := &w.frames[d]
		for f.end > f.next {
			w.at = int(f.end) - 1
			if w.methods.bounder.Bound(w.buf[w.at]) > threshold {
				break
			}
			f.end--
			w.pruned++
		}
	}
}

// thresholdAt is what no bound matters up to, for node i of the uppermost frame.
func (w *walk[E]) thresholdAt(i int) int64 {
	if !w.run.ordered {
		return w.run.incumbent.threshold(nil)
	}
	return w.run.incumbent.threshold(w.place(len(w.frames)-1, i))
}

// node returns node i of frame d, for somebody else.
func (w *walk[E]) node(d, i int) node[E] {
	n := node[E]{e: w.buf[i], level: w.frames[d].level, share: w.share(d)}
	if w.run.places {
		n.place = w.place(d, i)
	}
	return n
}

// share is that of each node of frame d.
func (w *walk[E]) share(d int) float64 {
	share := 1.0
	for ; d >= len(w.base); d-- {
		share /= float64(w.frames[d].width)
	}
	return share * w.base[d].share
}

// place returns the place of node i of frame d.
func (w *walk[E]) place(d, i int) []uint32 {
	lowest := min(len(w.base)-1, d)
	place := slices.Clone(w.base[lowest].place)
	if w.frames[lowest].level > 0 {
		place = place[:len(place)-1]
	} else {
		lowest++ // the root has no number
	}
	for k := lowest; k < d; k++ {
		place = append(place, w.numbers[w.frames[k].next-1])
	}
	if d >= lowest {
		place = append(place, w.numbers[i])
	}
	return place
}

// Rest implements cores.Search.
func (w *walk[E]) Rest() part[E] {
	if w.hit != nil {
		return w.hit
	}
	var rest part[E]
	for d := len(w.frames) - 1; d >= 0; d-- {
		for i := w.frames[d].next; i < w.frames[d].end; i++ {
			rest = append(rest, w.node(d, int(i)))
		}
	}
	return rest
}

var _ cores.Weigher = (*walk[int])(nil)
