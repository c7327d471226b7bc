package rounds

import (
	"context"
	"sync"

	"transat/balance/compare"
	"transat/balance/rounds"
	"transat/balance/topology"
)

// bench is what rounds is to do: one machine for every policy.
type bench struct {
	*roundsFlags
	network      topology.Network
	distribution rounds.Distribution
	runs         []*benchRun
}

// benchRun is one policy at work.
type benchRun struct {
	policy           string
	machine          *rounds.Machine
	steps            int             // at most
	records          []rounds.Record // for the picture
	shared, balanced rounds.Milestone
	stop             rounds.Stop
}

// run lets all policies work side by side.
func (b *bench) run(ctx context.Context, progress func(share float64, what string)) error {
	var mu sync.Mutex
	share := 0.0
	inOrder := func(i int) compare.Turn { return compare.Turn{Group: i} }
	return compare.NewPool(b.threads).Each(ctx, len(b.runs), inOrder, func(ctx context.Context, i int) error {
		r, before := b.runs[i], 0.0
		return r.run(ctx, b.goals(), func() {
			mu.Lock()
			defer mu.Unlock()
			now := float64(r.machine.Steps()) / float64(r.steps*len(b.runs))
			share += now - before
			before = now
			progress(share, r.policy)
		})
	})
}

// goals returns the goals of --until.
func (b *bench) goals() rounds.Goal {
	return map[string]rounds.Goal{untilBalanced: rounds.Balanced, untilShared: rounds.Shared, untilNever: 0}[b.until]
}

// run steps to the goal, and stops on the way to look at the loads: often at the beginning, and then
// at intervals that grow with time, as pictures and tables need it.
func (r *benchRun) run(ctx context.Context, until rounds.Goal, progress func()) error {
	if err := r.machine.PrepareRecords(ctx); err != nil {
		return err
	}
	r.records = append(r.records, r.machine.Record())
	for {
		now := r.machine.Steps()
		result, err := r.machine.Run(ctx, rounds.Config{Until: until, MaxSteps: min(nextLook(now), r.steps) - now})
		r.stop = result.Stop
		if !r.shared.Reached {
			r.shared = result.Shared
		}
		if !r.balanced.Reached {
			r.balanced = result.Balanced
		}
		if r.machine.Steps() > now {
			r.records = append(r.records, r.machine.Record())
		}
		if err != nil || result.Stop != rounds.StopSteps || r.machine.Steps() >= r.steps {
			return err
		}
		progress()
	}
}

// nextLook is the next step after which loads are looked at: 2 % later, but not beyond a round number.
func nextLook(step int) int { return min(step+1+step/50, nextRound(step)) }

// nextRound is the smallest of 1, 2, 5, 10, 20, 50 and so on above step.
func nextRound(step int) int {
	for power := 1; ; power *= 10 {
		for _, m := range []int{1, 2, 5} {
			if m*power > step {
				return m * power
			}
		}
	}
}
