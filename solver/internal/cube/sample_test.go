package cube

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/instances/families"
	"transat/instances/instancetest"
	"transat/solver/cnf"
)

// within is the Used of a budget.
func within(budget float64) func(int64) float64 {
	return func(effort int64) float64 { return float64(effort) / budget }
}

func sampled(t *testing.T, cfg Config, seed uint64, budget float64) Estimated {
	t.Helper()
	e, err := Estimate(t.Context(), cfg, Sampling{Seed: seed, Used: within(budget)})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// An estimate with a third of the effort of a run is near it, in conflicts, and says how near. Costs of large formulas are in cubes.md.
func TestEstimateIsNear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second of one core, and no goroutines share it")
	}
	near, held, all := 0, 0, 0
	for name, f := range map[string]*cnf.Formula{
		"distributive": families.Distributive(5),
		"colouring":    families.Colouring(3, 90, 400, 4, false),
		"random":       instancetest.Formula(t, "200-860-3/1"),
	} {
		if name == "random" && os.Getenv("TRANSAT_TEST_MORE") == "" {
			continue // it takes longest
		}
		cfg := Config{Formula: f, Splitter: LookaheadSplitter}
		run := sampled(t, cfg, 0, math.Inf(1))
		if !run.Solved || run.Deviation != leastOff*run.Conflicts || run.Samples != 0 || run.Conflicts != float64(run.Spent.Conflicts) {
			t.Fatalf("%s: %+v is no run", name, run)
		}
		for seed := range uint64(3) {
			e := sampled(t, cfg, seed, run.Conflicts/3)
			off := math.Abs(math.Log(e.Conflicts / run.Conflicts))
			all++
			if off < math.Log(1.3) {
				near++
			}
			if off < 2*e.Deviation/e.Conflicts {
				held++
			}
			far := math.Abs(math.Log(e.Cubes/run.Cubes)) > math.Log(2)
			if e.Solved || e.Samples < 4 || e.Spent.Conflicts > int64(run.Conflicts)/2 || far {
				t.Errorf("%s: %+v of %+v", name, e, run)
			}
		}
	}
	t.Logf("%d of %d within a factor of 1.3, %d within two standard errors", near, all, held)
	if near < all*2/3 || held < all*2/3 {
		t.Errorf("only %d of %d within a factor of 1.3, and %d within two standard errors", near, all, held)
	}
}

// The same seed gives the same estimate, and enough effort the run itself.
func TestEstimateIsReproducible(t *testing.T) {
	for _, splitter := range []string{RuleSplitter, LookaheadSplitter, LearningSplitter} {
		cfg := Config{Formula: families.MultiplierMiter(5), Rule: "lex", Splitter: splitter}
		first := sampled(t, cfg, 1, 600)
		if diff := cmp.Diff(first, sampled(t, cfg, 1, 600)); diff != "" {
			t.Errorf("%s: %s", splitter, diff)
		}
		if all := sampled(t, cfg, 1, 1e6); !all.Solved || all.Conflicts < float64(first.Spent.Conflicts)/2 {
			t.Errorf("%s: %+v", splitter, all)
		}
	}
}

// Cubes of a list are sampled in blocks.
func TestEstimateOfGivenCubes(t *testing.T) {
	cfg := Config{Formula: families.Waerden(3, 8, 58), Splitter: LookaheadSplitter, Depth: 6}
	var list [][]cnf.Lit
	if _, err := Split(t.Context(), cfg, func(cube []cnf.Lit) error { list = append(list, cube); return nil }); err != nil {
		t.Fatal(err)
	}
	cfg.Depth, cfg.Cubes = 0, list
	run := sampled(t, cfg, 1, math.Inf(1))
	if !run.Solved || run.Cubes != float64(len(list)) {
		t.Errorf("%d cubes: %+v", len(list), run)
	}
	for seed := range uint64(4) {
		e := sampled(t, cfg, seed, run.Conflicts/3)
		if e.Solved || e.Cubes != float64(len(list)) || math.Abs(math.Log(e.Conflicts/run.Conflicts)) > math.Log(2) {
			t.Errorf("seed %d: %+v of %+v", seed, e, run)
		}
	}
}

// What propagation decides costs nothing, a model is told, and an estimate that is interrupted is what samples say so far.
func TestEstimateEnds(t *testing.T) {
	empty, refuted := cnf.NewFormula(3), cnf.NewFormula(1)
	refuted.Add()
	if e := sampled(t, Config{Formula: empty, Splitter: LookaheadSplitter}, 1, 100); !e.Solved || e.Model == nil || e.Conflicts != 0 {
		t.Errorf("the empty formula: %+v", e)
	}
	if e := sampled(t, Config{Formula: refuted, Rule: "lex"}, 1, 10); !e.Solved || e.Model != nil || e.Conflicts != 0 {
		t.Errorf("a refuted formula: %+v", e)
	}
	if _, err := Estimate(t.Context(), Config{Formula: empty, Rule: "lux"}, Sampling{Used: within(10)}); err == nil {
		t.Error("a rule that does not exist is taken")
	}
	for _, until := range []float64{begins / 2, 0.5} { // the first is before any draw: what is left is a guess
		ctx, stop := context.WithCancelCause(t.Context())
		cause := errors.New("enough")
		e, err := Estimate(ctx, Config{Formula: families.MultiplierMiter(6), Splitter: LookaheadSplitter}, Sampling{
			Used: within(4000), Progress: func(used float64) {
				if used > until {
					stop(cause)
				}
			},
		})
		if !errors.Is(err, cause) || e.Solved || e.Conflicts < 1000 || e.Deviation < leastOff*e.Conflicts || e.Samples > 0 != (until > begins) {
			t.Errorf("%+v, error %v", e, err)
		}
	}
}

// A draw that would take far more than the budget is ended, as where look-ahead takes long: nodes and conflicts say little of time.
func TestEstimateEndsLongDraws(t *testing.T) {
	const slow = 1600 // conflicts after which time flies
	used := func(effort int64) float64 {
		if effort > slow {
			return mostUsed + 1
		}
		return float64(effort) / (2 * slow)
	}
	cfg := Config{Formula: families.Waerden(3, 9, 77), Splitter: RuleSplitter, Rule: "lex", Depth: 4}
	for seed := range uint64(4) {
		e, err := Estimate(t.Context(), cfg, Sampling{Seed: seed, Used: used})
		if err != nil || e.Solved || e.Samples == 0 || e.Spent.Conflicts > slow+2*leastBudget {
			t.Errorf("%+v, error %v", e, err)
		}
	}
}

// Clauses of Ramsey theory are long: look-ahead that counts them all needs no cube here, and one that counts the short ones alone
// leaves 20.
func TestLookaheadHeedsLongClauses(t *testing.T) {
	e := sampled(t, Config{Formula: families.Ramsey(3, 4, 9), Splitter: LookaheadSplitter}, 0, math.Inf(1))
	if !e.Solved || e.Cubes > 0 {
		t.Errorf("%+v", e)
	}
}

// What a budget is enough for is searched in the order of a run on one core, and costs the same.
func TestEstimateOfAllIsTheRun(t *testing.T) {
	for _, splitter := range []string{RuleSplitter, LookaheadSplitter} {
		cfg := config(families.MultiplierMiter(5))
		cfg.Splitter, cfg.Depth, cfg.Threads, cfg.Procs = splitter, 0, 1, 1
		run, err := Run(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		e := sampled(t, cfg, 1, math.Inf(1))
		if !e.Solved || e.Samples > 0 || int64(e.Conflicts) != run.Stats.Conflicts || int64(e.Cubes) != run.Stats.Cubes {
			t.Errorf("%s: %+v, and a run has %+v", splitter, e, run.Stats)
		}
	}
}

// Samples tell the cost of a tree in the mean, and mostly well, though a few of its cubes cost most.
func TestSamplesOfMadeUpTrees(t *testing.T) {
	const n, whole = 200, 1e6
	mean, near := 0.0, 0
	for seed := range uint64(n) {
		rng, tree := rand.New(rand.NewPCG(seed, 3)), map[string]made{}
		grow(rng, tree, node{}, whole)
		m := &sampler{
			opt: Sampling{Used: within(whole / 4)}, ctx: t.Context(), s: &search{run: &run{}, split: noSplitter{}},
			ordered: learned{grain: &Grain{}}, scattered: learned{leaf: &learner{}},
			rng: rand.New(rand.NewPCG(seed, 1)), slope: &slope{}, root: &spot{part: part{{}}},
		}
		m.source = func(n node) (part, tally, error) {
			found := tree[fmt.Sprint(n.path)]
			m.spent.Conflicts += int64(found.cost)
			return slices.Clone(found.children), tally{conflicts: found.cost}, nil
		}
		if err := m.take(); err != nil {
			t.Fatal(err)
		}
		says := m.sure.conflicts + (m.result().Conflicts-m.sure.conflicts)/usualShare // here nothing is learned
		mean += says / whole / n
		if math.Abs(math.Log(says/whole)) < math.Log(1.3) {
			near++
		}
	}
	t.Logf("%.3f of the cost in the mean, %d of %d within a factor of 1.3", mean, near, n)
	if math.Abs(mean-1) > 0.1 || near < n*8/10 {
		t.Errorf("%.3f of the cost in the mean, %d of %d within a factor of 1.3", mean, near, n)
	}
}

// noSplitter has done nothing.
type noSplitter struct{ splitter }

func (noSplitter) work() int64 { return 0 }

// made is a node of a tree that is made up.
type made struct {
	cost     float64
	children part
}

// grow makes up what lies below a node and costs that much. Siblings differ by how many variables are assigned, and by chance, which makes
// some ten times as dear as others.
func grow(rng *rand.Rand, tree map[string]made, n node, cost float64) {
	if cost < 2000 {
		tree[fmt.Sprint(n.path)] = made{cost: cost}
		return
	}
	branch := cnf.Pos(cnf.Var(len(n.path) + 1))
	var kids [2]node
	for i, l := range []cnf.Lit{branch.Not(), branch} { // the one to come last first
		kids[i] = node{path: append(slices.Clone(n.path), l), assigned: n.assigned + 1 + rng.IntN(12)}
	}
	share := 1 / (1 + math.Exp(0.15*float64(kids[0].assigned-kids[1].assigned)+rng.NormFloat64()))
	tree[fmt.Sprint(n.path)] = made{children: kids[:]}
	grow(rng, tree, kids[0], share*cost)
	grow(rng, tree, kids[1], (1-share)*cost)
}
