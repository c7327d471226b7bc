package atlas

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"transat/balance/compare"
	"transat/balance/sim"
)

// A decision tree, as in Breiman, Friedman, Olshen, Stone: Classification and Regression Trees, 1984, with one difference: a
// split is not judged by the purity of its sides but by what matters here, the regret of taking one policy on each side.

// Feature is a number that foretells which policy wins.
type Feature struct {
	Key   string
	Title string
	Of    func(c Case) (float64, error)

	changing bool // it is one of dynamic loads, not of trees
}

// Features returns all features. A node is the mean one of a random formula, not that of the tree: advice does not know the latter.
func Features() []Feature {
	return []Feature{
		kind(),
		{Key: "work", Title: "work of a processor, in times of a message over the diameter", Of: func(c Case) (float64, error) {
			cost, err := c.cost()
			return c.workOf(cost), err
		}},
		{Key: "message", Title: "cost of moving an element to a neighbour, in nodes", Of: func(c Case) (float64, error) {
			cost, err := c.cost()
			return cost.MoveTime().Seconds() / compare.UsualNode(cost), err
		}},
		{Key: "far", Title: "time of a message over the diameter, in nodes", Of: func(c Case) (float64, error) {
			cost, err := c.cost()
			return c.across(cost) / compare.UsualNode(cost), err
		}},
		{Key: "list", Title: "cost of taking an element from the list, in nodes", Of: func(c Case) (float64, error) {
			cost, err := c.cost()
			return cost.TakeTime.Seconds() / compare.UsualNode(cost), err
		}},
		{Key: "levels", Title: "1 for a machine of two levels, else 0", Of: func(c Case) (float64, error) {
			cost, err := c.cost()
			return float64(min(1, cost.Computer)), err
		}},
		{Key: "spread", Title: "1 if every processor has an element at the start, else 0", Of: func(c Case) (float64, error) {
			if c.Start == sim.StartSpread {
				return 1, nil
			}
			return 0, nil
		}},
		{
			Key: "rate", Title: "processes that come or go at a processor while one is moved to a neighbour", changing: true,
			Of: func(c Case) (float64, error) {
				cost, err := c.cost()
				if err != nil {
					return 0, err
				}
				load, _, err := changingLoad(c.Tree)
				return usualItems * load.dynamicity * cost.MoveTime().Seconds(), err
			},
		},
		{
			Key: "dispersion", Title: "how much of a change is shared by neighbours, from 0 to 1", changing: true,
			Of: func(c Case) (float64, error) {
				load, _, err := changingLoad(c.Tree)
				return load.dispersion, err
			},
		},
		{Key: "processors", Title: "number of processors", changing: true, Of: func(c Case) (float64, error) { return float64(c.N), nil }},
	}
}

const kindKey = "changing"

// kind tells dynamic loads from trees.
func kind() Feature {
	return Feature{Key: kindKey, Title: "1 for a dynamic load, 0 for a tree", Of: func(c Case) (float64, error) {
		if c.Changing() {
			return 1, nil
		}
		return 0, nil
	}}
}

func (c Case) cost() (sim.CostModel, error) {
	p, err := c.Preset()
	return p.Cost, err
}

// MaxLeaves is how many leaves a decision tree has at most.
const MaxLeaves = 8

// leastSaved is how much regret a split saves at least, in points a case. Less than that did not hold on cases that were not fitted.
const leastSaved = 0.1

// leastCases is how many cases a leaf has at least.
const leastCases = 6

// DecisionTree is a decision tree: a leaf, or a question with two rules.
type DecisionTree struct {
	Policy string // of a leaf
	Cases  []Judged
	rows   []int   // the numbers of its cases while the tree grows
	regret float64 // the sum over the cases

	Feature     Feature
	Limit       float64
	Below, From *DecisionTree // where the feature is below the limit, or not; nil for a leaf
}

// leavesOfLoads is how many of the leaves are for dynamic loads at most, if there are trees too.
const leavesOfLoads = 3

// Fit grows a tree. If there are dynamic loads beside search trees, the first question tells them apart, as the policies for them are
// others.
func Fit(cases []Judged) (*DecisionTree, error) {
	trees, loads := Kinds(cases)
	if len(trees) == 0 || len(loads) == 0 {
		return grow(cases, MaxLeaves)
	}
	from, err := grow(loads, leavesOfLoads)
	if err != nil {
		return nil, err
	}
	below, err := grow(trees, MaxLeaves-len(from.Leaves()))
	return &DecisionTree{Feature: kind(), Limit: 0.5, Below: below, From: from}, err
}

// grow is Fit for cases of one kind: again and again, the leaf whose best split saves most regret is split.
func grow(cases []Judged, most int) (*DecisionTree, error) {
	t, all := regretsIn(cases), make([]int, len(cases))
	for i := range all {
		all[i] = i
	}
	root, splits := t.leaf(all), map[*DecisionTree]split{}
	for leaves := 1; leaves < most; leaves++ {
		var where *DecisionTree
		var best split
		for _, l := range root.Leaves() {
			s, ok := splits[l]
			if !ok {
				var err error
				if s, err = t.best(l); err != nil {
					return nil, err
				}
				splits[l] = s
			}
			if s.saved >= leastSaved*float64(len(l.rows)) && s.saved > best.saved+1e-9 {
				where, best = l, s
			}
		}
		if where == nil {
			break
		}
		where.Feature, where.Limit, where.Below, where.From = best.feature, best.limit, best.below, best.from
	}
	for _, l := range root.Leaves() {
		for _, row := range l.rows {
			l.Cases = append(l.Cases, cases[row])
		}
	}
	return root, nil
}

// regrets has what policies lose in cases, by number: of the cases, and of the names, which are sorted.
type regrets struct {
	cases []Judged
	names []string
	of    [][]regret // by case; each policy once, with the parameters that suit the case best
}

type regret struct {
	policy int
	points float64
}

func regretsIn(cases []Judged) *regrets {
	t := &regrets{cases: cases, of: make([][]regret, len(cases))}
	seen := map[string]bool{}
	for _, j := range cases {
		for _, c := range j.Cells {
			seen[c.PolicyName()] = true
		}
	}
	t.names = slices.Sorted(maps.Keys(seen))
	for i, j := range cases {
		clear(seen)
		for _, c := range j.Cells {
			if name := c.PolicyName(); !seen[name] {
				seen[name] = true
				policy, _ := slices.BinarySearch(t.names, name)
				t.of[i] = append(t.of[i], regret{policy, 100 * (j.Cells[0].Efficiency - c.Efficiency)})
			}
		}
	}
	return t
}

// leaf is the rule that takes the policy with the least regret in some of the cases, of those that have a cell in most of them.
func (t *regrets) leaf(rows []int) *DecisionTree {
	r := &DecisionTree{rows: rows}
	sums, counts, most := make([]float64, len(t.names)), make([]int, len(t.names)), 0
	for _, row := range rows {
		for _, x := range t.of[row] {
			sums[x.policy] += x.points
			counts[x.policy]++
			most = max(most, counts[x.policy])
		}
	}
	for policy, name := range t.names {
		if counts[policy] == most && most > 0 && (r.Policy == "" || sums[policy] < r.regret) {
			r.Policy, r.regret = name, sums[policy]
		}
	}
	return r
}

// split is a way to split a leaf.
type split struct {
	feature     Feature
	limit       float64
	below, from *DecisionTree
	saved       float64
}

// best finds the split of a leaf that saves most; the first feature and the lowest limit of several.
func (t *regrets) best(r *DecisionTree) (split, error) {
	var best split
	values := make([]float64, len(r.rows))
	for _, feature := range Features() {
		if len(r.rows) == 0 || feature.changing != t.cases[r.rows[0]].Changing() {
			continue
		}
		for i, row := range r.rows {
			var err error
			if values[i], err = feature.Of(t.cases[row].Case); err != nil {
				return best, err
			}
		}
		sorted := slices.Compact(slices.Sorted(slices.Values(values)))
		for k := 1; k < len(sorted); k++ {
			limit := (sorted[k-1] + sorted[k]) / 2
			var low, high []int
			for i, row := range r.rows {
				if values[i] < limit {
					low = append(low, row)
				} else {
					high = append(high, row)
				}
			}
			if len(low) < leastCases || len(high) < leastCases {
				continue
			}
			below, from := t.leaf(low), t.leaf(high)
			if saved := r.regret - below.regret - from.regret; saved > best.saved+1e-9 && below.Policy != "" && from.Policy != "" {
				best = split{feature, limit, below, from, saved}
			}
		}
	}
	return best, nil
}

// Leaves are the leaves, from the left.
func (r *DecisionTree) Leaves() []*DecisionTree {
	if r.Below == nil {
		return []*DecisionTree{r}
	}
	return append(r.Below.Leaves(), r.From.Leaves()...)
}

// Take goes down to the leaf of a case, and returns the reasons in the words of the features.
func (r *DecisionTree) Take(c Case) (policy string, why []string, err error) {
	leaf, why, err := r.take(c)
	if err != nil {
		return "", nil, err
	}
	return leaf.Policy, why, nil
}

func (r *DecisionTree) take(c Case) (leaf *DecisionTree, why []string, err error) {
	for r.Below != nil {
		x, err := r.Feature.Of(c)
		if err != nil {
			return nil, nil, err
		}
		word, next := "not below", r.From
		if x < r.Limit {
			word, next = "below", r.Below
		}
		if r.Feature.Key != kindKey { // which goes without saying
			why = append(why, fmt.Sprintf("%s: %.3g, %s %.3g", r.Feature.Title, x, word, r.Limit))
		}
		r = next
	}
	return r, why, nil
}

// Lines draws the rule as text.
func (r *DecisionTree) Lines() []string { return r.lines(0) }

func (r *DecisionTree) lines(depth int) []string {
	indent := strings.Repeat("│ ", depth)
	if r.Below == nil {
		return []string{fmt.Sprintf("%s%s (%d cases, mean regret %.1f)", indent, r.Policy, len(r.Cases), r.regret/float64(len(r.Cases)))}
	}
	lines := []string{fmt.Sprintf("%sif %s is below %.3g:", indent, r.Feature.Key, r.Limit)}
	lines = append(lines, r.Below.lines(depth+1)...)
	lines = append(lines, indent+"else:")
	return append(lines, r.From.lines(depth+1)...)
}
