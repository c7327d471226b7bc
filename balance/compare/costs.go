package compare

import (
	"transat/balance"
	"transat/balance/sim"
)

// What a setup asks of the cost model of its machine.

// sizeElements gives elements the size that was asked for, whatever is in them.
func (s *Setup) sizeElements() {
	if s.ElementBytes == 0 {
		return
	}
	s.Cost.ElementBytes, s.Cost.LevelBytes = s.ElementBytes, 0
	if s.Lockstep != nil {
		cost := *s.Lockstep
		cost.ElementBytes = s.ElementBytes
		s.Lockstep = &cost
	}
}

// ForTree returns s for a tree with that much work in that many nodes: if a mean time of its nodes was asked for, work and nodes take
// proportionally more time, or less, such that they take that. A node takes at least its work, at a nanosecond a unit. If nodes is 0, the
// tree is not known, and its nodes are taken for usual ones. Processors that are at work together take longer, as s.Crowd has it.
func (s Setup) ForTree(work, nodes int64) Setup {
	if nodes == 0 {
		work, nodes = UsualWork, 1
	}
	if s.NodeTime > 0 {
		s = s.nodesTake(float64(s.NodeTime), work, nodes)
	}
	if len(s.Crowd) == 0 {
		return s
	}
	if longer := (Preset{Cost: s.Cost, Crowd: s.Crowd}).Longer(s.Physical.Procs()); longer != 1 {
		alone := s.Cost
		s = s.nodesTake(longer*float64(alone.Expand(work, nodes))/float64(nodes), work, nodes)
		s.alone = &alone
	}
	return s
}

// OneProcessor is the time that one processor, alone at work, takes for nodes with that much work, without any list of elements.
func (s Setup) OneProcessor(work, nodes int64) balance.Ticks {
	if s.alone != nil {
		return s.alone.Expand(work, nodes)
	}
	return s.Cost.Expand(work, nodes)
}

// nodesTake is ForTree for a mean time of a node, in nanoseconds.
func (s Setup) nodesTake(mean float64, work, nodes int64) Setup {
	want := mean * float64(nodes)
	workTime, nodeTime := float64(s.Cost.WorkTime), float64(s.Cost.NodeTime)
	factor := want / (workTime*float64(work) + nodeTime*float64(nodes))
	perWork := max(1, balance.Ticks(workTime*factor))
	perNode := max(0, balance.Ticks((want-float64(perWork)*float64(work))/float64(nodes)+0.5))
	return s.workTakes(perWork, perNode, mean/float64(balance.Second))
}

// workTakes returns s with these times for a unit of work and for a node, which takes mean seconds altogether. The periods of policies
// suit that: see longest.
func (s Setup) workTakes(perWork, perNode balance.Ticks, mean float64) Setup {
	if s.Lockstep != nil {
		cost := *s.Lockstep
		cost.WorkTime, cost.NodeTime = perWork, perNode
		s.Lockstep = &cost
	} else if s.Periods == 0 { // in lockstep, periods count steps
		before := UsualNode(s.Cost)
		s.Policy = scaled(s.Policy, before/usual(), min(mean, max(before, mean/longest))/usual())
	}
	s.Cost.WorkTime, s.Cost.NodeTime = perWork, perNode
	return s
}

// ForTasks returns s for a tree of that many tasks, of which nothing takes time but their work, so much in all: a unit of it takes perWork.
func (s Setup) ForTasks(perWork balance.Ticks, work, nodes int64) Setup {
	return s.workTakes(perWork, 0, perWork.Seconds()*float64(work)/float64(max(1, nodes)))
}

// longest says how much longer than the usual nodes of a machine nodes may be before the periods of policies grow with them. Of shorter
// nodes, periods are as many, as [Scaled] has it for fast machines. If nodes take longer, the messages of a period cost less by comparison,
// so it may stay, and policies balance better; but a period of a thousandth of a node only makes a simulation slow.
const longest = 100

// usual is the time of a node for which the periods of policies were chosen, in seconds.
func usual() float64 { return UsualNode(sim.CostModels()[0]) }
