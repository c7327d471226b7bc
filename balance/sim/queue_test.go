package sim

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"transat/balance"
)

// Against a reference that sorts: events come out by time, and those of one time in the order in
// which they went in.
func TestQueueIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := queue{enough: rapid.IntRange(0, 2*few).Draw(t, "enough")}
		var want []event // in the order of entry
		last, id := balance.Ticks(0), uint64(0)
		delay := rapid.OneOf(rapid.Int64Range(0, 3), rapid.Int64Range(0, 1000), rapid.Int64Range(0, 1<<50))
		for range rapid.IntRange(1, 400).Draw(t, "steps") {
			at := func(e event) balance.Ticks { return e.at }
			earliest := never
			for _, e := range want {
				earliest = min(earliest, at(e))
			}
			if rapid.Bool().Draw(t, "look") {
				limit := last + balance.Ticks(delay.Draw(t, "limit"))
				got := q.next(limit)
				if got != earliest && (earliest <= limit || got != never) {
					t.Fatalf("next is %d, want %d", got, earliest)
				}
				last = max(last, min(got, limit, earliest))
			}
			if len(want) == 0 || rapid.IntRange(0, 2).Draw(t, "push") > 0 {
				e := event{last + balance.Ticks(delay.Draw(t, "delay")), id}
				id++
				q.push(e.at, e.id)
				want = append(want, e)
				continue
			}
			q.next(never)
			i := slices.IndexFunc(want, func(e event) bool { return e.at == earliest })
			if got := q.pop(); got != want[i] {
				t.Fatalf("pop is %v, want %v", got, want[i])
			}
			last = earliest
			want = slices.Delete(want, i, i+1)
		}
	})
}

func TestQueueIsEmptyAtFirst(t *testing.T) {
	var q queue
	if got := q.next(never); got != never {
		t.Errorf("next of an empty queue is %d, want never", got)
	}
	q.push(never-1, 7)
	q.push(0, 8)
	for _, want := range []event{{0, 8}, {never - 1, 7}} {
		q.next(never)
		if got := q.pop(); got != want {
			t.Errorf("pop is %v, want %v", got, want)
		}
	}
}

// A few events that lead to one another, in a span in which nothing else happens, take no more and more memory.
func TestQueueOfFewEventsStaysSmall(t *testing.T) {
	var q queue
	for i := range 3 {
		q.setTimer(balance.Second+balance.Ticks(i), int32(i))
	}
	q.setTimer(1<<50, 3) // far away: the span up to there is one slot
	for range 100_000 {
		at := q.next(never)
		rank, _ := q.pop().what()
		q.setTimer(at+1000, rank)
	}
	if n := cap(q.run); n > 1000 {
		t.Errorf("there are 4 events, and room for %d", n)
	}
}
