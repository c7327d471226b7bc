package conquer

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"transat/solver/cnf"
	"transat/solver/internal/varint"
)

// Node is a node of the tree, with all below it.
type Node struct {
	Cube  []cnf.Lit // the decisions that lead to it, from the root down
	Share float64   // of the whole tree, if all siblings were equally large
}

// Root returns the node from which all others are reached.
func Root() Node { return Node{Share: 1} }

// Shown is a node that is refuted, once its children are.
type Shown struct {
	Split bool // it is refuted by propagation, alone or with the clauses of its children; else it is a cube, and its clause a lemma
	Cube  []cnf.Lit
}

// bit is Split in an encoding.
func (s Shown) bit() uint64 {
	if s.Split {
		return 1
	}
	return 0
}

// Clause returns the clause that excludes a cube.
func Clause(cube []cnf.Lit) []cnf.Lit {
	clause := make([]cnf.Lit, len(cube))
	for i, l := range cube {
		clause[i] = l.Not()
	}
	return clause
}

// AppendCube appends a cube as bytes: the codes of its literals.
func AppendCube(dst []byte, cube []cnf.Lit) []byte {
	for _, l := range cube {
		dst = binary.AppendUvarint(dst, uint64(l.Code()))
	}
	return dst
}

// ReadCube is the inverse of AppendCube, for cubes of a formula with that many variables.
func ReadCube(data []byte, vars int) (cube []cnf.Lit, err error) {
	r := varint.Reader{Rest: data}
	for len(r.Rest) > 0 && err == nil {
		var l cnf.Lit
		if l, err = readLit(&r, vars); err == nil {
			cube = append(cube, l)
		}
	}
	return cube, err
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
		dst = binary.AppendUvarint(dst, uint64(same)<<1|s.bit())
		dst = binary.AppendUvarint(dst, uint64(len(s.Cube)-same))
		dst = AppendCube(dst, s.Cube[same:])
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
		if r.Bad || head>>1 > uint64(len(cube)) {
			return errShown
		}
		cube = cube[:head>>1]
		for range more {
			l, err := readLit(&r, vars)
			if err != nil {
				return err
			}
			cube = append(cube, l)
		}
		if err := visit(Shown{head&1 == 1, cube}); err != nil {
			return err
		}
	}
	return nil
}
