package liquid

import (
	"fmt"
	"slices"
	"strings"

	"transat/balance"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
)

// The tables and pictures of liquid/search.

// searchSheet shows the searches with one balancing step after every expansion.
func searchSheet(rows []searchRow) report.Sheet {
	share := func(part func(searchRow) balance.Ticks) func(searchRow) float64 {
		return func(r searchRow) float64 { return 100 * float64(part(r)) / float64(r.Procs) / float64(r.Time) }
	}
	columns := []report.Column[searchRow]{
		{Key: "tree", Heading: "tree", Left: true, Value: func(r searchRow) any { return r.tree }},
		{Key: "nodes", Heading: "nodes", Value: func(r searchRow) any { return r.Nodes }},
		{Key: "policy", Heading: "policy", Left: true, Value: func(r searchRow) any { return r.policy }},
		{Key: "steps", Heading: "steps", Value: func(r searchRow) any { return r.Steps }},
		{Key: "shifts", Heading: "shifts", Value: func(r searchRow) any { return r.Shifts }},
		report.Number("send", "send", 0, func(r searchRow) float64 { return float64(r.Sent) / float64(r.Procs) }),
		report.Number("supplied_percent", "supplied %", 1, func(r searchRow) float64 { return 100 * r.supplied() }),
		report.Number("time_s", "time s", 2, func(r searchRow) float64 { return milliseconds(r.Time) / 1e3 }),
		report.Number("idle_percent", "idle %", 1, share(func(r searchRow) balance.Ticks { return r.Idle })),
		report.Number("wait_percent", "waiting %", 1, share(func(r searchRow) balance.Ticks { return r.Wait })),
		report.Number("balance_percent", "balancing %", 1, share(func(r searchRow) balance.Ticks { return r.Balance })),
		report.Number("efficiency_percent", "efficiency %", 1, func(r searchRow) float64 { return 100 * r.Efficiency() }),
	}
	return report.NewSheet("search", "One balancing step after every expansion", columns, rows,
		"shifts: instructions that move an element of every processor in one direction; send: elements sent, mean per processor",
		"supplied: processors that had an element, of all, mean over the expansions; waiting: for the longest node of a step").
		LeastNeeded("nodes", "shifts", "send", "wait_percent", "supplied_percent", "steps")
}

// grainPolicies are the policies that are run with several numbers of balancing steps.
func grainPolicies() []string {
	return []string{"liquid-c5", "liquid-c4", "liquid-c3", "liquid-c2", "nna-sync", "nna-async"}
}

// grains are the times of a node for which policies are compared.
func grains() []balance.Ticks {
	var all []balance.Ticks
	for decade := balance.Millisecond / 10; decade <= 10*balance.Millisecond; decade *= 10 {
		all = append(all, decade, 3*decade)
	}
	return append(all, 100*balance.Millisecond)
}

// suited returns the fastest search of a policy for nodes that take the given time.
func suited(rows []searchRow, policy string, node balance.Ticks) searchRow {
	var best searchRow
	for _, r := range rows {
		if r.policy != policy {
			continue
		}
		if r := r.with(node); best.Time == 0 || r.Time < best.Time {
			best = r
		}
	}
	return best
}

// grainSheet shows the policies, each with its best number of balancing steps, for nodes that take more or less time.
func grainSheet(rows []searchRow) report.Sheet {
	columns := []report.Column[balance.Ticks]{
		report.Number("node_ms", "node ms", 1, milliseconds),
	}
	for _, policy := range grainPolicies() {
		key := strings.ReplaceAll(policy, "-", "_")
		best := func(node balance.Ticks) searchRow { return suited(rows, policy, node) }
		columns = append(columns,
			report.Column[balance.Ticks]{
				Key: key + "_percent", Heading: policy,
				Value: func(node balance.Ticks) any { return 100 * best(node).Efficiency() },
				Text: func(node balance.Ticks) string {
					return fmt.Sprintf("%.1f at %s", 100*best(node).Efficiency(), best(node).often())
				},
			},
			report.Column[balance.Ticks]{Key: key + "_often", Value: func(node balance.Ticks) any { return best(node).often() }})
	}
	return report.NewSheet("grain",
		fmt.Sprintf("Efficiency in percent on %s for other times of a node, each policy with its best number of balancing steps", rows[0].tree),
		columns, grains(),
		"at: expansions and the balancing steps that follow them; the best of 4:1, 1:1, 1:4 and 1:16").
		LeastNeeded("liquid_c2_percent", "liquid_c3_percent", "liquid_c4_percent")
}

// searchChart shows efficiency against the size of the tree.
func searchChart(rows []searchRow) figure.Chart {
	chart := figure.Chart{
		Title:    "Searching in lockstep: efficiency and the size of the tree",
		Subtitle: fmt.Sprintf("%d processors, trees of UTS, one balancing step after every expansion", rows[0].Procs),
		X:        figure.Axis{Label: "nodes of the tree", Log: true},
		Y:        figure.Axis{Label: "efficiency, %", To: 100},
	}
	drawn := slices.DeleteFunc(searchPolicies(), func(policy string) bool { return policy == "liquid-c1" })
	for _, policy := range drawn {
		series := figure.Series{Name: policy, Policy: policy}
		for _, r := range rows {
			if r.policy == policy && r.often() == "1:1" {
				series.Points = append(series.Points, figure.Point{X: float64(r.Nodes), Y: 100 * r.Efficiency()})
			}
		}
		chart.Series = append(chart.Series, series)
	}
	return chart
}

// grainChart shows efficiency against the time of a node.
func grainChart(rows []searchRow) figure.Chart {
	chart := figure.Chart{
		Title:    "Searching in lockstep: efficiency and the time of a node",
		Subtitle: fmt.Sprintf("%d processors, %s, each policy with its best number of balancing steps", rows[0].Procs, rows[0].tree),
		X:        figure.Axis{Label: "time of a node, ms", Log: true},
		Y:        figure.Axis{Label: "efficiency, %", To: 100},
	}
	for _, policy := range grainPolicies() {
		series := figure.Series{Name: policy, Policy: policy}
		for _, node := range grains() {
			series.Points = append(series.Points, figure.Point{X: milliseconds(node), Y: 100 * suited(rows, policy, node).Efficiency()})
		}
		chart.Series = append(chart.Series, series)
	}
	return chart
}
