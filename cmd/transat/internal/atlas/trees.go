package atlas

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"transat/balance/compare"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/treecache"
	"transat/instances/families"
	"transat/solver/cnf"
)

// find makes the tree of that name: a sample, with @RULE behind it for a branching rule; pigeons-HOLES, mycielski-COLOURS,
// products-BITS or uneven-PERCENT.
func find(ctx context.Context, name string, store *treecache.Store) (experiment.Workload, error) {
	if text, ok := strings.CutPrefix(name, "uneven-"); ok {
		percent, err := strconv.Atoi(text)
		return experiment.Of(name, uneven{nodes: unevenNodes, share: float64(percent) / 100}, nil), err
	}
	base, rule, _ := strings.Cut(name, "@")
	mine := &treecache.Store{Cache: store.Cache, Rule: store.Rule, MaxNodes: store.MaxNodes, Threads: store.Threads, Warn: store.Warn}
	if rule != "" {
		mine.Rule = rule
	}
	f, err := structured(base)
	if err != nil {
		return experiment.Workload{}, err
	}
	formula := input.Given(name, f)
	if f == nil {
		all, err := input.Finder{Warn: store.Warn}.Find(base)
		if err != nil {
			return experiment.Workload{}, err
		}
		formula = all[0]
	}
	w, err := experiment.Load(ctx, formula, mine, nil)
	if err == nil && w.Satisfiable {
		err = fmt.Errorf("%s is satisfiable: want a tree that is searched to its end", name)
	}
	return w, err
}

// structured returns pigeonholes, colourings and multipliers, nil for another name.
func structured(name string) (*cnf.Formula, error) {
	kind, text, _ := strings.Cut(name, "-")
	kinds := map[string]func(int) *cnf.Formula{
		"pigeons":  func(holes int) *cnf.Formula { return families.Pigeons(holes+1, holes, families.Pairwise) },
		"products": families.Multipliers, "mycielski": families.Mycielski,
	}
	if kinds[kind] == nil {
		return nil, nil
	}
	size, err := strconv.Atoi(text)
	if err != nil || size < 2 || size > 12 {
		return nil, fmt.Errorf("%s: want a number from 2 to 12 behind %s-", name, kind)
	}
	return kinds[kind](size), nil
}

// unevenNodes is the number of nodes of a synthetic tree.
const unevenNodes = 300_001

// uneven is a synthetic tree with a known imbalance: of the nodes below a node, one child has that share.
type uneven struct {
	nodes int64
	share float64
}

// part is an element of uneven: a subtree with its number of nodes, and the level of its root.
type part struct {
	nodes int64
	level int
}

func (u uneven) Root() part { return part{u.nodes, 0} }

func (u uneven) Expand(e part, dst []part) (children []part, work, nodes int64, found bool) {
	if below := e.nodes - 1; below >= 2 {
		first := min(max(int64(math.Round(u.share*float64(below))), 1), below-1)
		if e.level%2 == 1 { // so that neither child is always the larger one
			first = below - first
		}
		dst = append(dst, part{first, e.level + 1}, part{below - first, e.level + 1})
	} else if below == 1 {
		dst = append(dst, part{1, e.level + 1})
	}
	return dst, compare.UsualWork, 1, false
}

func (u uneven) Finish(e part) (work, nodes int64, found bool) {
	return compare.UsualWork * e.nodes, e.nodes, false
}

func (u uneven) Level(e part) int { return e.level }

func (u uneven) Subtree(e part) (work, nodes, elements int64) {
	return compare.UsualWork * e.nodes, e.nodes, e.nodes
}

// The kinds of trees.
const (
	Formulas = "formulas and synthetic"
	Recorded = "of other programs"
	Bounded  = "branch and bound"
)

// Workloads returns all kinds.
func Workloads() []string { return []string{Formulas, Recorded, Bounded} }

// Workload is the kind of the case's tree.
func (c Case) Workload() string {
	name, _, _ := strings.Cut(c.Tree, "-")
	switch name {
	case "gecode", "scip", "symphony", "cadical", "go":
		return Recorded
	case "knapsack", "clique":
		return Bounded
	}
	return Formulas
}
