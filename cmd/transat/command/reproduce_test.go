package command

import (
	"context"
	"testing"

	"transat/cmd/transat/internal/exit"
)

func TestExperimentsCanBeInterrupted(t *testing.T) {
	for _, tc := range []struct{ line, stderr string }{
		{"reproduce plb/table1 plb/table2", "transat: interrupted after 0 of 2 experiments\n"},
		{"lab --until=never --steps=1000000000 --grid=4x4", "transat: interrupted\n"},
	} {
		t.Run(tc.line, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			code, _, stderr := transat(t, ctx, tc.line)
			if code != exit.Interrupted || stderr != tc.stderr {
				t.Errorf("exit code %d, stderr %q; want %d, %q", code, stderr, exit.Interrupted, tc.stderr)
			}
		})
	}
}

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
