package experiment

import (
	"context"
	"fmt"
	"time"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/cores"
	"transat/balance/tasktree"
)

// A tree of tasks on cores: nobody has the program that they are of, so a thread that has a task computes nothing, for as long as its work
// takes. It keeps the core busy, and does not sleep: so many tasks take the cores that they would take, and no more run at once than there
// are threads.

// replayed is a tree of tasks, as a setup has them.
func replayed(t *tasktree.Tree, s Setup) (coresTree[cores.Part[tasktree.Node]], error) {
	about := OfTasks("", t).Tasks
	if err := about.Check(s); err != nil {
		return coresTree[cores.Part[tasktree.Node]]{}, err
	}
	perWork := about.time(s)
	whole := cores.NewWalk[tasktree.Node](t)
	tree := coresTree[cores.Part[tasktree.Node]]{root: whole.Root(), level: whole.Level}
	if t.Load(t.Root()) > 0 {
		load, err := whole.Measured(measured())
		if err != nil {
			return tree, err
		}
		tree.load = load
	}
	tree.search = func(ctx context.Context) (tasksSearch, error) {
		w := cores.NewWalk[tasktree.Node](t)
		busy := busyLoop{ctx: ctx}
		w.Spend(func(work, _ int64) { busy.spend(time.Duration(balance.Ticks(work) * perWork)) })
		if tree.load == nil {
			return plainWalk[tasktree.Node]{w}, nil
		}
		_, err := w.Measured(measured())
		return weighedWalk{w, w}, err
	}
	return tree, nil
}

// measured is the load estimate of that name.
func measured() balance.Estimate {
	for _, e := range balance.Estimates() {
		if e.Measured {
			return e
		}
	}
	panic("no load estimate is measured")
}

type tasksSearch = cores.Search[cores.Part[tasktree.Node]]

// weighedWalk is one that tells loads.
type weighedWalk struct {
	tasksSearch
	cores.Weigher
}

// busyLoop keeps a core busy.
type busyLoop struct {
	ctx  context.Context
	owed time.Duration // too short to look at the clock for
}

// spend spends so much time, or less if the run is over.
func (b *busyLoop) spend(d time.Duration) {
	const shortest, patience = 2 * time.Microsecond, time.Millisecond
	if b.owed += d; b.owed < shortest {
		return
	}
	begin := time.Now()
	for next := patience; ; {
		passed := time.Since(begin)
		if passed >= b.owed {
			b.owed -= passed
			return
		}
		if passed >= next {
			if b.ctx.Err() != nil {
				b.owed = 0
				return
			}
			next = passed + patience
		}
	}
}

// Check says why works cannot be turned into times: a unit that takes a time which was asked for has a fraction of a nanosecond.
func (x Tasks) Check(s Setup) error {
	one := power(x.Digits)
	if s.NodeTime%one == 0 {
		return nil
	}
	return fmt.Errorf("--node-time=%v: works have %d decimals, so want a multiple of %v",
		time.Duration(s.NodeTime), x.Digits, time.Duration(one))
}

// usualNode is the time of a usual node on a machine; on a real one, about that of our own solver.
func usualNode(s Setup) balance.Ticks {
	if s.Cost.WorkTime > 0 {
		return balance.Ticks(compare.UsualNode(s.Cost) * float64(balance.Second))
	}
	return balance.Microsecond
}
