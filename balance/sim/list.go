package sim

// list is a processor's list of elements, a ring buffer. Index 0 is the bottom, where transfers take
// the oldest elements; the worker takes from the top.
//
// The topmost `hidden` entries are the children of the element being worked on. They do not exist
// for anybody else until that work is done.
type list[T any] struct {
	buf    []T
	head   int32 // index in buf of the bottom entry
	n      int32
	hidden int32
}

// visible is the number of waiting elements.
func (l *list[T]) visible() int { return int(l.n - l.hidden) }

// at returns the entry with index i, 0 ≤ i < n.
func (l *list[T]) at(i int32) *T {
	at := int(l.head + i)
	if at >= len(l.buf) {
		at -= len(l.buf)
	}
	return &l.buf[at]
}

// grow makes room for another entry. A million lists take less memory if they do not double.
func (l *list[T]) grow() {
	if int(l.n) < len(l.buf) {
		return
	}
	const smallest = 4
	bigger := make([]T, max(smallest, len(l.buf)*3/2))
	for i := range l.n {
		bigger[i] = *l.at(i)
	}
	l.buf, l.head = bigger, 0
}

// pushHidden puts a child of the element in work on top.
func (l *list[T]) pushHidden(x T) {
	l.grow()
	l.n++
	l.hidden++
	*l.at(l.n - 1) = x
}

// pushTop makes x the topmost visible entry.
func (l *list[T]) pushTop(x T) {
	l.grow()
	l.n++
	for i := l.n - 1; i >= l.n-l.hidden; i-- {
		*l.at(i) = *l.at(i - 1)
	}
	*l.at(l.n - 1 - l.hidden) = x
}

func (l *list[T]) pushBottom(x T) {
	l.grow()
	if l.head--; l.head < 0 {
		l.head = int32(len(l.buf)) - 1
	}
	l.n++
	*l.at(0) = x
}

// popTop takes the topmost entry. If it is hidden, the caller counts it off.
func (l *list[T]) popTop() T {
	l.n--
	return *l.at(l.n)
}

// remove takes the entry with index i, in time linear in i.
func (l *list[T]) remove(i int) T {
	at := int32(i)
	x := *l.at(at)
	for ; at > 0; at-- {
		*l.at(at) = *l.at(at - 1)
	}
	if l.head++; int(l.head) == len(l.buf) {
		l.head = 0
	}
	l.n--
	return x
}
