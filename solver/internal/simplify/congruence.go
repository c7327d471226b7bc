package simplify

import (
	"transat/solver/cnf"
)

// Two gates of the same kind with the same inputs have the same output (A. Biere, K. Fazekas, M. Fleury, N. Froleyks, "Clausal congruence
// closure", SAT 2024). The outputs become one literal, and then other gates may have the same inputs:
//
//	x = a and b ┐                       ┌ u = x or c
//	y = b and a ┘ so y becomes x, and   └ v = y or c   become one too
//
// Circuits that are compared are often half solved by this, in linear time. Gates are found at their outputs, with the clauses as they
// are at that time; a table has them by their inputs. A merge touches the variables of the clauses that it rewrites, and they are looked
// at again. So the closure needs no more state than the table: an entry whose gate has changed is overwritten.

// kind is a kind of gate. The clauses of a gate are those that clausesOf makes, and an output or input may be a complement.
type kind uint8

const (
	andGate      kind = iota // of two inputs or more
	parityGate               // of two to mostParity inputs, none of them a complement
	choiceGate               // if the first input, which is no complement, the second, which is none either, else the third
	majorityGate             // of three inputs, the first of which is no complement
	freeNode                 // of a circuit: it has no gate
)

// Larger gates, and variables in more clauses, are not looked at.
const (
	mostParity   = 4
	mostLookedAt = 1000
)

// gate is an output and its inputs, in order.
type gate struct {
	kind   kind
	output cnf.Lit
	inputs []cnf.Lit
}

// closure has the gates seen so far.
type closure struct {
	*worker
	marks  []uint32 // by literal: stamp
	stamp  uint32
	gates  gateTable
	found  []gate // of the variable in hand
	arena  []cnf.Lit
	groups []sized
	halves []half
	pairs  []pair
	of1    []int32 // clauses of two gates
	of2    []int32
	clause []cnf.Lit
}

// closeRounds is the most times that the closure goes through all variables. A circuit in any order needs few.
const closeRounds = 30

func (w *worker) newClosure() *closure {
	w.touchAll()
	return &closure{worker: w, marks: make([]uint32, len(w.count))}
}

// congruence merges the outputs of equal gates, where clauses have changed since it was last called.
func (c *closure) congruence() {
	c.begin(merging)
	c.propagate()
	w := c.worker
	for range closeRounds {
		before := int(w.stats.Substituted) + len(w.fixed)
		for v := cnf.Var(1); int(v) <= w.vars && !w.done(); v++ {
			if w.touched[v] == touched && w.active(cnf.Pos(v)) {
				w.touched[v] = untouched
				c.examine(v)
				w.propagate()
			}
		}
		w.work(w.vars / 8)
		if w.done() || int(w.stats.Substituted)+len(w.fixed) == before {
			break
		}
		w.subsume() // an input may have become the complement of another
		w.begin(merging)
	}
}

// examine looks for gates with output v or its complement, and for gates that are equal to them.
func (c *closure) examine(v cnf.Var) {
	pos, neg := c.count[cnf.Pos(v).Code()], c.count[cnf.Neg(v).Code()]
	if pos == 0 || neg == 0 || pos > mostLookedAt || neg > mostLookedAt {
		return
	}
	c.found, c.arena = c.found[:0], c.arena[:0]
	for _, x := range [...]cnf.Lit{cnf.Pos(v), cnf.Neg(v)} {
		if c.ands(x) { // it has found more
			return
		}
	}
	c.parities(v)
	c.choices(v)
	for i := range c.found {
		if c.match(&c.found[i]) {
			c.touched[v] = touched
			return
		}
	}
}

// ands finds the gates x = a and b and …: x implies every input, and the inputs together imply x. It also finds out whether x is false,
// or equal to another literal, and reports that.
func (c *closure) ands(x cnf.Lit) bool {
	c.stamp++
	implied := 0
	for _, id := range c.with(x.Not()) {
		if c.size(id) != 2 {
			continue
		}
		a := c.other(id, x.Not())
		if c.marks[a.Not().Code()] == c.stamp {
			c.because2(c.number(c.find(x.Not(), a)), c.number(c.find(x.Not(), a.Not())))
			c.clause = append(c.clause[:0], x.Not())
			c.add(c.clause)
			return true
		}
		c.marks[a.Code()] = c.stamp
		implied++
	}
	c.work(int(c.count[x.Not().Code()]))
	if implied == 0 {
		return false
	}
	c.work(int(c.count[x.Code()]))
	for _, id := range c.with(x) {
		lits := c.of(id)
		all := len(lits) <= implied+1
		for i := 0; i < len(lits) && all; i++ {
			all = lits[i] == x || c.marks[lits[i].Not().Code()] == c.stamp
		}
		switch {
		case !all:
		case len(lits) == 2:
			if c.equalTo(x, c.other(id, x).Not()) {
				return true
			}
			return false // the marks have changed
		default:
			begin := len(c.arena)
			for _, l := range lits {
				if l != x {
					c.arena = append(c.arena, l.Not())
				}
			}
			c.find1(andGate, x, begin)
		}
	}
	return false
}

// equalTo merges two literals that clauses of two literals make equal, if they may be merged.
func (c *closure) equalTo(x, y cnf.Lit) bool {
	if x, y = c.chosen(x, y); x.IsNone() {
		return false
	}
	e := Equality{Lit: x, Rep: y}
	c.because1(c.number(c.find(x.Not(), y)))
	e.Forward = c.proveTwo(x.Not(), y)
	c.because1(c.number(c.find(x, y.Not())))
	e.Backward = c.proveTwo(x, y.Not())
	c.merge(e)
	return true
}

// chosen returns which of two literals is to be replaced by the other: the one in fewer clauses. It is none if both must stay.
func (c *closure) chosen(x, y cnf.Lit) (gone, stays cnf.Lit) {
	occurrences := func(l cnf.Lit) int32 { return c.count[l.Code()] + c.count[l.Not().Code()] }
	switch {
	case c.keep[x.Var()] && c.keep[y.Var()]:
		return cnf.Lit{}, cnf.Lit{}
	case c.keep[x.Var()], !c.keep[y.Var()] && occurrences(x) >= occurrences(y):
		return y, x
	}
	return x, y
}

// match looks for a gate with the same inputs and another output, and merges the two outputs. If there is none, the gate enters the table.
func (c *closure) match(g *gate) bool {
	i := c.gates.find(g)
	if i < 0 {
		c.gates.add(g)
		return false
	}
	other := c.gates.at(i)
	if other.output.Var() == g.output.Var() {
		return false
	}
	var ok1, ok2 bool
	if c.active(other.output) {
		c.of2, ok2 = c.clausesOf(c.of2[:0], other.kind, other.output, other.inputs)
	}
	c.of1, ok1 = c.clausesOf(c.of1[:0], g.kind, g.output, g.inputs)
	if !ok1 {
		return false
	}
	if !ok2 {
		c.gates.list[i].output = g.output
		return false
	}
	return c.unite(g, other.output)
}

// unite proves that the outputs of two gates, whose clauses are of1 and of2, are equal, and merges them.
func (c *closure) unite(g *gate, output cnf.Lit) bool {
	lit, rep := c.chosen(g.output, output)
	if lit.IsNone() {
		return false
	}
	c.stats.Congruent++
	from, to := c.of1, c.of2
	if lit != g.output {
		from, to = to, from
	}
	e := Equality{Lit: lit, Rep: rep}
	e.Forward = c.proveImplied(g, lit, rep, from, to)
	e.Backward = c.proveImplied(g, rep, lit, to, from)
	c.merge(e)
	return true
}

// find1 notes a gate whose inputs are the last ones of the arena.
func (c *closure) find1(k kind, output cnf.Lit, begin int) {
	inputs := c.arena[begin:len(c.arena):len(c.arena)]
	if k == andGate || k == parityGate {
		sortLits(inputs)
	}
	c.found = append(c.found, gate{kind: k, output: output, inputs: inputs})
}
