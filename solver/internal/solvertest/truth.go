package solvertest

import (
	"math/bits"
	"slices"

	"transat/solver/cnf"
)

// Truth knows the models of a formula, since it has tried all assignments to the variables that occur: 24 at most. It is as slow and
// as plain as BruteForce, but for trying 64 assignments at a time.
type Truth struct {
	vars   []cnf.Var
	place  map[cnf.Var]int
	models []uint64 // bit a: assignment a is a model, in which bit i of a is the value of vars[i]
}

// NewTruth tries all assignments to the variables of f and to more, which may be in none of its clauses. All other variables are free, and
// not counted.
func NewTruth(f *cnf.Formula, more ...cnf.Var) *Truth {
	t := &Truth{place: map[cnf.Var]int{}}
	for i := range f.Len() {
		for _, l := range f.Clause(i) {
			more = append(more, l.Var())
		}
	}
	t.vars = slices.Compact(slices.Sorted(slices.Values(more)))
	if len(t.vars) > 24 {
		panic("too many variables to try all assignments")
	}
	for i, v := range t.vars {
		t.place[v] = i
	}
	t.models = make([]uint64, (1<<len(t.vars)+63)/64)
	for w := range t.models {
		t.models[w] = ^uint64(0)
	}
	if len(t.vars) < 6 {
		t.models[0] = 1<<(1<<len(t.vars)) - 1
	}
	for i := range f.Len() {
		t.Add(f.Clause(i)...)
	}
	return t
}

// Add adds a clause.
func (t *Truth) Add(clause ...cnf.Lit) {
	for w := range t.models {
		var holds uint64
		for _, l := range clause {
			holds |= t.where(l, w)
		}
		t.models[w] &= holds
	}
}

// where returns the assignments of word w in which a literal is true.
func (t *Truth) where(l cnf.Lit, w int) uint64 {
	i, known := t.place[l.Var()]
	if !known {
		panic("a variable that is none of the formula's")
	}
	var ones uint64
	switch {
	case i < 6:
		ones = [6]uint64{
			0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
		}[i]
	case w>>(i-6)&1 == 1:
		ones = ^uint64(0)
	}
	if l.Negative() {
		return ^ones
	}
	return ones
}

// Satisfiable reports whether there is a model in which all literals are true.
func (t *Truth) Satisfiable(lits ...cnf.Lit) bool {
	for w, models := range t.models {
		for _, l := range lits {
			models &= t.where(l, w)
		}
		if models != 0 {
			return true
		}
	}
	return false
}

// Verdict is that on the formula, if all literals are to be true.
func (t *Truth) Verdict(lits ...cnf.Lit) cnf.Verdict {
	if t.Satisfiable(lits...) {
		return cnf.Satisfiable
	}
	return cnf.Unsatisfiable
}

// Projections returns how many different values the variables of project have together, in models in which the literals are true.
// Variables that were not named to NewTruth count for nothing.
func (t *Truth) Projections(project []cnf.Var, lits ...cnf.Lit) int {
	mask := 0
	for _, v := range project {
		if i, known := t.place[v]; known {
			mask |= 1 << i
		}
	}
	seen := make([]uint64, len(t.models))
	count := 0
	for w, models := range t.models {
		for _, l := range lits {
			models &= t.where(l, w)
		}
		for ; models != 0; models &= models - 1 {
			a := (w*64 + bits.TrailingZeros64(models)) & mask
			if seen[a/64]>>(a%64)&1 == 0 {
				seen[a/64] |= 1 << (a % 64)
				count++
			}
		}
	}
	return count
}
