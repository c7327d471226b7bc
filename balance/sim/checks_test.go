package sim

import (
	"testing"

	"pgregory.net/rapid"

	"transat/balance"
)

// Against a reference that searches: the first check is the earliest, and of those of one time that
// of the lowest rank.
func TestChecksAgainstSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		procs := rapid.OneOf(rapid.IntRange(1, 30), rapid.IntRange(1, 600)).Draw(t, "procs")
		c := newChecks(procs)
		want := map[int32]balance.Ticks{}
		times := rapid.Int64Range(0, 20)
		for range rapid.IntRange(1, 100).Draw(t, "steps") {
			first := int32(-1)
			for rank := range int32(procs) {
				at, ok := want[rank]
				if ok && (first < 0 || at < want[first]) {
					first = rank
				}
			}
			switch {
			case first < 0 && c.peek() != never:
				t.Fatalf("peek is %d without any checks", c.peek())
			case first >= 0 && (c.first() != first || c.peek() != want[first]):
				t.Fatalf("first is %d at %d, want %d at %d", c.first(), c.peek(), first, want[first])
			}
			time := balance.Ticks(times.Draw(t, "time"))
			switch rapid.IntRange(0, 3).Draw(t, "do") {
			case 0:
				if first >= 0 {
					c.putOff(first, want[first]+time)
					want[first] += time
				}
			case 1:
				if first >= 0 {
					c.putOff(first, never)
					delete(want, first)
				}
			default:
				rank := int32(rapid.IntRange(0, procs-1).Draw(t, "rank"))
				c.notAfter(rank, time)
				if at, ok := want[rank]; !ok || time < at {
					want[rank] = time
				}
			}
		}
	})
}
