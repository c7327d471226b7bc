package general

import "transat/solver/cnf"

// Branch compares the variables by their scores in the lengths that have a lane. Ties are broken by the next longer clauses, and so on.
func (g *Engine) Branch() cnf.Lit {
	g.count()
	best, v := g.pick()
	switch {
	case g.counts.laneless > 0:
		return cnf.Pos(g.refine(g.tied(best)))
	case best == 0:
		return cnf.Lit{}
	}
	return cnf.Pos(v)
}

// pick returns the highest score of a variable, and the first variable that has it.
func (g *Engine) pick() (best uint64, picked cnf.Var) {
	if g.best != nil {
		return g.best.winner()
	}
	words := g.keys.words
	values := g.values[:len(words)]
	for l := 2; l+1 < len(words); l += 2 {
		free := ifFree(values[l])
		if g.keys.scoreBound(words[l], words[l+1])&free <= best {
			continue
		}
		if score := g.keys.score(words[l], words[l+1]); score > best {
			best, picked = score, cnf.Var(l/2)
		}
	}
	return best, picked
}

// ifFree returns all ones if the value is litFree, and otherwise zero.
func ifFree(value uint8) uint64 { return -uint64(value >> 1 & 1) }

// score returns the score of v, or 0 if v has a value.
func (g *Engine) score(v cnf.Var) uint64 {
	return g.keys.score(g.keys.words[cnf.Pos(v).Code()], g.keys.words[cnf.Neg(v).Code()]) & ifFree(g.values[cnf.Pos(v).Code()])
}

// tied returns the free variables with the given score, which is the highest one.
func (g *Engine) tied(score uint64) []cnf.Var {
	if g.best != nil && score > 0 {
		g.ties = g.best.tied(g.ties[:0])
		return g.ties
	}
	g.ties = g.ties[:0]
	for v := cnf.Var(1); int(v) <= g.vars; v++ {
		if g.values[cnf.Pos(v).Code()] == litFree && g.score(v) == score {
			g.ties = append(g.ties, v)
		}
	}
	return g.ties
}

// refine returns, of the tied variables, the first one with the best scores in the lengths that have
// no lane.
func (g *Engine) refine(ties []cnf.Var) cnf.Var {
	for length := g.nextLength(ties, g.keys.longestLane()); length > 0 && len(ties) > 1; {
		best, kept := uint64(0), 0
		for _, v := range ties {
			pos, neg := g.remaining(cnf.Pos(v), length), g.remaining(cnf.Neg(v), length)
			score := pos + neg + min(pos, neg)&g.keys.weighMin
			if score > best {
				best, kept = score, 0
			}
			ties[kept] = v
			if score == best {
				kept++
			}
		}
		ties = ties[:kept]
		length = g.nextLength(ties, length)
	}
	return ties[0]
}

// remaining returns how many remaining clauses of the given length, a long one, contain l.
func (g *Engine) remaining(l cnf.Lit, length uint32) uint64 {
	n := uint64(0)
	for _, i := range g.longsOf(l) {
		if g.counts.lengths[i] == length {
			n += uint64(g.counts.remaining[i])
		}
	}
	return n
}

// nextLength returns the smallest length above the given one of a remaining clause that contains any
// of the variables, or 0 if there is none.
func (g *Engine) nextLength(vars []cnf.Var, length uint32) uint32 {
	next := uint32(0)
	for _, v := range vars {
		for _, l := range [...]cnf.Lit{cnf.Pos(v), cnf.Neg(v)} {
			for _, i := range g.longsOf(l) {
				n := g.counts.lengths[i]
				if n > length && n-1 < next-1 && g.counts.remaining[i] == 1 {
					next = n
				}
			}
		}
	}
	return next
}
