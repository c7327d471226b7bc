package lookahead

import (
	"context"

	"transat/solver/cnf"
)

// Looker is at one node of a formula's tree at a time. It must not be used by two goroutines at once.
type Looker struct {
	formula *cnf.Formula
	vars    int
	refuted bool       // by the formula's unit clauses
	implied [][]uint32 // by literal: what binary clauses imply when it is true
	occurs  [][]int32  // by literal: clauses of three or more literals with it
	starts  []int32    // by clause, and the end of the last
	lits    []uint32   // of these clauses
	open    []int32    // by clause: literals that are not false, as long as it is not satisfied
	trueBy  []uint32   // by clause: the literal that has satisfied it, or 0; a try does not note that, and looks at the literals
	vals    []int8     // by literal: 1 true, -1 false, 0 open
	trail   []uint32   // true literals
	head    int        // literals of the trail that have been propagated
	touched []int32    // clauses that the try under way has shortened
	seen    []uint32   // by clause: the number of the last try that has shortened it
	tries   uint32
	trying  bool
	work    int64 // clauses visited

	steps []cnf.Lit // to the node
	marks []int     // by step: length of the trail before it
	dead  bool      // propagation has refuted the node

	weights [mostSize + 1]float64 // of clauses, by their open literals
	scores  []float64

	strong   bool      // strengths count
	strength []float64 // by literal
	stronger []float64 // room for the next ones
	order    []cnf.Var
}

// addsPerCheck is the number of clauses between two checks of the context.
const addsPerCheck = 1 << 14

// New returns a looker at the root of f. The error is the context's.
func New(ctx context.Context, f *cnf.Formula) (*Looker, error) {
	p, err := cnf.Normalise(ctx, f)
	if err != nil {
		return nil, err
	}
	n := 2*f.Vars() + 2
	l := &Looker{
		formula: f, vars: f.Vars(), implied: make([][]uint32, n), occurs: make([][]int32, n), vals: make([]int8, n),
		scores: make([]float64, n), starts: []int32{0}, weights: weights(),
	}
	long, beyond := 0, 0 // clauses of more than three literals, and their literals beyond the third
	for i := range p.Clauses.Len() {
		if i%addsPerCheck == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if clause := p.Clauses.Clause(i); len(clause) > 2 {
			l.add(clause)
			if len(clause) > 3 {
				long++
				beyond += len(clause) - 3
			}
		} else {
			a, b := clause[0], clause[1]
			l.implied[a.Not().Code()] = append(l.implied[a.Not().Code()], b.Code())
			l.implied[b.Not().Code()] = append(l.implied[b.Not().Code()], a.Code())
		}
	}
	l.trueBy, l.seen = make([]uint32, len(l.open)), make([]uint32, len(l.open))
	if l.strong = fewLong*long < p.Clauses.Len() && beyond < p.Clauses.Len(); l.strong {
		l.strength, l.stronger = make([]float64, n), make([]float64, n)
	}
	l.refuted = p.Refuted
	for _, u := range p.Units {
		l.refuted = l.refuted || !l.assume(u.Code())
	}
	l.dead = l.refuted
	return l, nil
}

// add adds a clause of three or more literals.
func (l *Looker) add(clause []cnf.Lit) {
	c := int32(len(l.open))
	for _, lit := range clause {
		l.lits = append(l.lits, lit.Code())
		l.occurs[lit.Code()] = append(l.occurs[lit.Code()], c)
	}
	l.starts = append(l.starts, int32(len(l.lits)))
	l.open = append(l.open, int32(len(clause)))
}

// Go goes to the node that the steps lead to, and reports whether propagation leaves it open. The common beginning of its steps and
// those of the node before stays.
func (l *Looker) Go(steps []cnf.Lit) bool {
	if l.refuted {
		return false
	}
	common := 0
	for common < min(len(steps), len(l.steps)) && steps[common] == l.steps[common] {
		common++
	}
	if common < len(l.steps) {
		l.back(l.marks[common])
		l.steps, l.marks, l.dead = l.steps[:common], l.marks[:common], false
	}
	for _, s := range steps[common:] {
		if l.dead {
			break
		}
		l.step(s)
	}
	return !l.dead
}

// step makes a literal true at the node.
func (l *Looker) step(s cnf.Lit) {
	l.marks = append(l.marks, len(l.trail))
	l.steps = append(l.steps, s)
	l.dead = !l.assume(s.Code())
}

// Assigned returns the number of variables that are assigned at the node.
func (l *Looker) Assigned() int { return len(l.trail) }

// Work returns how many clauses were visited so far. It takes some nanoseconds each.
func (l *Looker) Work() int64 { return l.work }

// Open reports whether a literal has no value at the node.
func (l *Looker) Open(lit cnf.Lit) bool { return l.vals[lit.Code()] == 0 }

// assume makes a literal true and propagates. It reports whether there is no conflict.
func (l *Looker) assume(code uint32) bool {
	switch l.vals[code] {
	case 1:
		return true
	case -1:
		return false
	}
	l.assign(code)
	for l.head < len(l.trail) {
		code := l.trail[l.head]
		l.head++
		if !l.propagate(code) {
			return false
		}
	}
	return true
}

func (l *Looker) assign(code uint32) {
	l.vals[code], l.vals[code^1] = 1, -1
	l.trail = append(l.trail, code)
}

// satisfied reports whether a literal of a clause is true.
func (l *Looker) satisfied(c int32) bool {
	for _, code := range l.lits[l.starts[c]:l.starts[c+1]] {
		if l.vals[code] > 0 {
			return true
		}
	}
	return false
}

// propagate applies the unit clause rule to the clauses with a literal that has become true, or with its complement. All counts are
// brought up to date even if there is a conflict, so that back can undo them.
func (l *Looker) propagate(code uint32) bool {
	fine, shorter := true, l.occurs[code^1]
	l.work += int64(len(shorter) + len(l.implied[code]))
	if !l.trying {
		l.work += int64(len(l.occurs[code]))
		for _, c := range l.occurs[code] {
			if l.trueBy[c] == 0 {
				l.trueBy[c] = code
			}
		}
	}
	for _, other := range l.implied[code] {
		switch l.vals[other] {
		case -1:
			fine = false
		case 0:
			l.assign(other)
		}
	}
	for _, c := range shorter {
		if l.trueBy[c] != 0 {
			continue
		}
		l.open[c]--
		if l.trying && l.seen[c] != l.tries {
			l.seen[c] = l.tries
			l.touched = append(l.touched, c)
		}
		if l.open[c] <= 1 && !l.unit(c) {
			fine = false
		}
	}
	return fine
}

// unit makes the last literal of a clause true, unless one is true or all are false.
func (l *Looker) unit(c int32) bool {
	for _, code := range l.lits[l.starts[c]:l.starts[c+1]] {
		switch l.vals[code] {
		case 1:
			return true
		case 0:
			l.assign(code)
			return true
		}
	}
	return false
}

// back takes the values of the trail back from a length on.
func (l *Looker) back(length int) {
	for i := len(l.trail) - 1; i >= length; i-- {
		code := l.trail[i]
		l.vals[code], l.vals[code^1] = 0, 0
		if i >= l.head {
			continue
		}
		if !l.trying {
			for _, c := range l.occurs[code] {
				if l.trueBy[c] == code {
					l.trueBy[c] = 0
				}
			}
		}
		for _, c := range l.occurs[code^1] {
			if l.trueBy[c] == 0 {
				l.open[c]++
			}
		}
	}
	l.trail = l.trail[:length]
	l.head = min(l.head, length)
}

// Model returns the values at the node, where all variables are assigned, as a checked model.
func (l *Looker) Model() cnf.Model {
	return l.formula.Checked(func(m cnf.Model) {
		for v := 1; v <= l.vars; v++ {
			m[v] = l.vals[cnf.Pos(cnf.Var(v)).Code()] > 0
		}
	})
}
