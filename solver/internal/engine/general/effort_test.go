package general

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

// effort is what a search under the rule "weights" has done. Clause visits go so closely together with nodes that they count as one.
type effort struct {
	nodes  float64 // in frozen subtrees, with their leaves
	copied float64 // keys and counts of long clauses, at these nodes
	given  float64 // late clauses whose share in the keys changes
	rounds float64 // literals of clauses times rounds, at look nodes
	frozen float64 // literals of clauses that are copied, at the roots of frozen subtrees
}

// time returns the nanoseconds that an effort takes, by TestEffort. It is the same on a busy computer, and each time.
func (f *effort) time() float64 {
	return 1060*f.nodes + 0.68*f.copied + 49*f.given + 3.1*f.rounds + 24*f.frozen
}

// searched returns the effort for the whole tree with the given numbers, or for a part of it if that takes longer than a limit.
func (e *Weighted) searched(n numbers, limit float64) *effort {
	e.use(n)
	e.looked = unfrozen
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
	depth, wasFrozen := len(e.marks)-1, e.frozen != unfrozen
	lit := e.Branch()
	if wasFrozen {
		e.ice.spend(f)
	} else {
		rounds, lits := e.numbers.rounds, float64(len(e.looks[depth].own.lits))
		if e.frozen != unfrozen {
			rounds += e.numbers.freezeRounds
			f.frozen += lits
		}
		f.rounds += float64(rounds) * lits
	}
	if lit.IsNone() {
		return
	}
	for _, l := range [...]cnf.Lit{lit, lit.Not()} {
		at := e.Assume(l)
		if at.End == engine.Conflict {
			f.nodes++
			if e.frozen != unfrozen {
				f.copied += float64(len(e.ice.clauses))
			}
		} else {
			e.spend(f, limit)
		}
		e.Undo()
	}
}

// spend adds what the current node has taken after propagation.
func (s *ice) spend(f *effort) {
	f.nodes++
	f.copied += float64(len(s.base) + len(s.clauses))
	level := len(s.marks)
	for _, l := range s.trail[s.marks[level-1]:] {
		for _, l := range [...]uint16{l, l ^ 1} {
			counts := s.countsAt(level)
			if s.values[l] == iceTrue { // as in changeLate
				counts = s.countsAt(level - 1)
			}
			for _, c := range s.late[s.lates[l]:s.lates[l+1]] {
				if counts[c] >= s.lateCount {
					f.given++
				}
			}
		}
	}
}

// TestEffort finds what the parts of an effort cost on this computer, which must be quiet, in two minutes:
//
//	go test ./solver/internal/engine/general -run TestEffort -fit -v
//
// Rounds and freezing go together closely: what one of them costs more in a run of this test, the other costs less.
func TestEffort(t *testing.T) {
	if !*fit {
		t.Skip("prints a regression; needs -fit")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	var rows [][]float64
	for _, k := range []int{4, 5, 7} {
		train := training(t, k, trainingSamples(k))
		for _, one := range train.Engines(99) {
			for range 5 {
				n := weightsNumbers(float64(k))
				n.rounds, n.freezeRounds, n.lateLength = 1+rng.IntN(5), rng.IntN(3), 2+rng.IntN(3)
				n.estimateFirst += 4*rng.Float64() - 2
				e := one.(*Weighted)
				f := e.searched(n, math.Inf(1))
				took := timeOf(e)
				rows = append(rows, []float64{f.nodes / took, f.copied / took, f.given / took, f.rounds / took, f.frozen / took})
			}
		}
	}
	ones := slices.Repeat([]float64{1}, len(rows))
	ones[0] += 1e-9 // without any difference, there is no R²
	costs, _ := solvertest.Regress(t, rows, ones)
	t.Logf("nanoseconds of a node, a key copied, a late clause, a literal in a round, a literal frozen: %.2f", costs)
}

// timeOf returns the nanoseconds that a search takes, without counting anything.
func timeOf(e *Weighted) float64 {
	took := math.Inf(1)
	for range 3 {
		begin := time.Now()
		e.Reset()
		solvertest.Refutes(e)
		took = min(took, float64(time.Since(begin).Nanoseconds()))
	}
	return took
}
