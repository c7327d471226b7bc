package conquer

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"transat/solver/cnf"
	"transat/solver/internal/varint"
)

// Node is a node of a tree, with all below it.
type Node struct {
	Cube     []cnf.Lit // the decisions that lead to it, from the root down: behind those of its cube, if that is one of a list
	From, To int       // of a list: the cubes that it has. If these are several, Cube is nil
	Share    float64   // of the cost of the whole tree, as far as one can tell
}

// Refutation says how a node is refuted.
type Refutation uint8

// The refutations.
const (
	Leaf  Refutation = iota // clause learning has refuted it, and its clause is a lemma
	Split                   // it is refuted by propagation, alone or with the clauses of its children
	Holds                   // it is refuted by propagation, alone or with such nodes before it: its parent rests on that
	refutations
)

// Shown is a node that is refuted, once its children are.
type Shown struct {
	By   Refutation
	Cube []cnf.Lit
}

// Clause returns the clause that excludes a cube.
func Clause(cube []cnf.Lit) []cnf.Lit {
	clause := make([]cnf.Lit, len(cube))
	for i, l := range cube {
		clause[i] = l.Not()
	}
	return clause
}

// Append appends a node as bytes: what it has of the list, and the codes of its literals.
func (t Tree) Append(dst []byte, n Node) []byte {
	cube := n.Cube
	if t.List != nil {
		dst = binary.AppendUvarint(append(dst, listed), uint64(n.From))
		dst = binary.AppendUvarint(dst, uint64(n.To))
		if n.To-n.From == 1 {
			cube = cube[len(t.List[n.From]):]
		}
	}
	return appendCodes(dst, cube)
}

func appendCodes(dst []byte, cube []cnf.Lit) []byte {
	for _, l := range cube {
		dst = binary.AppendUvarint(dst, uint64(l.Code()))
	}
	return dst
}

// Read is the inverse of Append. It returns an error unless the node lies at that depth.
func (t Tree) Read(data []byte, depth int) (n Node, err error) {
	r := varint.Reader{Rest: data}
	if t.List != nil {
		mark, most := r.Next(listed), uint64(len(t.List))
		n.From, n.To = int(r.Next(most)), int(r.Next(most))
		if r.Bad || mark != listed || !t.isRange(n.From, n.To) || n.To-n.From > 1 && len(r.Rest) > 0 {
			return n, errRange
		}
		n = t.ranged(n.From, n.To, 0)
	}
	cube := n.Cube[:len(n.Cube):len(n.Cube)]
	for len(r.Rest) > 0 && err == nil {
		var l cnf.Lit
		if l, err = readLit(&r, t.Formula.Vars()); err == nil {
			cube = append(cube, l)
		}
	}
	if err == nil {
		n.Cube = cube
		err = t.depthError(n, depth)
	}
	return n, err
}

var errShown = errors.New("the refuted nodes cannot be read")

func readLit(r *varint.Reader, vars int) (cnf.Lit, error) {
	code := r.Next(math.MaxUint32)
	l := cnf.FromCode(uint32(code))
	if r.Bad || l.IsNone() || int(l.Var()) > vars {
		return cnf.Lit{}, fmt.Errorf("a cube with a literal of the code %d: want one of a formula of %d variables", code, vars)
	}
	return l, nil
}

// AppendShown appends refuted nodes as bytes. Of each it keeps what is not at the beginning of the one before.
func AppendShown(dst []byte, all []Shown) []byte {
	var before []cnf.Lit
	for _, s := range all {
		same := 0
		for same < min(len(before), len(s.Cube)) && before[same] == s.Cube[same] {
			same++
		}
		dst = binary.AppendUvarint(dst, uint64(same)<<2|uint64(s.By))
		dst = binary.AppendUvarint(dst, uint64(len(s.Cube)-same))
		dst = appendCodes(dst, s.Cube[same:])
		before = s.Cube
	}
	return dst
}

// ReadShown is the inverse of AppendShown. It calls visit with each node, whose cube is valid until the next call, and stops at an error.
func ReadShown(data []byte, vars int, visit func(Shown) error) error {
	r := varint.Reader{Rest: data}
	var cube []cnf.Lit
	for len(r.Rest) > 0 {
		head := r.Next(math.MaxInt64)
		more := r.Next(uint64(len(r.Rest)))
		if r.Bad || head&3 >= uint64(refutations) || head>>2 > uint64(len(cube)) {
			return errShown
		}
		cube = cube[:head>>2]
		for range more {
			l, err := readLit(&r, vars)
			if err != nil {
				return err
			}
			cube = append(cube, l)
		}
		if err := visit(Shown{Refutation(head & 3), cube}); err != nil {
			return err
		}
	}
	return nil
}
