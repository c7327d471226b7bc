package simplify

import (
	"slices"

	"transat/solver/cnf"
)

// occurrences are lists of clauses, one for each literal, in one slice. A list that has no room for another clause moves
// to the end of the slice, with twice the room; the slice is built anew when squeeze moves the clauses.
type occurrences struct {
	ids   []int32
	lists []list // by literal
	waste int    // ids that belong to no list
}

// list is the place of a list in occurrences.ids. Clauses that are gone, or have lost the literal, stay in it until with
// is called next, or the list is full.
type list struct{ begin, length, room uint32 }

// spare is the room of a list for more than n clauses.
func spare(n int32) uint32 { return uint32(n + n/8) }

// connect builds the lists of all clauses.
func (w *worker) connect() {
	w.lists = slices.Grow(w.lists[:0], len(w.count))[:len(w.count)]
	begin := uint32(0)
	for l, n := range w.count {
		w.lists[l] = list{begin: begin, room: spare(n)}
		begin += spare(n)
	}
	w.waste = 0
	room := int(begin)
	if all := room + room/8; cap(w.ids) < all {
		w.ids = make([]int32, room, all) // what is to spare is not touched, as it would be by slices.Grow
	}
	w.ids = w.ids[:room]
	for id := range w.all() {
		for _, l := range w.of(id) {
			o := &w.lists[l.Code()]
			w.ids[o.begin+o.length] = id
			o.length++
		}
	}
}

// occur adds a clause to the list of a literal, whose count has it already.
func (w *worker) occur(l cnf.Lit, id int32) {
	o := &w.lists[l.Code()]
	if o.length == o.room && int32(o.length) >= w.count[l.Code()] {
		w.flush(l)
	}
	if o.length == o.room {
		begin := uint32(len(w.ids))
		w.waste += int(o.room)
		w.ids = append(w.ids, w.ids[o.begin:o.begin+o.length]...)
		*o = list{begin: begin, length: o.length, room: 2*o.length + 2}
		w.ids = slices.Grow(w.ids, int(o.room-o.length))[:begin+o.room]
	}
	w.ids[o.begin+o.length] = id
	o.length++
}

// with returns the clauses of a literal. The slice is valid until a clause with the literal comes.
func (w *worker) with(l cnf.Lit) []int32 {
	o := &w.lists[l.Code()]
	if int32(o.length) != w.count[l.Code()] {
		w.flush(l)
	}
	w.work(1 + int(o.length)/16)
	return w.ids[o.begin : o.begin+o.length : o.begin+o.room]
}

// flush takes the clauses out of the list of a literal that are gone or have lost it.
func (w *worker) flush(l cnf.Lit) {
	o := &w.lists[l.Code()]
	ids := w.ids[o.begin : o.begin+o.length]
	kept := ids[:0]
	for _, id := range ids {
		if !w.dead(id) && slices.Contains(w.of(id), l) {
			kept = append(kept, id)
		}
	}
	w.work(len(ids))
	o.length = uint32(len(kept))
}

// disconnect empties the list of a literal.
func (w *worker) disconnect(l cnf.Lit) {
	w.waste += int(w.lists[l.Code()].room)
	w.lists[l.Code()] = list{}
}
