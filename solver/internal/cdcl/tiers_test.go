package cdcl

import (
	"slices"
	"testing"

	"transat/solver/cnf"
)

// Half of the uses belong to the first tier, nine tenths to the first two.
func TestTiersFollowUses(t *testing.T) {
	for _, test := range []struct {
		name          string
		uses          map[int]int
		first, second int
	}{
		{"none", nil, 2, 6},
		{"few levels", map[int]int{1: 95, 2: 5}, 1, 1},
		{"a half exactly", map[int]int{2: 50, 3: 20, 8: 20, 9: 10}, 2, 8},
		{"many levels", map[int]int{3: 1, 1000: 19}, 4, 8},
	} {
		t.Run(test.name, func(t *testing.T) {
			limits := newTiers()
			for lbd, n := range test.uses {
				for range n {
					limits.count(lbd)
				}
			}
			limits.renew(0)
			if limits.first != test.first || limits.second != test.second {
				t.Errorf("limits %d and %d, want %d and %d", limits.first, limits.second, test.first, test.second)
			}
		})
	}
}

// Clauses of cubes are judged by the limits of the beginning.
func TestTiersOfCubesStay(t *testing.T) {
	f := cnf.NewFormula(3)
	f.Add(cnf.Pos(1), cnf.Pos(2), cnf.Pos(3))
	c, err := NewCubeSolver(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	limits := &c.solver.tiers
	limits.count(4)
	if limits.renew(1000); limits.first != 2 || limits.second != 6 {
		t.Errorf("limits %d and %d, want 2 and 6", limits.first, limits.second)
	}
}

// The limits are computed after 0, 4, 12, 28, … conflicts.
func TestTiersAreRenewedLessAndLessOften(t *testing.T) {
	limits := newTiers()
	var at []int64
	for conflicts := range int64(100) {
		before := limits.next
		if limits.renew(conflicts); limits.next != before {
			at = append(at, conflicts)
		}
	}
	if want := []int64{0, 4, 12, 28, 60}; !slices.Equal(at, want) {
		t.Errorf("after %v conflicts, want %v", at, want)
	}
}

// Without uses, clauses of the first tier outlive many reductions, those of the second one, and of the others some are forgotten at once.
func TestReductionsSpareTiers(t *testing.T) {
	const each = 10
	s := New(3, Options{})
	levels := []int{s.tiers.first, s.tiers.second, s.tiers.second + 1}
	for _, lbd := range levels {
		for range each {
			c := s.alloc([]cnf.Lit{cnf.Pos(1), cnf.Pos(2), cnf.Pos(3)}, true, lbd)
			s.setUsed(c, mostUsed)
			s.learned = append(s.learned, c)
			s.watch(c)
		}
	}
	firstLoss := map[int]int{} // by levels: the reduction that first forgot a clause
	for reduction := 1; reduction <= mostUsed+5; reduction++ {
		s.schedule.reduceAt = 0
		s.reduce()
		left := map[int]int{}
		for _, c := range s.learned {
			left[s.lbd(c)]++
		}
		for _, lbd := range levels {
			if left[lbd] < each && firstLoss[lbd] == 0 {
				firstLoss[lbd] = reduction
			}
		}
	}
	// The second tier is spared twice, and then until the others are fewer than are forgotten.
	first, second, others := firstLoss[levels[0]], firstLoss[levels[1]], firstLoss[levels[2]]
	if first <= mostUsed || second < 3 || second > 6 || others != 1 {
		t.Errorf("the first tier loses clauses in reduction %d, the second in %d, the others in %d", first, second, others)
	}
}
