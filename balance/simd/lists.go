package simd

import "transat/balance"

// lists are the lists of elements of all processors: ring buffers, each of a length that is a power of
// two. The lengths, which balancing looks at all the time, lie apart from the elements.
//
// Buffers begin as pieces of one block. One that becomes too short is replaced by another of twice the
// length, which happens to few and not for long.
type lists[E any] struct {
	loads []int32 // numbers of elements
	rings []ring[E]
}

// ring is the buffer of one processor. The oldest element, at the bottom, has the index first, modulo
// the length.
type ring[E any] struct {
	elements []E
	first    uint32
}

// firstLength is the length of all buffers in the beginning.
const firstLength = 16

func newLists[E any](procs int) lists[E] {
	l := lists[E]{loads: make([]int32, procs), rings: make([]ring[E], procs)}
	block := make([]E, procs*firstLength)
	for p := range l.rings {
		l.rings[p].elements = block[p*firstLength : (p+1)*firstLength : (p+1)*firstLength]
	}
	return l
}

// at is the place of the element with index i, from the bottom.
func (r *ring[E]) at(i uint32) *E { return &r.elements[(r.first+i)&uint32(len(r.elements)-1)] }

// room returns the ring of a processor with room for that many more elements.
func (l *lists[E]) room(p int32, more int) *ring[E] {
	r, n := &l.rings[p], int(l.loads[p])
	if n+more > len(r.elements) {
		length := 2 * len(r.elements)
		for n+more > length {
			length *= 2
		}
		r.elements, r.first = r.copyTo(make([]E, 0, length), n)[:length], 0
	}
	return r
}

// copyTo appends the n oldest elements to dst.
func (r *ring[E]) copyTo(dst []E, n int) []E {
	start := int(r.first) & (len(r.elements) - 1)
	if start+n <= len(r.elements) {
		return append(dst, r.elements[start:start+n]...)
	}
	dst = append(dst, r.elements[start:]...)
	return append(dst, r.elements[:start+n-len(r.elements)]...)
}

// copyFrom writes elements to the ring, the first one to the index i from the bottom.
func (r *ring[E]) copyFrom(i uint32, elements []E) {
	start := int(r.first+i) & (len(r.elements) - 1)
	if n := copy(r.elements[start:], elements); n < len(elements) {
		copy(r.elements, elements[n:])
	}
}

func (l *lists[E]) pushTop(p int32, e E) {
	*l.room(p, 1).at(uint32(l.loads[p])) = e
	l.loads[p]++
}

func (l *lists[E]) pushBottom(p int32, e E) {
	r := l.room(p, 1)
	r.first--
	*r.at(0) = e
	l.loads[p]++
}

func (l *lists[E]) popTop(p int32) E {
	l.loads[p]--
	return *l.rings[p].at(uint32(l.loads[p]))
}

func (l *lists[E]) popBottom(p int32) E {
	r := &l.rings[p]
	e := *r.at(0)
	r.first++
	l.loads[p]--
	return e
}

// send takes the n oldest elements out of a list and appends them to dst.
func (l *lists[E]) send(p int32, n int, dst []E) []E {
	r := &l.rings[p]
	dst = r.copyTo(dst, n)
	r.first += uint32(n)
	l.loads[p] -= int32(n)
	return dst
}

// receive puts elements that were sent at an end of a list, in the same order.
func (l *lists[E]) receive(p int32, end balance.End, elements []E) {
	r := l.room(p, len(elements))
	at := uint32(l.loads[p])
	if end == balance.Bottom {
		r.first -= uint32(len(elements))
		at = 0
	}
	r.copyFrom(at, elements)
	l.loads[p] += int32(len(elements))
}
