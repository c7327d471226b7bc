package instances

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"transat/solver/cnf"
)

// Limits of the numbers of a Random.
const (
	maxVars     = 1 << 25 // less than what package dimacs reads
	maxLiterals = 1 << 30 // four gigabytes
)

// Random is a random formula of the fixed clause length model: every clause has K distinct
// variables, each set of K being equally likely, and each literal is negative with probability 1/2.
// Clauses may repeat.
//
// The formula is a function of the four numbers and nothing else. As 64-bit words, the first lowest
// and each in little-endian order, they are the 32 bytes of the key of a ChaCha8 generator, so that
// formulas which differ in any of the numbers have independent streams. Literal after literal, a
// word x of the stream gives the variable 1 + ⌊x·Vars/2⁶⁴⌋; this is repeated while the clause has
// that variable already; then the lowest bit of one more word is the sign, 1 for negative. No
// variable is more likely than another by more than one part in 2³⁹.
//
// Source of the model: J. Franco, M. Paull, "Probabilistic analysis of the Davis Putnam procedure
// for solving the satisfiability problem", Discrete Applied Mathematics 5, 1983. Source of the
// generator: package math/rand/v2, whose ChaCha8 is a published and fixed specification.
type Random struct {
	Vars    int // number of variables, 1 to 2²⁵
	Clauses int // number of clauses, at least 0
	K       int // literals in a clause, 1 to Vars
	Seed    uint64
}

// Formula generates the formula. It returns an error if the numbers are out of range. The expected time is that of
// drawing Clauses·K literals, or for K close to Vars up to ln K times longer.
func (r Random) Formula() (*cnf.Formula, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	f := cnf.NewFormula(r.Vars)
	f.Grow(r.Clauses, r.Clauses*r.K)
	stream := r.stream()
	usedBy := make([]int32, r.Vars+1) // by variable: the last clause with it, counted from 1
	clause := make([]cnf.Lit, r.K)
	for n := int32(1); int(n) <= r.Clauses; n++ {
		for j := range clause {
			v := r.variable(stream)
			for usedBy[v] == n {
				v = r.variable(stream)
			}
			usedBy[v] = n
			clause[j] = cnf.Signed(v, stream.Uint64()&1 == 1)
		}
		f.Add(clause...)
	}
	return f, nil
}

func (r Random) stream() *rand.ChaCha8 {
	var key [32]byte
	for i, word := range []uint64{uint64(r.Vars), uint64(r.Clauses), uint64(r.K), r.Seed} {
		binary.LittleEndian.PutUint64(key[8*i:], word)
	}
	return rand.NewChaCha8(key)
}

func (r Random) variable(stream *rand.ChaCha8) cnf.Var {
	scaled, _ := bits.Mul64(stream.Uint64(), uint64(r.Vars))
	return cnf.Var(1 + scaled)
}

// check returns an error if the numbers are out of range.
func (r Random) check() error {
	switch {
	case r.Vars < 1:
		return fmt.Errorf("%d variables: want at least 1", r.Vars)
	case r.Vars > maxVars:
		return fmt.Errorf("%d variables: want at most %d", r.Vars, maxVars)
	case r.Clauses < 0:
		return fmt.Errorf("%d clauses: want at least 0", r.Clauses)
	case r.K < 1:
		return fmt.Errorf("clauses of %d literals: want at least 1", r.K)
	case r.K > r.Vars:
		return fmt.Errorf("clauses of %d literals: want at most %d, the number of variables", r.K, r.Vars)
	case r.Clauses > maxLiterals/r.K:
		return fmt.Errorf("%d clauses of %d literals: want at most %d literals", r.Clauses, r.K, maxLiterals)
	}
	return nil
}
