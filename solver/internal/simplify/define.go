package simplify

import (
	"slices"

	"transat/solver/cnf"
)

// Encodings of circuits define the output of a gate by clauses:
//
//	x = a ∧ b      (-x a) (-x b) (x -a -b)               and any number of inputs; one is an equivalence
//	x = c ? a : b  (-x -c a) (-x c b) (x -c -a) (x c -b)  the exclusive or is the one with b = -a
//
// Source: N. Eén, A. Biere, "Effective preprocessing in SAT through variable and clause elimination", SAT 2005, section 4.

// mostChosen bounds the occurrences of an output that is chosen by a condition.
const mostChosen = 16

// definition says how many clauses of a variable, the first in its two lists, define it: none, or some in both.
type definition struct{ pos, neg int }

// define looks for clauses that define a variable, and moves them to the front of its lists.
func (w *worker) define(v cnf.Var, pos, neg []int32) definition {
	if len(pos) < 2 || len(neg) < 2 {
		return definition{} // all pairs count, or are tautologies
	}
	if n := w.conjunction(cnf.Pos(v), pos, neg); n > 0 {
		return definition{1, n}
	}
	if n := w.conjunction(cnf.Neg(v), neg, pos); n > 0 {
		return definition{n, 1}
	}
	if w.choice(cnf.Pos(v), pos, neg) {
		return definition{2, 2}
	}
	return definition{}
}

// conjunction looks for a clause of with, the clauses of l, all of whose other literals have complements that -l
// implies by clauses of two literals in without. It returns the number of these, 0 if there is no such clause.
func (w *worker) conjunction(l cnf.Lit, with, without []int32) (inputs int) {
	implied := 0
	for _, id := range without {
		if w.size(id) == 2 {
			w.marks[w.other(id, l.Not()).Code()] = true
			implied++
		}
	}
	found := -1
	for i, id := range with {
		if implied == 0 || w.size(id) > implied+1 {
			continue
		}
		all := true
		for _, m := range w.of(id) {
			all = all && (m == l || w.marks[m.Not().Code()])
		}
		if all {
			found = i
			break
		}
	}
	for _, id := range without {
		if w.size(id) == 2 {
			w.marks[w.other(id, l.Not()).Code()] = false
		}
	}
	if found < 0 {
		return 0
	}
	with[0], with[found] = with[found], with[0]
	lits := w.of(with[0])
	w.mark(lits)
	for i, id := range without {
		if w.size(id) == 2 {
			if m := w.other(id, l.Not()).Not(); w.marks[m.Code()] {
				w.marks[m.Code()] = false // one clause for each input
				without[inputs], without[i] = without[i], without[inputs]
				inputs++
			}
		}
	}
	w.unmark(lits)
	return inputs
}

// other returns the other literal of a clause of two.
func (w *worker) other(id int32, l cnf.Lit) cnf.Lit {
	lits := w.of(id)
	if lits[0] == l {
		return lits[1]
	}
	return lits[0]
}

// choice looks for the four clauses of a choice or an exclusive or with the output l.
func (w *worker) choice(l cnf.Lit, with, without []int32) bool {
	if len(with) < 2 || len(without) < 2 || len(with) > mostChosen || len(without) > mostChosen {
		return false
	}
	for i, p := range with {
		if w.size(p) != 3 {
			continue
		}
		a, b := w.others(p, l)
		for range 2 { // (l a b): a may be the condition, or b
			partner := w.ternary(without, a, b.Not())
			if partner >= 0 {
				for j, q := range with {
					if j == i || w.size(q) != 3 {
						continue
					}
					c, d := w.others(q, l)
					if d == a.Not() {
						c, d = d, c
					}
					if c != a.Not() {
						continue
					}
					if last := w.ternary(without, c, d.Not()); last >= 0 && last != partner {
						front(with, i, j)
						front(without, partner, last)
						return true
					}
				}
			}
			a, b = b, a
		}
	}
	return false
}

// others returns the other two literals of a clause of three.
func (w *worker) others(id int32, l cnf.Lit) (a, b cnf.Lit) {
	lits := w.of(id)
	switch l {
	case lits[0]:
		return lits[1], lits[2]
	case lits[1]:
		return lits[0], lits[2]
	}
	return lits[0], lits[1]
}

// ternary returns the place of a clause of three literals, two of them a and b, or -1.
func (w *worker) ternary(ids []int32, a, b cnf.Lit) int {
	return slices.IndexFunc(ids, func(id int32) bool {
		lits := w.of(id)
		return len(lits) == 3 && slices.Contains(lits, a) && slices.Contains(lits, b)
	})
}

// front moves two different elements to the front of a list.
func front(ids []int32, i, j int) {
	if j == 0 {
		i, j = j, i
	}
	ids[0], ids[i] = ids[i], ids[0]
	ids[1], ids[j] = ids[j], ids[1]
}
