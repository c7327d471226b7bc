package experiment

import (
	"transat/balance"
	"transat/balance/compare"
	"transat/balance/tasktree"
)

// taskBytes is the size of a task in a message, unless a setup says otherwise: nobody knows what has to be told of a subproblem, but it
// is often no more than what differs from its parent, and a reference.
const taskBytes = 64

// finest is how many units of work a task of a tree has on average, at most, whose unit is none of time.
const finest = 1000

// OfTasks makes a workload of a tree of tasks. If its unit is one of time, tasks take as long as they did, on any machine. Otherwise the
// mean task takes as long as a usual node does on the machine, unless works are counted, as those of formulas are: then a unit takes as
// long as one of theirs.
func OfTasks(name string, t *tasktree.Tree, counted bool) Workload {
	t = Timed(t, counted)
	w := Of(name, balance.Tree[tasktree.Node](t), func(s Setup) Setup { return ForTasks(s, t, counted) })
	w.Work, w.Nodes, w.Elements = t.Work(), t.Nodes(), t.Nodes()
	w.CriticalPath = path(t.CriticalPath())
	if t.First() && t.Solutions() > 0 {
		work, nodes, _ := t.Finish(t.Root())
		w.First, w.Satisfiable = Path{work, nodes}, true
	}
	return w
}

// Timed is a tree of tasks whose works machines can turn into times: the tree itself, or one whose works have fewer decimals.
func Timed(t *tasktree.Tree, counted bool) *tasktree.Tree {
	exact := t
	for t.UnitTime() == 0 && !counted && t.Digits() > 0 && t.Work()/t.Nodes() > finest {
		t = exact.Fewer(t.Digits() - 1)
	}
	return t
}

// ForTasks is a setup whose elements are the tasks of a tree.
func ForTasks(s Setup, t *tasktree.Tree, counted bool) Setup {
	if s.ElementBytes == 0 {
		s.Cost.ElementBytes, s.Cost.LevelBytes = taskBytes, 0
		if s.Lockstep != nil {
			cost := *s.Lockstep
			cost.ElementBytes = taskBytes
			s.Lockstep = &cost
		}
	}
	switch unit := t.UnitTime(); {
	case counted:
		return s
	case unit > 0:
		return s.ForTasks(balance.Ticks(unit), t.Work(), t.Nodes())
	}
	node := compare.UsualNode(s.Cost) * float64(balance.Second)
	perWork := balance.Ticks(node * float64(t.Nodes()) / float64(t.Work()))
	return s.ForTasks(max(1, perWork), t.Work(), t.Nodes())
}
