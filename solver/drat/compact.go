package drat

import "transat/solver/cnf"

// compact prepares formula and proof for a checker, whose memory is linear in the highest variable. If that is far
// above the number of literals, it returns copies with the variables numbered from 1, and names has their original
// numbers. Otherwise names is nil.
func compact(f *cnf.Formula, p *Proof) (_ *cnf.Formula, _ *Proof, names []cnf.Var, vars int) {
	const few = 1 << 16 // up to here the highest variable does not matter
	highest := cnf.Var(0)
	for i := range f.Len() {
		highest = highestVar(highest, f.Clause(i))
	}
	highest = highestVar(highest, p.lits)
	if int(highest) <= max(few, f.Literals()+p.Literals()) {
		return f, p, nil, int(highest)
	}
	t := translation{numbers: map[cnf.Var]cnf.Var{}, names: []cnf.Var{0}}
	g := cnf.NewFormula(0)
	g.Grow(f.Len(), f.Literals())
	var clause []cnf.Lit
	for i := range f.Len() {
		clause = t.translate(clause[:0], f.Clause(i))
		g.Add(clause...)
	}
	q := &Proof{lits: t.translate(make([]cnf.Lit, 0, len(p.lits)), p.lits), ends: p.ends, clear: p.clear}
	return g, q, t.names, len(t.names) - 1
}

func highestVar(least cnf.Var, clause []cnf.Lit) cnf.Var {
	for _, l := range clause {
		least = max(least, l.Var())
	}
	return least
}

// translation numbers variables in the order in which it meets them.
type translation struct {
	numbers map[cnf.Var]cnf.Var
	names   []cnf.Var // by number
}

func (t *translation) translate(dst, clause []cnf.Lit) []cnf.Lit {
	for _, l := range clause {
		number, known := t.numbers[l.Var()]
		if !known {
			number = cnf.Var(len(t.names))
			t.numbers[l.Var()] = number
			t.names = append(t.names, l.Var())
		}
		dst = append(dst, cnf.Signed(number, l.Negative()))
	}
	return dst
}

// rename returns a copy of a clause with the original variables.
func (r *run) rename(clause []cnf.Lit) []cnf.Lit {
	named := make([]cnf.Lit, len(clause))
	for i, l := range clause {
		if named[i] = l; r.names != nil {
			named[i] = cnf.Signed(r.names[l.Var()], l.Negative())
		}
	}
	return named
}
