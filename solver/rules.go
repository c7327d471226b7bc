package solver

import (
	"fmt"
	"strings"
)

// Rule is a branching rule: it picks the variable whose two values split a node.
//
// The rule "weights" is explained in weights.go. The others give a variable x one number for each clause length i, shortest first:
//
//	max(h(x), h(¬x)) + weight · min(h(x), h(¬x))
//
// where h(l) counts the remaining clauses of length i that contain l. The variable with the
// lexicographically largest vector of these numbers is picked, the lowest one on ties. The positive
// literal is always tried first: which child is the first does not matter to an unsatisfiable tree,
// and a fixed order keeps trees comparable between rules.
type Rule struct {
	Name   string // what Options.Rule and --rule take
	Title  string // one line
	Source string // where the rule comes from

	// minWeight is the weight above, 1 or 2. Both engines branch on it.
	minWeight uint64
	weights   bool // branch by weights, where there is an engine for that
}

// Freezes reports whether trees under the rule have frozen subtrees, which are one load element each: see Tree.
func (r Rule) Freezes() bool { return r.weights }

// Rules returns the branching rules, the default first.
func Rules() []Rule {
	return []Rule{
		{
			Name:      "lex",
			Title:     "most occurrences of both signs in the shortest clauses, ties by the next length",
			Source:    "Böhm, Speckenmeyer: the PLB paper, 1996, section 6 (lexicographic heuristic)",
			minWeight: 1,
		},
		{
			Name:      "boehm",
			Title:     "as lex, but the rarer sign counts twice, so that both children shrink",
			Source:    "Buro, Kleine Büning: Report on a SAT competition, EATCS Bulletin 49, 1993 (Böhm's rule, weights 1 and 2)",
			minWeight: 2,
		},
		{
			Name:      "weights",
			Title:     "recursive weights of literals, frozen in small subtrees; for large formulas, boehm",
			Source:    "Mijnders, de Wilde, Heule: Symbiosis of search and heuristics for random 3-SAT, 2010 (the weights); frozen: our own",
			minWeight: 2,
			weights:   true,
		},
	}
}

// findRule returns the rule of that name; "" is the first one.
func findRule(name string) (Rule, error) {
	rules := Rules()
	if name == "" {
		return rules[0], nil
	}
	known := make([]string, len(rules))
	for i, r := range rules {
		if r.Name == name {
			return r, nil
		}
		known[i] = r.Name
	}
	return Rule{}, fmt.Errorf("unknown branching rule %q; the rules are %s", name, strings.Join(known, ", "))
}
