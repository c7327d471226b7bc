package solver

// branch compares the variables by their scores in the shortest clauses, then compares those that
// are tied in the next longer ones, and so on.
func (g *general) branch() Lit {
	g.count()
	length := 2
	for length < len(g.counts.live) && g.counts.live[length] == 0 {
		length++
	}
	if length >= len(g.counts.live) {
		return 0
	}
	ties := g.free()
	for ; length < len(g.counts.live) && len(ties) > 1; length++ {
		if g.counts.live[length] > 0 {
			ties = g.refine(ties, length)
		}
	}
	return Pos(ties[0])
}

// free returns the variables without a value.
func (g *general) free() []Var {
	n := 0
	for v := Var(1); int(v) <= g.problem.vars; v++ {
		g.ties[n] = v
		if g.values[Pos(v)] == litFree {
			n++
		}
	}
	return g.ties[:n]
}

// refine returns, of the tied variables, those with the best score in clauses of the given length.
func (g *general) refine(ties []Var, length int) []Var {
	best, kept := uint64(0), 0
	for _, v := range ties {
		score := g.score(v, length)
		if score > best {
			best, kept = score, 0
		}
		ties[kept] = v
		if score == best {
			kept++
		}
	}
	return ties[:kept]
}

// score is the number that the rule gives to v for clauses of the given length.
func (g *general) score(v Var, length int) uint64 {
	pos, neg := g.remaining(Pos(v), length), g.remaining(Neg(v), length)
	return pos + neg + (g.rule.minWeight-1)*min(pos, neg)
}

// remaining returns how many remaining clauses of the given length contain l.
func (g *general) remaining(l Lit, length int) uint64 {
	if length < len(g.counts.rows) {
		return uint64(g.counts.rows[length][l])
	}
	n := uint64(0)
	for _, c := range g.clausesOf(l) {
		if clause := g.counts.clause[c]; clause.satisfied == 0 && int(clause.length) == length {
			n++
		}
	}
	return n
}
