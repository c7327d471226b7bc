package atlas

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/atlas"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/treecache"
)

// A tree that a file has is simulated: it is there as a whole, and may be unlike all of the map. If no size of the machine is given,
// machines of 2, 4, 8, … processors are simulated as long as more of them pay.

// simulated are the policies that are compared: the one that is best in most cases of the map, and one of each kind beside it. The
// first ones are simulated before the rest: a policy that does little is simulated in little time, which is no reason to advise it.
func simulated() []string { return []string{"adaptive", "steal", "random-polling", "plb"} }

// firstOnes is how many of the policies are simulated before the rest.
const firstOnes = 2

const (
	worthwhile = 1.5    // twice as many processors must be so many times as fast
	tooFew     = 0.25   // below this efficiency no larger machine is tried
	noGain     = 1.1    // below this speedup one processor does as well
	mostProcs  = 1024   // of the machines that are tried
	fewNodes   = 20_000 // of a tree for which three seeds cost nothing
)

// outcome is what the policies come to on a machine of some size.
type outcome struct {
	n     int
	sides []int
	rows  []experiment.Row // the fastest first
	gone  []string         // policies whose simulation took too long
}

// best is the result of the fastest policy.
func (o outcome) best() experiment.Row { return o.rows[0] }

// measurer simulates a tree.
type measurer struct {
	formula input.Formula
	size    treeSize
	start   sim.Start
	machine compare.Preset
	warn    func(string)
	until   time.Time
	run     func(context.Context, *experiment.Plan) ([]experiment.Row, []string, error)
}

// runPlan simulates a plan, and returns its rows and the policies for which there was no time.
func runPlan(ctx context.Context, plan *experiment.Plan) ([]experiment.Row, []string, error) {
	found, err := plan.Run(ctx)
	if err != nil {
		return nil, nil, err
	}
	gone := found.LeaveOut(plan)
	return found.Rows(plan), gone, nil
}

// measure simulates the tree on a machine of those sides. There are no rows if the time is over, or too short for the first policies.
func (m *measurer) measure(ctx context.Context, sides []int) (outcome, error) {
	out := outcome{n: topology.Procs(sides), sides: sides}
	if time.Until(m.until) <= 0 {
		return out, nil
	}
	o := compare.Defaults()
	o.Machine, o.Sides, o.Start = m.machine, sides, m.start
	if m.start == sim.StartSpread {
		o.Deal = atlas.Deal
	}
	for _, name := range simulated() {
		tuned, err := atlas.Tuned(name, m.machine)
		if err != nil {
			return out, err
		}
		policy, err := balance.Choose(tuned)
		if err != nil {
			return out, err
		}
		o.Optional = append(o.Optional, policy)
	}
	setups, err := o.Setups()
	if err != nil {
		return out, err
	}
	seeds := 1
	if m.size.Nodes <= fewNodes {
		seeds = 3
	}
	first := slices.IndexFunc(setups, func(s experiment.Setup) bool { return !slices.Contains(simulated()[:firstOnes], s.Policy.Spec.Name) })
	if first < 0 {
		first = len(setups)
	}
	for _, some := range [][]experiment.Setup{setups[:first], setups[first:]} {
		if len(some) == 0 {
			continue
		}
		rows, gone, err := m.simulate(ctx, some, seeds)
		if err != nil {
			return out, err
		}
		out.rows, out.gone = append(out.rows, rows...), append(out.gone, gone...)
		if len(out.rows) == 0 {
			break
		}
	}
	slices.SortStableFunc(out.rows, func(a, b experiment.Row) int { return cmp.Compare(a.Time, b.Time) })
	return out, nil
}

// simulate simulates setups in half of the time that is left.
func (m *measurer) simulate(ctx context.Context, setups []experiment.Setup, seeds int) ([]experiment.Row, []string, error) {
	threads := runtime.GOMAXPROCS(0)
	turns := (len(setups)*seeds + threads - 1) / threads
	plan := &experiment.Plan{
		Seeds: seeds, Formulas: []input.Formula{m.formula}, Trees: &treecache.Store{Warn: m.warn}, Threads: threads,
		Patience: &experiment.Patience{Efficiency: 1e-9, Real: max(0, time.Until(m.until))/time.Duration(2*turns) + time.Millisecond},
	}
	for _, s := range setups {
		for seed := range seeds {
			s.Seed = uint64(seed + 1)
			plan.Setups = append(plan.Setups, s)
		}
	}
	return m.run(ctx, plan)
}

// grow simulates machines of 2, 4, 8, … processors, up to where two doublings in a row do not pay, and returns the outcomes and the
// number of the one to take.
func (m *measurer) grow(ctx context.Context) (all []outcome, take int, err error) {
	for n := 2; n <= mostProcs; n *= 2 {
		sides, err := topology.ParseSides(atlas.Grid(n))
		if err != nil {
			return nil, 0, err
		}
		o, err := m.measure(ctx, sides)
		if err != nil {
			return nil, 0, err
		}
		if len(o.rows) == 0 {
			break
		}
		all = append(all, o)
		last := len(all) - 1
		if last > 0 && o.best().Speedup >= worthwhile*all[last-1].best().Speedup {
			take = last
		}
		if last >= take+2 || o.best().Efficiency < tooFew {
			break
		}
	}
	return all, take, nil
}

// adviseTree prints an advice on the tree of a file, which is simulated. It reports false if that would take too long.
func adviseTree(a *cli.App, ctx context.Context, f input.Formula, size treeSize, question atlas.Case, flags *adviseFlags) (bool, error) {
	machine, err := question.Preset()
	if err != nil {
		return false, err
	}
	m := &measurer{
		formula: f, size: size, start: question.Start, machine: machine, warn: a.Line.Warn, until: time.Now().Add(flags.limit),
		run: runPlan,
	}
	var all []outcome
	take := 0
	if flags.sized() {
		sides, err := topology.ParseSides(flags.grid)
		if err != nil {
			return false, err
		}
		o, err := m.measure(ctx, sides)
		if err != nil {
			return false, err
		}
		if len(o.rows) > 0 {
			all = append(all, o)
		}
	} else if all, take, err = m.grow(ctx); err != nil {
		return false, err
	}
	if len(all) == 0 {
		return false, nil
	}
	fastest := slices.MaxFunc(all, func(a, b outcome) int { return cmp.Compare(a.best().Speedup, b.best().Speedup) })
	if fastest.best().Speedup < noGain && !flags.sized() {
		return true, adviseOne(a, all[len(all)-1].n, fastest, size, question, flags)
	}
	for take < len(all)-1 && all[take].best().Speedup < noGain {
		take++
	}
	chosen := all[take]
	best := chosen.best()
	question.N, question.Nodes = chosen.n, int64(size.Nodes)
	advice := atlas.Advice{Case: question, Policy: best.Policy.String(), Name: best.Policy.Spec.Name}
	advice.Efficiency = best.Efficiency
	advice.Low, advice.High = spread(best)
	advice.Why = slices.Concat(chosen.race(question.Machine), reasons(all, take, size))
	for _, row := range chosen.rows {
		advice.Check = append(advice.Check, row.Policy.String())
	}
	if len(chosen.gone) > 0 {
		advice.Doubts = append(advice.Doubts, chosen.unknown(flags.limit))
	}
	if best.Speedup < noGain {
		advice.Doubts = append(advice.Doubts, fmt.Sprintf("one processor would do: %d are %.2f times as fast", chosen.n, best.Speedup))
	}
	lines := []string{fmt.Sprintf("take %s on %d processors, %s, because", advice.Policy, chosen.n, percent(best.Efficiency))}
	return true, printAdvice(a, size, advice, flags, topology.FormatSides(chosen.sides), append(lines, why(advice)...))
}

// adviseOne prints the advice to take one processor, since the fastest of up to most gains too little.
func adviseOne(a *cli.App, most int, fastest outcome, size treeSize, question atlas.Case, flags *adviseFlags) error {
	question.N, question.Nodes = 1, int64(size.Nodes)
	advice := atlas.Advice{Case: question, Policy: "none", Name: "none"}
	advice.Efficiency, advice.Low, advice.High = 1, 1, 1
	advice.Why = []string{fmt.Sprintf("simulated on %s, no machine of up to %d processors is %.1f times as fast: "+
		"the best is %s on %d, %.2f times as fast",
		question.Machine, most, noGain, fastest.best().Policy, fastest.n, fastest.best().Speedup)}
	if size.Path > 0 {
		advice.Why = append(advice.Why, fmt.Sprintf("no machine can be more than %.2f times as fast, since the longest path has "+
			"%.1f %% of the work", 1/size.Path, 100*size.Path))
	}
	for _, row := range fastest.rows {
		advice.Check = append(advice.Check, row.Policy.String())
	}
	if len(fastest.gone) > 0 {
		advice.Doubts = append(advice.Doubts, fastest.unknown(flags.limit))
	}
	return printAdvice(a, size, advice, flags, topology.FormatSides(fastest.sides), append([]string{"take one processor, because"},
		why(advice)...))
}

// spread is the range of the efficiencies of a row.
func spread(row experiment.Row) (low, high float64) {
	low, high = row.Efficiency, row.Efficiency
	for _, runs := range row.Runs {
		for _, r := range runs {
			low, high = min(low, r.Efficiency()), max(high, r.Efficiency())
		}
	}
	return low, high
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// race tells how the policies do.
func (o outcome) race(machine string) []string {
	text := fmt.Sprintf("simulated on %s, %s takes %s, %.1f times as fast as one processor", machine, o.best().Policy,
		cli.SecondsText(o.best().Time), o.best().Speedup)
	if low, high := spread(o.best()); percent(low) != percent(high) {
		text += fmt.Sprintf(" (%.0f to %s, by seed)", 100*low, percent(high))
	}
	var others []string
	for _, row := range o.rows[1:] {
		others = append(others, fmt.Sprintf("%s has %s", row.Policy, percent(row.Efficiency)))
	}
	if len(others) == 0 {
		return []string{text}
	}
	return []string{text, strings.Join(others, ", ")}
}

// unknown says which policies were not simulated, and what that means for the advice.
func (o outcome) unknown(limit time.Duration) string {
	text := "there was no time to simulate " + strings.Join(o.gone, ", ")
	if len(o.rows) == 1 {
		text += fmt.Sprintf(", so that %s was compared with no other policy", o.best().Policy)
	} else {
		text += ", which may be better"
	}
	return text + fmt.Sprintf(": want more than --limit=%v", limit)
}

// reasons tell of other sizes of the machine, and of the longest path.
func reasons(all []outcome, take int, size treeSize) (lines []string) {
	chosen := all[take]
	var smaller, larger []string
	for i, o := range all {
		text := fmt.Sprintf("%d have %s", o.n, percent(o.best().Efficiency))
		switch {
		case i < take:
			smaller = append(smaller, text)
		case i > take:
			larger = append(larger, fmt.Sprintf("%s, %.2f times as fast", text, o.best().Speedup/chosen.best().Speedup))
		}
	}
	if len(smaller) > 0 {
		lines = append(lines, "fewer processors: "+strings.Join(smaller[max(0, len(smaller)-2):], "; "))
	}
	if len(larger) > 0 {
		lines = append(lines, "more processors: "+strings.Join(larger, "; "))
	}
	if size.Path > 0 && size.limit(chosen.n) < 1 {
		lines = append(lines, fmt.Sprintf("no policy can have more than %.1f %%, since the longest path has %.1f %% of the work",
			100*size.limit(chosen.n), 100*size.Path))
	}
	return lines
}
