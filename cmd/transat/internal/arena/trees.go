package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"transat/balance"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/instances"
	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/tree"
)

// forest is what trees are drawn from: cases take one kind after the other, and a tree of another size is drawn again.
type forest struct {
	kinds       []kind
	least, most int64 // nodes
}

// usualForest is that of all scores.
func usualForest() forest { return forest{kinds(), 8_000, mostNodes} }

// mostNodes is the size at which a tree is given up while it is recorded.
const mostNodes = 160_000

// kind is a kind of tree.
type kind struct {
	title string
	// draw makes a tree, in words. It may be of the wrong size, or hold models.
	draw func(ctx context.Context, r *rand.Rand) (experiment.Workload, string, error)
}

// kinds lists all.
func kinds() []kind {
	return []kind{
		{"random 3-SAT", func(ctx context.Context, r *rand.Rand) (experiment.Workload, string, error) {
			vars := 170 + r.IntN(70)
			return random(ctx, r, 3, vars, vars*(430+r.IntN(60))/100)
		}},
		{"UTS, geometric", func(ctx context.Context, r *rand.Rand) (experiment.Workload, string, error) {
			return grown(ctx, r, []string{"uts-t1/7", "uts-t1/8", "uts-t2/11", "uts-t5/10", "uts-t5/11"})
		}},
		{"knapsack", func(ctx context.Context, r *rand.Rand) (experiment.Workload, string, error) {
			items := 36 + r.IntN(14)
			sack := instances.NewKnapsack(items, r.Uint64())
			w, err := bounded(ctx, sack, instances.KnapsackStateBytes)
			return w, fmt.Sprintf("a knapsack of %d items, branch and bound", items), err
		}},
		{"structured SAT", structured},
		{"UTS, binomial", func(ctx context.Context, r *rand.Rand) (experiment.Workload, string, error) {
			return grown(ctx, r, []string{"uts-t3/20", "uts-t3/40", "uts-t3/60", "uts-t4/40"})
		}},
		{"random k-SAT", func(ctx context.Context, r *rand.Rand) (experiment.Workload, string, error) {
			if r.IntN(2) == 0 {
				vars := 46 + r.IntN(14)
				return random(ctx, r, 5, vars, vars*(23+r.IntN(4)))
			}
			vars := 29 + r.IntN(7)
			return random(ctx, r, 7, vars, vars*(94+r.IntN(12)))
		}},
		{"clique", func(ctx context.Context, r *rand.Rand) (experiment.Workload, string, error) {
			nodes := 106 + r.IntN(10)
			graph := instances.NewClique(nodes, r.Uint64())
			w, err := bounded(ctx, graph, instances.CliqueStateBytes)
			return w, fmt.Sprintf("the largest clique of %d nodes, branch and bound", nodes), err
		}},
	}
}

// errUnfit says that a tree is too large, or holds models.
var errUnfit = errors.New("the tree is too large, or holds models")

// random draws a random formula.
func random(ctx context.Context, r *rand.Rand, k, vars, clauses int) (experiment.Workload, string, error) {
	f, err := instances.Random{Vars: vars, Clauses: clauses, K: k, Seed: r.Uint64()}.Formula()
	if err != nil {
		return experiment.Workload{}, "", err
	}
	w, err := recorded(ctx, f)
	return w, fmt.Sprintf("random %d-SAT, %d variables", k, vars), err
}

// structured draws a structured formula, and renames its variables: the rule lex goes by their order.
func structured(ctx context.Context, r *rand.Rand) (experiment.Workload, string, error) {
	seed := r.Uint64()
	makers := []struct {
		title string
		make  func() *cnf.Formula
	}{
		{"9 pigeons in 8 holes", func() *cnf.Formula { return families.Pigeons(9, 8, families.Pairwise) }},
		{"a multiplier's equation", func() *cnf.Formula { return families.Multipliers(7) }},
		{"a graph in 3 colours", func() *cnf.Formula {
			nodes := 190 + r.IntN(60)
			return families.Colouring(seed, nodes, nodes*237/100, 3, false)
		}},
		{"parities of a graph", func() *cnf.Formula { return families.Parity(seed, 20+2*r.IntN(6), 3) }},
		{"two circuits", func() *cnf.Formula { return families.CircuitMiter(seed, 15+r.IntN(3), 120+r.IntN(80), 3, false) }},
	}
	m := makers[r.IntN(len(makers))]
	w, err := recorded(ctx, renamed(m.make(), r))
	return w, m.title, err
}

// renamed is a formula with other numbers for its variables, and other signs.
func renamed(f *cnf.Formula, r *rand.Rand) *cnf.Formula {
	names := r.Perm(f.Vars())
	flips := make([]bool, f.Vars())
	for i := range flips {
		flips[i] = r.IntN(2) == 0
	}
	other := cnf.NewFormula(f.Vars())
	for i := range f.Len() {
		var clause []cnf.Lit
		for _, l := range f.Clause(i) {
			v := int(l.Var()) - 1
			clause = append(clause, cnf.Signed(cnf.Var(names[v]+1), l.Negative() != flips[v]))
		}
		other.Add(clause...)
	}
	return other
}

// recorded records the tree of a formula.
func recorded(ctx context.Context, f *cnf.Formula) (experiment.Workload, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	record, err := tree.Record(ctx, f, tree.Options{MaxNodes: mostNodes, Progress: func(p dpll.Progress) {
		if p.Models > 0 {
			cancel(errUnfit)
		}
	}})
	if errors.Is(err, dpll.ErrNodeLimit) || errors.Is(context.Cause(ctx), errUnfit) {
		err = errUnfit
	}
	if err != nil {
		return experiment.Workload{}, err
	}
	return experiment.Load(ctx, input.Formula{Recorded: record}, nil, nil)
}

// grown draws a tree of the UTS benchmark with another seed.
func grown(ctx context.Context, r *rand.Rand, names []string) (experiment.Workload, string, error) {
	name := names[r.IntN(len(names))]
	set, err := instances.Open(name)
	if err != nil {
		return experiment.Workload{}, "", err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	record, err := set.Instances[0].Tree.Seeded(r.Uint32()).Record(ctx, atMost(cancel))
	if err != nil {
		return experiment.Workload{}, "", context.Cause(ctx)
	}
	return experiment.Of(name, record, experiment.ForUTS), name + " with another seed", nil
}

// atMost ends what tells its progress if a tree is too large.
func atMost(cancel context.CancelCauseFunc) func(nodes int64) {
	return func(nodes int64) {
		if nodes > mostNodes {
			cancel(errUnfit)
		}
	}
}

// bounded searches a tree with bounds on one processor. The state of a node has that many bytes.
func bounded[E any](ctx context.Context, tree balance.Bounded[E], bytes int) (experiment.Workload, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	adapt := func(s experiment.Setup) experiment.Setup { return experiment.WithState(s, bytes) }
	return experiment.OfBounded(ctx, "", tree, adapt, atMost(cancel))
}
