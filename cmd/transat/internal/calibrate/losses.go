package calibrate

import (
	"fmt"

	"transat/balance"
	"transat/balance/sim"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Losses says where the processors' time went in a table of the paper: the part that was neither spent on
// nodes nor idle,
//
//	lost = time − idle − sequential time / n,
//
// grows with the number of messages. The two rows that the fit uses give
//
//	lost = Message · (load informations + subproblems sent) + Nodes
//
// under the assumption that a subproblem costs as much as an information; what it predicts for the other
// rows is a test of that assumption. A search could not tell the two apart: nearly the same efficiencies
// come out with cheaper messages and dearer nodes, but not for the hypercube, which sends most.
type Losses struct {
	Message float64 // seconds at both ends together
	Nodes   float64 // seconds a processor, of taking nodes from the list
	Targets []Target
}

// losses solves the two equations for targets of which two are used.
func losses(targets []Target) Losses {
	var used []Target
	for _, t := range targets {
		if t.Used {
			used = append(used, t)
		}
	}
	a, b := used[0], used[1]
	message := (lostOf(a) - lostOf(b)) / (messages(a) - messages(b))
	return Losses{Message: message, Nodes: lostOf(a) - message*messages(a), Targets: targets}
}

// lostOf is lost, from the sequential time, which is less rounded than the efficiency.
func lostOf(t Target) float64 {
	return t.Time - t.Idle - reproduce.Sequential(t.Sample)/float64(t.Procs())
}

func messages(t Target) float64 { return t.Info + t.Send }

// predicted is the time that a processor should lose in a row.
func (l Losses) predicted(t Target) float64 { return l.Message*messages(t) + l.Nodes }

// takeTime is what taking a node comes to, in seconds, if the mean tree has that many nodes.
func (l Losses) takeTime(nodes float64) float64 {
	return l.Nodes * float64(l.Targets[0].Procs()) / nodes
}

// sheets shows the losses, and the two costs of the machine that follow from them.
func (l Losses) sheets(name string, m sim.CostModel, nodes float64) []report.Sheet {
	type follows struct {
		name, how        string
		computed, preset float64
	}
	milliseconds := func(t balance.Ticks) float64 { return float64(t) / float64(balance.Millisecond) }
	costs := []follows{
		{"MessageCPU", "half of it, at each end", 1e3 * l.Message / 2, milliseconds(m.MessageCPU)},
		{"TakeTime", "the rest, for each node of the mean tree", 1e3 * l.takeTime(nodes), milliseconds(m.TakeTime)},
	}
	return []report.Sheet{
		report.NewSheet(name+"_losses", "Time lost, besides idle time, in the paper's rows", []report.Column[Target]{
			{Key: "topology", Heading: "topology", Left: true, Value: func(t Target) any { return t.Topology }},
			report.Number("messages", "info + send", 0, messages),
			report.Number("lost_s", "lost s", 1, lostOf),
			report.Number("predicted_s", "predicted", 1, l.predicted),
			{Key: "fit", Heading: "fit", Left: true, Value: func(t Target) any { return compared{Target: t}.role() }},
		}, l.Targets, fmt.Sprintf("predicted: %.2f ms for each information and each subproblem, and %.1f s", 1e3*l.Message, l.Nodes)),
		report.NewSheet(name+"_costs", "What follows for "+m.Name, []report.Column[follows]{
			{Key: "parameter", Heading: "parameter", Left: true, Value: func(f follows) any { return f.name }},
			{Key: "unit", Heading: "unit", Left: true, Value: func(follows) any { return "ms" }},
			report.Number("computed", "computed", 2, func(f follows) float64 { return f.computed }),
			report.Number("preset", "preset", 2, func(f follows) float64 { return f.preset }),
			{Key: "how", Heading: "how", Left: true, Value: func(f follows) any { return f.how }},
		}, costs),
	}
}
