package families

import "transat/solver/cnf"

// push is what a queue is asked for in a step: to add a word behind the others, and to drop the first one. It ignores an addition when it
// is full, and a removal when it is empty.
type push struct {
	add, drop cnf.Lit
	word      []cnf.Lit
}

// shiftQueue is a queue of registers: the first word is always in register 0, and the others move up.
type shiftQueue struct {
	used  []cnf.Lit // which registers hold words, the first ones
	words [][]cnf.Lit
}

// step returns what the queue shows, whether it is empty, whether it is full, and the first word, and then does what it is asked for.
func (q *shiftQueue) step(c *circuit, p push, zero cnf.Lit) (shown []cnf.Lit) {
	n := len(q.words)
	shown = append([]cnf.Lit{q.used[0].Not(), q.used[n-1]}, words(c.and, repeat(q.used[0], len(p.word)), q.words[0])...)
	add, drop := c.and(p.add, q.used[n-1].Not()), c.and(p.drop, q.used[0])
	stay := shiftQueue{make([]cnf.Lit, n), make([][]cnf.Lit, n)}
	for i := range n { // drop
		used, word := zero, q.words[i]
		if i+1 < n {
			used, word = q.used[i+1], q.words[i+1]
		}
		stay.used[i] = c.choose(drop, used, q.used[i])
		stay.words[i] = c.chooseWord(drop, word, q.words[i])
	}
	next := shiftQueue{make([]cnf.Lit, n), make([][]cnf.Lit, n)}
	before := zero.Not()
	for i := range n { // add behind the last one
		here := c.every(add, before, stay.used[i].Not())
		next.used[i] = c.or(stay.used[i], here)
		next.words[i] = c.chooseWord(here, p.word, stay.words[i])
		before = stay.used[i]
	}
	*q = next
	return shown
}

// ringQueue is a queue in a ring of registers, as many as a power of two, with the places of the first word and of the next free
// register, and the number of words.
type ringQueue struct {
	first, free, count []cnf.Lit
	words              [][]cnf.Lit
	fault              bool // it adds a word when it is full
}

func (q *ringQueue) step(c *circuit, p push, zero cnf.Lit) (shown []cnf.Lit) {
	empty, full := c.some(q.count...).Not(), q.count[len(q.count)-1]
	shown = append([]cnf.Lit{empty, full}, words(c.and, repeat(empty.Not(), len(p.word)), c.pick(q.first, q.words))...)
	add, drop := c.and(p.add, full.Not()), c.and(p.drop, empty.Not())
	if q.fault {
		add = c.and(p.add, c.or(full.Not(), p.drop.Not()))
	}
	next := ringQueue{fault: q.fault}
	for i, word := range q.words {
		next.words = append(next.words, c.chooseWord(c.and(add, c.equal(q.free, constant(zero, len(q.free), uint64(i)))), p.word, word))
	}
	next.first = c.plus(q.first, append([]cnf.Lit{drop}, constant(zero, len(q.first)-1, 0)...))
	next.free = c.plus(q.free, append([]cnf.Lit{add}, constant(zero, len(q.free)-1, 0)...))
	more, less := c.and(add, drop.Not()), c.and(drop, add.Not())
	step := append([]cnf.Lit{c.or(more, less)}, repeat(less, len(q.count)-1)...) // 1, 0 or -1
	next.count = c.plus(q.count, step)
	*q = next
	return shown
}

// Queues says that two queues with room for 2^logRoom words of n bits, one that moves its words up and one in a ring, show different
// things in one of the steps, though both are asked for the same. They do not, but for a fault in the second, which shows after it was
// full.
func Queues(logRoom, n, steps int, fault bool) *cnf.Formula {
	c := newCircuit()
	zero := c.never()
	room := 1 << logRoom
	shift := shiftQueue{repeat(zero, room), make([][]cnf.Lit, room)}
	ring := ringQueue{constant(zero, logRoom, 0), constant(zero, logRoom, 0), constant(zero, logRoom+1, 0), make([][]cnf.Lit, room), fault}
	for i := range room {
		shift.words[i] = constant(zero, n, 0)
		ring.words[i] = constant(zero, n, 0)
	}
	var differ []cnf.Lit
	for range steps {
		p := push{c.input(), c.input(), c.inputs(n)}
		differ = append(differ, words(c.xor, shift.step(c, p, zero), ring.step(c, p, zero))...)
	}
	c.f.Add(differ...)
	return c.f
}

func repeat(l cnf.Lit, n int) []cnf.Lit {
	all := make([]cnf.Lit, n)
	for i := range all {
		all[i] = l
	}
	return all
}

// pick returns the word of a number. There are as many words as numbers of these bits.
func (c *circuit) pick(number []cnf.Lit, from [][]cnf.Lit) []cnf.Lit {
	from = append([][]cnf.Lit{}, from...)
	for _, l := range number {
		for i := range len(from) / 2 {
			from[i] = c.chooseWord(l, from[2*i+1], from[2*i])
		}
		from = from[:len(from)/2]
	}
	return from[0]
}

// Memories says that two memories of 2^address words of n bits, one of registers and one that looks for the latest write to an address in
// a list of all writes, answer a read differently after one of the steps, each a write or none, and a read. They do not.
func Memories(address, n, steps int) *cnf.Formula {
	c := newCircuit()
	zero := c.never()
	cells := make([][]cnf.Lit, 1<<address)
	for i := range cells {
		cells[i] = constant(zero, n, 0)
	}
	type write struct {
		is       cnf.Lit
		to, word []cnf.Lit
	}
	var log []write
	var differ []cnf.Lit
	for range steps {
		w := write{c.input(), c.inputs(address), c.inputs(n)}
		log = append(log, w)
		for i := range cells {
			here := c.and(w.is, c.equal(w.to, constant(zero, address, uint64(i))))
			cells[i] = c.chooseWord(here, w.word, cells[i])
		}
		from := c.inputs(address)
		found := constant(zero, n, 0)
		for _, w := range log {
			found = c.chooseWord(c.and(w.is, c.equal(w.to, from)), w.word, found)
		}
		differ = append(differ, words(c.xor, found, c.pick(from, cells))...)
	}
	c.f.Add(differ...)
	return c.f
}
