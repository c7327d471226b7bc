package search

// What a walk gives away: one node at a time, or what near.go says.

// Picks implements cores.Picker.
func (w *walk[E]) Picks() bool { return w.run.near > 0 }

// Open implements cores.Search: all nodes but the one that comes next, from the one that comes last.
func (w *walk[E]) Open(dst []int) []int {
	if w.run.near > 0 {
		return w.openNear(dst)
	}
	first := len(dst)
	for _, f := range w.frames {
		for range f.end - f.next {
			dst = append(dst, int(f.level))
		}
	}
	return dst[:max(first, len(dst)-1)]
}

// Loads implements cores.Weigher.
func (w *walk[E]) Loads(dst []float64) []float64 {
	if w.run.near > 0 {
		return w.nearLoads(dst)
	}
	first := len(dst)
	for _, f := range w.frames {
		for i := f.end - 1; i >= f.next; i-- {
			dst = append(dst, w.run.load(w.buf[i]))
		}
	}
	return dst[:max(first, len(dst)-1)]
}

// Give implements cores.Search.
func (w *walk[E]) Give(branch int) part[E] {
	if w.run.near > 0 {
		return w.giveNear(branch)
	}
	for d := range w.frames {
		f := &w.frames[d]
		if left := int(f.end - f.next); branch >= left {
			branch -= left
			continue
		}
		return w.take(d, f.end-1-int32(branch), 1)
	}
	panic("search: there is no such branch")
}

// take takes nodes out of frame d, from that index in buf on.
func (w *walk[E]) take(d int, start, nodes int32) (taken part[E]) {
	f := &w.frames[d]
	for i := start; i < start+nodes; i++ {
		taken = append(taken, w.node(d, int(i)))
	}
	copy(w.buf[start:f.end], w.buf[start+nodes:f.end])
	if w.run.places {
		copy(w.numbers[start:f.end], w.numbers[start+nodes:f.end])
	}
	f.end -= nodes
	f.gap = true
	return taken
}
