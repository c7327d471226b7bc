package cores

import (
	"cmp"
	"slices"

	"transat/balance"
)

// list is what a processor has waiting: elements that it has received, and open branches of the search
// under way. A policy sees them in one row, the oldest at the bottom, from where they go:
//
//	Received = Bottom    received …, branches …
//	Received = Top       branches …, received …     the worker takes the topmost received one next
//	Received = InOrder   both, the largest load at the bottom
type list[E any] struct {
	received []received[E] // the bottom one first
	open     []int         // levels of the open branches at this safe point
	earlier  []int         // and of those at the one before that have not been given away since
	measured bool          // loads are, and levels do not count
	loads    []float64     // of the open branches, if loads are measured
	lasting  int           // the number of branches, the first ones, that were open then, too

	row   []waiting // what the policy sees, if not stale
	load  float64
	stale bool
}

// received is an element that waits as it came.
type received[E any] struct {
	e     E
	level int
	load  float64
	gone  bool // it is being sent
}

// waiting is an element in the row.
type waiting struct {
	load     float64
	at       int // index in received, or of the open branch
	received bool
}

// opener is what the list asks of a Search, which may be a Weigher.
type opener interface{ Open([]int) []int }

// stock takes stock of the open branches at a safe point.
func (l *list[E]) stock(s opener) {
	if picker, ok := s.(Picker); ok && picker.Picks() {
		l.begin(s)
		return
	}
	l.earlier, l.open = l.open, s.Open(l.earlier[:0])
	l.weigh(s)
	l.lasting = 0
	for l.lasting < min(len(l.earlier), len(l.open)) && l.earlier[l.lasting] == l.open[l.lasting] {
		l.lasting++
	}
	l.stale = true
}

// begin takes stock of a search that has just begun. If it has branches already, it was half done, and they
// are old.
func (l *list[E]) begin(s opener) {
	l.open = s.Open(l.open[:0])
	l.weigh(s)
	l.lasting = len(l.open)
	l.stale = true
}

// weigh asks for the loads of the open branches.
func (l *list[E]) weigh(s opener) {
	if l.measured {
		l.loads = s.(Weigher).Loads(l.loads[:0])
	}
}

// none notes that there is no search under way.
func (l *list[E]) none() {
	l.open, l.lasting, l.stale = l.open[:0], 0, true
}

func (l *list[E]) pushTop(x received[E]) {
	l.received = append(l.received, x)
	l.stale = true
}

// popTop takes the topmost received element.
func (l *list[E]) popTop() received[E] {
	last := len(l.received) - 1
	x := l.received[last]
	l.received[last] = received[E]{}
	l.received = l.received[:last]
	l.stale = true
	return x
}

// update brings the row up to date: it has the elements with at least the load grain. Received ones are
// all there, whatever their load. If loads are measured, those lie in the order of loads, so that the largest go first.
func (l *list[E]) update(p *proc[E]) {
	if !l.stale {
		return
	}
	l.stale = false
	l.row, l.load = l.row[:0], 0
	order := p.machine.cfg.Received
	next := 0 // received element
	if order == balance.Bottom {
		next = l.pass(p, next, 0)
	}
	for i := range l.open[:l.lasting] {
		load := p.openLoad(i)
		if load < p.grain {
			continue
		}
		if order == balance.InOrder {
			next = l.pass(p, next, load)
		}
		l.row = append(l.row, waiting{load: load, at: i})
	}
	l.pass(p, next, 0)
	if l.measured {
		slices.SortStableFunc(l.row, func(a, b waiting) int { return cmp.Compare(b.load, a.load) })
	}
	for _, x := range l.row {
		l.load += x.load
	}
}

// pass puts received elements in the row, from the given one on, as long as they have at least such a
// load. It returns the first one that has less.
func (l *list[E]) pass(p *proc[E], from int, least float64) int {
	for ; from < len(l.received); from++ {
		load := l.received[from].load
		if load < least {
			break
		}
		l.row = append(l.row, waiting{load: load, at: from, received: true})
	}
	return from
}

// insert adds elements that have arrived, the oldest first.
func (p *proc[E]) insert(batch []E) {
	l := &p.list
	for i := range batch {
		switch p.machine.cfg.Received {
		case balance.Bottom:
			x := p.entry(batch[len(batch)-1-i])
			l.received = slices.Insert(l.received, 0, x)
		case balance.InOrder:
			x := p.entry(batch[i])
			at := len(l.received)
			for at > 0 && l.received[at-1].load <= x.load {
				at--
			}
			l.received = slices.Insert(l.received, at, x)
		default:
			l.received = append(l.received, p.entry(batch[i]))
		}
	}
	l.stale = true
}

func (p *proc[E]) entry(e E) received[E] {
	level := p.machine.cfg.Level(e)
	if p.list.measured {
		return received[E]{e: e, level: level, load: p.machine.cfg.Load(e)}
	}
	return received[E]{e: e, level: level, load: p.weight(level)}
}

// openLoad is the load of an open branch.
func (p *proc[E]) openLoad(branch int) float64 {
	if p.list.measured {
		return p.list.loads[branch]
	}
	return p.weight(p.list.open[branch])
}

// pack takes elements out of the row, those with the given indices in it, in their order.
func (l *list[E]) pack(s Search[E], picked []int) []E {
	batch := make([]E, len(picked))
	var branches []int // in batch
	for k, i := range picked {
		x := l.row[i]
		if !x.received {
			branches = append(branches, k)
			continue
		}
		batch[k] = l.received[x.at].e
		l.received[x.at].gone = true
	}
	at := func(k int) int { return l.row[picked[k]].at }
	slices.SortFunc(branches, func(a, b int) int { return at(a) - at(b) })
	l.give(s, branches, at, batch)
	for _, k := range slices.Backward(branches) {
		l.open = slices.Delete(l.open, at(k), at(k)+1)
		if l.measured {
			l.loads = slices.Delete(l.loads, at(k), at(k)+1)
		}
	}
	l.lasting -= len(branches)
	l.sweep()
	return batch
}

// give has the search give branches away, of which at tells the numbers, in increasing order. They are put into the batch.
func (l *list[E]) give(s Search[E], branches []int, at func(k int) int, batch []E) {
	g, atOnce := s.(Giver[E])
	if !atOnce {
		for given, k := range branches {
			batch[k] = s.Give(at(k) - given) // the branches before it have moved up
		}
		return
	}
	if len(branches) == 0 {
		return
	}
	var numbers []int
	for _, k := range branches {
		numbers = append(numbers, at(k))
	}
	for i, e := range g.GiveAll(numbers) {
		batch[branches[i]] = e
	}
}

// sweep removes the received elements that are gone.
func (l *list[E]) sweep() {
	l.received = slices.DeleteFunc(l.received, func(x received[E]) bool { return x.gone })
	l.stale = true
}
