package packed

import (
	"slices"

	"transat/solver/cnf"
)

// Two clauses with complementary literals have a resolvent: the clause of all their other literals. If they share
// another literal, the resolvent of two ternary clauses is ternary again:
//
//	(x a b)  (¬x a c)  →  (a b c)
//
// It tells propagation more than they do. When b and c are false, they are the binary clauses (x a) and (¬x a), which
// propagate nothing; the resolvent makes a true.
//
// The rule "weights" adds such resolvents, once, before the search. Random 3-SAT near the threshold has about 80 of them, however
// many variables there are. On 300-1290-3, 350-1505-3 and 400-2000-3 the tree has 17, 13 and 14 % fewer nodes, in 9 % less time, since
// each visits more clauses. Resolvents of resolvents change nothing any more.
//
// Without a shared literal the resolvent of two ternary clauses has four literals, and the resolvent of a binary and a ternary clause
// tells propagation nothing new.
//
// Source: Li, Anbulagan: Look-ahead versus look-back for satisfiability problems, 1997.

// WithResolvents returns p with the resolvents of two clauses that share a literal, unless another clause subsumes them. They are also in
// Derived of the result, in order. If a packed engine cannot hold p, or p with its resolvents, the result is p. The cost is linear in the
// number of pairs of clauses with complementary literals, of which formulas for a packed engine have few.
func WithResolvents(p *cnf.Problem) *cnf.Problem {
	if !Fits(p) {
		return p
	}
	r := newResolver(p)
	r.resolveAll()
	q := *p
	q.Clauses = cnf.NewFormula(p.Vars)
	q.Derived = r.minimal()
	q.Clauses.Grow(p.Clauses.Len()+len(q.Derived), p.Clauses.Literals()+3*len(q.Derived))
	for i := range p.Clauses.Len() {
		q.Clauses.Add(p.Clauses.Clause(i)...)
	}
	q.Occ = slices.Clone(p.Occ)
	for _, clause := range q.Derived {
		q.Add(clause)
	}
	if !Fits(&q) {
		return p
	}
	return &q
}

// resolver finds the resolvents of a problem.
type resolver struct {
	p     *cnf.Problem
	start []uint32 // by literal: where the numbers of its clauses begin in list
	list  []uint32
	mark  []bool     // by literal
	found []resolved // repeatedly, too
}

// resolved is a resolvent in order. The third literal is 0 if there are only two.
type resolved [3]cnf.Lit

func newResolver(p *cnf.Problem) *resolver {
	r := &resolver{p: p, start: make([]uint32, len(p.Occ)+1), mark: make([]bool, len(p.Occ))}
	for l, n := range p.Occ {
		r.start[l+1] = r.start[l] + n
	}
	r.list = make([]uint32, p.Clauses.Literals())
	end := slices.Clone(r.start)
	for i := range p.Clauses.Len() {
		for _, l := range p.Clauses.Clause(i) {
			r.list[end[l.Code()]] = uint32(i)
			end[l.Code()]++
		}
	}
	return r
}

// of returns the numbers of the clauses that contain l.
func (r *resolver) of(l cnf.Lit) []uint32 {
	return r.list[r.start[l.Code()]:r.start[l.Code()+1]]
}

// resolveAll finds all resolvents.
func (r *resolver) resolveAll() {
	for v := cnf.Var(1); int(v) <= r.p.Vars; v++ {
		for _, i := range r.of(cnf.Pos(v)) {
			clause := r.p.Clauses.Clause(int(i))
			r.setMarks(clause, true)
			for _, j := range r.of(cnf.Neg(v)) {
				r.resolve(clause, r.p.Clauses.Clause(int(j)), v)
			}
			r.setMarks(clause, false)
		}
	}
}

func (r *resolver) setMarks(clause []cnf.Lit, to bool) {
	for _, l := range clause {
		r.mark[l.Code()] = to
	}
}

// resolve adds the resolvent on v of c, whose literals are marked, and d to found, unless it is a tautology or they share no literal.
func (r *resolver) resolve(c, d []cnf.Lit, v cnf.Var) {
	var lits [4]cnf.Lit
	n := 0
	for _, l := range d {
		switch {
		case l.Var() == v || r.mark[l.Code()]:
		case r.mark[l.Not().Code()]:
			return // a tautology
		default:
			lits[n] = l
			n++
		}
	}
	if n == len(d)-1 {
		return // no literal is shared
	}
	for _, l := range c {
		if l.Var() != v {
			lits[n] = l
			n++
		}
	}
	if n == 1 {
		return // two binary clauses: a literal that fails
	}
	slices.SortFunc(lits[:n], cnf.Lit.Compare)
	r.found = append(r.found, resolved(lits[:3]))
}

// minimal returns the resolvents that no other clause subsumes, in order and each once.
func (r *resolver) minimal() (clauses [][]cnf.Lit) {
	slices.SortFunc(r.found, compareResolved)
	r.found = slices.Compact(r.found)
	for i := range r.found {
		c := &r.found[i]
		clause := c[:]
		if c[2].IsNone() {
			clause = c[:2]
		}
		if !r.subsumed(clause) && (c[2].IsNone() || !r.has(c[0], c[1]) && !r.has(c[0], c[2]) && !r.has(c[1], c[2])) {
			clauses = append(clauses, clause)
		}
	}
	return clauses
}

// has reports whether (a b) has been found.
func (r *resolver) has(a, b cnf.Lit) bool {
	_, found := slices.BinarySearchFunc(r.found, resolved{a, b}, compareResolved)
	return found
}

func compareResolved(a, b resolved) int { return slices.CompareFunc(a[:], b[:], cnf.Lit.Compare) }

// subsumed reports whether a clause of the problem has no other literals than these.
func (r *resolver) subsumed(clause []cnf.Lit) bool {
	r.setMarks(clause, true)
	defer r.setMarks(clause, false)
	for _, l := range clause {
		for _, i := range r.of(l) {
			if !slices.ContainsFunc(r.p.Clauses.Clause(int(i)), func(l cnf.Lit) bool { return !r.mark[l.Code()] }) {
				return true
			}
		}
	}
	return false
}
