package sim

// list is a processor's list of elements, a ring buffer. Index 0 is the bottom, where transfers take
// the oldest elements; the worker takes from the top.
//
// The topmost `hidden` entries are the children of the element being worked on. They do not exist
// for anybody else until that work is done.
type list[E any] struct {
	buf    []entry[E] // length a power of two, or 0
	head   int        // index in buf of the bottom entry
	n      int
	hidden int
}

// entry is an element with what the machine wants to know of it again and again.
type entry[E any] struct {
	e        E
	level    int32
	received bool // came from another processor and has to be installed
}

// visible is the number of waiting elements.
func (l *list[E]) visible() int { return l.n - l.hidden }

// at returns the entry with index i, 0 ≤ i < n.
func (l *list[E]) at(i int) *entry[E] { return &l.buf[(l.head+i)&(len(l.buf)-1)] }

func (l *list[E]) grow() {
	if l.n < len(l.buf) {
		return
	}
	bigger := make([]entry[E], max(8, 2*len(l.buf)))
	for i := range l.n {
		bigger[i] = *l.at(i)
	}
	l.buf, l.head = bigger, 0
}

// pushHidden puts a child of the element in work on top.
func (l *list[E]) pushHidden(x entry[E]) {
	l.grow()
	l.n++
	l.hidden++
	*l.at(l.n - 1) = x
}

// pushTop makes x the topmost visible entry.
func (l *list[E]) pushTop(x entry[E]) {
	l.grow()
	l.n++
	for i := l.n - 1; i >= l.n-l.hidden; i-- {
		*l.at(i) = *l.at(i - 1)
	}
	*l.at(l.n - 1 - l.hidden) = x
}

func (l *list[E]) pushBottom(x entry[E]) {
	l.grow()
	l.head = (l.head - 1) & (len(l.buf) - 1)
	l.n++
	*l.at(0) = x
}

// popTop takes the topmost entry; nothing may be hidden.
func (l *list[E]) popTop() entry[E] {
	l.n--
	return *l.at(l.n)
}

// remove takes the entry with index i, in time linear in i.
func (l *list[E]) remove(i int) entry[E] {
	x := *l.at(i)
	for ; i > 0; i-- {
		*l.at(i) = *l.at(i - 1)
	}
	l.head = (l.head + 1) & (len(l.buf) - 1)
	l.n--
	return x
}
