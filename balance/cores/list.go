package cores

import (
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
	lasting  int           // the number of branches, the first ones, that were open then, too

	row   []waiting // what the policy sees, if not stale
	load  float64
	stale bool
}

// received is an element that waits as it came.
type received[E any] struct {
	e     E
	level int
	gone  bool // it is being sent
}

// waiting is an element in the row.
type waiting struct {
	load     float64
	at       int // index in received, or of the open branch
	received bool
}

// stock takes stock of the open branches at a safe point.
func (l *list[E]) stock(s interface{ Open([]int) []int }) {
	l.earlier, l.open = l.open, s.Open(l.earlier[:0])
	l.lasting = 0
	for l.lasting < min(len(l.earlier), len(l.open)) && l.earlier[l.lasting] == l.open[l.lasting] {
		l.lasting++
	}
	l.stale = true
}

// begin takes stock of a search that has just begun. If it has branches already, it was half done, and they
// are old.
func (l *list[E]) begin(s interface{ Open([]int) []int }) {
	l.open = s.Open(l.open[:0])
	l.lasting = len(l.open)
	l.stale = true
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
// all there, whatever their load.
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
	for i, level := range l.open[:l.lasting] {
		load := p.weight(level)
		if load < p.grain {
			continue
		}
		if order == balance.InOrder {
			next = l.pass(p, next, load)
		}
		l.row = append(l.row, waiting{load: load, at: i})
	}
	l.pass(p, next, 0)
	for _, x := range l.row {
		l.load += x.load
	}
}

// pass puts received elements in the row, from the given one on, as long as they have at least such a
// load. It returns the first one that has less.
func (l *list[E]) pass(p *proc[E], from int, least float64) int {
	for ; from < len(l.received); from++ {
		load := p.weight(l.received[from].level)
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
			for at > 0 && p.weight(l.received[at-1].level) <= p.weight(x.level) {
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
	return received[E]{e: e, level: p.machine.cfg.Level(e)}
}

// pack takes elements out of the row, those with the given indices in it, in their order.
func (l *list[E]) pack(s Search[E], picked []int) []E {
	batch := make([]E, 0, len(picked))
	if g, ok := s.(Giver[E]); ok {
		return l.packAtOnce(g, picked, batch)
	}
	given := 0
	for _, i := range picked {
		x := l.row[i]
		if x.received {
			batch = append(batch, l.received[x.at].e)
			l.received[x.at].gone = true
			continue
		}
		at := x.at - given // the branches before it have moved up
		batch = append(batch, s.Give(at))
		l.open = slices.Delete(l.open, at, at+1)
		l.lasting--
		given++
	}
	l.sweep()
	return batch
}

// packAtOnce is pack for a search that gives several branches away at once.
func (l *list[E]) packAtOnce(g Giver[E], picked []int, batch []E) []E {
	var branches []int
	for _, i := range picked {
		if x := l.row[i]; !x.received {
			branches = append(branches, x.at)
		}
	}
	var given []E
	if len(branches) > 0 {
		given = g.GiveAll(branches)
	}
	for _, i := range picked {
		if x := l.row[i]; x.received {
			batch = append(batch, l.received[x.at].e)
			l.received[x.at].gone = true
		} else {
			batch, given = append(batch, given[0]), given[1:]
		}
	}
	for _, at := range slices.Backward(branches) {
		l.open = slices.Delete(l.open, at, at+1)
	}
	l.lasting -= len(branches)
	l.sweep()
	return batch
}

// sweep removes the received elements that are gone.
func (l *list[E]) sweep() {
	l.received = slices.DeleteFunc(l.received, func(x received[E]) bool { return x.gone })
	l.stale = true
}
