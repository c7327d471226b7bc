package rounds

import (
	"strings"
	"testing"
)

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

func TestManyStepsOfManyProcessorsAreAnnounced(t *testing.T) {
	for _, c := range []struct {
		procs, steps int
		want         string
	}{
		{1024, 100_000, ""},
		{1_000_000, 100, ""},
		{16_384, 100_000, "100,000 steps of 16,384 processors may take about 2 minutes for a policy (fewer: --steps=10172,"},
		{1_000_000, 100_000, "about 100 minutes for a policy (fewer: --steps=166,"},
	} {
		if got := long(c.procs, c.steps); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%d steps of %d processors: %q, want %q", c.steps, c.procs, got, c.want)
		}
	}
}
