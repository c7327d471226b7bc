package packed

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"transat/solver/cnf"
	"transat/solver/engine"
	"transat/solver/internal/solvertest"
)

// effort is what a search under the rule "weights" has done.
type effort struct {
	visits  float64 // of clauses, in propagation
	plain   float64 // nodes in frozen subtrees that are branched on
	leaves  float64
	looks   float64
	rounds  float64 // clauses times rounds, at look nodes
	ahead   float64 // literals propagated to look ahead
	freezes float64
}

// time returns the nanoseconds that an effort takes, by TestEffort on a computer that has vectors. It is the same on a busy computer,
// and each time.
func (f *effort) time() float64 {
	return f.visits + 330*f.plain + 130*f.leaves + 2.2*f.rounds + 280*f.ahead + 7700*f.freezes
}

// searched returns the effort for the whole tree with the given numbers, or for a part of it if that takes longer than a limit.
func (e *Weighted) searched(n numbers, limit float64) *effort {
	e.numbers = n
	f := new(effort)
	if at := e.Reset(); at.End != engine.Conflict {
		e.spend(f, limit)
	}
	return f
}

// spend searches the subtree at the current node.
func (e *Weighted) spend(f *effort, limit float64) {
	if f.time() > limit {
		return
	}
	depth, wasFrozen := len(e.marks)-1, e.frozen != notFrozen
	lit := e.Branch()
	switch {
	case wasFrozen:
		f.plain++
	case e.frozen == depth:
		f.freezes++
		f.rounds += float64((e.numbers.rounds + e.numbers.freezeRounds) * len(e.looks[depth].clauses))
	default:
		f.looks++
		f.rounds += float64(e.numbers.rounds * len(e.looks[depth].clauses))
		f.ahead += float64(2 * len(e.candidates))
	}
	if lit == 0 {
		return
	}
	for _, l := range [...]cnf.Lit{lit, lit.Not()} {
		at := e.Assume(l)
		f.visits += float64(at.Visits)
		if at.End == engine.Conflict {
			f.leaves++
		} else {
			e.spend(f, limit)
		}
		e.Undo()
	}
}

// unsatisfiable reports whether the formula of e has no model.
func (e *Weighted) unsatisfiable() bool { return e.Reset().End == engine.Conflict || e.refutes() }

// refutes reports whether there is no model below the current node.
func (e *Weighted) refutes() bool {
	lit := e.Branch()
	if lit == 0 {
		return false
	}
	for _, l := range [...]cnf.Lit{lit, lit.Not()} {
		at := e.Assume(l)
		refuted := at.End == engine.Conflict || e.refutes()
		e.Undo()
		if !refuted {
			return false
		}
	}
	return true
}

// trained is a formula, and how long the rule takes for it with its present numbers.
type trained struct {
	engine *Weighted
	before float64
}

// sample is how many formulas there are of a size.
type sample struct{ vars, clauses, formulas int }

// trainOn returns unsatisfiable formulas.
func trainOn(t testing.TB, seed uint64, samples []sample) (all []trained) {
	t.Helper()
	seeds := rand.New(rand.NewPCG(seed, 2))
	for _, s := range samples {
		for found := 0; found < s.formulas; {
			e := mustWeighted(t, solvertest.RandomKSAT(seeds.Uint64(), s.vars, s.clauses, 3))
			if e.unsatisfiable() {
				found++
				all = append(all, trained{e, e.searched(weightsNumbers(), math.Inf(1)).time()})
			}
		}
	}
	return all
}

// judge returns the mean of the logarithms of the times, each divided by the time before. What takes three times as long is not searched to
// its end.
func judge(all []trained, n numbers) float64 {
	sum := 0.0
	for _, one := range all {
		sum += math.Log(one.engine.searched(n, 3*one.before).time() / one.before)
	}
	return sum / float64(len(all))
}

// TestEffort finds what the parts of an effort cost on this computer, which must be quiet, in a minute:
//
//	go test ./solver/engine/packed -run TestEffort -fit -v
//
// Visits, nodes and leaves go together so closely that they count as one.
func TestEffort(t *testing.T) {
	if !*fit {
		t.Skip("prints a regression; needs -fit")
	}
	all := trainOn(t, 99, trainingSamples())
	rng := rand.New(rand.NewPCG(1, 1))
	var rows [][]float64
	for range 60 {
		n := weightsNumbers()
		n.candidates, n.rounds, n.freezeRounds = 1+rng.IntN(12), 1+rng.IntN(4), rng.IntN(3)
		n.estimateFirst += 3*rng.Float64() - 1.5
		row := make([]float64, 4)
		begin := time.Now()
		for _, one := range all {
			f := one.engine.searched(n, math.Inf(1))
			for i, x := range []float64{f.plain, f.rounds, f.ahead, f.freezes} {
				row[i] += x
			}
		}
		took := float64(time.Since(begin).Nanoseconds())
		for i := range row {
			row[i] /= took
		}
		rows = append(rows, row)
	}
	ones := slices.Repeat([]float64{1}, len(rows))
	ones[0] += 1e-9 // without any difference, there is no R²
	costs, _ := solvertest.Regress(t, rows, ones)
	t.Logf("nanoseconds of a plain node with its leaf, a clause in a round, a literal looked ahead on, a freeze: %.2f", costs)
}
