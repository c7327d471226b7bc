package solvertest

import (
	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// Refutes reports whether there is no model below the current node.
func Refutes(e engine.Engine) bool {
	lit := e.Branch()
	if lit.IsNone() {
		return false
	}
	for _, l := range [...]cnf.Lit{lit, lit.Not()} {
		at := e.Assume(l)
		refuted := at.End == engine.Conflict || Refutes(e)
		e.Undo()
		if !refuted {
			return false
		}
	}
	return true
}
