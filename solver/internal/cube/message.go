package cube

import (
	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
)

// The messages in the pipes, as package wire encodes them: to a child the problem and then orders, from it
// replies. Literals go as their codes.

// problem is the first message to a child.
type problem struct {
	Vars    int
	Lits    []uint32 // of all clauses
	Lengths []int    // of the clauses
	Proof   bool     // lemmas are wanted
	Verify  bool     // lemmas are checked by the child
	Memory  int64    // bytes that the child may take; 0 is no limit

	Conqueror, Folder string
	Limit             int64 // nanoseconds that the conqueror may take for a cube; 0 is as it suits
	Share             bool  // short lemmas are exchanged with other children
}

// newProblem returns the problem of f.
func newProblem(f *cnf.Formula) problem {
	p := problem{Vars: f.Vars()}
	for i := range f.Len() {
		clause := f.Clause(i)
		p.Lits = cnf.AppendCodes(p.Lits, clause)
		p.Lengths = append(p.Lengths, len(clause))
	}
	return p
}

// formula is the inverse of newProblem.
func (p problem) formula() *cnf.Formula {
	f := cnf.NewFormula(p.Vars)
	f.Grow(len(p.Lengths), len(p.Lits))
	at := 0
	var clause []cnf.Lit
	for _, n := range p.Lengths {
		clause = cnf.AppendFromCodes(clause[:0], p.Lits[at:at+n])
		f.Add(clause...)
		at += n
	}
	return f
}

// order is a cube to be solved, says that the one before need not be solved any more, or has lemmas of other children.
type order struct {
	Cube   []uint32
	Budget int64 // conflicts; 0 is no limit
	Stop   bool
	Shared []uint32 // as in reply
}

// reply has some lemmas, or the result of a cube.
type reply struct {
	Lemmas  []uint32 // each with a 0 behind it, and deletion before one that is deleted
	Done    bool
	Result  cdcl.CubeResult
	Checked int64    // lemmas that the child has checked for this cube, after which it is refuted
	Wrong   bool     // the failure is that one of them does not follow
	Failure string   // an error, or ""
	Memory  bool     // the child has reached its limit
	Warning string   // about a conqueror
	Shared  []uint32 // lemmas for other children, each with a 0 behind it
}
