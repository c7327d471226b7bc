package drat

import "transat/solver"

// compact prepares formula and proof for a checker, whose memory is linear in the highest variable. If
// that is far above the number of literals, it returns copies in which the variables that occur are
// numbered from 1 on, and their former names by number. Otherwise names is nil.
func compact(f *solver.Formula, p *Proof) (_ *solver.Formula, _ *Proof, names []solver.Var, vars int) {
	const few = 1 << 16 // up to here it does not matter
	highest := solver.Var(0)
	for i := range f.Len() {
		highest = highestVar(highest, f.Clause(i))
	}
	highest = highestVar(highest, p.lits)
	if int(highest) <= max(few, f.Literals()+p.Literals()) {
		return f, p, nil, int(highest)
	}
	t := translation{numbers: map[solver.Var]solver.Var{}, names: []solver.Var{0}}
	g := solver.NewFormula(0)
	g.Grow(f.Len(), f.Literals())
	var clause []solver.Lit
	for i := range f.Len() {
		clause = t.translate(clause[:0], f.Clause(i))
		g.Add(clause...)
	}
	q := &Proof{lits: t.translate(make([]solver.Lit, 0, len(p.lits)), p.lits), ends: p.ends, clear: p.clear}
	return g, q, t.names, len(t.names) - 1
}

func highestVar(least solver.Var, clause []solver.Lit) solver.Var {
	for _, l := range clause {
		least = max(least, l.Var())
	}
	return least
}

// translation gives numbers to variables in the order in which it meets them.
type translation struct {
	numbers map[solver.Var]solver.Var
	names   []solver.Var // by number
}

func (t *translation) translate(dst, clause []solver.Lit) []solver.Lit {
	for _, l := range clause {
		number, known := t.numbers[l.Var()]
		if !known {
			number = solver.Var(len(t.names))
			t.numbers[l.Var()] = number
			t.names = append(t.names, l.Var())
		}
		dst = append(dst, solver.Pos(number)|l&1)
	}
	return dst
}

// rename returns a copy of a clause with the variables that the caller knows.
func (r *run) rename(clause []solver.Lit) []solver.Lit {
	named := make([]solver.Lit, len(clause))
	for i, l := range clause {
		if named[i] = l; r.names != nil {
			named[i] = solver.Pos(r.names[l.Var()]) | l&1
		}
	}
	return named
}
