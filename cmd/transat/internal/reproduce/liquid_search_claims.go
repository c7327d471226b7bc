package reproduce

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"transat/balance"
)

// What the paper on the Liquid model says of searches on its machine (§5, last paragraph, and §6).

// searchClaims judges rows, with one balancing step after every expansion, and often, the searches of one tree
// that balance more or less often.
func searchClaims(rows, often []searchRow) []Claim {
	trees := searchedTrees(rows)
	return []Claim{
		sharingClaim(trees),
		efficientClaim(rows),
		averagingClaim(trees),
		grainClaim(often),
		overallClaim(trees),
	}
}

// searchedTree is a tree that all policies have searched.
type searchedTree struct {
	name string
	time map[string]balance.Ticks // by policy
	rows map[string]searchRow
}

func searchedTrees(rows []searchRow) []searchedTree {
	var all []searchedTree
	for _, r := range rows {
		i := slices.IndexFunc(all, func(t searchedTree) bool { return t.name == r.tree })
		if i < 0 {
			i = len(all)
			all = append(all, searchedTree{r.tree, map[string]balance.Ticks{}, map[string]searchRow{}})
		}
		all[i].time[r.policy], all[i].rows[r.policy] = r.Time, r
	}
	return slices.DeleteFunc(all, func(t searchedTree) bool { return len(t.time) < len(searchPolicies()) })
}

// slower is how many times the fastest of some policies takes the time of the slowest of others.
func (t searchedTree) slower(some, others []string) float64 {
	fastest, slowest := balance.Ticks(math.MaxInt64), balance.Ticks(0)
	for _, policy := range some {
		fastest = min(fastest, t.time[policy])
	}
	for _, policy := range others {
		slowest = max(slowest, t.time[policy])
	}
	return float64(fastest) / float64(slowest)
}

// onTrees judges a claim by the trees for which it holds.
func onTrees(section, text string, trees []searchedTree, holds func(searchedTree) bool, note string) Claim {
	var where []string
	for _, t := range trees {
		if holds(t) {
			where = append(where, t.name)
		}
	}
	c := Claim{Section: section, Text: text, Verdict: HoldsPartly, Range: strings.Join(where, " and "), Note: note}
	switch len(where) {
	case 0:
		c.Verdict = DoesNotHold
	case len(trees):
		c.Verdict = Holds
	}
	return c
}

// toldOf lists a number for every tree.
func toldOf(trees []searchedTree, number func(searchedTree) float64) string {
	var parts []string
	for _, t := range trees {
		parts = append(parts, fmt.Sprintf("%.2f on %s", number(t), t.name))
	}
	return strings.Join(parts, ", ")
}

func sharingClaim(trees []searchedTree) Claim {
	policies := searchPolicies()
	slower := func(t searchedTree) float64 { return t.slower(policies[:3], policies[3:6]) }
	return onTrees("§5", "C3 to C5 are faster than C0 to C2, which only share", trees, func(t searchedTree) bool { return slower(t) > 1 },
		"times that the best of C0 to C2 takes the time of the worst of C3 to C5: "+toldOf(trees, slower))
}

// efficientClaim judges C5 by the share of processors that had an element: how evenly work is spread, whatever
// a node and a balancing step take.
func efficientClaim(rows []searchRow) Claim {
	const very = 0.5
	var where, told []string
	all := 0
	for _, r := range rows {
		if r.policy != "liquid-c5" {
			continue
		}
		all++
		told = append(told, fmt.Sprintf("%.0f %% on %s", 100*r.supplied(), r.tree))
		if r.supplied() >= very {
			where = append(where, r.tree)
		}
	}
	c := Claim{
		Section: "§5", Text: "the Liquid model with C3 to C5 is very efficient", Verdict: HoldsPartly, Range: strings.Join(where, " and "),
		Note: fmt.Sprintf("C5 supplies %s; counted as very efficient: from %.0f %% on", strings.Join(told, ", "), 100*very),
	}
	switch len(where) {
	case 0:
		c.Verdict = DoesNotHold
	case all:
		c.Verdict = Holds
	}
	return c
}

func averagingClaim(trees []searchedTree) Claim {
	policies := searchPolicies()
	slower := func(t searchedTree) float64 { return t.slower(policies[6:], policies[3:6]) }
	shifts := func(t searchedTree) float64 {
		r := t.rows["nna-sync"]
		return float64(r.Shifts) / float64(r.Balances)
	}
	return onTrees("§5", "C3 to C5 outperform NNA, with a balancing step after every expansion", trees, func(t searchedTree) bool { return slower(t) > 1 },
		fmt.Sprintf("times that the better NNA takes the time of the worst of C3 to C5: %s. A step of nna-sync does more, and takes longer; shifts in it: %s, and 2 in the Liquid model",
			toldOf(trees, slower), toldOf(trees, shifts)))
}

// grainClaim compares C5 and averaging when both balance as often as suits them.
func grainClaim(often []searchRow) Claim {
	best := func(policy string, node balance.Ticks) float64 { return float64(suited(often, policy, node).Time) }
	ratio := func(node balance.Ticks) float64 {
		return min(best("nna-sync", node), best("nna-async", node)) / best("liquid-c5", node)
	}
	var times []string
	nodes := grains()
	holds := 0
	for _, node := range nodes {
		if ratio(node) > 1 {
			holds++
			times = append(times, fmt.Sprintf("%v", milliseconds(node)))
		}
	}
	first, last := nodes[0], nodes[len(nodes)-1]
	c := Claim{
		Section: "§5", Text: "C5 outperforms NNA, each with as many balancing steps as suit it", Verdict: HoldsPartly,
		Range: "nodes of " + strings.Join(times, ", ") + " ms",
		Note:  fmt.Sprintf("the better NNA takes %.2f times as long with nodes of %v ms, and %.2f times with nodes of %v ms", ratio(first), milliseconds(first), ratio(last), milliseconds(last)),
	}
	switch holds {
	case 0:
		c.Verdict = DoesNotHold
	case len(nodes):
		c.Verdict = Holds
	}
	return c
}

func overallClaim(trees []searchedTree) Claim {
	policies := searchPolicies()
	slower := func(t searchedTree) float64 {
		return t.slower([]string{"liquid-c3", "liquid-c4"}, []string{"liquid-c5"})
	}
	return onTrees("§6", "C5 yields the best overall run time", trees,
		func(t searchedTree) bool {
			return t.slower(slices.Delete(slices.Clone(policies), 5, 6), []string{"liquid-c5"}) > 1
		},
		"times that the better of C3 and C4 takes the time of C5: "+toldOf(trees, slower))
}
