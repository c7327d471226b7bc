package simplify

import (
	"cmp"
	"math/bits"
	"slices"

	"transat/solver/cnf"
)

// What the gates of congruence.go look like in clauses, and why two outputs are equal.

func sortLits(lits []cnf.Lit) { slices.SortFunc(lits, cnf.Lit.Compare) }

// sized is a clause of three to five literals, with a number for the set of its variables: other sets may have it too.
type sized struct {
	set uint64
	id  int32
}

// pair is a third of a majority: the output is true if both are, and false if neither is.
type pair struct{ low, high cnf.Lit }

// half is one half of a choice: if the condition holds, the output is the value.
type half struct{ condition, value cnf.Lit }

// mostGates is the most gates of a variable that are noted.
const mostGates = 20

// group sorts the clauses of v with three to mostParity+1 literals by their sets of variables.
func (c *closure) group(v cnf.Var) {
	c.groups = c.groups[:0]
	for _, x := range [...]cnf.Lit{cnf.Pos(v), cnf.Neg(v)} {
		list := c.with(x)
		c.work(len(list))
		for _, id := range list {
			if size := c.size(id); size < 3 || size > mostParity+1 {
				continue
			}
			set := uint64(0)
			for _, l := range c.of(id) {
				h := uint64(l.Var()) * 0x9E3779B97F4A7C15
				set += h ^ h>>31
			}
			c.groups = append(c.groups, sized{set, id})
		}
	}
	if len(c.groups) >= 4 {
		slices.SortFunc(c.groups, func(a, b sized) int { return cmp.Or(cmp.Compare(a.set, b.set), cmp.Compare(a.id, b.id)) })
		c.work(2 * len(c.groups))
	}
}

// parities finds the gates v = a xor b …: half of all clauses over these variables.
func (c *closure) parities(v cnf.Var) {
	c.group(v)
	for begin := 0; begin < len(c.groups) && len(c.found) < mostGates; {
		end := begin + 1
		for end < len(c.groups) && c.groups[end].set == c.groups[begin].set {
			end++
		}
		group := c.groups[begin:end]
		begin = end
		vars := c.of(group[0].id)
		if len(group) < 1<<(len(vars)-1) {
			continue
		}
		var there [2]uint32 // by parity of the number of complements: which of them occur
		at := len(c.arena)
		for _, l := range vars {
			if l.Var() != v {
				c.arena = append(c.arena, cnf.Pos(l.Var()))
			}
		}
		sortLits(c.arena[at:])
		for _, s := range group {
			if signs, ok := signsOf(c.of(s.id), v, c.arena[at:]); ok {
				there[bits.OnesCount32(signs)&1] |= 1 << signs
			}
		}
		switch half := 1 << (len(vars) - 1); half {
		case bits.OnesCount32(there[0]): // an even number of them true is excluded
			c.find1(parityGate, cnf.Neg(v), at)
		case bits.OnesCount32(there[1]):
			c.find1(parityGate, cnf.Pos(v), at)
		default:
			c.arena = c.arena[:at]
		}
	}
}

// signsOf returns a bit for each variable whose complement is in a clause: first v, then the others. It reports false if the clause has
// other variables.
func signsOf(lits []cnf.Lit, v cnf.Var, others []cnf.Lit) (signs uint32, ok bool) {
	if len(lits) != len(others)+1 {
		return 0, false
	}
	for _, l := range lits {
		place := 0
		if l.Var() != v {
			i := slices.Index(others, cnf.Pos(l.Var()))
			if i < 0 {
				return 0, false
			}
			place = i + 1
		}
		if l.Negative() {
			signs |= 1 << place
		}
	}
	return signs, true
}

// choices finds the gates v = if a then b else c, of four clauses of three literals, and majorities. The clauses are grouped.
func (c *closure) choices(v cnf.Var) {
	c.halves, c.pairs = c.halves[:0], c.pairs[:0]
	for i, s := range c.groups {
		if c.size(s.id) != 3 {
			continue
		}
		for _, t := range c.groups[i+1:] {
			if t.set != s.set || len(c.halves) > 4*mostGates {
				break
			}
			c.half(v, c.of(s.id), c.of(t.id))
		}
	}
	c.majorities(v)
	slices.SortFunc(c.halves, func(a, b half) int {
		return cmp.Or(a.condition.Compare(b.condition), a.value.Compare(b.value))
	})
	for i, h := range c.halves {
		if h.condition.Negative() {
			continue
		}
		for _, g := range c.halves[i+1:] {
			if g.condition.Var() != h.condition.Var() || len(c.found) >= mostGates {
				break
			}
			if g.condition == h.condition || g.value.Var() == h.value.Var() || g.value.Var() == h.condition.Var() {
				continue
			}
			at := len(c.arena)
			output, yes, no := cnf.Pos(v), h.value, g.value
			if yes.Negative() {
				output, yes, no = output.Not(), yes.Not(), no.Not()
			}
			c.arena = append(c.arena, h.condition, yes, no)
			c.find1(choiceGate, output, at)
		}
	}
}

// half notes a half of a choice, if two clauses over the same variables are one: (-if -then v) and (-if then -v).
func (c *closure) half(v cnf.Var, one, two []cnf.Lit) {
	if slices.Contains(one, cnf.Neg(v)) {
		one, two = two, one
	}
	if !slices.Contains(one, cnf.Pos(v)) || !slices.Contains(two, cnf.Neg(v)) {
		return
	}
	var same, turned, other cnf.Lit
	for _, l := range one {
		switch {
		case l.Var() == v:
		case slices.Contains(two, l) && same.IsNone():
			same = l
		case slices.Contains(two, l.Not()) && turned.IsNone():
			turned = l
		case slices.Contains(two, l.Not()):
			other = l
		default:
			return
		}
	}
	if other.IsNone() {
		c.halves = append(c.halves, half{same.Not(), turned.Not()})
		return
	}
	if turned.Var() > other.Var() {
		turned, other = other, turned
	}
	c.pairs = append(c.pairs, pair{turned.Not(), other.Not()})
}

// majorities finds the gates that are true if two of three inputs are: each two of them are a pair.
func (c *closure) majorities(v cnf.Var) {
	if len(c.pairs) < 3 {
		return
	}
	slices.SortFunc(c.pairs, func(a, b pair) int { return cmp.Or(a.low.Compare(b.low), a.high.Compare(b.high)) })
	for i, p := range c.pairs {
		for _, q := range c.pairs[i+1:] {
			if q.low != p.low || len(c.found) >= mostGates {
				break
			}
			if !slices.Contains(c.pairs, pair{p.high, q.high}) {
				continue
			}
			at := len(c.arena)
			output, inputs := cnf.Pos(v), [...]cnf.Lit{p.low, p.high, q.high}
			if p.low.Negative() { // three complements have the complement as majority
				output = output.Not()
				for i, l := range inputs {
					inputs[i] = l.Not()
				}
			}
			c.arena = append(c.arena, inputs[:]...)
			c.find1(majorityGate, output, at)
		}
	}
}

// find returns the clause with exactly these literals, -1 if there is none. It uses the marks.
func (c *closure) find(lits ...cnf.Lit) int32 {
	rarest := lits[0]
	c.stamp++
	for _, l := range lits {
		c.marks[l.Code()] = c.stamp
		if c.count[l.Code()] < c.count[rarest.Code()] {
			rarest = l
		}
	}
	list := c.with(rarest)
	c.work(len(list))
	for _, id := range list {
		if c.size(id) != len(lits) {
			continue
		}
		all := true
		for _, l := range c.of(id) {
			all = all && c.marks[l.Code()] == c.stamp
		}
		if all {
			return id
		}
	}
	return -1
}

// clausesOf returns the clauses of a gate, in a fixed order, if they are all there.
func (c *closure) clausesOf(ids []int32, k kind, x cnf.Lit, inputs []cnf.Lit) (list []int32, ok bool) {
	there := func(lits ...cnf.Lit) bool {
		id := c.find(lits...)
		ids = append(ids, id)
		return id >= 0
	}
	switch k {
	case andGate:
		c.clause = append(c.clause[:0], x)
		for _, a := range inputs {
			if !there(x.Not(), a) {
				return ids, false
			}
			c.clause = append(c.clause, a.Not())
		}
		return ids, there(c.clause...)
	case choiceGate:
		a, b, d := inputs[0], inputs[1], inputs[2]
		return ids, there(a.Not(), b.Not(), x) && there(a.Not(), b, x.Not()) && there(a, d.Not(), x) && there(a, d, x.Not())
	case majorityGate:
		a, b, d := inputs[0], inputs[1], inputs[2]
		return ids, there(a.Not(), b.Not(), x) && there(a.Not(), d.Not(), x) && there(b.Not(), d.Not(), x) &&
			there(a, b, x.Not()) && there(a, d, x.Not()) && there(b, d, x.Not())
	}
	for values := range 1 << len(inputs) { // which inputs are true
		out := x
		if bits.OnesCount(uint(values))&1 == 0 {
			out = x.Not()
		}
		c.clause = append(c.clause[:0], out)
		for i, a := range inputs {
			c.clause = append(c.clause, cnf.Signed(a.Var(), values>>i&1 == 1))
		}
		if !there(c.clause...) {
			return ids, false
		}
	}
	return ids, true
}

// proveImplied proves that output x of a gate like g implies output y of another. It returns the number of the clause (-x y).
func (c *closure) proveImplied(g *gate, x, y cnf.Lit, ofX, ofY []int32) int64 {
	switch g.kind {
	case andGate:
		last := len(ofX) - 1
		c.because = c.because[:0]
		for _, id := range ofX[:last] {
			c.because = append(c.because, c.number(id))
		}
		c.because = append(c.because, c.number(ofY[last]))
		return c.proveTwo(x.Not(), y)
	case choiceGate:
		c.because2(c.number(ofX[1]), c.number(ofY[0])) // if the condition holds
		c.clause = append(c.clause[:0], x.Not(), y, g.inputs[0].Not())
		c.prove(c.clause)
		holds := c.last
		c.because = append(c.because[:0], holds, c.number(ofX[3]), c.number(ofY[2]))
		number := c.proveTwo(x.Not(), y)
		c.proveDeletion(append(c.clause[:0], x.Not(), y, g.inputs[0].Not()), holds)
		return number
	case majorityGate:
		c.because = append(c.because[:0], c.number(ofX[3]), c.number(ofX[4]), c.number(ofY[2])) // if the first input is false
		c.clause = append(c.clause[:0], x.Not(), y, g.inputs[0])
		c.prove(c.clause)
		holds := c.last
		c.because = append(c.because[:0], holds, c.number(ofY[0]), c.number(ofY[1]), c.number(ofX[5]))
		number := c.proveTwo(x.Not(), y)
		c.proveDeletion(append(c.clause[:0], x.Not(), y, g.inputs[0]), holds)
		return number
	}
	c.clause = append(c.clause[:0], x.Not(), y)
	return c.proveParity(g.inputs, 0, 0, ofX, ofY)
}

// proveTwo proves a clause of two literals, for the reason in because.
func (c *closure) proveTwo(a, b cnf.Lit) int64 {
	c.clause = append(c.clause[:0], a, b)
	c.prove(c.clause)
	return c.last
}

// proveParity proves the clause in c.clause, which has the output of one gate, the other one complemented, and the first inputs with given
// values: by the two clauses that have one more input. With all but one given, a clause of each gate does it.
func (c *closure) proveParity(inputs []cnf.Lit, given, values int, ofX, ofY []int32) int64 {
	if given == len(inputs)-1 {
		even, odd := values, values|1<<given
		if bits.OnesCount(uint(even))&1 == 1 {
			even, odd = odd, even
		}
		c.because2(c.number(ofX[even]), c.number(ofY[odd]))
		c.prove(c.clause)
		return c.last
	}
	var parts [2]int64
	size := len(c.clause)
	for value := range parts {
		c.clause = append(c.clause[:size], cnf.Signed(inputs[given].Var(), value == 1))
		parts[value] = c.proveParity(inputs, given+1, values|value<<given, ofX, ofY)
	}
	c.clause = c.clause[:size]
	c.because2(parts[0], parts[1])
	c.prove(c.clause)
	number := c.last
	for value, part := range parts {
		c.clause = append(c.clause[:size], cnf.Signed(inputs[given].Var(), value == 1))
		c.proveDeletion(c.clause, part)
	}
	c.clause = c.clause[:size]
	return number
}
