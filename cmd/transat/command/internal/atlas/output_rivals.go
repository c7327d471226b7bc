package atlas

import (
	"slices"

	"transat/balance/sim"
	"transat/cmd/transat/internal/atlas"
	"transat/cmd/transat/internal/report"
)

// grouped is the record of a policy in a group of cases.
type grouped struct {
	workload, machine, network string
	start                      sim.Start
	atlas.RegretStats
}

// shown is how many policies of each group people see, beside adaptive.
const shown = 8

// group appends the records of a group, the best policies and adaptive alone unless all are wanted.
func group(rows []grouped, of grouped, cases []atlas.Judged, all bool) []grouped {
	for i, r := range atlas.Records(cases) {
		if all || i < shown || r.Policy == "adaptive" {
			of.RegretStats = r
			rows = append(rows, of)
		}
	}
	return rows
}

// only returns the cases that are wanted.
func only(cases []atlas.Judged, want func(atlas.Judged) bool) []atlas.Judged {
	return slices.DeleteFunc(slices.Clone(cases), func(j atlas.Judged) bool { return !want(j) })
}

// groupSheet has the mean regret, and the most, of policies on each machine with each start, on meshes and without links.
func groupSheet(cases []atlas.Judged, all bool) report.Sheet {
	var rows []grouped
	for _, machine := range machinesOf(cases) {
		for _, start := range sim.Starts() {
			mine := only(cases, func(j atlas.Judged) bool {
				return j.Machine == machine && j.Network == atlas.Mesh && j.Start == start && j.Workload() == atlas.Formulas
			})
			rows = group(rows, grouped{machine: machine, start: start}, mine, all)
		}
	}
	return report.NewSheet("machines", "By machine and start, on meshes: formulas and synthetic trees", slices.Concat([]report.Column[grouped]{
		{Key: "machine", Heading: "machine", Left: true, Value: func(r grouped) any { return r.machine }},
		{Key: "start", Heading: "start", Left: true, Value: func(r grouped) any { return string(r.start) }},
	}, groupColumns()), rows, notAll(all)...)
}

// rivalSheet has those of policies on each kind of tree, machine and network.
func rivalSheet(cases []atlas.Judged, all bool) report.Sheet {
	var rows []grouped
	for _, workload := range atlas.Workloads() {
		for _, machine := range machinesOf(cases) {
			for _, network := range atlas.Networks() {
				mine := only(cases, func(j atlas.Judged) bool {
					return j.Workload() == workload && j.Machine == machine && j.Network == network
				})
				rows = group(rows, grouped{workload: workload, machine: machine, network: network}, mine, all)
			}
		}
	}
	return report.NewSheet("rival_groups", "The same by kind of tree, machine and network", slices.Concat([]report.Column[grouped]{
		{Key: "workload", Heading: "trees", Left: true, Value: func(r grouped) any { return r.workload }, Text: func(r grouped) string {
			if r.workload == atlas.Formulas {
				return "of formulas" // so that a narrow terminal has room for a line
			}
			return r.workload
		}},
		{Key: "machine", Heading: "machine", Left: true, Value: func(r grouped) any { return r.machine }},
		{Key: "network", Heading: "network", Left: true, Value: func(r grouped) any { return r.network }},
	}, groupColumns()), rows, append([]string{"of formulas: synthetic trees are with them"}, notAll(all)...)...)
}

// groupColumns are the columns that both have.
func groupColumns() []report.Column[grouped] {
	most := report.Formatted("most_regret", "most", points, func(r grouped) float64 { return r.Most })
	most.Rank = 1
	return []report.Column[grouped]{
		{Key: "policy", Heading: "policy", Left: true, Value: func(r grouped) any { return r.Policy }},
		{Key: "cases", Heading: "cases", Value: func(r grouped) any { return r.Cases }},
		{Key: "tied", Heading: "best or tied", Rank: 2, Value: func(r grouped) any { return r.Tied }},
		report.Formatted("mean_regret", "mean regret", points, func(r grouped) float64 { return r.Mean }),
		most,
		{Key: "worst", Heading: "where it is most", Left: true, Rank: 3, Value: func(r grouped) any { return r.Worst }},
	}
}

// notAll says that policies are missing.
func notAll(all bool) []string {
	if all {
		return nil
	}
	return []string{"the best policies of each group, and adaptive (--wide shows all)"}
}
