package pool_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/pprof"
	"testing"
	"time"

	"transat/balance"
	"transat/balance/topology"
	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/pool"
	"transat/solver/internal/solvertest"
)

// many is how many random formulas are searched: go test ./solver/internal/pool -formulas=20000
var many = flag.Int("formulas", 0, "random formulas to be searched; 0: 400, or fewer without TRANSAT_TEST_MORE")

// formulas is how many are searched in this run of the tests.
func formulas(t *testing.T) int {
	t.Helper()
	return solvertest.Asked(t, *many, 400)
}

// someFormula returns a random formula of 10 to 60 variables with two to four literals a clause, about as often
// satisfiable as not, and now and then a larger one.
func someFormula(t *testing.T, rng *rand.Rand) *cnf.Formula {
	t.Helper()
	k := 2 + rng.IntN(3)
	vars := 10 + rng.IntN([...]int{2: 51, 3: 51, 4: 31}[k])
	if rng.IntN(10) == 0 {
		k, vars = 3, 80+rng.IntN(60)
	}
	ratio := [...]float64{2: 1.3, 3: 4.4, 4: 10}[k] * (0.85 + 0.3*rng.Float64())
	return random(t, vars, int(ratio*float64(vars)), k, rng.Uint64())
}

func random(t testing.TB, vars, clauses, k int, seed uint64) *cnf.Formula {
	t.Helper()
	f, err := instances.Random{Vars: vars, Clauses: clauses, K: k, Seed: seed}.Formula()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// sharing returns the layout of a policy on the first network that it is defined on, or nil if it is defined on
// none of that many processors.
func sharing(t testing.TB, spec balance.Spec) func(procs int) (pool.Layout, error) {
	t.Helper()
	policy, err := balance.Choose(spec.Name)
	if err != nil {
		t.Fatal(err)
	}
	estimate, err := balance.ChooseEstimate(spec.Estimate)
	if err != nil {
		t.Fatal(err)
	}
	return func(procs int) (pool.Layout, error) {
		for _, kind := range spec.Kinds {
			network, err := topology.New(kind, procs)
			if err != nil {
				continue
			}
			if maker, err := policy.For(network); err == nil {
				return pool.Layout{Network: network, Policy: maker, Received: spec.Received, Estimate: estimate}, nil
			}
		}
		return pool.Layout{}, errUndefined
	}
}

// policies are those that share out work while it is done.
func policies() []balance.Spec {
	var specs []balance.Spec
	for _, s := range balance.Policies() {
		if !s.Bound && s.Place == nil {
			specs = append(specs, s)
		}
	}
	return specs
}

// stealing is the layout that most tests use.
func stealing(t testing.TB) func(procs int) (pool.Layout, error) {
	t.Helper()
	for _, s := range policies() {
		if s.Name == "steal" {
			return sharing(t, s)
		}
	}
	t.Fatal("there is no policy steal")
	return nil
}

// whole is the tree of any formula as something that is left of an earlier search, so that no search is alone
// at its beginning.
func whole() []dpll.Branch { return []dpll.Branch{{}} }

// search searches, with a watchdog.
func search(t testing.TB, cfg pool.Config) (pool.Result, error) {
	t.Helper()
	watchdog := time.AfterFunc(10*time.Minute, func() {
		_ = pprof.Lookup("goroutine").WriteTo(os.Stderr, 1)
		panic("a search is stuck")
	})
	defer watchdog.Stop()
	return pool.Search(t.Context(), cfg)
}

func mustSearch(t testing.TB, cfg pool.Config) pool.Result {
	t.Helper()
	result, err := search(t, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func mustSolve(t testing.TB, f *cnf.Formula, opt dpll.Options) dpll.Result {
	t.Helper()
	result, err := dpll.Solve(t.Context(), f, opt)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// checkGoroutines fails if there are more goroutines than before, when those that are about to end have had time
// to do so.
func checkGoroutines(t *testing.T, before int) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Minute)
	for runtime.NumGoroutine() > before {
		if time.Now().After(deadline) {
			_ = pprof.Lookup("goroutine").WriteTo(os.Stderr, 1)
			t.Fatalf("%d goroutines, and there were %d before", runtime.NumGoroutine(), before)
		}
		runtime.Gosched()
	}
}
