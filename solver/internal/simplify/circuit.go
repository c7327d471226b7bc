package simplify

import "transat/solver/cnf"

// circuit orders gates so that inputs come before outputs: then the values of the free variables give those of all others. A variable
// is the output of at most one gate. The clauses do not say which variable of a parity is its output, so a gate is taken when all its
// inputs are there, and if there is none, a variable is made free: the lowest one that only parities define, or that nothing defines.
type circuit struct {
	order   []cnf.Var // inputs before outputs
	gate    []int32   // by variable: its gate, 0 if it is free
	gates   []*gate
	begins  []int32 // by gate: its first clause
	clauses []int32 // of the gates
	place   []int32 // by variable: in order, from 1; 0 if it is in no gate
}

// newCircuit orders the gates whose variables are all there.
func (c *closure) newCircuit() *circuit {
	t := &circuit{gates: make([]*gate, 1, len(c.gates)/2), begins: make([]int32, 2, len(c.gates)/2), gate: make([]int32, c.vars+1), place: make([]int32, c.vars+1)}
	missing := make([]int32, len(c.gates)) // inputs that have no place yet
	begin := make([]int32, c.vars+2)       // of the gates that have a variable as an input
	fixed := make([]bool, c.vars+1)        // a gate other than a parity defines it
	each := func(visit func(i int32, g *gate)) {
	next:
		for i := range c.gates {
			g := &c.gates[i]
			if !c.active(g.output) {
				continue
			}
			for _, l := range g.inputs {
				if !c.active(l) {
					continue next
				}
			}
			visit(int32(i), g)
		}
	}
	uses := 0
	each(func(i int32, g *gate) {
		missing[i] = int32(len(g.inputs))
		t.place[g.output.Var()] = -1
		fixed[g.output.Var()] = true
		for _, l := range g.inputs {
			t.place[l.Var()] = -1
			begin[l.Var()+1]++
			uses++
		}
	})
	for v := range c.vars + 1 {
		begin[v+1] += begin[v]
	}
	users := make([]int32, uses)
	each(func(i int32, g *gate) {
		for _, l := range g.inputs {
			users[begin[l.Var()]] = i
			begin[l.Var()]++
		}
	})
	copy(begin[1:], begin)
	begin[0] = 0
	c.work((uses + len(c.gates) + c.vars) / 8)
	next := 0
	enter := func(v cnf.Var) {
		t.order = append(t.order, v)
		t.place[v] = int32(len(t.order))
		for ; next < len(t.order); next++ {
			u := t.order[next]
			for _, i := range users[begin[u]:begin[u+1]] {
				missing[i]--
				g := &c.gates[i]
				out := g.output.Var()
				if missing[i] > 0 || t.place[out] > 0 {
					continue
				}
				at := len(t.clauses)
				ids, ok := c.clausesOf(t.clauses, g.kind, g.output, g.inputs)
				if t.clauses = ids; !ok {
					t.clauses = ids[:at]
					continue
				}
				t.order = append(t.order, out)
				t.place[out], t.gate[out] = int32(len(t.order)), int32(len(t.gates))
				t.gates = append(t.gates, g)
				t.begins = append(t.begins, int32(len(ids)))
			}
		}
	}
	for _, cyclic := range [...]bool{false, true} {
		for v := cnf.Var(1); int(v) <= c.vars; v++ {
			if t.place[v] < 0 && (cyclic || !fixed[v]) {
				enter(v)
			}
		}
	}
	return t
}

// simulate sets the words of all variables, 64 values of each, from those of the free ones.
func (t *circuit) simulate(words []uint64) {
	for _, v := range t.order {
		if i := t.gate[v]; i != 0 {
			words[v] = t.gates[i].word(words)
		}
	}
}

// wordOf returns the values of a literal.
func wordOf(words []uint64, l cnf.Lit) uint64 {
	return words[l.Var()] ^ -uint64(l.Code()&1)
}

// word returns the values of the output's variable.
func (g *gate) word(words []uint64) uint64 {
	out := uint64(0)
	switch g.kind {
	case andGate:
		out = ^out
		for _, l := range g.inputs {
			out &= wordOf(words, l)
		}
	case parityGate:
		for _, l := range g.inputs {
			out ^= words[l.Var()]
		}
	case choiceGate:
		condition := wordOf(words, g.inputs[0])
		out = condition&wordOf(words, g.inputs[1]) | ^condition&wordOf(words, g.inputs[2])
	case majorityGate:
		a, b, d := wordOf(words, g.inputs[0]), wordOf(words, g.inputs[1]), wordOf(words, g.inputs[2])
		out = a&b | a&d | b&d
	}
	return out ^ -uint64(g.output.Code()&1)
}
