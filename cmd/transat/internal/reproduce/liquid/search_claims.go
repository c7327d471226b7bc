package liquid

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"transat/balance"
	"transat/cmd/transat/internal/reproduce"
)

// What the paper on the Liquid model says of searches on its machine (§5, last paragraph, and §6).

// searchClaims judges rows, with one balancing step after every expansion, and often, the searches of one tree
// that balance more or less often.
func searchClaims(rows, often []searchRow) []reproduce.Claim {
	trees := searchedTrees(rows)
	return []reproduce.Claim{
		averageClaim(rows),
		sharingClaim(trees),
		efficientClaim(rows),
		averagingClaim(trees),
		suitedClaim("§5", "C3 to C5 outperform NNA, each with its best number of balancing steps", often, balancing(),
			[]string{"nna-sync", "nna-async"}),
		overallClaim(trees),
		suitedClaim("§6", "C5 yields the best overall run time, each with its best number of balancing steps", often,
			[]string{"liquid-c5"}, []string{"liquid-c2", "liquid-c3", "liquid-c4"}),
	}
}

// searchedTree is a tree that some policies have searched.
type searchedTree struct {
	name string
	rows map[string]searchRow // by policy
}

// searchedTrees are the trees that all policies have searched.
func searchedTrees(rows []searchRow) []searchedTree { return searchedBy(rows, searchPolicies()) }

// searchedBy are the trees that all of some policies have searched.
func searchedBy(rows []searchRow, policies []string) []searchedTree {
	var all []searchedTree
	for _, r := range rows {
		i := slices.IndexFunc(all, func(t searchedTree) bool { return t.name == r.tree })
		if i < 0 {
			i = len(all)
			all = append(all, searchedTree{r.tree, map[string]searchRow{}})
		}
		all[i].rows[r.policy] = r
	}
	return slices.DeleteFunc(all, func(t searchedTree) bool {
		return slices.ContainsFunc(policies, func(p string) bool { return t.rows[p].policy == "" })
	})
}

// slower is the time of the fastest of some policies, as a multiple of the time of the slowest of others.
func (t searchedTree) slower(some, others []string) float64 {
	fastest, slowest := balance.Ticks(math.MaxInt64), balance.Ticks(0)
	for _, policy := range some {
		fastest = min(fastest, t.rows[policy].Time)
	}
	for _, policy := range others {
		slowest = max(slowest, t.rows[policy].Time)
	}
	return float64(fastest) / float64(slowest)
}

// onEach lists a number for every tree.
func onEach(trees []searchedTree, number func(searchedTree) float64) string {
	var parts []string
	for _, t := range trees {
		parts = append(parts, fmt.Sprintf("%.2f on %s", number(t), t.name))
	}
	return strings.Join(parts, ", ")
}

// judgeWhere judges a claim that holds in some of all places.
func judgeWhere(c reproduce.Claim, where []string, all int) reproduce.Claim {
	switch len(where) {
	case 0:
		c.Verdict = reproduce.DoesNotHold
	case all:
		c.Verdict = reproduce.Holds
	default:
		c.Verdict, c.Range = reproduce.HoldsPartly, strings.Join(where, " and ")
	}
	return c
}

// judgeTrees judges a claim that holds on the trees on which a ratio is above 1.
func judgeTrees(section, text, note string, trees []searchedTree, ratio func(searchedTree) float64) reproduce.Claim {
	var where []string
	for _, t := range trees {
		if ratio(t) > 1 {
			where = append(where, t.name)
		}
	}
	return judgeWhere(reproduce.Claim{
		Kind: reproduce.Reading, Section: section, Text: text, Bound: reproduce.Theirs("a shorter run time, on every tree"),
		Note: fmt.Sprintf(note, onEach(trees, ratio)),
	}, where, len(trees))
}

func sharingClaim(trees []searchedTree) reproduce.Claim {
	policies := searchPolicies()
	return judgeTrees("§5", "C3 to C5 are faster than C0 to C2, which only share",
		"time of the best of C0 to C2, as a multiple of the time of the worst of C3 to C5: %s", trees,
		func(t searchedTree) float64 { return t.slower(policies[:3], policies[3:6]) })
}

// suppliedClaim judges some conditions by the share of processors that had an element, from least to most: how evenly work
// is spread, whatever a node and a balancing step take. It holds on the trees on which it does for all of the conditions.
func suppliedClaim(text, bound string, rows []searchRow, policies []string, least, most float64) reproduce.Claim {
	trees := searchedBy(rows, policies)
	var where, shares []string
	for _, t := range trees {
		low, high := math.Inf(1), 0.0
		for _, policy := range policies {
			low, high = min(low, t.rows[policy].supplied()), max(high, t.rows[policy].supplied())
		}
		shares = append(shares, fmt.Sprintf("%.0f to %.0f %% on %s", 100*low, 100*high, t.name))
		if low >= least && high < most {
			where = append(where, t.name)
		}
	}
	return judgeWhere(reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: text, Bound: reproduce.Ours(bound),
		Note: "they supply " + strings.Join(shares, ", "),
	}, where, len(trees))
}

// C0 to C2 are average if they supply fewer processors than is very efficient, but not few.
const (
	few  = 0.2
	very = 0.5
)

func averageClaim(rows []searchRow) reproduce.Claim {
	return suppliedClaim("C0 to C2 are average",
		fmt.Sprintf("each supplies %.0f %% of the processors or more, and less than %.0f %%, on every tree", 100*few, 100*very),
		rows, searchPolicies()[:3], few, very)
}

func efficientClaim(rows []searchRow) reproduce.Claim {
	return suppliedClaim("C3 to C5 are very efficient",
		fmt.Sprintf("each supplies %.0f %% of the processors or more, on every tree", 100*very),
		rows, balancing(), very, math.Inf(1))
}

func averagingClaim(trees []searchedTree) reproduce.Claim {
	policies := searchPolicies()
	shifts := onEach(trees, func(t searchedTree) float64 {
		r := t.rows["nna-sync"]
		return float64(r.Shifts) / float64(r.Balances)
	})
	return judgeTrees("§5", "C3 to C5 outperform NNA, with a balancing step after every expansion",
		"time of the better NNA, as a multiple of the time of the worst of C3 to C5: %s. A step of nna-sync moves more, and takes longer; "+
			"shifts in it: "+shifts+"; in the Liquid model: 2",
		trees, func(t searchedTree) float64 { return t.slower(policies[6:], policies[3:6]) })
}

func overallClaim(trees []searchedTree) reproduce.Claim {
	return judgeTrees("§6", "C5 yields the best overall run time, with a balancing step after every expansion",
		"time of the best other condition, as a multiple of the time of C5: %s", trees,
		func(t searchedTree) float64 { return t.slower(searchPolicies()[:5], []string{"liquid-c5"}) })
}

// suitedClaim compares the slowest of some policies with the fastest of others, for nodes that take more or less time. Each
// policy has its best number of balancing steps.
func suitedClaim(section, text string, often []searchRow, some, others []string) reproduce.Claim {
	ratio := func(node balance.Ticks) float64 {
		best, worst := math.Inf(1), 0.0
		for _, policy := range others {
			best = min(best, float64(suited(often, policy, node).Time))
		}
		for _, policy := range some {
			worst = max(worst, float64(suited(often, policy, node).Time))
		}
		return best / worst
	}
	nodes := grains()
	var where, ratios []string
	for _, node := range nodes {
		ratios = append(ratios, fmt.Sprintf("%.2f at %v ms", ratio(node), milliseconds(node)))
		if ratio(node) > 1 {
			where = append(where, fmt.Sprintf("%v ms", milliseconds(node)))
		}
	}
	return judgeWhere(reproduce.Claim{
		Kind: reproduce.Reading, Section: section, Text: text, Bound: reproduce.Theirs("a shorter run time, for every time of a node"),
		Note: fmt.Sprintf("time of the best other policy, as a multiple of the time of the slowest of these, on %s, by the time of a node: %s",
			often[0].tree, strings.Join(ratios, ", ")),
	}, where, len(nodes))
}
