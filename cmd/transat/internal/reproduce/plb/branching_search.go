package plb

import (
	"context"
	"math"
	"math/rand/v2"

	"transat/solver/cnf"
)

// The search of §6 under any branching rule, small and slow. The rules of the solver are built into its engines, and a rule that only
// serves a comparison does not belong there. Nodes and clause visits are counted as package dpll counts them, and a test holds lex and
// boehm to its numbers.

// branchingRule picks the variable on which a node branches.
type branchingRule struct {
	name, title string
	pick        func(*branching) cnf.Var // 0 if every clause is satisfied
}

func branchingRules() []branchingRule {
	return []branchingRule{
		{"lex", "most occurrences in the shortest clauses, ties by the next length (§6)", counted(1)},
		{"boehm", "as lex, but the rarer sign counts twice", counted(2)},
		{"jeroslow-wang", "the sum of 2 to the power of −length over the clauses of the variable", jeroslowWang},
		{"first", "the first variable of a clause that is not satisfied", firstVariable},
		{"random", "any variable of a clause that is not satisfied", randomVariable},
	}
}

// branching is a search at one of its nodes.
type branching struct {
	rule    branchingRule
	random  *rand.Rand
	clauses [][]cnf.Lit // of two or more literals each
	occurs  [][]int32   // by literal: the clauses that contain it
	value   []int8      // by literal: 1 true, −1 false, 0 free
	trail   []cnf.Lit   // the literals that are true, in the order of assignment
	units   []cnf.Lit   // the unit clauses of the formula
	refuted bool        // the formula has an empty clause, or contradictory ones of one literal

	nodes, visits int64
	found         bool // a model

	counts  []uint32  // scratch of rules, by literal
	weights []float64 // and by variable
}

func newBranching(ctx context.Context, f *cnf.Formula, rule branchingRule, random *rand.Rand) (*branching, error) {
	p, err := cnf.Normalise(ctx, f)
	if err != nil {
		return nil, err
	}
	lits := 2*p.Vars + 2
	b := &branching{
		rule: rule, random: random, occurs: make([][]int32, lits), value: make([]int8, lits), units: p.Units, refuted: p.Refuted,
		counts: make([]uint32, lits), weights: make([]float64, p.Vars+1),
	}
	for i := range p.Clauses.Len() {
		clause := p.Clauses.Clause(i)
		for _, l := range clause {
			b.occurs[l.Code()] = append(b.occurs[l.Code()], int32(i))
		}
		b.clauses = append(b.clauses, clause)
	}
	return b, nil
}

// search visits the tree to its end, or to the first model.
func (b *branching) search(ctx context.Context) error {
	if b.refuted {
		b.nodes = 1
		return nil
	}
	return b.below(ctx, b.units)
}

// below visits the node to which some literals lead, and the nodes below it.
func (b *branching) below(ctx context.Context, wave []cnf.Lit) error {
	mark := len(b.trail)
	defer b.undo(mark)
	if b.nodes++; b.nodes%1024 == 0 && ctx.Err() != nil {
		return ctx.Err()
	}
	if !b.propagate(wave) {
		return nil
	}
	v := b.rule.pick(b)
	if v == 0 {
		b.found = true
		return nil
	}
	for _, l := range [...]cnf.Lit{cnf.Pos(v), cnf.Neg(v)} {
		if err := b.below(ctx, []cnf.Lit{l}); err != nil || b.found {
			return err
		}
	}
	return nil
}

// probe walks down from the root, at each node to a random child, and estimates nodes and visits of the whole tree: a node at depth d
// counts 2^d times. The mean of many probes is the size of the tree (Knuth 1975). If the tree is lopsided, most probes are too low, and
// a few are far too high.
func (b *branching) probe() (nodes, visits float64) {
	defer b.undo(0)
	wave, weight := b.units, 1.0
	for ; ; weight *= 2 {
		b.visits = 0
		goes := !b.refuted && b.propagate(wave)
		nodes += weight
		visits += weight * float64(b.visits)
		if !goes {
			return nodes, visits
		}
		v := b.rule.pick(b)
		if v == 0 {
			return nodes, visits
		}
		wave = []cnf.Lit{cnf.Signed(v, b.random.IntN(2) == 1)}
	}
}

// propagate assigns a wave of literals, then the unit clauses that it leaves, and so on. It reports whether there is no conflict.
func (b *branching) propagate(wave []cnf.Lit) bool {
	for len(wave) > 0 {
		conflict := false
		for _, l := range wave {
			conflict = conflict || b.value[l.Code()] < 0
			if b.value[l.Code()] == 0 {
				b.value[l.Code()], b.value[l.Not().Code()] = 1, -1
				b.trail = append(b.trail, l)
			}
		}
		if conflict {
			return false
		}
		var next []cnf.Lit
		for _, l := range wave {
			for _, i := range b.occurs[l.Not().Code()] {
				b.visits++
				unit, free, satisfied := b.look(b.clauses[i])
				switch {
				case satisfied || free > 1:
				case free == 0:
					conflict = true
				case !holds(next, unit):
					next = append(next, unit)
				}
			}
		}
		for _, l := range next {
			conflict = conflict || holds(next, l.Not())
		}
		if conflict {
			return false
		}
		wave = next
	}
	return true
}

// look returns how many literals of a clause are free, the last of them, and whether one is true.
func (b *branching) look(clause []cnf.Lit) (last cnf.Lit, free int, satisfied bool) {
	for _, l := range clause {
		switch b.value[l.Code()] {
		case 1:
			return l, free, true
		case 0:
			last, free = l, free+1
		}
	}
	return last, free, false
}

func holds(lits []cnf.Lit, l cnf.Lit) bool {
	for _, other := range lits {
		if other == l {
			return true
		}
	}
	return false
}

// undo frees all literals but the first ones.
func (b *branching) undo(mark int) {
	for _, l := range b.trail[mark:] {
		b.value[l.Code()], b.value[l.Not().Code()] = 0, 0
	}
	b.trail = b.trail[:mark]
}

// open calls do for each clause that is not satisfied, with the number of its free literals.
func (b *branching) open(do func(clause []cnf.Lit, free int)) {
	for _, clause := range b.clauses {
		if _, free, satisfied := b.look(clause); !satisfied {
			do(clause, free)
		}
	}
}

// counted compares variables by their occurrences in clauses of two free literals, ties by clauses of three, and so on. An occurrence of
// the rarer sign counts that many times.
func counted(rarer uint32) func(*branching) cnf.Var {
	return func(b *branching) cnf.Var {
		var best []cnf.Var // with the most so far
		longest := 0
		b.open(func(_ []cnf.Lit, free int) { longest = max(longest, free) })
		for length := 2; length <= longest && len(best) != 1; length++ {
			clear(b.counts)
			b.open(func(clause []cnf.Lit, free int) {
				if free != length {
					return
				}
				for _, l := range clause {
					if b.value[l.Code()] == 0 {
						b.counts[l.Code()]++
					}
				}
			})
			best = b.most(best, rarer)
		}
		if len(best) == 0 {
			return 0
		}
		return best[0]
	}
}

// most are the variables with the largest counts, of some, or of all if there are none.
func (b *branching) most(some []cnf.Var, rarer uint32) (best []cnf.Var) {
	if len(some) == 0 {
		for v := cnf.Var(1); int(v) < len(b.value)/2; v++ {
			if b.value[cnf.Pos(v).Code()] == 0 {
				some = append(some, v)
			}
		}
	}
	largest := uint32(0)
	for _, v := range some {
		p, n := b.counts[cnf.Pos(v).Code()], b.counts[cnf.Neg(v).Code()]
		switch count := max(p, n) + rarer*min(p, n); {
		case count > largest || len(best) == 0:
			best, largest = append(best[:0], v), count
		case count == largest:
			best = append(best, v)
		}
	}
	return best
}

// jeroslowWang is the rule of Jeroslow and Wang (1990) for both signs together.
func jeroslowWang(b *branching) cnf.Var {
	clear(b.weights)
	b.open(func(clause []cnf.Lit, free int) {
		for _, l := range clause {
			if b.value[l.Code()] == 0 {
				b.weights[l.Var()] += math.Ldexp(1, -free)
			}
		}
	})
	best := 0
	for v, weight := range b.weights {
		if weight > b.weights[best] {
			best = v
		}
	}
	return cnf.Var(best)
}

// firstVariable is the lowest variable of a clause that is not satisfied.
func firstVariable(b *branching) (first cnf.Var) {
	b.open(func(clause []cnf.Lit, _ int) {
		for _, l := range clause {
			if b.value[l.Code()] == 0 && (first == 0 || l.Var() < first) {
				first = l.Var()
			}
		}
	})
	return first
}

// randomVariable is a variable of a clause that is not satisfied, each with the same probability.
func randomVariable(b *branching) cnf.Var {
	clear(b.counts)
	var all []cnf.Var
	b.open(func(clause []cnf.Lit, _ int) {
		for _, l := range clause {
			if v := l.Var(); b.value[l.Code()] == 0 && b.counts[v] == 0 {
				b.counts[v] = 1
				all = append(all, v)
			}
		}
	})
	if len(all) == 0 {
		return 0
	}
	return all[b.random.IntN(len(all))]
}
