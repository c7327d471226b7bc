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
		sharingClaim(trees),
		efficientClaim(rows),
		averagingClaim(trees),
		suitedClaim("§5", "C5 outperforms NNA, each with as many balancing steps as suit it", often, []string{"nna-sync", "nna-async"}),
		overallClaim(trees),
		suitedClaim("§6", "C5 yields the best overall run time, each with as many balancing steps as suit it", often,
			[]string{"liquid-c2", "liquid-c3", "liquid-c4"}),
	}
}

// searchedTree is a tree that all policies have searched.
type searchedTree struct {
	name string
	rows map[string]searchRow // by policy
}

func searchedTrees(rows []searchRow) []searchedTree {
	var all []searchedTree
	for _, r := range rows {
		i := slices.IndexFunc(all, func(t searchedTree) bool { return t.name == r.tree })
		if i < 0 {
			i = len(all)
			all = append(all, searchedTree{r.tree, map[string]searchRow{}})
		}
		all[i].rows[r.policy] = r
	}
	return slices.DeleteFunc(all, func(t searchedTree) bool { return len(t.rows) < len(searchPolicies()) })
}

// slower is how many times the time of the slowest of others the fastest of some policies takes.
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
		"times that the best of C0 to C2 takes the time of the worst of C3 to C5: %s", trees,
		func(t searchedTree) float64 { return t.slower(policies[:3], policies[3:6]) })
}

// efficientClaim judges C5 by the share of processors that had an element: how evenly work is spread, whatever
// a node and a balancing step take.
func efficientClaim(rows []searchRow) reproduce.Claim {
	const very = 0.5
	var where, shares []string
	for _, r := range rows {
		if r.policy != "liquid-c5" {
			continue
		}
		shares = append(shares, fmt.Sprintf("%.0f %% on %s", 100*r.supplied(), r.tree))
		if r.supplied() >= very {
			where = append(where, r.tree)
		}
	}
	return judgeWhere(reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: "the Liquid model with C3 to C5 is very efficient",
		Bound: reproduce.Ours(fmt.Sprintf("C5 supplies %.0f %% of the processors or more", 100*very)),
		Note:  fmt.Sprintf("C5 supplies %s of them", strings.Join(shares, ", ")),
	}, where, len(shares))
}

func averagingClaim(trees []searchedTree) reproduce.Claim {
	policies := searchPolicies()
	shifts := onEach(trees, func(t searchedTree) float64 {
		r := t.rows["nna-sync"]
		return float64(r.Shifts) / float64(r.Balances)
	})
	return judgeTrees("§5", "C3 to C5 outperform NNA, with a balancing step after every expansion",
		"times that the better NNA takes the time of the worst of C3 to C5: %s. A step of nna-sync moves more, and takes longer; shifts in it: "+
			""+shifts+"; in the Liquid model: 2",
		trees, func(t searchedTree) float64 { return t.slower(policies[6:], policies[3:6]) })
}

func overallClaim(trees []searchedTree) reproduce.Claim {
	return judgeTrees("§6", "C5 yields the best overall run time, with a balancing step after every expansion",
		"times that the best other condition takes the time of C5: %s", trees,
		func(t searchedTree) float64 { return t.slower(searchPolicies()[:5], []string{"liquid-c5"}) })
}

// suitedClaim compares C5 with others for nodes that take more or less time. Each balances as often as
// suits it.
func suitedClaim(section, text string, often []searchRow, others []string) reproduce.Claim {
	ratio := func(node balance.Ticks) float64 {
		best := math.Inf(1)
		for _, policy := range others {
			best = min(best, float64(suited(often, policy, node).Time))
		}
		return best / float64(suited(often, "liquid-c5", node).Time)
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
		Note: fmt.Sprintf("times that the best other takes the time of C5, on %s, by the time of a node: %s", often[0].tree,
			strings.Join(ratios, ", ")),
	}, where, len(nodes))
}
