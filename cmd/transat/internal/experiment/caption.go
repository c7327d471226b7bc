package experiment

import (
	"fmt"
	"slices"

	"transat/balance"
	"transat/cmd/transat/internal/report"
	"transat/instances"
)

// What is said around the rows of simulations: the main table, with its caption and its notes.

// ResultTable is the table of the rows of an outcome, in any order. The name is that of the
// input: a formula, or a sample.
func ResultTable(name string, p *Plan, o *PlanResult, rows []Row) report.Table[Row] {
	return report.Table[Row]{
		Caption: caption(name, p, o, rows),
		Columns: slices.Concat(Columns(rows), Comparison(rows)),
		Rows:    rows,
		Outcome: Outcome(rows, limit(p, o, rows), MadeEqual(Setups(rows))),
		Notes:   slices.Concat(TreeNotes(o, Setups(rows)), LockstepNotes(Setups(rows)), Distances(rows)),
	}
}

// TreeNotes are what a reader must know about the trees of an outcome.
func TreeNotes(o *PlanResult, setups []Setup) []string {
	for _, tree := range o.Trees {
		if tree != nil && tree.Tasks.Any() {
			return tree.Tasks.Notes(setups)
		}
	}
	return nil
}

// caption names the tree and the machine of the simulations.
func caption(name string, p *Plan, o *PlanResult, rows []Row) []string {
	row := rows[0] // all rows have the same tree and machine
	lines := []string{
		treeText(name, p, o, row),
		fmt.Sprintf("machine %s, %s, %s, %s", row.Cost.Name, machineSize(row), Starts(rows), SeedText(row)),
	}
	if uneven := row.Speeds.String(); uneven != "" {
		lines = append(lines, "uneven: "+uneven+"; efficiency is the sequential time, at speed 1, / (time · sum of the speeds)")
	}
	if row.Cost.Era != "" {
		lines = append(lines, "times are simulated seconds on "+row.Cost.Era)
	}
	return lines
}

// machineSize is the network of a machine, with the processors of a computer if it has two levels.
func machineSize(row Row) string {
	if c := row.Cost.Computer; c > 0 {
		return fmt.Sprintf("%v in computers of %d", row.Physical, c)
	}
	return fmt.Sprint(row.Physical)
}

// treeText names the tree, or the sample, and its size.
func treeText(name string, p *Plan, o *PlanResult, row Row) string {
	rule, sequential := p.Trees.Rule, report.Seconds(row.Sequential)
	if len(p.Formulas) > 1 {
		return fmt.Sprintf("%s: means (time ± standard deviation) over %d unsatisfiable formulas of %d (rule %s), sequential time %s",
			name, row.Formulas, len(p.Formulas), rule, sequential)
	}
	tree := o.Trees[0]
	switch {
	case tree.Bounded:
		return tree.boundedText(row.Sequential)
	case tree.Tasks.Any():
		return fmt.Sprintf("%s: %s, sequential time %s", tree.Name, tree.Tasks.text(tree.Nodes, row.Cost), sequential)
	case p.Formulas[0].Program != nil:
		return fmt.Sprintf("%s: a tree of %s, sequential time %s", tree.Name, tree.size(), sequential)
	case p.Formulas[0].Tree != nil:
		perNode := float64(row.Cost.Expand(instances.UTSWork, 1)) / float64(balance.Millisecond)
		return fmt.Sprintf("%s: a tree of %s nodes, %.3g ms each (%d units of work), sequential time %s",
			tree.Name, report.Grouped(tree.Nodes), perNode, instances.UTSWork, sequential)
	case tree.Satisfiable:
		size := "a tree too large to record"
		if tree.Nodes > 0 {
			size = "a tree of " + tree.size()
		}
		return fmt.Sprintf("%s: satisfiable, %s (rule %s)", tree.Name, size, rule)
	}
	return fmt.Sprintf("%s: unsatisfiable, a tree of %s (rule %s), sequential time %s", tree.Name, tree.size(), rule, sequential)
}

// limit tells which time no policy can beat; of a search that ends at a model, that there is none.
func limit(p *Plan, o *PlanResult, rows []Row) string {
	row := rows[0]
	if row.Bounded {
		return boundedLimit(rows)
	}
	if tree := o.Trees[0]; len(p.Formulas) == 1 && p.Formulas[0].Tree == nil && tree.Satisfiable {
		if tree.Tasks.Any() {
			return fmt.Sprintf(
				"there is no limit, since a run ends at the first solution that is found; one processor finds its own after %s tasks, %s",
				report.Grouped(tree.First.Nodes), report.Seconds(row.Sequential))
		}
		return fmt.Sprintf("there is no limit, since a run ends at the first model that is found; one processor finds its own after %s nodes, %s",
			report.Grouped(tree.First.Nodes), report.Seconds(row.Sequential))
	}
	return boundText(row)
}

// size tells how many nodes a recorded tree has, and how many load elements if these are not the same.
func (t *Tree) size() string {
	size := report.Grouped(t.Nodes) + " nodes"
	if t.Elements != t.Nodes {
		size += " in " + report.Grouped(t.Elements) + " elements"
	}
	return size
}

// SeedText names the seeds of a row.
func SeedText(row Row) string {
	if row.Seeds > 1 {
		return fmt.Sprintf("seeds %d to %d", row.Seed, row.Seed+uint64(row.Seeds)-1)
	}
	return fmt.Sprintf("seed %d", row.Seed)
}

// boundText tells the bound on the speed of every policy.
func boundText(row Row) string {
	shared := row.Sequential / float64(row.Physical.Procs())
	why := "the sequential time / n"
	if row.Speeds.Uneven() {
		why = "the sequential time, or the critical path, at these speeds"
	} else if row.Bound > 1.001*shared {
		why = fmt.Sprintf("the critical path, an efficiency of %.1f %%", 100*shared/row.Bound)
	}
	return fmt.Sprintf("no policy can be faster than %s (%s)", report.Seconds(row.Bound), why)
}

// LockstepNotes tell what two headings mean on a machine in lockstep.
func LockstepNotes(setups []Setup) []string {
	if setups[0].Lockstep == nil {
		return nil
	}
	return []string{"in lockstep, idle includes waiting for the longest node of a step, and balancing steps count as messages"}
}

// Setups are the setups of rows.
func Setups(rows []Row) []Setup {
	setups := make([]Setup, len(rows))
	for i, r := range rows {
		setups[i] = r.Setup
	}
	return setups
}

// MadeEqual tells, for a caption, what all policies have alike, and what each has as it was published.
func MadeEqual(setups []Setup) string {
	first := setups[0]
	if first.Lockstep != nil {
		return "in lockstep, all have load count, and split every element"
	}
	same, own, load := true, true, first.Estimate.String()
	for _, s := range setups {
		published, err := balance.ChooseEstimate(s.Policy.Spec.Estimate)
		same = same && s.Estimate.String() == load
		own = own && err == nil && s.Estimate.String() == published.String()
	}
	switch work := first.Budget.Seconds(); {
	case same && first.Budget > 0:
		return fmt.Sprintf("like for like: all have load %s, and search an element for up to %s before it is split", load, report.Seconds(work))
	case first.Budget > 0:
		return fmt.Sprintf("each policy has its own load estimate; all search an element for up to %s before it is split", report.Seconds(work))
	case same && own:
		return fmt.Sprintf("as published: load %s, and the policy's own grain (if it has none, %v · λ(root)/n)", load, first.Grain)
	case same:
		return fmt.Sprintf(
			"all have load %s; elements below %v · λ(root)/n are not split, unless the policy sets another grain", load, first.Grain)
	default:
		return fmt.Sprintf(
			"as published: each policy has its own load estimate and grain (if it has none, %v · λ(root)/n)", first.Grain)
	}
}
