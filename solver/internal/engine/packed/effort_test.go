package packed

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
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

// Time implements tunetest.Engine.
func (e *Weighted) Time(n numbers, limit float64) float64 { return e.searched(n, limit).time() }

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
	if lit.IsNone() {
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

// TestEffort finds what the parts of an effort cost on this computer, which must be quiet, in a minute:
//
//	go test ./solver/internal/engine/packed -run TestEffort -fit -v
//
// Visits, nodes and leaves go together so closely that they count as one.
func TestEffort(t *testing.T) {
	if !*fit {
		t.Skip("prints a regression; needs -fit")
	}
	train := training(t, trainingSamples())
	all := train.Engines(99)
	rng := rand.New(rand.NewPCG(1, 1))
	var rows [][]float64
	for range 60 {
		n := weightsNumbers()
		n.candidates, n.rounds, n.freezeRounds = 1+rng.IntN(12), 1+rng.IntN(4), rng.IntN(3)
		n.estimateFirst += 3*rng.Float64() - 1.5
		row := make([]float64, 4)
		begin := time.Now()
		for _, one := range all {
			f := one.(*Weighted).searched(n, math.Inf(1))
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
