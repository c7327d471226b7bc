package dimacs

import (
	"fmt"
	"strings"

	"transat/solver/cnf"
)

// Assignment gives values to variables, perhaps not to all. a[v] is the true literal of variable v, or 0 if v has no
// value; a[0] is unused.
type Assignment []cnf.Lit

// Satisfies reports whether l is true under a.
func (a Assignment) Satisfies(l cnf.Lit) bool { return int(l.Var()) < len(a) && a[l.Var()] == l }

// Missing returns the variables without a value, in ascending order.
func (a Assignment) Missing() []cnf.Var {
	var missing []cnf.Var
	for v := 1; v < len(a); v++ {
		if a[v].IsNone() {
			missing = append(missing, cnf.Var(v))
		}
	}
	return missing
}

// Check returns nil if every clause of f has a true literal, and otherwise an [*UnsatisfiedError] for the first clause
// without one, or a [*cnf.LiteralError]. Variables without a value make no literal true. Check takes time linear in the
// size of f.
func (a Assignment) Check(f *cnf.Formula) error {
	if err := f.Err(); err != nil {
		return err
	}
	for i := range f.Len() {
		if clause := f.Clause(i); !a.satisfiesOne(clause) {
			return &UnsatisfiedError{Clause: i + 1, Lits: clause, Missing: a.missingIn(clause)}
		}
	}
	return nil
}

func (a Assignment) satisfiesOne(clause []cnf.Lit) bool {
	for _, l := range clause {
		if a.Satisfies(l) {
			return true
		}
	}
	return false
}

// missingIn returns the number of literals of clause that are neither true nor false.
func (a Assignment) missingIn(clause []cnf.Lit) int {
	n := 0
	for _, l := range clause {
		if !a.Satisfies(l) && !a.Satisfies(l.Not()) {
			n++
		}
	}
	return n
}

// UnsatisfiedError names a clause that an assignment does not satisfy.
type UnsatisfiedError struct {
	Clause  int       // counted from 1
	Lits    []cnf.Lit // of the clause; belongs to the formula
	Missing int       // number of Lits without a value
}

// Error returns "clause 17 (1 -2 5) is not satisfied", and says if values are missing. It cuts long clauses.
func (e *UnsatisfiedError) Error() string {
	const enough = 20
	lits := strings.Trim(fmt.Sprint(e.Lits[:min(enough, len(e.Lits))]), "[]")
	if len(e.Lits) > enough {
		lits += " …"
	}
	text := fmt.Sprintf("clause %d (%s) is not satisfied", e.Clause, lits)
	if e.Missing > 0 {
		text += fmt.Sprintf(": %d of its %d literals have no value", e.Missing, len(e.Lits))
	}
	return text
}
