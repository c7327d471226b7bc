package simplify

import (
	"slices"

	"transat/solver/cnf"
)

// gateTable has gates of different kinds or inputs, and finds them by both. There may be as many gates as variables: one takes 16 bytes,
// four for each input, and four to eight to be found.
type gateTable struct {
	list   []tableGate
	inputs []cnf.Lit // of all gates, in their order
	first  []int32   // by hash: the gate that came last, from 1; a power of two of them, or none
}

// tableGate is a gate in a gateTable.
type tableGate struct {
	output cnf.Lit
	begin  uint32 // of its inputs
	next   int32  // gate of the same hash, from 1
	kind   kind
}

// leastHashes is the size of the table for its first gate.
const leastHashes = 1 << 8

func (t *gateTable) len() int { return len(t.list) }

// at returns gate i. Its inputs belong to the table.
func (t *gateTable) at(i int) gate {
	g, end := t.list[i], len(t.inputs)
	if i+1 < len(t.list) {
		end = int(t.list[i+1].begin)
	}
	return gate{kind: g.kind, output: g.output, inputs: t.inputs[g.begin:end:end]}
}

// find returns the index of the gate with the kind and the inputs of g, or -1.
func (t *gateTable) find(g *gate) int {
	if len(t.first) == 0 {
		return -1
	}
	for i := t.first[t.place(g)]; i != 0; i = t.list[i-1].next {
		if t.list[i-1].kind == g.kind && slices.Equal(t.at(int(i-1)).inputs, g.inputs) {
			return int(i - 1)
		}
	}
	return -1
}

// add adds a gate that is not found.
func (t *gateTable) add(g *gate) {
	begin := uint32(len(t.inputs))
	t.inputs = append(t.inputs, g.inputs...)
	t.list = append(t.list, tableGate{output: g.output, begin: begin, kind: g.kind})
	if len(t.list) <= len(t.first) {
		t.enter(len(t.list)-1, g)
		return
	}
	t.first = make([]int32, max(2*len(t.first), leastHashes))
	for i := range t.list {
		old := t.at(i)
		t.enter(i, &old)
	}
}

// enter lets gate i, which is g, be found.
func (t *gateTable) enter(i int, g *gate) {
	first := &t.first[t.place(g)]
	t.list[i].next, *first = *first, int32(i+1)
}

// place is the index of g in t.first.
func (t *gateTable) place(g *gate) uint64 {
	hash := uint64(g.kind) + 1
	for _, l := range g.inputs {
		hash = (hash ^ uint64(l.Code())) * 0x9E3779B97F4A7C15
		hash ^= hash >> 29
	}
	return hash & uint64(len(t.first)-1)
}
