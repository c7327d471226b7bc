package census

import (
	"context"
	"fmt"
	"math"
	"strings"

	"transat/balance"
	"transat/balance/rounds"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// The hierarchy from above (multilevel), beside diffusion. Neither Horton's paper nor a text about it could be had, so what is judged is
// what follows from its scheme as we know it: a phase goes down log₂ n levels, and evens out, while diffusion takes the more steps the
// longer a wave of load is.

func halvesItem() reproduce.Item {
	return reproduce.Item{
		Name:   "census/halves",
		Title:  "hierarchy from above: one phase evens out, whatever the size",
		Source: "Horton, 1993",
		Run:    halves,
	}
}

// halved is what a phase did on a square mesh.
type halved struct {
	machine string
	side    int
	start   string  // pile or ramp
	before  float64 // σ at the start, as a share of the mean
	one     float64 // after one phase
	three   float64 // after three
	steps   int     // of diffusion with real loads, until its σ is that after one phase, or 1 %
}

const (
	pile = "pile" // all elements on processor 0
	ramp = "ramp" // the more the higher the rank: the longest wave there is

	// meanElements is about the number of elements for a processor.
	meanElements = 8
	// alike is the σ that counts as even for real loads.
	alike = 0.01
)

func halves(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	var all []halved
	for _, machine := range []string{"ideal", "gcel-1024"} {
		for _, side := range []int{4, 8, 10, 16, 32} {
			for _, start := range []string{pile, ramp} {
				all = append(all, halved{machine: machine, side: side, start: start})
			}
		}
	}
	rows, err := reproduce.Map(ctx, s, all,
		func(x halved) reproduce.Job {
			return reproduce.Job{What: fmt.Sprintf("%s on %dx%d", x.start, x.side, x.side), Seconds: 0.2}
		},
		func(ctx context.Context, x halved) (halved, error) { return x, x.run(ctx) })
	if err != nil {
		return reproduce.Interrupted(err, nil, halvesTable(reproduce.Finished(rows, err)))
	}
	return &reproduce.Result{
		Setup: []string{
			"the paper could not be had: judged is what follows from its scheme, as we know it, within bounds that we set when we saw the numbers",
			"square meshes; a pile: 8 elements for each processor, all on the first; a ramp: 0 to 15 elements, the more the higher the rank",
			"a phase a second; on ideal, messages and elements take no time; beside it the prices of gcel-1024",
			"diffusion: with its best share, loads that can be divided, and steps that all take together",
		},
		Tables: []report.Sheet{halvesTable(rows)},
		Claims: halvesClaims(rows),
	}, nil
}

// elements is how many there are on a rank at the start.
func (x *halved) elements(rank int) int {
	n := x.side * x.side
	switch {
	case x.start == ramp:
		return 2 * meanElements * rank / n
	case rank == 0:
		return meanElements * n
	}
	return 0
}

func (x *halved) run(ctx context.Context) error {
	mesh, err := topology.NewGrid("mesh", x.side, x.side)
	if err != nil {
		return err
	}
	cost, err := sim.ChooseCostModel(x.machine)
	if err != nil {
		return err
	}
	policy, err := balance.Choose("multilevel:period=1")
	if err != nil {
		return err
	}
	maker, err := policy.For(mesh)
	if err != nil {
		return err
	}
	var items []sim.PlacedItem
	loads := make([]float64, mesh.Procs())
	for rank := range loads {
		for range x.elements(rank) {
			items = append(items, sim.PlacedItem{Rank: rank, Load: 1})
		}
		loads[rank] = float64(x.elements(rank))
	}
	x.before = spread(loads)
	for phases, to := range map[balance.Ticks]*float64{1: &x.one, 3: &x.three} {
		r, err := sim.RunDynamic(ctx, sim.DynamicConfig{
			Topology: mesh, Physical: mesh, Cost: cost, Policy: maker, Received: policy.Spec.Received, Seed: 1, Placed: items,
			// a hundredth of a second before the next phase begins
			WarmUp: (phases+1)*balance.Second - balance.Second/100, Duration: balance.Millisecond, Sample: balance.Millisecond,
		})
		if err != nil {
			return err
		}
		*to = r.Imbalance
	}
	return x.diffuse(ctx, mesh, loads)
}

// diffuse counts the steps of diffusion.
func (x *halved) diffuse(ctx context.Context, mesh *topology.Grid, loads []float64) error {
	policy, err := balance.Choose("diffusion")
	if err != nil {
		return err
	}
	m, err := rounds.New(rounds.Setup{Network: mesh, Policy: policy, Loads: loads})
	if err != nil {
		return err
	}
	for ; x.steps < tries && spread(m.Loads()) > max(x.one, alike); x.steps++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		m.Step()
	}
	return nil
}

// spread is σ of loads, as a share of their mean.
func spread(loads []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, l := range loads {
		sum += l
		squares += l * l
	}
	n := float64(len(loads))
	return math.Sqrt(max(0, squares/n-sum/n*sum/n)) / (sum / n)
}

func halvesTable(rows []halved) report.Sheet {
	percent := func(key, heading string, of func(halved) float64) report.Column[halved] {
		return report.Number(key, heading, 1, func(x halved) float64 { return 100 * of(x) })
	}
	return report.NewSheet("halves", "σ after phases of multilevel, and steps of diffusion to get as far", []report.Column[halved]{
		{Key: "machine", Heading: "machine", Left: true, Value: func(x halved) any { return x.machine }},
		{Key: "mesh", Heading: "mesh", Left: true, Value: func(x halved) any { return fmt.Sprintf("%dx%d", x.side, x.side) }},
		{Key: "start", Heading: "start", Left: true, Value: func(x halved) any { return x.start }},
		percent("before", "σ % at the start", func(x halved) float64 { return x.before }),
		percent("one", "one phase", func(x halved) float64 { return x.one }),
		percent("three", "three phases", func(x halved) float64 { return x.three }),
		{Key: "steps", Heading: "diffusion", Value: func(x halved) any { return x.steps }},
	}, rows, "diffusion: steps until σ is what one phase leaves, or 1 %")
}

func halvesClaims(rows []halved) []reproduce.Claim {
	free := func(start string) (of []halved) {
		for _, x := range rows {
			if x.machine == "ideal" && x.start == start && x.side&(x.side-1) == 0 {
				of = append(of, x)
			}
		}
		return of
	}
	exact, most := len(free(pile)) > 0, 0.0
	for _, x := range free(pile) {
		exact = exact && x.one == 0
	}
	for _, x := range free(ramp) {
		most = max(most, x.one)
	}
	grows, note := len(free(ramp)) > 1, ""
	for i, x := range free(ramp) {
		grows = grows && x.steps > 1 && (i == 0 || x.steps > free(ramp)[i-1].steps)
		note += fmt.Sprintf(", %d on %dx%d", x.steps, x.side, x.side)
	}
	slow, late := 0.0, ""
	for _, x := range rows {
		if x.machine != "ideal" && x.start == pile && x.one > slow {
			slow, late = x.one, fmt.Sprintf("%.0f %% on %dx%d, and %.0f %% after three", 100*x.one, x.side, x.side, 100*x.three)
		}
	}
	return []reproduce.Claim{
		{
			Kind: reproduce.Reading, Section: "Horton", Text: "one phase, down log₂ n levels, evens out a pile exactly",
			Bound:   reproduce.Ours("all loads are equal after one phase, where halves have the same size; elements take no time"),
			Verdict: reproduce.Judge(exact), Note: fmt.Sprintf("on %d meshes", len(free(pile))),
		},
		{
			Kind: reproduce.Reading, Section: "Horton", Text: "nearly so any other load, but for elements that cannot be divided",
			Bound:   reproduce.Ours("σ of a ramp is at most an element and a half"),
			Verdict: reproduce.Judge(len(free(ramp)) > 0 && most <= 1.5/meanElements), Note: fmt.Sprintf("at most %.0f %%", 100*most),
		},
		{
			Kind: reproduce.Reading, Section: "Horton, diffusion", Text: "long waves take diffusion the more steps the larger the machine",
			Bound:   reproduce.Ours("steps for the ramp, to come as far as one phase; more on each larger mesh"),
			Verdict: reproduce.Judge(grows), Note: "steps: " + strings.TrimPrefix(note, ", "),
		},
		{
			Kind: reproduce.Check, Section: "the price of not waiting",
			Text:    "halves that do not wait for elements of the level above need more phases where elements take time",
			Bound:   reproduce.Ours("on some mesh of gcel-1024, one phase leaves a pile uneven"),
			Verdict: reproduce.Judge(slow > 0), Note: late,
		},
	}
}
