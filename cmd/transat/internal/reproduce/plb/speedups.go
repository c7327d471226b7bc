package plb

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/tree"
)

// Speed-ups on satisfiable formulas, which the paper leaves out of its tables. A search ends at the first
// model, and several processors that begin in several places may come to one sooner than their number
// explains. That depends on where the models are, so every formula is searched in several orders: in that
// of the solver, and with the two children of every node in random order (shuffled.go).

func speedupsItem() reproduce.Item {
	return reproduce.Item{
		Name:  "plb/speedups",
		Title: "speed-ups on satisfiable formulas: the search ends at the first model",
		Source: "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §6.1; Speckenmeyer: Is average superlinear speedup possible?, " +
			"1989",
		Run: speedups,
	}
}

// speedupCase is a policy on a machine, with one order of the children.
type speedupCase struct {
	simulated
	order uint64 // 0 is that of the solver
}

// speedupRow is a policy on a machine, with all runs.
type speedupRow struct {
	policy string
	procs  int
	runs   []speedupRun
}

// speedupRun is one simulation, and the sequential search in the same order.
type speedupRun struct {
	sequential, time float64 // seconds
	nodes, visited   int64   // of the search tree: in the sequential search, in the parallel one
}

// gain is the speed-up over the number of processors: above 1 it is superlinear.
func (r speedupRow) gain(run speedupRun) float64 { return run.sequential / run.time / float64(r.procs) }

func speedups(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	formulas, err := satisfiableFormulas(s)
	if err != nil {
		return nil, err
	}
	plan := speedupPlan(s)
	cases := speedupCases(s, plan)
	results, err := reproduce.OnTrees(ctx, s, formulas, cases, speedupCase.about, speedupOn)
	if err != nil {
		rows := speedupRows(cases, reproduce.Finished(results, err))
		if len(rows[0].runs) == 0 {
			return nil, err
		}
		return reproduce.Interrupted(err, nil, speedupSheet(rows))
	}
	rows := speedupRows(cases, results)
	sample, _, _ := strings.Cut(formulas[0].Name, "/")
	left := ""
	if !s.Quick {
		left = fmt.Sprintf(" (without %s, whose tree has more than %d million nodes)", endless, reproduce.MaxModelNodes/1_000_000)
	}
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("%d satisfiable formulas of %s%s, each in %d orders (%d for other policies): that of the solver, and others with the "+
				"children of every node in random order; machine %s",
				len(rows[0].runs)/int(plan[0].orders), sample, left, plan[0].orders, plan[1].orders, machine),
			"speed-up: time of the depth-first search, in the same order, to its first model, over the time of the parallel search; it is " +
				"superlinear if it is above n",
		},
		Tables:  []report.Sheet{speedupSheet(rows)},
		Claims:  speedupClaims(rows),
		Figures: speedupFigures(rows),
	}, nil
}

// endless is a formula whose tree is too large to record: it has more than MaxModelNodes nodes, nearly half
// of them models, although the solver finds one after seventy thousand nodes.
const endless = "350-1505-3/01"

// satisfiableFormulas returns the satisfiable formulas of the paper's sample, but for the endless one. At the quick size
// formulas are small, and not all of them are satisfiable.
func satisfiableFormulas(s *reproduce.Session) ([]input.Formula, error) {
	if s.Quick {
		const count = 12
		return input.Random(instances.Sample{Vars: 200, Clauses: 880, K: 3}, 1, count)
	}
	formulas, err := input.Sample(reproduce.Sample350)
	return slices.DeleteFunc(formulas, func(f input.Formula) bool { return f.Verdict != cnf.Satisfiable || f.Name == endless }), err
}

// speedupSeries is a policy on several machines, with a number of orders.
type speedupSeries struct {
	policy, topology, estimate, machine string
	grids                               [][]int
	orders                              uint64
}

// about describes a case for the progress bar.
func (c speedupCase) about() reproduce.Job {
	job := c.simulated.about()
	if c.row.Estimate == "alpha" {
		job.Seconds /= 4 // of the tree, only the part before the first model is searched
	}
	return job
}

// speedupPlan lists the policies, machines and orders. Policies that count elements split the tree down to its last node, which
// takes ten times as long to simulate.
func speedupPlan(s *reproduce.Session) []speedupSeries {
	every := reproduce.Size(s, [][]int{{2, 4}, {8, 8}}, [][]int{{1, 2}, {2, 4}, {4, 8}, {8, 8}, {16, 16}, {32, 32}})
	some := reproduce.Size(s, [][]int{{8, 8}}, [][]int{{16, 16}})
	many, few := reproduce.Size[uint64](s, 4, 6), uint64(2)
	return []speedupSeries{
		{"plb", "mesh", "alpha", machine, every, many},
		{"steal", "mesh", "count", machine, some, few},
		{"lade", "torus", "count", ladeMachine, some, few},
	}
}

// speedupCases returns the cases of a plan. Those of one row are next to each other.
func speedupCases(s *reproduce.Session, plan []speedupSeries) []speedupCase {
	var cases []speedupCase
	for _, p := range plan {
		for _, sides := range p.grids {
			row := unmeasured(reproduce.TableRow{Sides: sides, Policy: p.policy, Topology: p.topology, Estimate: p.estimate})
			for order := range p.orders {
				cases = append(cases, speedupCase{simulated{row: row, machine: p.machine, seed: s.Seed + order}, order})
			}
		}
	}
	return cases
}

// speedupOn runs a case on a tree; nil if the formula is unsatisfiable, or its tree was not recorded.
func speedupOn(ctx context.Context, lent reproduce.Lent, c speedupCase) (*speedupRun, error) {
	if lent.Tree == nil || lent.Tree.Models() == 0 {
		return nil, nil
	}
	var tree balance.Tree[tree.Node] = lent.Tree
	if c.order > 0 {
		tree = shuffled{tree, c.order}
	}
	work, nodes, _ := tree.Finish(tree.Root())
	cost, err := sim.ChooseCostModel(c.machine)
	if err != nil {
		return nil, err
	}
	result, err := simulate(ctx, c.simulated, tree, compare.Watch{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", lent.Name, err)
	}
	sequential := cost.Expand(work, nodes).Seconds()
	return &speedupRun{sequential, result.Seconds(), nodes, result.Nodes}, nil
}

// speedupRows gathers the runs of each policy and machine.
func speedupRows(cases []speedupCase, results [][]*speedupRun) []speedupRow {
	var rows []speedupRow
	for i, c := range cases {
		if c.order == 0 {
			rows = append(rows, speedupRow{policy: c.row.Policy, procs: c.row.Procs()})
		}
		row := &rows[len(rows)-1]
		for _, runs := range results {
			if run := runs[i]; run != nil {
				row.runs = append(row.runs, *run)
			}
		}
	}
	return rows
}

// gains returns the gains of all runs.
func (r speedupRow) gains() []float64 {
	var all []float64
	for _, run := range r.runs {
		all = append(all, r.gain(run))
	}
	return all
}

// superlinear is the share of the runs that are faster than n processors explain.
func (r speedupRow) superlinear() float64 {
	above := 0
	for _, g := range r.gains() {
		if g > 1 {
			above++
		}
	}
	return float64(above) / float64(len(r.runs))
}

// meanGain is the mean speed-up over n, and timeGain the mean sequential time over n times the mean time.
func (r speedupRow) meanGain() float64 { return stat.Mean(r.gains(), nil) }

func (r speedupRow) timeGain() float64 {
	sequential, time := 0.0, 0.0
	for _, run := range r.runs {
		sequential += run.sequential
		time += run.time
	}
	return sequential / time / float64(r.procs)
}

// visitedShare is a quantile of the nodes that the parallel search visits, divided by the nodes of the sequential one.
func (r speedupRow) visitedShare(share float64) float64 {
	var all []float64
	for _, run := range r.runs {
		all = append(all, float64(run.visited)/float64(run.nodes))
	}
	return quantile(all, share)
}
