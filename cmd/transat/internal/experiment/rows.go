package experiment

import (
	"fmt"

	"transat/balance"
	"transat/balance/compare"
)

// Rows returns a row for each group of setups that has results, in the order of the plan. If not
// everything was finished, the means are over the formulas that all setups have finished, so that they can
// be compared; if there is no such formula, over those that the group itself has finished.
func (o *PlanResult) Rows(p *Plan) []Row {
	var common []int
	for i := range p.Formulas {
		if finished(o.Results, i) {
			common = append(common, i)
		}
	}
	var rows []Row
	distances := map[string]distance{} // by topology and machine, since they take a while for large ones
	seeds := max(1, p.Seeds)
	for j := 0; j < len(p.Setups); j += seeds {
		setup, group, formulas := p.Setups[j], o.Results[j:j+seeds], common
		if len(common) == 0 {
			formulas = finishedBy(group)
		}
		if len(formulas) == 0 {
			continue
		}
		row := o.row(setup, group, formulas)
		between := fmt.Sprint(setup.Topology, setup.Physical)
		if _, known := distances[between]; !known {
			longest, mean := setup.Distance()
			distances[between] = distance{longest, mean}
		}
		row.Dilation, row.DilationMean = distances[between].longest, distances[between].mean
		rows = append(rows, row)
	}
	compare.Relate(rows, len(common) > 0)
	return rows
}

// distance is how far apart neighbours lie.
type distance struct {
	longest int
	mean    float64
}

// finished reports whether all of some setups have finished formula i.
func finished(setups [][]*balance.Result, i int) bool {
	for _, results := range setups {
		if results[i] == nil {
			return false
		}
	}
	return true
}

// finishedBy returns the formulas that all setups of a group have finished.
func finishedBy(group [][]*balance.Result) []int {
	var formulas []int
	for i := range group[0] {
		if finished(group, i) {
			formulas = append(formulas, i)
		}
	}
	return formulas
}

// row summarises the results of a group of setups, which differ in their seeds, on the given formulas.
func (o *PlanResult) row(s Setup, group [][]*balance.Result, formulas []int) Row {
	var runs [][]balance.Result
	for _, i := range formulas {
		var seeds []balance.Result
		for k, results := range group {
			run := *results[i]
			run.Bound = o.bound(s, s.Seed+uint64(k), i, run)
			seeds = append(seeds, run)
		}
		runs = append(runs, seeds)
	}
	return compare.Summarise(o.adapted(s, formulas[0]), runs)
}

// adapted is a setup as it runs on the tree of formula i, but for the size of elements.
func (o *PlanResult) adapted(s Setup, i int) Setup {
	switch tree := o.Trees[i]; {
	case tree == nil:
		return s
	case tree.Tasks.Any():
		return tree.Tasks.adapt(s, tree.TotalWork, tree.Nodes)
	default:
		return s.ForTree(tree.TotalWork, tree.Nodes)
	}
}

// bound is the shortest time in which the machine can search the tree of formula i: its processors
// share the work evenly, or follow the longest path. A search that stops at a model has neither.
func (o *PlanResult) bound(s Setup, seed uint64, i int, r balance.Result) float64 {
	if r.Found || r.Bounded {
		return 0
	}
	critical := o.Trees[i].CriticalPath
	cost := o.adapted(s, i).Cost
	return s.Shortest(r.Procs, seed, r.Sequential, cost.Expand(critical.Work, critical.Nodes))
}

// Runs returns how many simulations were finished, of how many. Formulas that were left out count as
// none; those whose trees were not found count as all of their simulations.
func (o *PlanResult) Runs() (done, all int) {
	for _, results := range o.Results {
		for i, r := range results {
			leftOut := o.Trees[i] != nil && o.Trees[i].LeftOut
			switch {
			case r != nil:
				done++
				all++
			case !leftOut:
				all++
			}
		}
	}
	return done, all
}
