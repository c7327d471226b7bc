package general

import "transat/solver/cnf"

// tournament knows the best variable: the one with the highest score, the first on ties. The variables
// play in blocks of 64, the winners play in blocks of 64 again, and so on up to one winner:
//
//	level 1                      ●
//	               ┌─────────────┼─────────────┐
//	level 0        ●             ●             ●   ...
//	          ┌──┬─┴┬──┐    ┌──┬─┴┬──┐
//	          1  2 ...  63  64 65 ...             variables
//
// When the score of a variable has changed, its block has to be played anew only if it was the winner and
// fell behind; and the news travels up only as far as the winner of a block is another one, or has
// another score. So an update costs a few steps most of the time.
type tournament struct {
	levels [][]contestant
	score  func(cnf.Var) uint64
	vars   int
}

// contestant is a variable and its score.
type contestant struct {
	score uint64
	v     cnf.Var
}

// beats reports whether c comes before d.
func (c contestant) beats(d contestant) bool {
	return c.score > d.score || c.score == d.score && c.v < d.v
}

const (
	blockBits = 6
	blockSize = 1 << blockBits
)

// newTournament lets the variables 1 to vars play.
func newTournament(vars int, score func(cnf.Var) uint64) *tournament {
	t := &tournament{score: score, vars: vars}
	for n := vars + 1; n > 1; {
		n = (n + blockSize - 1) >> blockBits
		t.levels = append(t.levels, make([]contestant, n))
	}
	for level := range t.levels {
		for block := range t.levels[level] {
			t.levels[level][block] = t.play(level, block)
		}
	}
	return t
}

// play returns the winner of a block.
func (t *tournament) play(level, block int) contestant {
	first := block << blockBits
	var best contestant
	if level == 0 {
		for v := cnf.Var(max(first, 1)); int(v) <= min(first+blockSize-1, t.vars); v++ {
			if c := (contestant{t.score(v), v}); best.v == 0 || c.beats(best) {
				best = c
			}
		}
		return best
	}
	below := t.levels[level-1]
	for _, c := range below[first:min(first+blockSize, len(below))] {
		if best.v == 0 || c.beats(best) {
			best = c
		}
	}
	return best
}

// update lets v play with the score it has now.
func (t *tournament) update(v cnf.Var) {
	before, now := v, contestant{t.score(v), v} // the former winner of the block below, and the new one
	at := int(v)
	for level := range t.levels {
		at >>= blockBits
		winner := &t.levels[level][at]
		old := *winner
		switch {
		case now == old, old.v != before && !now.beats(old):
			return
		case old.v != before || now.beats(old):
			*winner = now
		default:
			*winner = t.play(level, at)
		}
		if *winner == old {
			return
		}
		before, now = old.v, *winner
	}
}

// winner returns the best score and the first variable that has it.
func (t *tournament) winner() (score uint64, v cnf.Var) {
	if len(t.levels) == 0 {
		return 0, 0
	}
	best := t.levels[len(t.levels)-1][0]
	return best.score, best.v
}

// tied appends to dst all variables with the best score, in their order.
func (t *tournament) tied(dst []cnf.Var) []cnf.Var {
	best, _ := t.winner()
	return t.tiedIn(dst, best, len(t.levels)-1, 0)
}

// tiedIn appends the variables of a block with that score.
func (t *tournament) tiedIn(dst []cnf.Var, score uint64, level, block int) []cnf.Var {
	if t.levels[level][block].score < score {
		return dst
	}
	first := block << blockBits
	if level == 0 {
		for v := cnf.Var(max(first, 1)); int(v) <= min(first+blockSize-1, t.vars); v++ {
			if t.score(v) == score {
				dst = append(dst, v)
			}
		}
		return dst
	}
	for below := first; below < min(first+blockSize, len(t.levels[level-1])); below++ {
		dst = t.tiedIn(dst, score, level-1, below)
	}
	return dst
}

// replay updates the variables whose scores may have changed when the literals got or lost their values.
func (g *Engine) replay(lits []cnf.Lit) {
	for _, l := range lits {
		g.best.update(l.Var())
		for _, l := range [...]cnf.Lit{l, l.Not()} {
			for _, p := range g.pairsOf(l) {
				g.best.update(p.first().Var())
				if p.second().Code() != codeAlwaysFalse {
					g.best.update(p.second().Var())
				}
			}
		}
	}
	for _, i := range g.counts.changed {
		for _, l := range g.long.Clause(int(i)) {
			g.best.update(l.Var())
		}
	}
	g.counts.changed = g.counts.changed[:0]
}
