package experiment

import (
	"context"
	"fmt"
	"time"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
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

// Any reports whether the tree is one of tasks.
func (x Tasks) Any() bool { return x.Work != "" }

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
		if err := x.Check(s); err != nil {
			return balance.Result{}, err
		}
		result, err := run(ctx, s, watch)
		if x.Roots > 1 && result.Nodes > 0 { // the root above them is no task
			result.Nodes--
		}
		return result, err
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
func (x Tasks) adapt(s Setup, work, nodes int64) Setup {
	if x.Unit == tasktree.Counted {
		return s.ForTree(work, nodes)
	}
	return sized(s).ForTasks(x.time(s), work, nodes)
}

// taskBytes is the size of a task in a message unless another is asked for: what tells a subproblem from its parent, and a reference
// to that.
const taskBytes = 64

// sized is a setup whose elements are tasks.
func sized(s Setup) Setup {
	if s.ElementBytes > 0 {
		return s
	}
	s.Cost.ElementBytes, s.Cost.LevelBytes = taskBytes, 0
	if s.Lockstep != nil {
		cost := *s.Lockstep
		cost.ElementBytes = taskBytes
		s.Lockstep = &cost
	}
	return s
}

// time is how long one of the works takes that the tree counts: what was asked for; or what the unit says; or where that is none of
// time, as long as a usual node of the machine, or a second if works are no whole numbers. Works that are counted take what a machine makes
// of them.
func (x Tasks) time(s Setup) balance.Ticks {
	switch {
	case s.NodeTime > 0:
		return max(1, s.NodeTime/power(x.Digits))
	case x.Unit == tasktree.Counted:
		return max(1, s.Cost.WorkTime, usualNode(s)/compare.UsualWork)
	case x.UnitTime > 0:
		return x.UnitTime
	case x.Digits > 0:
		return balance.Second / power(x.Digits)
	}
	return usualNode(s)
}

func power(digits int) balance.Ticks {
	p := balance.Ticks(1)
	for range digits {
		p *= 10
	}
	return p
}

// text tells how many tasks there are, and their work in its unit; and if that is none of time, or takes another time than it says, what a
// unit takes on a machine.
func (x Tasks) text(tasks int64, cost sim.CostModel) string {
	text := report.Grouped(tasks) + " tasks"
	if tasks == 1 {
		text = "1 task"
	}
	switch {
	case x.Roots == tasks && tasks > 1:
		text += ", all of them roots"
	case x.Roots > 1:
		text += fmt.Sprintf(" below %s roots", report.Grouped(x.Roots))
	}
	text += ", work " + x.Work
	took := time.Duration(cost.WorkTime * power(x.Digits))
	switch {
	case x.Unit == "":
		text = fmt.Sprintf("%s in a unit that the file does not name, and that takes %v here", text, took)
		if x.Digits > 0 && took == time.Second {
			text += " (works with decimals are taken for seconds)"
		}
		return text
	case x.UnitTime != cost.WorkTime:
		return fmt.Sprintf("%s %s, each of which takes %v here", text, x.Unit, took)
	}
	return text + " " + x.Unit
}

// Size is the size of the tree in words: of a tree of tasks, also what it is of, and what a unit of its work takes on the machine of a
// setup.
func (t *Tree) Size(s Setup) string {
	if t.Tasks.Any() {
		return t.Tasks.text(t.Nodes, t.Tasks.adapt(s, t.TotalWork, t.Nodes).Cost)
	}
	if t.Bounded {
		return report.Grouped(t.Nodes) + " nodes when one processor searches it, by branch and bound"
	}
	return report.Grouped(t.Nodes) + " nodes"
}

// Notes are what a reader of tables and pictures must know about the tree.
func (x Tasks) Notes(setups []Setup) []string {
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

// Label is the name of the tree as pictures and recordings have it: of one that was pruned, they say so.
func (x Tasks) Label(name string) string {
	if x.Pruned {
		return name + ", pruned: its shape came from one order of search"
	}
	return name
}

// PrunedNote is said of every tree that a branch and bound has pruned.
const PrunedNote = "this tree was pruned by the best solution so far: " +
	"its shape came from one order of search, and another order has another tree"
