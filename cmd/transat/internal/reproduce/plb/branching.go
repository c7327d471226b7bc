package plb

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"transat/balance"
	"transat/balance/sim"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
	"transat/instances"
)

// The lexicographic heuristic (§6) beside other branching rules: the nodes and the time of a search. Small formulas are searched to the
// end under all rules. Trees of the paper's formulas are estimated, since under the worst rules they are too large for any computer.
//
// branching_search.go has the search and the rules, branching_claims.go the claims.

func branchingItem() reproduce.Item {
	return reproduce.Item{
		Name:   "plb/branching",
		Title:  "the lexicographic heuristic and other branching rules: nodes and time",
		Source: "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §6",
		Run: func(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
			return branchings(ctx, s, branchingPlan{
				sizes: reproduce.Size(s,
					[]branchingSize{{instances.Sample{Vars: 60, Clauses: 258, K: 3}, 8}, {instances.Sample{Vars: 80, Clauses: 400, K: 3}, 4}},
					[]branchingSize{
						{instances.Sample{Vars: 80, Clauses: 344, K: 3}, 12},
						{instances.Sample{Vars: 100, Clauses: 430, K: 3}, 12},
						{instances.Sample{Vars: 80, Clauses: 400, K: 3}, 6},
						{instances.Sample{Vars: 100, Clauses: 500, K: 3}, 6},
						{instances.Sample{Vars: 120, Clauses: 600, K: 3}, 6},
					}),
				formulas: reproduce.Size(s, 0, 4), probes: 200,
			})
		},
	}
}

func branchingLargeItem() reproduce.Item {
	return reproduce.Item{
		Name:   "plb/branching-large",
		Title:  "the same on larger formulas, with more estimates, some minutes",
		Source: "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §6",
		ByName: true,
		Run: func(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
			return branchings(ctx, s, branchingPlan{
				sizes: reproduce.Size(s,
					[]branchingSize{{instances.Sample{Vars: 80, Clauses: 400, K: 3}, 4}},
					[]branchingSize{
						{instances.Sample{Vars: 100, Clauses: 430, K: 3}, 30},
						{instances.Sample{Vars: 120, Clauses: 516, K: 3}, 30},
						{instances.Sample{Vars: 120, Clauses: 600, K: 3}, 10},
						{instances.Sample{Vars: 140, Clauses: 700, K: 3}, 10},
					}),
				formulas: reproduce.Size(s, 0, 10), probes: 2000,
			})
		},
	}
}

// branchingPlan lists the formulas to search.
type branchingPlan struct {
	sizes    []branchingSize
	formulas int // of each of the paper's samples
	probes   int // on each
}

// branchingSize is the first formulas of a sample. Satisfiable ones are left out.
type branchingSize struct {
	sample instances.Sample
	count  int
}

// branchingCase is one formula under one rule.
type branchingCase struct {
	sample  string
	formula input.Formula
	rule    branchingRule
	probes  int // 0: the tree is searched to its end
}

// branchingRun is the result of a case.
type branchingRun struct {
	branchingCase
	nodes, visits float64
	found         bool
}

// branchingRow is a rule on the unsatisfiable formulas of a sample.
type branchingRow struct {
	sample, rule  string
	probes        int
	nodes, visits []float64 // by formula
}

func branchings(ctx context.Context, s *reproduce.Session, plan branchingPlan) (*reproduce.Result, error) {
	cases, err := branchingCases(plan)
	if err != nil {
		return nil, err
	}
	runs, err := reproduce.Map(ctx, s, cases, branchingCase.about,
		func(ctx context.Context, c branchingCase) (branchingRun, error) { return c.run(ctx, s) })
	cost, unknown := sim.ChooseCostModel(machine)
	if unknown != nil {
		return nil, unknown
	}
	rows := branchingRows(reproduce.Finished(runs, err))
	if err != nil {
		return reproduce.Interrupted(err, nil, branchingSheet(rows, cost))
	}
	setup := []string{
		"unsatisfiable random formulas, the same for all rules; unit clause rule, no other; mean over the formulas",
		fmt.Sprintf("time: on one processor of %s, %v ms a node and %.1f µs a clause visit; visits alone: as if a rule chose for nothing",
			machine, float64(cost.NodeTime)/float64(balance.Millisecond), float64(cost.WorkTime)/float64(balance.Microsecond)),
	}
	if plan.formulas > 0 {
		setup = append(setup, fmt.Sprintf("estimate: %d walks down at random, with weights (Knuth 1975), on %d formulas of each sample of the "+
			"paper; of a lopsided tree this is mostly too low", plan.probes, plan.formulas))
	}
	return &reproduce.Result{Setup: setup, Tables: []report.Sheet{branchingSheet(rows, cost)}, Claims: branchingClaims(rows, cost)}, nil
}

func branchingCases(plan branchingPlan) ([]branchingCase, error) {
	var cases []branchingCase
	add := func(sample string, formulas []input.Formula, probes int) {
		for _, rule := range branchingRules() {
			for _, f := range formulas {
				cases = append(cases, branchingCase{sample, f, rule, probes})
			}
		}
	}
	for _, size := range plan.sizes {
		formulas, err := input.Random(size.sample, 1, size.count)
		if err != nil {
			return nil, err
		}
		add(fmt.Sprintf("%d-%d-%d", size.sample.Vars, size.sample.Clauses, size.sample.K), formulas, 0)
	}
	for _, sample := range []string{reproduce.Sample350, reproduce.Sample400} {
		if plan.formulas == 0 {
			break
		}
		formulas, err := unsatisfiable(sample)
		if err != nil {
			return nil, err
		}
		add(sample, formulas[:min(len(formulas), plan.formulas)], plan.probes)
	}
	return cases, nil
}

func (c branchingCase) about() reproduce.Job {
	seconds := 0.05
	if c.probes > 0 {
		seconds = 2e-3 * float64(c.probes)
	}
	return reproduce.Job{What: c.rule.name + " on " + c.formula.Name, Seconds: seconds}
}

func (c branchingCase) run(ctx context.Context, s *reproduce.Session) (branchingRun, error) {
	f, err := c.formula.Read(ctx)
	if err != nil {
		return branchingRun{}, err
	}
	b, err := newBranching(ctx, f, c.rule, s.RandFor("plb/branching", fingerprint(c.formula.Name), fingerprint(c.rule.name)))
	if err != nil {
		return branchingRun{}, err
	}
	if c.probes == 0 {
		err := b.search(ctx)
		return branchingRun{c, float64(b.nodes), float64(b.visits), b.found}, err
	}
	run := branchingRun{branchingCase: c}
	for range c.probes {
		if err := ctx.Err(); err != nil {
			return run, err
		}
		nodes, visits := b.probe()
		run.nodes += nodes / float64(c.probes)
		run.visits += visits / float64(c.probes)
	}
	return run, nil
}

// branchingRows gathers the formulas of each sample and rule, without the satisfiable ones.
func branchingRows(runs []branchingRun) []branchingRow {
	satisfiable := map[string]bool{}
	for _, r := range runs {
		if r.found {
			satisfiable[r.formula.Name] = true
		}
	}
	var rows []branchingRow
	for _, r := range runs {
		if len(rows) == 0 || rows[len(rows)-1].sample != r.sample || rows[len(rows)-1].rule != r.rule.name {
			rows = append(rows, branchingRow{sample: r.sample, rule: r.rule.name, probes: r.probes})
		}
		if !satisfiable[r.formula.Name] {
			row := &rows[len(rows)-1]
			row.nodes, row.visits = append(row.nodes, r.nodes), append(row.visits, r.visits)
		}
	}
	return rows
}

func (r branchingRow) meanNodes() float64  { return stat.Mean(r.nodes, nil) }
func (r branchingRow) meanVisits() float64 { return stat.Mean(r.visits, nil) }

// seconds is the time on one processor, and visitSeconds the part of it for clause visits.
func (r branchingRow) seconds(cost *sim.CostModel) float64 {
	return r.visitSeconds(cost) + r.meanNodes()*float64(cost.NodeTime)/float64(balance.Second)
}

func (r branchingRow) visitSeconds(cost *sim.CostModel) float64 {
	return r.meanVisits() * float64(cost.WorkTime) / float64(balance.Second)
}

// lexOf is the row of lex on the sample of a row.
func lexOf(rows []branchingRow, sample string) branchingRow {
	for _, r := range rows {
		if r.sample == sample && r.rule == "lex" {
			return r
		}
	}
	return branchingRow{}
}

func branchingSheet(rows []branchingRow, cost sim.CostModel) report.Sheet {
	digits := func(of func(branchingRow) float64) (func(branchingRow) any, func(branchingRow) string) {
		return func(r branchingRow) any { return of(r) }, func(r branchingRow) string { return threeDigits(of(r)) }
	}
	number := func(key, heading string, of func(branchingRow) float64) report.Column[branchingRow] {
		c := report.Column[branchingRow]{Key: key, Heading: heading}
		c.Value, c.Text = digits(of)
		return c
	}
	columns := []report.Column[branchingRow]{
		{Key: "sample", Heading: "formulas", Left: true, Value: func(r branchingRow) any { return r.sample }},
		{Key: "count", Heading: "number", Value: func(r branchingRow) any { return len(r.nodes) }},
		{Key: "rule", Heading: "rule", Left: true, Value: func(r branchingRow) any { return r.rule }},
		{
			Key: "probes", Heading: "estimate", Left: true, Value: func(r branchingRow) any { return r.probes },
			Text: func(r branchingRow) string {
				if r.probes == 0 {
					return ""
				}
				return "estimate"
			},
		},
		number("nodes", "nodes", branchingRow.meanNodes),
		number("visits", "visits", branchingRow.meanVisits),
		number("time_s", "time s", func(r branchingRow) float64 { return r.seconds(&cost) }),
		number("visit_time_s", "visits alone", func(r branchingRow) float64 { return r.visitSeconds(&cost) }),
		number("nodes_factor", "nodes × lex", func(r branchingRow) float64 { return r.meanNodes() / lexOf(rows, r.sample).meanNodes() }),
	}
	var notes []string
	for _, rule := range branchingRules() {
		notes = append(notes, rule.name+": "+rule.title)
	}
	return report.NewSheet("branching", "Branching rules", columns, rows, notes...)
}

// threeDigits writes large numbers with a power of ten.
func threeDigits(x float64) string {
	switch {
	case math.IsNaN(x):
		return ""
	case x >= 1e7:
		return fmt.Sprintf("%.1e", x)
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.2f", x)
}
