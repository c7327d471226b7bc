package stream

import "math/bits"

// clauses are the clauses that hold now. Each lies in the store, is found by its set of literals, and may be in lists of
// propagation: clauses of two and three literals in the lists of all their literals, longer ones in the lists of the two literals
// that they watch.
type clauses struct {
	store  []uint32
	rooms  [][]ref // by length: room of clauses that were forgotten
	table  []ref   // by hash: the first clause with it
	count  int
	lemmas ref // the newest, 0 if there is none
	lists  []lists
	others []bool // by literal: it has been in lists
	threes threes

	marks []uint32 // by literal
	stamp uint32   // the mark of the literals of the clause in question
	taut  []uint32 // scratch of normal
}

// ref is where a clause lies in the store. 0 is none.
type ref = uint32

// The words before the literals of a clause.
const (
	wordLength = iota
	wordChain  // the next clause with the same hash
	wordNewer  // lemma, 0 if there is none
	wordOlder  // lemma
	wordCopies // how often it was added without being deleted
	wordPlace  // attached, or the level at which it is parked
	wordLemma  // 1 if it is a lemma of the piece
	words
)

const attached = 1<<32 - 1

// lists have the clauses that may become unit clauses when a literal becomes false.
type lists struct {
	two  []uint32 // the other literal
	long []watch
}

// watch is a clause, and a literal of it that spares a look at it if it is true.
type watch struct{ clause, other uint32 }

func newClauses(vars int) clauses {
	return clauses{
		store: make([]uint32, 1),
		table: make([]ref, 1<<6),
		lists: make([]lists, 2*vars+2), others: make([]bool, 2*vars+2), threes: newThrees(vars),
		marks: make([]uint32, 2*vars+2),
	}
}

func (c *clauses) lits(r ref) []uint32 {
	return c.store[r+words : r+words+c.store[r]]
}

// mark marks literals, and no others.
func (c *clauses) mark(lits []uint32) {
	if c.stamp++; c.stamp == 0 {
		clear(c.marks)
		c.stamp = 1
	}
	for _, l := range lits {
		c.marks[l] = c.stamp
	}
}

func (c *clauses) marked(l uint32) bool { return c.marks[l] == c.stamp }

// normal returns a clause without literals that it has twice, which is valid until the next call. A clause with a literal and its
// complement says nothing: then it returns false.
func (c *clauses) normal(lits []uint32) (once []uint32, ok bool) {
	c.mark(nil)
	c.taut = c.taut[:0]
	for _, l := range lits {
		if c.marked(l ^ 1) {
			return nil, false
		}
		if !c.marked(l) {
			c.marks[l] = c.stamp
			c.taut = append(c.taut, l)
		}
	}
	return c.taut, true
}

// hash is the same for all orders of literals.
func hash(lits []uint32) (sum uint32) {
	for _, l := range lits {
		x := (l + 1) * 0x9e3779b1
		sum += x ^ x>>15
	}
	return sum * 0x85ebca6b
}

// slot is where the clauses with a hash begin.
func (c *clauses) slot(h uint32) *ref { return &c.table[h>>(32-bits.Len(uint(len(c.table)-1)))] }

// find returns the clause that normal has just looked at, 0 if there is none.
func (c *clauses) find(lits []uint32) ref {
	for r := *c.slot(hash(lits)); r != 0; r = c.store[r+wordChain] {
		if c.same(r, len(lits)) {
			return r
		}
	}
	return 0
}

// same reports whether all literals of a clause are marked, and as many as it has.
func (c *clauses) same(r ref, n int) bool {
	if int(c.store[r]) != n {
		return false
	}
	for _, l := range c.lits(r) {
		if !c.marked(l) {
			return false
		}
	}
	return true
}

// keep puts a clause into the store.
func (c *clauses) keep(lits []uint32, lemma bool) ref {
	if c.count++; c.count > len(c.table) {
		c.rehash()
	}
	r := c.room(len(lits))
	copy(c.lits(r), lits)
	slot := c.slot(hash(lits))
	c.store[r+wordChain], *slot = *slot, r
	c.store[r+wordCopies], c.store[r+wordNewer], c.store[r+wordOlder], c.store[r+wordLemma] = 1, 0, 0, 0
	if lemma {
		c.store[r+wordLemma], c.store[r+wordOlder] = 1, c.lemmas
		if c.lemmas != 0 {
			c.store[c.lemmas+wordNewer] = r
		}
		c.lemmas = r
	}
	return r
}

// room returns where a clause of n literals can lie.
func (c *clauses) room(n int) ref {
	for len(c.rooms) <= n {
		c.rooms = append(c.rooms, nil)
	}
	if rooms := c.rooms[n]; len(rooms) > 0 {
		r := rooms[len(rooms)-1]
		c.rooms[n] = rooms[:len(rooms)-1]
		return r
	}
	r := ref(len(c.store))
	for range words + n {
		c.store = append(c.store, 0)
	}
	c.store[r] = uint32(n)
	return r
}

// rehash doubles the table.
func (c *clauses) rehash() {
	old := c.table
	c.table = make([]ref, 2*len(old))
	for _, r := range old {
		for r != 0 {
			next := c.store[r+wordChain]
			slot := c.slot(hash(c.lits(r)))
			c.store[r+wordChain], *slot = *slot, r
			r = next
		}
	}
}

// forget gives the room of a clause back.
func (c *clauses) forget(r ref) {
	c.count--
	at := c.slot(hash(c.lits(r)))
	for *at != r {
		at = &c.store[*at+wordChain]
	}
	*at = c.store[r+wordChain]
	if c.store[r+wordLemma] == 1 {
		newer, older := c.store[r+wordNewer], c.store[r+wordOlder]
		if newer != 0 {
			c.store[newer+wordOlder] = older
		} else {
			c.lemmas = older
		}
		if older != 0 {
			c.store[older+wordNewer] = newer
		}
	}
	n := c.store[r]
	c.rooms[n] = append(c.rooms[n], r)
}

// attach puts a clause into the lists. The first two of its literals are those to be watched.
func (c *clauses) attach(r ref) {
	c.store[r+wordPlace] = attached
	lits := c.lits(r)
	switch len(lits) {
	case 2:
		c.two(lits[0], lits[1])
		c.two(lits[1], lits[0])
	case 3:
		c.threes.add(lits[0], pair{lits[1], lits[2]})
		c.threes.add(lits[1], pair{lits[0], lits[2]})
		c.threes.add(lits[2], pair{lits[0], lits[1]})
	default:
		c.watch(lits[0], r, lits[1])
		c.watch(lits[1], r, lits[0])
	}
}

func (c *clauses) two(l, a uint32) {
	c.others[l] = true
	c.lists[l].two = append(c.lists[l].two, a)
}

func (c *clauses) watch(l uint32, r ref, other uint32) {
	c.others[l] = true
	c.lists[l].long = append(c.lists[l].long, watch{r, other})
}

// detach is the inverse of attach.
func (c *clauses) detach(r ref) {
	lits := c.lits(r)
	switch len(lits) {
	case 2:
		c.lists[lits[0]].two = without(c.lists[lits[0]].two, func(a uint32) bool { return a == lits[1] })
		c.lists[lits[1]].two = without(c.lists[lits[1]].two, func(a uint32) bool { return a == lits[0] })
	case 3:
		for i, l := range lits {
			c.threes.remove(l, pair{lits[(i+1)%3], lits[(i+2)%3]})
		}
	default:
		for _, l := range lits[:2] {
			c.lists[l].long = without(c.lists[l].long, func(w watch) bool { return w.clause == r })
		}
	}
}

// without takes the last item away that is meant. The order of the others may change.
func without[E any](list []E, meant func(E) bool) []E {
	for i := len(list) - 1; i >= 0; i-- {
		if meant(list[i]) {
			list[i] = list[len(list)-1]
			return list[:len(list)-1]
		}
	}
	return list
}
