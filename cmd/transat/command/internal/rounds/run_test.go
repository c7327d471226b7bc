package rounds

import "testing"

func TestLabLooksAtRoundNumbersOfSteps(t *testing.T) {
	seen := map[int]bool{}
	for step, looks := 0, 0; step < 100_000; looks++ {
		next := nextLook(step)
		if next <= step || next > step+1+step/50 {
			t.Fatalf("after step %d comes %d", step, next)
		}
		if step, seen[next] = next, true; looks > 600 {
			t.Fatalf("%d looks up to step %d", looks, step)
		}
	}
	for _, round := range []int{1, 2, 5, 10, 20, 50, 100, 500, 1000, 20_000, 100_000} {
		if !seen[round] {
			t.Errorf("step %d is left out", round)
		}
	}
}
