package experiment

import (
	"context"
	"fmt"
	"time"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/tasktree"
	"transat/cmd/transat/internal/report"
)

// Trees of tasks, which other programs have measured: from files, or made in Go. Their work takes time, and nothing else does.

// Tasks says what a tree of tasks is of. Tree has the rest.
type Tasks struct {
	Unit      string // of its work; "" if it is not known
	Work      string // of all tasks, in that unit
	Digits    int    // works count 10^-Digits of it
	UnitTime  balance.Ticks
	Roots     int64
	Solutions int64
	Pruned    bool // its shape came from one order of search
	HasLoads  bool // measured loads are those of the file, and not the works of subtrees
}

// any reports whether the tree is one of tasks.
func (x Tasks) any() bool { return x.Work != "" }

// OfTasks makes a workload of a tree of tasks.
func OfTasks(name string, t *tasktree.Tree) Workload {
	x := Tasks{
		Unit: t.Unit(), Work: t.Text(t.Work()), Digits: t.Digits(), UnitTime: balance.Ticks(t.UnitTime()),
		Roots: t.Roots(), Solutions: t.Solutions(), Pruned: t.Pruned(), HasLoads: t.HasLoads(),
	}
	work, nodes := t.Work(), t.Nodes()
	w := of(name, t, func(s Setup) Setup { return x.adapt(s, work, nodes) })
	run := w.Run
	w.Run = func(ctx context.Context, s Setup, watch compare.Watch) (balance.Result, error) {
		if one := power(x.Digits); s.NodeTime%one != 0 {
			return balance.Result{}, fmt.Errorf("--node-time=%v: works have %d decimals, so want a multiple of %v",
				time.Duration(s.NodeTime), x.Digits, time.Duration(one))
		}
		return run(ctx, s, watch)
	}
	w.Tasks = x
	w.TotalWork = work
	w.Work, w.Nodes, w.Elements = work, nodes, nodes // also if a search ends at a solution
	w.CriticalPath = path(t.CriticalPath())
	if t.Meta().First && t.Solutions() > 0 {
		work, nodes, _ := t.Finish(t.Root())
		w.Satisfiable, w.First = true, Path{work, nodes}
	}
	return w
}

// adapt makes of a setup the one for a tree with that much work.
func (x Tasks) adapt(s Setup, work, nodes int64) Setup { return s.ForTasks(x.time(s), work, nodes) }

// time is how long one of the works takes that the tree counts: what was asked for; or what the unit says; or where that is none of
// time, as long as a usual node of the machine, or a second if works are no whole numbers.
func (x Tasks) time(s Setup) balance.Ticks {
	switch {
	case s.NodeTime > 0:
		return max(1, s.NodeTime/power(x.Digits))
	case x.UnitTime > 0:
		return x.UnitTime
	case x.Digits > 0:
		return balance.Second / power(x.Digits)
	}
	return balance.Ticks(compare.UsualNode(s.Cost) * float64(balance.Second))
}

func power(digits int) balance.Ticks {
	p := balance.Ticks(1)
	for range digits {
		p *= 10
	}
	return p
}

// text names the tree and its size, and says what its unit is on the machine of a row, if that is none of time.
func (x Tasks) text(t *Tree, row Row) string {
	size := report.Grouped(t.Nodes) + " tasks"
	if x.Roots > 1 {
		size += fmt.Sprintf(" below %s roots", report.Grouped(x.Roots))
	}
	unit, one := x.Unit, "a unit"
	if unit == "" {
		unit = "of an unknown unit"
	} else {
		one = "a unit (" + unit + ")"
	}
	text := fmt.Sprintf("%s: %s, work %s %s", t.Name, size, x.Work, unit)
	if took := x.time(row.Setup) * power(x.Digits); x.UnitTime == 0 || took != x.UnitTime*power(x.Digits) {
		text += fmt.Sprintf(", of which %s takes %v here", one, time.Duration(took))
	}
	return text + ", sequential time " + report.Seconds(row.Sequential)
}

// notes are what a reader of a table must know about the tree.
func (x Tasks) notes(setups []Setup) []string {
	var notes []string
	if x.Pruned {
		notes = append(notes, PrunedNote)
	}
	for _, s := range setups {
		if s.Estimate.Measured {
			if x.HasLoads {
				return append(notes, "load measured: what the file says of each task")
			}
			return append(notes, "load measured: the true work of a task and all below it, which no search knows beforehand")
		}
	}
	return notes
}

// PrunedNote is said of every tree that a branch and bound has pruned.
const PrunedNote = "this tree was pruned by the best solution so far: its shape came from one order of search, and another order has another tree"
