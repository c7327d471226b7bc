package dpll

import (
	"maps"
	"slices"

	"transat/solver/cnf"
	"transat/solver/internal/rules"
)

// minWeightOf says how often the rarer sign counts under a rule that counts.
func minWeightOf(rule rules.Rule) int { return map[string]int{"lex": 1, "boehm": 2}[rule.Name] }

// counts reports whether a rule counts clauses. Such rules branch alike in all engines.
func counts(rule rules.Rule) bool { return minWeightOf(rule) > 0 }

// visited is what a search tells of one node.
type visited struct {
	Kind  NodeKind
	Level int
	Work  int64
}

// reference searches by the letter of the package comment, with sets and recursion.
type reference struct {
	minWeight int
	clauses   [][]cnf.Lit // two or more distinct literals, no complementary ones
	units     map[cnf.Lit]bool
	empty     bool
	vars      int
	limit     int
	nodes     []visited
}

func newReference(f *cnf.Formula, rule rules.Rule, limit int) *reference {
	r := &reference{minWeight: minWeightOf(rule), units: map[cnf.Lit]bool{}, vars: f.Vars(), limit: limit}
	for i := range f.Len() {
		distinct := map[cnf.Lit]bool{}
		for _, l := range f.Clause(i) {
			distinct[l] = true
		}
		tautology := false
		for l := range distinct {
			tautology = tautology || distinct[l.Not()]
		}
		clause := slices.SortedFunc(maps.Keys(distinct), cnf.Lit.Compare)
		switch {
		case tautology:
		case len(clause) == 0:
			r.empty = true
		case len(clause) == 1:
			r.units[clause[0]] = true
		default:
			r.clauses = append(r.clauses, clause)
		}
	}
	return r
}

// tree returns the first limit nodes in preorder.
func (r *reference) tree() []visited {
	for l := range r.units {
		r.empty = r.empty || r.units[l.Not()]
	}
	if r.empty {
		return []visited{{Kind: ConflictLeaf, Work: 1}}
	}
	r.search(map[cnf.Lit]bool{}, r.units)
	return r.nodes
}

// search visits the node where the true literals are those given and those of the wave.
func (r *reference) search(above, wave map[cnf.Lit]bool) {
	if len(r.nodes) == r.limit {
		return
	}
	lits := maps.Clone(above)
	node := visited{}
	conflict := false
	for len(wave) > 0 && !conflict {
		maps.Copy(lits, wave)
		next := map[cnf.Lit]bool{}
		for _, clause := range r.clauses {
			touched, free, satisfied := 0, []cnf.Lit(nil), false
			for _, l := range clause {
				if wave[l.Not()] {
					touched++
				}
				satisfied = satisfied || lits[l]
				if !lits[l] && !lits[l.Not()] {
					free = append(free, l)
				}
			}
			node.Work += int64(touched)
			if satisfied || touched == 0 {
				continue
			}
			if len(free) == 0 {
				conflict = true
			}
			if len(free) == 1 {
				next[free[0]] = true
			}
		}
		for l := range next {
			conflict = conflict || next[l.Not()]
		}
		wave = next
	}
	node.Level = len(lits)
	node.Work = max(node.Work, 1)
	lit := cnf.Lit{}
	switch {
	case conflict:
		node.Kind = ConflictLeaf
	default:
		if lit = r.pick(lits); lit.IsNone() {
			node.Kind = ModelLeaf
		}
	}
	r.nodes = append(r.nodes, node)
	if node.Kind == Inner {
		r.search(lits, map[cnf.Lit]bool{lit: true})
		r.search(lits, map[cnf.Lit]bool{lit.Not(): true})
	}
}

// pick applies the rule: the vectors of scores are written out for all lengths and compared.
func (r *reference) pick(lits map[cnf.Lit]bool) cnf.Lit {
	counts := map[cnf.Lit]map[int]int{} // by literal and length
	longest := 0
	for _, clause := range r.clauses {
		free, satisfied := []cnf.Lit(nil), false
		for _, l := range clause {
			satisfied = satisfied || lits[l]
			if !lits[l] && !lits[l.Not()] {
				free = append(free, l)
			}
		}
		if satisfied {
			continue
		}
		for _, l := range free {
			if counts[l] == nil {
				counts[l] = map[int]int{}
			}
			counts[l][len(free)]++
		}
		longest = max(longest, len(free))
	}
	best, bestScores := cnf.Lit{}, make([]int, longest+1)
	for v := cnf.Var(1); int(v) <= r.vars; v++ {
		scores := make([]int, longest+1)
		for i := range scores {
			pos, neg := counts[cnf.Pos(v)][i], counts[cnf.Neg(v)][i]
			scores[i] = max(pos, neg) + r.minWeight*min(pos, neg)
		}
		if slices.Compare(scores, bestScores) > 0 {
			best, bestScores = cnf.Pos(v), scores
		}
	}
	return best
}
