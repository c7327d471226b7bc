package simplify

import "transat/solver/cnf"

// circuit is an order of gates in which inputs come before outputs. Its nodes are numbered in that order; node 0 is false. A node without
// a gate is free: the values of the free nodes give those of all others.
//
// The clauses of a parity do not say which of its variables is the output, and those of other gates may be those of a second gate too.
// So a gate is taken as soon as all its inputs have numbers, if its output has none. If there is no such gate, a variable becomes free:
// first all that no gate has as its output, then the lowest one. Encoders number inputs before outputs.
type circuit struct {
	nodes   []circuitNode
	inputs  []input
	clauses []int32 // of the gates
	node    []int32 // by variable: its node; 0 if it has none, less if it gets one
	names   []cnf.Lit
}

// circuitNode is a gate, or free: its inputs and clauses end where those of the next node begin.
type circuitNode struct {
	kind         kind
	input, first int32 // of its inputs and clauses
}

// input is a node times 2, plus 1 if it is complemented.
type input uint32

// Variables that have no node yet: it is an output, or only an input.
const (
	isOutput = -1
	isInput  = -2
)

// newCircuit makes a circuit of the gates whose clauses are all there.
func (c *closure) newCircuit() *circuit {
	t := &circuit{node: make([]int32, c.vars+1), nodes: []circuitNode{{kind: freeNode}}, names: []cnf.Lit{{}}}
	uses := c.users(t)
	for _, kind := range [...]int32{isInput, isOutput} {
		for v := cnf.Var(1); int(v) <= c.vars && !c.done(); v++ {
			if t.node[v] != kind {
				continue
			}
			at := len(t.nodes)
			t.add(cnf.Pos(v), freeNode)
			for ; at < len(t.nodes); at++ {
				c.takeGates(t, uses, t.names[at].Var())
			}
		}
	}
	t.nodes = append(t.nodes, circuitNode{input: int32(len(t.inputs)), first: int32(len(t.clauses))})
	return t
}

// uses says which gates have a variable as an input: from begin[v] to begin[v+1]-1.
type uses struct {
	begin   []int32
	gates   []int32
	missing []int32 // by gate: inputs without a node
}

// users finds the gates of each variable, and marks the variables of gates.
func (c *closure) users(t *circuit) uses {
	u := uses{begin: make([]int32, c.vars+2), missing: make([]int32, c.gates.len())}
	for i := range c.gates.len() {
		g := c.gates.at(i)
		if !c.active(g.output) {
			continue
		}
		t.node[g.output.Var()] = isOutput
		u.missing[i] = int32(len(g.inputs))
		for _, l := range g.inputs {
			if u.begin[l.Var()+1]++; t.node[l.Var()] == 0 && c.active(l) {
				t.node[l.Var()] = isInput
			}
		}
	}
	for v := range c.vars + 1 {
		u.begin[v+1] += u.begin[v]
	}
	u.gates = make([]int32, u.begin[c.vars+1])
	for i := range c.gates.len() {
		if u.missing[i] == 0 {
			continue
		}
		for _, l := range c.gates.at(i).inputs {
			u.gates[u.begin[l.Var()]] = int32(i)
			u.begin[l.Var()]++
		}
	}
	copy(u.begin[1:], u.begin) // each list began where the one before it ends
	u.begin[0] = 0
	c.work((len(u.gates) + c.gates.len() + c.vars) / 8)
	return u
}

// takeGates adds the gates whose last missing input is a variable.
func (c *closure) takeGates(t *circuit, u uses, v cnf.Var) {
	for _, i := range u.gates[u.begin[v]:u.begin[v+1]] {
		u.missing[i]--
		g := c.gates.at(int(i))
		if u.missing[i] > 0 || t.node[g.output.Var()] > 0 {
			continue
		}
		begin := len(t.clauses)
		var ok bool
		if t.clauses, ok = c.clausesOf(t.clauses, g.kind, g.output, g.inputs); !ok {
			t.clauses = t.clauses[:begin]
			continue
		}
		t.add(g.output, g.kind)
		t.nodes[len(t.nodes)-1].first = int32(begin)
		for _, l := range g.inputs {
			t.inputs = append(t.inputs, t.input(l))
		}
	}
}

// add adds a node that has the value of a literal.
func (t *circuit) add(l cnf.Lit, k kind) {
	t.node[l.Var()] = int32(len(t.nodes))
	t.nodes = append(t.nodes, circuitNode{k, int32(len(t.inputs)), int32(len(t.clauses))})
	t.names = append(t.names, l)
}

// input returns the node of a literal, perhaps complemented.
func (t *circuit) input(l cnf.Lit) input {
	n := t.node[l.Var()]
	return input(2*n) | input((t.names[n].Code()^l.Code())&1)
}

// length is the number of nodes, with node 0.
func (t *circuit) length() int { return len(t.nodes) - 1 }

// inputsOf and clausesOf return those of a node's gate, none if it is free.
func (t *circuit) inputsOf(n int32) []input { return t.inputs[t.nodes[n].input:t.nodes[n+1].input] }

func (t *circuit) clausesOf(n int32) []int32 {
	return t.clauses[t.nodes[n].first:t.nodes[n+1].first]
}

// simulate computes 64 values of each node, from those of the free ones.
func (t *circuit) simulate(words []uint64) {
	value := func(in input) uint64 { return words[in>>1] ^ -uint64(in&1) }
	for n := range t.length() {
		word := uint64(0)
		inputs := t.inputsOf(int32(n))
		switch t.nodes[n].kind {
		case freeNode:
			continue
		case andGate:
			word = ^word
			for _, in := range inputs {
				word &= value(in)
			}
		case parityGate:
			for _, in := range inputs {
				word ^= value(in)
			}
		case choiceGate:
			which := value(inputs[0])
			word = which&value(inputs[1]) | ^which&value(inputs[2])
		case majorityGate:
			a, b, c := value(inputs[0]), value(inputs[1]), value(inputs[2])
			word = a&b | a&c | b&c
		}
		words[n] = word
	}
}
