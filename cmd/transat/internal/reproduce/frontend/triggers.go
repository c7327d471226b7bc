package frontend

import (
	"context"
	"fmt"

	"transat/balance"
	"transat/balance/simd"
	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
	"transat/instances"
)

func triggersItem() reproduce.Item {
	return reproduce.Item{
		Name:   "frontend/triggers",
		Title:  "gp and ngp on a SIMD machine: who is matched, and when",
		Source: "Karypis, Kumar: Unstructured Tree Search on SIMD Parallel Computers, 1994; Powley, Ferguson, Korf, 1991",
		Run:    triggers,
	}
}

// run is one search.
type run struct {
	matching string // gp or ngp
	trigger  string // as the paper writes it
	x        float64
	dear     int // how many times as long as usual everything takes that goes through the router
}

// The triggers, by the number of the policies' parameter.
const (
	dP = "D^P"
	dK = "D^K"
)

func (r run) policy() string {
	switch r.trigger {
	case dP:
		return r.matching + ":trigger=1:transfers=1000"
	case dK:
		return r.matching
	}
	return fmt.Sprintf("%s:trigger=0:x=%v", r.matching, r.x)
}

// row is what a search came to.
type row struct {
	run
	simd.Result
}

// overhead is the time of all processors beyond that of the nodes, in that of the nodes.
func (r row) overhead() float64 { return 1/r.Efficiency() - 1 }

// expanding is the share of processors that expand a node in a step.
func (r row) expanding() float64 { return float64(r.Nodes) / float64(r.Steps) / float64(r.Procs) }

// plan is what is searched.
type plan struct {
	side       int // of the torus
	tree       string
	thresholds []float64
	dear       []int
}

// runs are all searches of a plan.
func (p plan) runs() []run {
	var all []run
	for _, dear := range p.dear {
		for _, matching := range []string{"ngp", "gp"} {
			for _, x := range p.thresholds {
				all = append(all, run{matching, fmt.Sprintf("S^%v", x), x, dear})
			}
			all = append(all, run{matching, dP, 0, dear}, run{matching, dK, 0, dear})
		}
	}
	return all
}

func triggers(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	thresholds := []float64{0.5, 0.6, 0.7, 0.8, 0.9, 0.95}
	p := reproduce.Size(s, plan{16, "uts-t1l/8", thresholds, []int{1, 16}}, plan{32, "uts-t1l/10", thresholds, []int{1, 4, 16}})
	set, err := instances.Open(p.tree)
	if err != nil {
		return nil, err
	}
	record, err := set.Instances[0].Tree.Record(ctx, nil)
	if err != nil {
		return nil, err
	}
	_, nodes, _ := record.Subtree(record.Root())
	rows, err := reproduce.Map(ctx, s, p.runs(),
		func(r run) reproduce.Job {
			return reproduce.Job{What: r.matching + " " + r.trigger, Seconds: float64(nodes) * 1e-7}
		},
		func(ctx context.Context, r run) (row, error) { return search(ctx, p, r, record) })
	if err != nil {
		return reproduce.Interrupted(err, nil, table(reproduce.Finished(rows, err)))
	}
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("machine maspar-mp1, %d×%d processors in lockstep, on %s of %d nodes of 0.5 ms; the root on one processor",
				p.side, p.side, p.tree, nodes),
			"a processor gives its oldest element; with D^P a phase matches until no processor is idle, else once",
			"dear: how many times as long the router takes; the paper's own machine was a CM-2, on the 15-puzzle, and we have no text of it " +
				"but the abstract and what others say of its rules",
		},
		Tables: []report.Sheet{table(rows)},
		Claims: claims(rows),
	}, nil
}

// search is one of them.
func search(ctx context.Context, p plan, r run, record *instances.UTSRecord) (row, error) {
	cost, err := simd.ChooseCostModel("maspar-mp1")
	if err != nil {
		return row{}, err
	}
	cost.WorkTime = 450 * balance.Microsecond / instances.UTSWork
	cost.ElementBytes = 8 + instances.UTSStateBytes
	cost.RouterTime *= balance.Ticks(r.dear)
	torus, err := topology.New("torus", p.side, p.side)
	if err != nil {
		return row{}, err
	}
	policy, err := balance.Choose(r.policy())
	if err != nil {
		return row{}, err
	}
	result, err := simd.Run(ctx, simd.Config[instances.UTSPlace]{Tree: record, Network: torus, Policy: policy, Cost: cost})
	return row{r, result}, err
}

func table(rows []row) report.Sheet {
	return report.NewSheet("triggers", "Matchings and triggers", []report.Column[row]{
		{Key: "dear", Heading: "dear", Value: func(r row) any { return r.dear }},
		{Key: "matching", Heading: "matching", Left: true, Value: func(r row) any { return r.matching }},
		{Key: "trigger", Heading: "trigger", Left: true, Value: func(r row) any { return r.trigger }},
		{Key: "steps", Heading: "steps", Value: func(r row) any { return r.Steps }},
		{Key: "phases", Heading: "phases", Value: func(r row) any { return r.Balances }},
		report.Number("send", "send", 1, func(r row) float64 { return float64(r.Sent) / float64(r.Procs) }),
		report.Number("expanding_percent", "expanding %", 1, func(r row) float64 { return 100 * r.expanding() }),
		report.Number("efficiency_percent", "efficiency %", 1, func(r row) float64 { return 100 * r.Efficiency() }),
		report.Number("overhead", "overhead", 3, func(r row) float64 { return r.overhead() }),
	}, rows,
		"phases: balancing phases; send: elements sent, mean per processor; expanding: processors that have a node, mean over the steps",
		"overhead: time of all processors that is not work on nodes, as a share of that work")
}
