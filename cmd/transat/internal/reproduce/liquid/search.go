package liquid

import (
	"context"
	"fmt"

	"transat/balance"
	"transat/balance/simd"
	"transat/balance/topology"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
	"transat/instances"
)

// The Liquid model on the machine it was made for: a MasPar MP-1 with 128×128 processors in lockstep, searching
// trees of 10⁶ to 10⁸ nodes. Source: Henrich: Local load balancing according to a simple liquid model, §5, last
// paragraph, and §6.
//
// The paper gives no other number, and does not say what a node costs, nor how often load is balanced. Both
// matter: in a step, the Liquid model moves one element a dimension, averaging as many as it takes. So the trees
// have nodes of two kinds: fine ones, of UTS, with the time that they would take on that machine, and coarse ones, of a
// formula.

func searchItem() reproduce.Item {
	return reproduce.Item{
		Name:   "liquid/search",
		Title:  "the Liquid model and averaging search trees on a SIMD machine",
		Source: "Henrich: Local load balancing according to a simple liquid model, §5, last paragraph, and §6",
		Run:    search,
	}
}

// searchPolicies are the policies that the paper compares. The first six are C0 to C5.
func searchPolicies() []string {
	return []string{
		"liquid-c0", "liquid-c1", "liquid-c2", "liquid-c3", "liquid-c4", "liquid-c5", "nna-sync", "nna-async",
	}
}

// A node of UTS takes one SHA-1 of a block, which is about 1,300 operations of 32 bits: 80 rounds of 12, and 64
// words made with 5 each. At 26,000 million operations a second of 16,384 processors that is 0.82 ms.
const utsHash = 820 * balance.Microsecond

// searchCase is one policy, with its number of expansions between balancing, and of balancing steps between them.
type searchCase struct {
	policy               string
	expansions, balances int
}

// often says how often a case balances: "1:4" stands for four balancing steps after every expansion.
func (c searchCase) often() string { return fmt.Sprintf("%d:%d", c.expansions, c.balances) }

func (c searchCase) about() reproduce.Job {
	seconds := map[string]float64{"nna-sync": 0.4, "nna-async": 0.3}[c.policy] // for a million nodes
	return reproduce.Job{What: fmt.Sprintf("%s (%s)", c.policy, c.often()), Seconds: max(0.1, seconds) * float64(c.balances)}
}

// searchRow is one search.
type searchRow struct {
	searchCase
	tree string
	simd.Result
}

// searchPlan is what is searched.
type searchPlan struct {
	cost    simd.CostModel
	side    int      // of the torus
	formula string   // with the coarse tree
	trees   []string // of UTS: growing, on which all policies are run
	largest string   // another one, for C2 and the conditions that balance; or ""
}

// fine is the machine with elements and nodes of UTS.
func (p searchPlan) fine() simd.CostModel {
	c := p.cost
	c.WorkTime, c.ElementBytes = utsHash/instances.UTSWork, 8+instances.UTSStateBytes
	return c
}

func search(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	maspar, err := simd.ChooseCostModel("maspar-mp1")
	if err != nil {
		return nil, err
	}
	plan := reproduce.Size(s,
		searchPlan{maspar, 32, "300-1500-3/1", []string{"uts-t1l/8", "uts-t1l/9"}, ""},
		searchPlan{maspar, 128, "350-1505-3/08", []string{"uts-t1l/10", "uts-t1l/11"}, "uts-t1l"})
	fine, err := fineSearches(ctx, s, plan)
	if err != nil {
		return reproduce.Interrupted(err, nil, searchSheet(reproduce.Finished(fine, err)))
	}
	coarse, err := coarseSearches(ctx, s, plan)
	if err != nil {
		return reproduce.Interrupted(err, nil, searchSheet(reproduce.Finished(fine, nil)))
	}
	var often, rows []searchRow
	for _, r := range fine {
		if r.tree == plan.trees[0] {
			often = append(often, r)
		}
		if r.expansions == 1 && r.balances == 1 {
			rows = append(rows, r)
		}
	}
	rows = append(rows, coarse...)
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("machine maspar-mp1, torus of %d×%d, the root on one processor; a step expands one node of every processor that has any, "+
				"and takes as long as the longest", plan.side, plan.side),
			fmt.Sprintf("%s is uts-t1l cut at that depth; a node of UTS takes %.2g ms, a node of %s %.2g ms on average",
				plan.trees[0], milliseconds(rows[0].nodeTime()), plan.formula, milliseconds(coarse[0].nodeTime())),
			"every expansion is followed by one balancing step, unless it says otherwise: 1:4 stands for four, 4:1 for one after four expansions",
		},
		Tables:  []report.Sheet{searchSheet(rows), grainSheet(often)},
		Claims:  searchClaims(rows, often),
		Figures: []reproduce.Figure{{Key: "trees", Picture: searchChart(fine)}, {Key: "grain", Picture: grainChart(often)}},
	}, nil
}

// fineSearches searches the trees of UTS.
func fineSearches(ctx context.Context, s *reproduce.Session, plan searchPlan) ([]searchRow, error) {
	names := plan.trees
	if plan.largest != "" {
		names = append(names[:len(names):len(names)], plan.largest)
	}
	recording := func(name string) reproduce.Job { return reproduce.Job{What: "recording " + name, Seconds: 1} }
	records, err := reproduce.Map(ctx, s, names, recording, recordUTS)
	if err != nil {
		return nil, err
	}
	type run struct {
		tree int
		searchCase
	}
	var runs []run
	for i := range plan.trees {
		for _, policy := range searchPolicies() {
			runs = append(runs, run{i, searchCase{policy, 1, 1}})
		}
	}
	for _, policy := range grainPolicies() {
		for _, c := range []searchCase{{policy, 4, 1}, {policy, 1, 4}, {policy, 1, 16}} {
			runs = append(runs, run{0, c})
		}
	}
	if plan.largest != "" {
		for _, policy := range append([]string{"liquid-c2"}, balancing()...) {
			runs = append(runs, run{len(plan.trees), searchCase{policy, 1, 1}})
		}
	}
	return reproduce.Map(ctx, s, runs,
		func(r run) reproduce.Job {
			job := r.about()
			_, nodes, _ := records[r.tree].Subtree(records[r.tree].Root())
			return reproduce.Job{What: job.What + " on " + names[r.tree], Seconds: job.Seconds * float64(nodes) / 1e6}
		},
		func(ctx context.Context, r run) (searchRow, error) {
			return searched(ctx, plan, r.searchCase, names[r.tree], plan.fine(), records[r.tree])
		})
}

// recordUTS records a tree of UTS.
func recordUTS(ctx context.Context, name string) (*instances.UTSRecord, error) {
	set, err := instances.Open(name)
	if err != nil {
		return nil, err
	}
	return set.Instances[0].Tree.Record(ctx, nil)
}

// coarseSearches searches the tree of a formula.
func coarseSearches(ctx context.Context, s *reproduce.Session, plan searchPlan) ([]searchRow, error) {
	formulas, err := input.Sample(plan.formula)
	if err != nil {
		return nil, err
	}
	var cases []searchCase
	for _, policy := range searchPolicies() {
		cases = append(cases, searchCase{policy, 1, 1})
	}
	search := func(ctx context.Context, lent reproduce.Lent, c searchCase) (searchRow, error) {
		return searched(ctx, plan, c, lent.Name, plan.cost, lent.Tree)
	}
	rows, err := reproduce.OnTrees(ctx, s, formulas, cases, searchCase.about, search)
	if err != nil {
		return nil, err
	}
	return rows[0], nil
}

// searched is one search.
func searched[E any](ctx context.Context, plan searchPlan, c searchCase, name string, cost simd.CostModel,
	tree balance.Tree[E],
) (searchRow, error) {
	row := searchRow{searchCase: c, tree: name}
	torus, err := topology.New("torus", plan.side, plan.side)
	if err != nil {
		return row, err
	}
	policy, err := balance.Choose(c.policy)
	if err != nil {
		return row, err
	}
	row.Result, err = simd.Run(ctx, simd.Config[E]{
		Tree: tree, Network: torus, Policy: policy, Cost: cost, Expansions: c.expansions, Balances: c.balances,
	})
	return row, err
}

// nodeTime is the mean time of a node.
func (r searchRow) nodeTime() balance.Ticks { return r.Busy / balance.Ticks(r.Nodes) }

// with is the row for another time of a node; all nodes of the row take the same time. A search makes the same moves
// whatever a node takes.
func (r searchRow) with(node balance.Ticks) searchRow {
	more := node - r.nodeTime()
	r.Time += balance.Ticks(r.Steps) * more
	r.Busy += balance.Ticks(r.Nodes) * more
	r.Idle += balance.Ticks(r.IdleSteps) * more
	r.Sequential = r.Busy
	return r
}

// supplied is the share of processors that had an element, over all expansions.
func (r searchRow) supplied() float64 {
	return float64(r.Nodes) / (float64(r.Procs) * float64(r.Steps))
}

func milliseconds(t balance.Ticks) float64 { return float64(t) / float64(balance.Millisecond) }
