package sim

import (
	"container/heap"
	"math"
)

// Which elements go when loads are the tree's own. Under an estimate by level, the oldest are the largest, or would be if levels told the
// truth. Here the largest are looked for. Every list has a heap beside it:
//
//	list   2  9  4  4  7  1           the bottom first
//	heap   9 at 1, 7 at 4, 4 at 2 …   of equal ones, the oldest first
//
// The heap is brought up to date when elements are to go, and not before: the worker changes the top of the list a thousand times in
// between. An item is out of date if its place is not in the list any more, or an element with another load lies there; it is dropped when
// it comes to the top of the heap. Where an element goes from the middle, the bottom one takes its place, so that no others move.

// order is the heap of one list.
type order struct {
	heap   heapOfLoads
	bottom int64    // the number of the place at the bottom; the one above it is bottom + 1
	known  int32    // elements at the bottom of the list that the heap has
	aside  []placed // too large for the present transfer
}

// placed is an element: its load in fixed-point, and the number of its place in the list.
type placed struct{ load, place int64 }

// heapOfLoads is a heap, the largest load on top.
type heapOfLoads []placed

func (h heapOfLoads) Len() int { return len(h) }
func (h heapOfLoads) Less(i, j int) bool {
	return h[i].load > h[j].load || h[i].load == h[j].load && h[i].place < h[j].place
}
func (h heapOfLoads) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push implements heap.Interface.
func (h *heapOfLoads) Push(x any) { *h = append(*h, x.(placed)) }

// Pop implements heap.Interface.
func (h *heapOfLoads) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

// largest returns the index of the largest waiting element that has at most so much load, or -1.
func (p *proc[E]) largest(most int64) int {
	o := &p.sim.loads.order[p.rank]
	p.upToDate(o)
	for len(o.heap) > 0 {
		x := heap.Pop(&o.heap).(placed)
		at := x.place - o.bottom
		switch {
		case at < 0 || at >= int64(p.list.visible()) || p.sim.weight(p.list.at(int32(at)).level()) != x.load:
		case x.load > most:
			o.aside = append(o.aside, x)
		default:
			return int(at)
		}
	}
	return -1
}

// upToDate tells the heap of new elements.
func (p *proc[E]) upToDate(o *order) {
	visible := int32(p.list.visible())
	const small = 64
	if len(o.heap) > 2*int(visible)+small || o.known == 0 {
		o.heap, o.known = o.heap[:0], 0 // most items are out of date
	}
	all := o.known == 0
	for ; o.known < visible; o.known++ {
		x := placed{p.sim.weight(p.list.at(o.known).level()), o.bottom + int64(o.known)}
		if all {
			o.heap = append(o.heap, x)
		} else {
			heap.Push(&o.heap, x)
		}
	}
	if all {
		heap.Init(&o.heap)
	}
}

// removeLargest takes the element with that index, which largest has returned, out of the list.
func (p *proc[E]) removeLargest(at int) entry[E] {
	o, l := &p.sim.loads.order[p.rank], &p.list
	x := *l.at(int32(at))
	bottom := l.remove(0)
	o.bottom++
	o.known--
	if at > 0 {
		*l.at(int32(at - 1)) = bottom
		heap.Push(&o.heap, placed{p.sim.weight(bottom.level()), o.bottom + int64(at-1)})
	}
	return x
}

// packLargest is the loop of TransferLoad.
func (p *proc[E]) packLargest(b *batch[entry[E]], atLeast, atMost float64) (sent int64, bytes int) {
	s := p.sim
	most := int64(max(0, min(atMost/s.perUnit, math.MaxInt64/2)))
	for p.list.visible() > 0 && float64(sent)*s.perUnit < atLeast {
		at := p.largest(most - sent)
		if at < 0 {
			break
		}
		sent += s.weight(p.list.at(int32(at)).level())
		bytes += p.pack(b, at)
	}
	p.putBack()
	return sent, bytes
}

// putBack ends a transfer: elements that were too large for it are no longer.
func (p *proc[E]) putBack() {
	o := &p.sim.loads.order[p.rank]
	for _, x := range o.aside {
		heap.Push(&o.heap, x)
	}
	o.aside = o.aside[:0]
}

// changed notes that the list is another one from an index on.
func (l *loads[E]) changed(rank, from int32) {
	if l.of != nil {
		o := &l.order[rank]
		o.known = min(o.known, from)
	}
}

// below notes that an element with the code of that load has come to lie at the bottom.
func (l *loads[E]) below(rank, code int32) {
	if l.of == nil {
		return
	}
	o := &l.order[rank]
	o.bottom--
	if o.known > 0 {
		o.known++
		heap.Push(&o.heap, placed{l.weight(code), o.bottom})
	}
}
