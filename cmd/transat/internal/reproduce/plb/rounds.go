package plb

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/rounds"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// How many rounds the balancing phases of SAT runs need (§1). plb/table1 has the rounds for random loads; here the
// loads come from PLB runs on search trees, at the moments at which a phase begins: when a processor is out of work. An element cannot be
// divided, and a real phase has no rounds, so these are the rounds of §3.2 for divisible loads of the same size.

func roundsItem() reproduce.Item {
	return reproduce.Item{
		Name:   "plb/rounds",
		Title:  "rounds of the balancing phases of SAT runs, by network",
		Source: "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §1, §3.2, Theorem 1",
		Run:    satRounds,
	}
}

// lookEvery is the time between two looks at the loads: the pause between two precomputations of a policy.
func lookEvery(policy string) (balance.Ticks, error) {
	chosen, err := balance.Choose(policy)
	return chosen.Values.Seconds("period"), err
}

// roundsRun counts the phases of a run by their rounds.
type roundsRun struct {
	links    int // Δ
	byRounds []int
	uneven   float64 // sum over all looks with a load: the standard deviation of the loads over their mean
	looked   int     // the number of these looks
}

// roundsRow is a network, over all runs.
type roundsRow struct {
	kind  string
	procs int
	roundsRun
}

func satRounds(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	formulas, err := tableFormulas(s, reproduce.Sample400)
	if err != nil {
		return nil, err
	}
	formulas = formulas[:min(len(formulas), reproduce.Size(s, 3, parameterFormulas))]
	every, err := lookEvery(reproduce.Table3()[0].Policy)
	if err != nil {
		return nil, err
	}
	var cases []simulated
	for _, kind := range []string{"mesh", "line", "tree"} {
		row := unmeasured(reproduce.Table3()[0])
		row.Topology = kind
		row.Sides = reproduce.Size(s, []int{8, 8}, row.Sides)
		cases = append(cases, simulated{row: row, machine: machine, seed: s.Seed})
	}
	results, err := reproduce.OnTrees(ctx, s, formulas, cases, simulated.about, roundsOn)
	rows := roundsRows(cases, reproduce.Finished(results, err))
	if err != nil {
		return reproduce.Interrupted(err, nil, roundsSheet(rows))
	}
	sample, _, _ := strings.Cut(formulas[0].Name, "/")
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("PLB with estimate (a) on %s, n = %d, %d formulas of %s", machine, rows[0].procs, len(formulas), sample),
			fmt.Sprintf("every %.1f s, the period of the precomputation, PLB looks at the loads; a phase begins if a processor is out of work and "+
				"any has elements waiting", every.Seconds()),
		},
		Tables: []report.Sheet{roundsSheet(rows)},
		Claims: []reproduce.Claim{satRoundsClaim(rows), notUniformClaim(rows)},
	}, nil
}

// roundsOn watches a run; nil if the formula is satisfiable.
func roundsOn(ctx context.Context, lent reproduce.Lent, r simulated) (*roundsRun, error) {
	if lent.Tree == nil || lent.Tree.Models() > 0 {
		return nil, nil
	}
	network, err := topology.New(r.row.Topology, r.row.Sides...)
	if err != nil {
		return nil, err
	}
	plb, err := rounds.NewPLB(network)
	if err != nil {
		return nil, err
	}
	every, err := lookEvery(r.row.Policy)
	if err != nil {
		return nil, err
	}
	run := &roundsRun{links: diameterOfNetwork(network)}
	var failed error
	look := func(v *sim.View) balance.Ticks {
		if slices.Max(v.Load) == 0 {
			return v.Time + every
		}
		mean, deviation := stat.PopMeanStdDev(v.Load, nil)
		run.uneven, run.looked = run.uneven+deviation/mean, run.looked+1
		if outOfWork(v) {
			m, err := plb.Migrate(v.Load)
			if err != nil {
				failed = err
			}
			for len(run.byRounds) <= m.Rounds {
				run.byRounds = append(run.byRounds, 0)
			}
			run.byRounds[m.Rounds]++
		}
		return v.Time + every
	}
	if _, err := simulate(ctx, r, lent.Tree, compare.Watch{Timeline: &sim.Timeline{Look: look}}); err != nil {
		return nil, fmt.Errorf("%s: %w", lent.Name, err)
	}
	return run, failed
}

// outOfWork reports whether a processor has nothing at all to do.
func outOfWork(v *sim.View) bool {
	for i, waiting := range v.Waiting {
		if waiting == 0 && !v.Busy[i] {
			return true
		}
	}
	return false
}

// diameterOfNetwork is the number of links between the processors farthest apart.
func diameterOfNetwork(network topology.Network) int {
	if network.Kind() == "tree" {
		_, _, links := longestWay(parents(network.Procs(), func(v int) int { return network.Neighbours(v)[0] }))
		return links
	}
	return setting{label: network.Kind(), net: network}.diameter()
}

// roundsRows adds the runs of each network up.
func roundsRows(cases []simulated, results [][]*roundsRun) []roundsRow {
	var rows []roundsRow
	for i, c := range cases {
		row := roundsRow{kind: c.row.Topology, procs: c.row.Procs()}
		for _, runs := range results {
			if runs[i] == nil {
				continue
			}
			row.links = runs[i].links
			row.uneven, row.looked = row.uneven+runs[i].uneven, row.looked+runs[i].looked
			for k, count := range runs[i].byRounds {
				for len(row.byRounds) <= k {
					row.byRounds = append(row.byRounds, 0)
				}
				row.byRounds[k] += count
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// unevenness is the standard deviation of the loads over their mean, averaged over all looks.
func (r roundsRow) unevenness() float64 { return r.uneven / float64(r.looked) }

// looks counts the phases with fewer rounds than that.
func (r roundsRow) looks(fewer int) int {
	sum := 0
	for k, count := range r.byRounds {
		if k < fewer {
			sum += count
		}
	}
	return sum
}

func (r roundsRow) all() int  { return r.looks(len(r.byRounds)) }
func (r roundsRow) most() int { return len(r.byRounds) - 1 }

func (r roundsRow) mean() float64 {
	sum := 0
	for k, count := range r.byRounds {
		sum += k * count
	}
	return float64(sum) / float64(r.all())
}

func roundsSheet(rows []roundsRow) report.Sheet {
	columns := []report.Column[roundsRow]{
		{Key: "topology", Heading: "topology", Left: true, Value: func(r roundsRow) any { return r.kind }},
		{Key: "n", Heading: "n", Value: func(r roundsRow) any { return r.procs }},
		{Key: "diameter", Heading: "Δ", Value: func(r roundsRow) any { return r.links }},
		{Key: "phases", Heading: "phases", Value: func(r roundsRow) any { return r.all() }},
		report.Number("rounds", "rounds", 1, roundsRow.mean),
		{Key: "rounds_most", Heading: "most", Value: func(r roundsRow) any { return r.most() }},
		report.Number("fewer_percent", "fewer than Δ, %", 1,
			func(r roundsRow) float64 { return 100 * float64(r.looks(r.links)) / float64(r.all()) }),
		report.Number("uneven_percent", "σ/λ̄, %", 0, func(r roundsRow) float64 { return 100 * r.unevenness() }),
	}
	return report.NewSheet("rounds", "Rounds that the loads of SAT runs need", columns, rows,
		"phases: looks at which a phase begins; rounds: mean; on the mesh, rounds of rows and of columns are added",
		"σ/λ̄: the standard deviation of the loads over their mean, averaged over all looks")
}

// satRoundsClaim judges the number of rounds in experiments.
func satRoundsClaim(rows []roundsRow) reproduce.Claim {
	came := true
	var notes []string
	for _, r := range rows {
		came = came && 2*r.looks(r.links) > r.all() && r.most() <= r.links
		notes = append(notes,
			fmt.Sprintf("%s: %d of %d phases, %.1f rounds on average, Δ = %d", r.kind, r.looks(r.links), r.all(), r.mean(), r.links))
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§1", Text: "in experiments the rounds are fewer than Δ most of the time",
		Bound:   reproduce.Ours("in more than half of the phases of SAT runs, on each network, and never more than Δ"),
		Verdict: reproduce.Judge(came), Note: strings.Join(notes, "; "),
	}
}

// notUniformClaim judges how far loads are from uniform.
func notUniformClaim(rows []roundsRow) reproduce.Claim {
	const least = 0.1
	came := true
	var notes []string
	for _, r := range rows {
		came = came && r.unevenness() >= least
		notes = append(notes, fmt.Sprintf("%s: %.0f %%", r.kind, 100*r.unevenness()))
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: "balancing does not lead to a uniform load distribution, in general",
		Bound:   reproduce.Ours(fmt.Sprintf("the standard deviation of the loads is %.0f %% of their mean or more, on each network", 100*least)),
		Verdict: reproduce.Judge(came), Note: strings.Join(notes, ", "),
	}
}
