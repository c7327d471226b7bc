package plb

import (
	"fmt"
	"slices"
	"strings"

	"transat/balance/sim"
	"transat/cmd/transat/internal/reproduce"
)

// The claims of plb/branching.

// branchingClaims judges the searched trees, and as a check of ours the estimated ones.
func branchingClaims(rows []branchingRow, cost sim.CostModel) []reproduce.Claim {
	searched, estimated := branchingKinds(rows)
	claims := []reproduce.Claim{veryEffective(searched, &cost), nearTheBest(searched, &cost)}
	if len(estimated) > 0 {
		claims = append(claims, farAtThePapersSize(estimated))
	}
	return claims
}

// branchingKinds separates searched trees from estimated ones. Rows without an unsatisfiable formula are left out.
func branchingKinds(rows []branchingRow) (searched, estimated []branchingRow) {
	for _, r := range rows {
		switch {
		case len(r.nodes) == 0:
		case r.probes == 0:
			searched = append(searched, r)
		default:
			estimated = append(estimated, r)
		}
	}
	return searched, estimated
}

// samplesOf are the samples of some rows, in order.
func samplesOf(rows []branchingRow) []string {
	var all []string
	for _, r := range rows {
		if !slices.Contains(all, r.sample) {
			all = append(all, r.sample)
		}
	}
	return all
}

// ruleOn finds a row.
func ruleOn(rows []branchingRow, sample, rule string) branchingRow {
	return rows[slices.IndexFunc(rows, func(r branchingRow) bool { return r.sample == sample && r.rule == rule })]
}

// veryEffective judges lex against choosing without regard to the clauses.
func veryEffective(rows []branchingRow, cost *sim.CostModel) reproduce.Claim {
	const factor = 10
	var good, notes []string
	samples := samplesOf(rows)
	for _, sample := range samples {
		lex, first, random := ruleOn(rows, sample, "lex"), ruleOn(rows, sample, "first"), ruleOn(rows, sample, "random")
		nodes := min(first.meanNodes(), random.meanNodes()) / lex.meanNodes()
		time := min(first.visitSeconds(cost), random.visitSeconds(cost)) / lex.seconds(cost)
		mark := " (no)"
		if nodes >= factor && time >= factor {
			good, mark = append(good, sample), ""
		}
		notes = append(notes, fmt.Sprintf("%s: %.0f times the nodes, %.0f times the time%s", sample, nodes, time, mark))
	}
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§6",
		Text: "the lexicographic heuristic is very effective on random formulas of the fixed clause length model",
		Bound: reproduce.Ours(fmt.Sprintf("the first variable, and a random one, cost %d times the nodes or more, and %d times the time, "+
			"though only their clause visits are counted", factor, factor)),
		Verdict: reproduce.Judge(len(good) == len(samples)), Note: strings.Join(notes, "; "),
	}
	if c.Verdict == reproduce.DoesNotHold && len(good) > 0 {
		c.Verdict, c.Range = reproduce.HoldsPartly, strings.Join(good, ", ")
	}
	return c
}

// nearTheBest judges lex against rules that look at the clauses, too.
func nearTheBest(rows []branchingRow, cost *sim.CostModel) reproduce.Claim {
	const near = 1.2
	came := true
	var notes []string
	for _, sample := range samplesOf(rows) {
		lex, boehm, jeroslow := ruleOn(rows, sample, "lex"), ruleOn(rows, sample, "boehm"), ruleOn(rows, sample, "jeroslow-wang")
		came = came && lex.seconds(cost) <= near*min(boehm.seconds(cost), jeroslow.seconds(cost))
		notes = append(notes, fmt.Sprintf("%s: boehm %.2f, jeroslow-wang %.2f", sample, boehm.meanNodes()/lex.meanNodes(),
			jeroslow.meanNodes()/lex.meanNodes()))
	}
	return reproduce.Claim{
		Kind: reproduce.Check, Section: "§6", Text: "it is as good as other rules that look at short clauses",
		Bound:   reproduce.Ours(fmt.Sprintf("at most %v times the time of the better one of boehm and jeroslow-wang, at every size", near)),
		Verdict: reproduce.Judge(came), Note: "nodes over the nodes of lex: " + strings.Join(notes, "; "),
	}
}

// farAtThePapersSize judges the estimates.
func farAtThePapersSize(rows []branchingRow) reproduce.Claim {
	const factor = 1000
	came := true
	var notes []string
	for _, sample := range samplesOf(rows) {
		lex := ruleOn(rows, sample, "lex").meanNodes()
		first, random := ruleOn(rows, sample, "first").meanNodes(), ruleOn(rows, sample, "random").meanNodes()
		came = came && min(first, random) >= factor*lex
		notes = append(notes,
			fmt.Sprintf("%s: lex %s nodes, first %s, random %s", sample, threeDigits(lex), threeDigits(first), threeDigits(random)))
	}
	return reproduce.Claim{
		Kind: reproduce.Check, Section: "§6", Text: "on the paper's formulas a search by the first or a random variable would not end",
		Bound:   reproduce.Ours(fmt.Sprintf("by the estimates, first and random have %d times the nodes or more", factor)),
		Verdict: reproduce.Judge(came), Note: strings.Join(notes, "; "),
	}
}
