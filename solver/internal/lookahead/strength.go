package lookahead

import "transat/solver/cnf"

// The strength of an open literal tells how much the formula shrinks when it becomes true, with what follows from that:
//
//	¬l ∨ a        l implies a: worth the strength of a, times implies
//	¬l ∨ a ∨ b    a or b will be true: worth the product of their strengths
//	longer        worth its weight
//
// So strengths rest on strengths. They begin as 1, and have the mean 1 after each round. A clause that a try leaves with two literals is
// worth the product of theirs, not always 1; and the variables with strong literals are tried first. Longer clauses count by their
// number alone. Where they are many, or very long, as in multipliers and van der Waerden's formulas, a clause of two literals is worth 1,
// and variables are tried in the order of what they shorten: with strengths these take up to a tenth more conflicts.
//
// Source: S. Mijnders, B. de Wilde, M. Heule, "Symbiosis of search and heuristics for random 3-SAT", 2010; D. Knuth, "The Art of Computer
// Programming", 7.2.2.2, algorithm X.
// Differs from both: few rounds, at each node from the beginning, so that the choice depends on the node alone; longer clauses.

const (
	rounds        = 2
	implies       = 25
	leastStrength = 0.1 // before the mean becomes 1
	mostStrength  = 20
	fewLong       = 3 // where strengths count, fewer than one clause in that many has more than three literals
)

// strengths sets the strengths of all open literals.
func (l *Looker) strengths() {
	for i := range l.strength {
		l.strength[i] = 1
	}
	for range rounds {
		l.strengthen()
		l.work += 2 * int64(len(l.lits))
	}
}

// strengthen makes new strengths of those before.
func (l *Looker) strengthen() {
	next := l.stronger
	for code, others := range l.implied {
		next[code] = leastStrength
		for _, other := range others {
			if l.vals[other] == 0 {
				next[code] += implies * l.strength[other]
			}
		}
	}
	for c, open := range l.open {
		if l.trueBy[c] == 0 && open <= mostSize {
			l.credit(int32(c), open, next)
		}
	}
	sum, n := 0.0, 0.0
	for code := cnf.Pos(1).Code(); int(code) < len(next); code++ {
		if l.vals[code] == 0 {
			sum += next[code]
			n++
		}
	}
	for code := range next {
		next[code] = min(next[code]*n/sum, mostStrength)
	}
	l.strength, l.stronger = next, l.strength
}

// credit adds what a clause with that many open literals is worth to the complement of each.
func (l *Looker) credit(c, open int32, next []float64) {
	whole := l.weights[open-1]
	switch open {
	case 2:
		whole = implies * l.product(c)
	case 3:
		whole = l.product(c)
	}
	for _, code := range l.lits[l.starts[c]:l.starts[c+1]] {
		switch {
		case l.vals[code] != 0:
		case open > 3:
			next[code^1] += whole
		default:
			next[code^1] += whole / l.strength[code]
		}
	}
}

// product is that of the strengths of the open literals of a clause.
func (l *Looker) product(c int32) float64 {
	product := 1.0
	for _, code := range l.lits[l.starts[c]:l.starts[c+1]] {
		if l.vals[code] == 0 {
			product *= l.strength[code]
		}
	}
	return product
}

// weigh returns the weight of a clause that a try has shortened to that many literals.
func (l *Looker) weigh(c, open int32) float64 {
	if open == 2 && l.strong {
		return l.product(c)
	}
	return l.weights[open]
}
