package estimate

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/stat"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/solvertest"
	"transat/solver/tree"
)

// unsatisfiable returns recorded trees of random formulas without a model.
func unsatisfiable(t *testing.T, vars, clauses, n int, rule string) []*tree.Tree {
	t.Helper()
	var trees []*tree.Tree
	for seed := uint64(1); len(trees) < n; seed++ {
		f := solvertest.RandomKSAT(seed, vars, clauses, 3)
		if result, err := dpll.Solve(t.Context(), f, dpll.Options{Rule: rule}); err != nil || result.Verdict != cnf.Unsatisfiable {
			continue
		}
		tree, err := tree.Record(t.Context(), f, tree.Options{Rule: rule})
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	return trees
}

func TestEstimateSizeOfASmallTreeIsExact(t *testing.T) {
	for seed := range uint64(20) {
		f := solvertest.RandomKSAT(seed, 60, 270, 3)
		tree, err := tree.Record(t.Context(), f, tree.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Size(t.Context(), f, Options{MaxNodes: 10 * tree.Nodes(), Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		n := float64(tree.Nodes())
		want := Result{Nodes: n, Low: n, High: n, Exact: true, Models: tree.Models() > 0}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Result{}), cmpopts.IgnoreFields(Result{}, "Visited")); diff != "" {
			t.Errorf("formula %d: -want +got:\n%s", seed, diff)
		}
	}
}

// A tree that is too large for the first search, but not for the rest of the nodes after the probes.
func TestEstimateSizeGoesOnWithTheSearch(t *testing.T) {
	tree := unsatisfiable(t, 150, 645, 1, "lex")[0]
	got := replay(t, tree, Options{MaxNodes: 4 * tree.Nodes()})
	if n := float64(tree.Nodes()); !got.Exact || got.Nodes != n {
		t.Errorf("got %+v, want exactly %v", got, n)
	}
	if got.Visited > 3*tree.Nodes() {
		t.Errorf("%d nodes visited for a tree of %d", got.Visited, tree.Nodes())
	}
}

func TestEstimateSizeIntervalHoldsTheSize(t *testing.T) {
	n := solvertest.Cases(t, 100)
	for _, rule := range []string{"lex", "boehm"} {
		held, width := 0, 0.0
		for seed, tree := range unsatisfiable(t, 170, 731, n, rule) {
			got := replay(t, tree, Options{MaxNodes: 1000, Seed: uint64(seed)})
			if size := float64(tree.Nodes()); got.Low <= size && size <= got.High {
				held++
			}
			width += math.Log(got.High/got.Low) / float64(n)
		}
		t.Logf("rule %s: %d of %d intervals hold the size; they are wide by a factor of %.2f on average", rule, held, n, math.Exp(width))
		if held < n*85/100 {
			t.Errorf("rule %s: %d of %d intervals hold the size", rule, held, n)
		}
		if width > math.Log(4) {
			t.Errorf("rule %s: the intervals are wide by a factor of %.2f on average", rule, math.Exp(width))
		}
	}
}

func TestEstimateSizeIsNearerThanItsForerunners(t *testing.T) {
	nodes, seeds := int64(30_000), uint64(solvertest.Cases(t, 5))
	var errKnuth, errChen, errOurs float64
	add := func(sum *float64, estimate float64, tree *tree.Tree) {
		*sum += math.Pow(math.Log(estimate/float64(tree.Nodes())), 2)
	}
	for _, tree := range unsatisfiable(t, 220, 946, 4, "lex") {
		for seed := range seeds {
			rng := rand.New(rand.NewPCG(seed, 0))
			add(&errKnuth, knuth(t, replayWalker(tree), rng, nodes), tree)
			add(&errChen, chen(t, replayWalker(tree), rng, nodes), tree)
			got := replay(t, tree, Options{MaxNodes: nodes, Seed: seed})
			if got.Visited > nodes*5/4 {
				t.Errorf("visited %d nodes instead of %d", got.Visited, nodes)
			}
			add(&errOurs, got.Nodes, tree)
		}
	}
	t.Logf("sums of squares: Knuth %.3f, Chen %.3f, ours %.3f", errKnuth, errChen, errOurs)
	if errOurs >= errKnuth || errOurs >= errChen {
		t.Errorf("sums of squares of the logarithmic error: Knuth %.3f, Chen %.3f, ours %.3f", errKnuth, errChen, errOurs)
	}
}

// Wrong expected sizes make samples differ more, but add no bias; some of them cut searches of subtrees short.
func TestSamplesHaveNoBias(t *testing.T) {
	tree := unsatisfiable(t, 120, 516, 1, "lex")[0]
	right, err := replayWalker(tree).pilot(rand.New(rand.NewPCG(1, 1)), 1000)
	if err != nil {
		t.Fatal(err)
	}
	small, flat := make(levelSizes, len(right)), make(levelSizes, len(right))
	for i := range right {
		small[i], flat[i] = math.Pow(right[i], 0.5), 10
	}
	for _, tc := range []struct {
		name  string
		sizes levelSizes
	}{{"from probes", right}, {"too small", small}, {"all alike", flat}, {"nothing known", nil}} {
		t.Run(tc.name, func(t *testing.T) {
			s := newSampler(replayWalker(tree), tc.sizes, 1, 50, rand.New(rand.NewPCG(1, 2)))
			estimates := make([]float64, 4000)
			for i := range estimates {
				if estimates[i], err = s.estimate(); err != nil {
					t.Fatal(err)
				}
			}
			mean, deviation := stat.MeanStdDev(estimates, nil)
			away := (mean - float64(tree.Nodes())) / deviation * math.Sqrt(float64(len(estimates)))
			if math.Abs(away) > 3.5 {
				t.Errorf("the mean is %.1f, %.1f standard errors away from %d", mean, away, tree.Nodes())
			}
		})
	}
}

func TestProbesHaveNoBias(t *testing.T) {
	tree := unsatisfiable(t, 120, 516, 1, "lex")[0]
	w, rng := replayWalker(tree), rand.New(rand.NewPCG(1, 1))
	estimates := make([]float64, 2000)
	for i := range estimates {
		var err error
		if _, estimates[i], err = w.probe(rng, nil); err != nil {
			t.Fatal(err)
		}
	}
	mean, deviation := stat.MeanStdDev(estimates, nil)
	away := (mean - float64(tree.Nodes())) / deviation * math.Sqrt(float64(len(estimates)))
	if math.Abs(away) > 3.5 {
		t.Errorf("the mean is %.1f, %.1f standard errors away from %d", mean, away, tree.Nodes())
	}
}

func TestEstimateSizeIsReproducible(t *testing.T) {
	f := solvertest.RandomKSAT(3, 200, 860, 3)
	estimate := func(seed uint64) Result {
		got, err := Size(t.Context(), f, Options{MaxNodes: 3000, Seed: seed, Threads: 3})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	first := estimate(1)
	if diff := cmp.Diff(first, estimate(1), cmpopts.IgnoreUnexported(Result{})); diff != "" {
		t.Errorf("the second time (-first +second):\n%s", diff)
	}
	if first.Exact || first.Nodes == estimate(2).Nodes {
		t.Errorf("another seed gives the same estimate, %v", first.Nodes)
	}
}

func TestEstimateSizeOfPigeonholes(t *testing.T) {
	f := families.Pigeons(9, 8, families.Pairwise)
	tree, err := tree.Record(t.Context(), f, tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Size(t.Context(), f, Options{MaxNodes: tree.Nodes() / 4})
	if err != nil {
		t.Fatal(err)
	}
	if ratio := got.Nodes / float64(tree.Nodes()); got.Exact || ratio < 0.7 || ratio > 1.4 {
		t.Errorf("got %+v, want about %d", got, tree.Nodes())
	}
}

func TestEstimateSizeWithinATime(t *testing.T) {
	ticks := time.Duration(0)
	clock := func() time.Duration { ticks += time.Millisecond; return ticks }
	got, err := Size(t.Context(), solvertest.RandomKSAT(3, 250, 1075, 3), Options{Time: 40 * time.Millisecond, Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	if got.Speed <= 0 || got.SpeedOfAll != got.Speed {
		t.Errorf("got speeds %v and %v of one thread", got.Speed, got.SpeedOfAll)
	}
}

// expiring is a context that ends after a number of calls of Err.
type expiring struct {
	context.Context
	left atomic.Int64
}

func (e *expiring) Err() error {
	if e.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// The estimate of an interrupted Size grows with its time: nothing, a number of nodes, the estimate of probes, an
// interval.
func TestEstimateSizeInterrupted(t *testing.T) {
	f := solvertest.RandomKSAT(3, 250, 1075, 3)
	seen := map[string]int{}
	for looks := int64(0); ; looks += 1 + looks/10 {
		ctx := &expiring{Context: t.Context()}
		ctx.left.Store(looks)
		got, err := Size(ctx, f, Options{MaxNodes: 20_000, Threads: 2})
		if err == nil {
			break
		}
		switch {
		case !errors.Is(err, context.Canceled) || got.Exact || got.Nodes > 0 && (got.Nodes < got.Low || got.High < got.Nodes):
			t.Errorf("after %d looks: %+v, error %v", looks, got, err)
		case got.Samples > 1:
			seen["samples"]++
			if math.IsInf(got.High, 1) || got.Visited < 4_000 || got.Low < 1000 {
				t.Errorf("after %d looks: %v nodes (%v to %v), %d visited", looks, got.Nodes, got.Low, got.High, got.Visited)
			}
		case got.High == 0:
			seen["nothing"]++
		case got.Nodes > 0:
			seen["probes"]++
		default:
			seen["visited"]++
			if got.Low < 1 || got.Low > 20_000 {
				t.Errorf("after %d looks: %v nodes (%v to %v), %d visited", looks, got.Nodes, got.Low, got.High, got.Visited)
			}
		}
	}
	for _, stage := range []string{"nothing", "visited", "probes", "samples"} {
		if seen[stage] == 0 {
			t.Errorf("no estimate was interrupted when it knew %s: %v", stage, seen)
		}
	}
}

// Two threads are never reported as more than twice as fast as one.
func TestEstimateSizeSpeedOfAll(t *testing.T) {
	var now atomic.Int64
	clock := func() time.Duration { // the first measurement is disturbed
		if now.Load() < int64(time.Second) {
			return time.Duration(now.Add(int64(100 * time.Millisecond)))
		}
		return time.Duration(now.Add(int64(time.Microsecond)))
	}
	got, err := Size(t.Context(), solvertest.RandomKSAT(3, 250, 1075, 3), Options{MaxNodes: 10_000, Clock: clock, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	if got.SpeedOfAll <= 0 || got.SpeedOfAll > 2*got.Speed {
		t.Errorf("one thread %v nodes/s, two %v", got.Speed, got.SpeedOfAll)
	}
}

func TestEstimateSizeErrors(t *testing.T) {
	f := solvertest.RandomKSAT(3, 250, 1075, 3)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Size(ended, f, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: error %v", err)
	}
	for _, tc := range []struct {
		name string
		opt  Options
		want string
	}{
		{"rule", Options{Rule: "lux"}, `unknown branching rule "lux"; the rules are `},
		{"confidence", Options{Confidence: 1}, "confidence 1: want a number between 0 and 1"},
		{"nodes", Options{MaxNodes: -1}, "-1 nodes, 0s: want numbers that are not negative"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := Size(t.Context(), f, tc.opt); err == nil || !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("error %v, want %s", err, tc.want)
			}
		})
	}
}

func TestEstimateSizeOfARefutedFormula(t *testing.T) {
	ticks := time.Duration(0)
	clock := func() time.Duration { ticks += time.Millisecond; return ticks }
	for _, opt := range []Options{{}, {Clock: clock}} {
		got, err := Size(t.Context(), solvertest.Formula(1, []int{1}, []int{-1}), opt)
		if err != nil || !got.Exact || got.Nodes != 1 {
			t.Errorf("got %+v, error %v, want one node", got, err)
		}
		if want := map[bool]float64{true: 1000}[opt.Clock != nil]; got.Speed != want {
			t.Errorf("%v nodes a second, want %v", got.Speed, want)
		}
	}
}

func TestLevelSizes(t *testing.T) {
	sizes := levelSizes{100, 50, 50, 10, 1}
	for _, tc := range []struct {
		size float64
		cut  int
	}{{200, 0}, {100, 0}, {99, 1}, {50, 1}, {49, 3}, {1, 4}, {0.5, 5}} {
		if got := sizes.cut(tc.size); got != tc.cut {
			t.Errorf("cut(%v) = %d, want %d", tc.size, got, tc.cut)
		}
	}
	if got := sizes.at(9); got != 1 {
		t.Errorf("beyond the last level: size %v, want 1", got)
	}
	if got := sizes.below(0); got != 49.5 {
		t.Errorf("below(0) = %v, want 49.5", got)
	}
}

func TestInterval(t *testing.T) {
	mean, low, high := interval([]float64{8, 10, 12}, 0.95)
	factor := math.Exp(4.302652729911275 * 2 / math.Sqrt(3) / 10) // Student's quantile for 2 degrees of freedom
	want := [3]float64{10, 10 / factor, 10 * math.Pow(factor, skew)}
	if diff := cmp.Diff(want, [3]float64{mean, low, high}, cmpopts.EquateApprox(1e-9, 0)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if mean, low, high := interval([]float64{1, math.Inf(1)}, 0.95); !math.IsInf(mean, 1) || low != 0 || !math.IsInf(high, 1) {
		t.Errorf("with a size beyond all numbers: %v, %v to %v", mean, low, high)
	}
}

func TestDrawKeepsWeightsOnAverage(t *testing.T) {
	s := &sampler{sizes: levelSizes{100, 10, 1}, rng: rand.New(rand.NewPCG(1, 1))}
	front := []weighed{
		{spot{level: 2}, 1},
		{spot{level: 0}, 3},
		{spot{level: 1}, 2},
		{spot{level: 2}, 40},
		{spot{level: 1}, 1},
		{spot{level: 1}, 1.5},
	}
	const draws, n = 20_000, 4
	total := 0.0
	for range draws {
		drawn, largest := s.draw(front, n), false
		if len(drawn) > n+1 {
			t.Fatalf("%d drawn, want about %d", len(drawn), n)
		}
		for _, d := range drawn {
			total += d.weight * s.sizes.at(d.level) / draws
			largest = largest || d.level == 0 && d.weight == 3
		}
		if !largest {
			t.Fatal("the largest subtree is not drawn with its weight")
		}
	}
	if want := 1 + 300 + 20 + 40 + 10 + 15.0; math.Abs(total/want-1) > 0.01 {
		t.Errorf("what is drawn stands for %.1f nodes on average, want %.1f", total, want)
	}
}
