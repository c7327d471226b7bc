package recording

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/balance"
	"transat/balance/sim"
)

// checkOrigin checks where the work of a processor has come from, and what it has given away.
func (r recorded) checkOrigin(t *testing.T, at balance.Ticks, rank int, m moment) {
	t.Helper()
	if m.Traced != (at < r.run.Traced) {
		t.Errorf("at %d, where work came from is known: %v; it is until %d", at, m.Traced, r.run.Traced)
	}
	if !m.Traced {
		return
	}
	all := make([]moved, 1) // by number
	under := map[[2]int][]int{}
	now := int32(0)
	elements := 0
	for _, x := range r.events {
		if x.Time > at {
			break
		}
		switch x.Kind {
		case sim.ElementsSent:
			for range x.Elements {
				all = append(all, moved{From: x.Rank, To: x.Peer, Sent: x.Time})
			}
			under[[2]int{x.Rank, x.Peer}] = append(under[[2]int{x.Rank, x.Peer}], int(x.Move))
			if x.Rank == rank {
				elements += x.Elements
			}
		case sim.ElementsArrived:
			key := [2]int{x.Peer, x.Rank}
			first := under[key][0]
			under[key] = under[key][1:]
			for i := range x.Elements {
				all[first+i].Arrived = x.Time
			}
		}
	}
	for _, x := range r.takes(rank) {
		if x.at <= at {
			now = x.move
		}
	}
	var want []moved
	for move := now; move != 0; move = r.moves[move-1] {
		want = append(want, all[move])
	}
	if !m.Busy[rank] {
		want = nil
	}
	if diff := cmp.Diff(want, m.Origin, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("at %d, the work of %d came (-moves +page):\n%s", at, rank, diff)
	}
	sum := 0
	for _, x := range m.Gave.To {
		sum += x.Elements
	}
	if m.Gave.Elements != elements || sum != elements {
		t.Errorf("at %d, %d has given %+v, want %d elements", at, rank, m.Gave, elements)
	}
}

// takes are the moves by which a processor has what it works on, as seen at looks and when it begins.
func (r recorded) takes(rank int) []take {
	var all []take
	for _, x := range r.events {
		if x.Kind == sim.WorkBegan && x.Rank == rank {
			all = append(all, take{x.Time, int32(rank), x.Move})
		}
	}
	for _, x := range r.looks {
		if x.busy[rank] {
			all = append(all, take{x.at, int32(rank), x.move[rank]})
		}
	}
	slices.SortStableFunc(all, func(x, y take) int { return int(x.at - y.at) })
	return all
}
