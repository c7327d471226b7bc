package calibrate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"transat/balance/sim"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/treecache"
	"transat/solver/tree"
)

func TestEveryRowOfThePaperIsATarget(t *testing.T) {
	var rows []reproduce.Row
	for _, fit := range Fits() {
		used := 0
		for _, target := range fit.Targets {
			if !fit.ByName {
				rows = append(rows, target.Row)
			}
			if target.Used {
				used++
			}
			if target.Seeds < 1 || (target.Points <= 0) != target.ByLosses {
				t.Errorf("%s: a target has %d seeds and a bar of %v points", fit.Name, target.Seeds, target.Points)
			}
		}
		if held := len(fit.Targets) - used; used == 0 || held < used {
			t.Errorf("%s uses %d rows and holds %d out; want some, and no fewer", fit.Name, used, held)
		}
	}
	if diff := cmp.Diff(reproduce.Rows(), rows, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("(-paper +targets):\n%s", diff)
	}
}

func TestParametersAreThoseOfThePreset(t *testing.T) {
	for _, fit := range Fits() {
		t.Run(fit.Name, func(t *testing.T) {
			preset, err := fit.Preset()
			if err != nil {
				t.Fatal(err)
			}
			values := fit.Values(preset)
			for i, p := range fit.Parameters {
				if values[i] < p.Min || values[i] > p.Max || p.Start < p.Min || p.Start > p.Max {
					t.Errorf("%s: preset %v and start %v, of which the bounds are %v and %v", p.Name, values[i], p.Start, p.Min, p.Max)
				}
				least, most := p.notches()
				if p.at(least) != p.Min || p.at(most) != p.Max || p.at(0) != p.Start {
					t.Errorf("%s goes from %v over %v to %v", p.Name, p.at(least), p.at(0), p.at(most))
				}
				values[i] = p.at(3)
			}
			other, err := fit.With(values)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(values, fit.Values(other)); diff != "" {
				t.Errorf("(-set +read):\n%s", diff)
			}
			again, err := fit.With(fit.Values(preset))
			if diff := cmp.Diff(preset.Cost, again.Cost); err != nil || diff != "" {
				t.Errorf("error %v (-preset +set to the same):\n%s", err, diff)
			}
			if diff := cmp.Diff(preset.Policy.Values, again.Policy.Values); diff != "" {
				t.Errorf("(-preset +set to the same):\n%s", diff)
			}
		})
	}
}

// at returns a row whose numbers are the target's, changed by functions of its bars.
func at(t Target, points, factor func(bar float64) float64) reproduce.Row {
	ours := t.Row
	if t.ByLosses {
		ours.Idle *= factor(lossBar)
		ours.Efficiency = 100 * (1 - (ours.Idle+lost(t.Row)*factor(lossBar))/ours.Time)
		ours.Phases *= factor(lossBar)
		ours.Send *= factor(lossBar)
		return ours
	}
	ours.Efficiency += points(t.Points)
	ours.Idle *= factor(idleBar)
	ours.Phases *= factor(countBar)
	ours.Info *= factor(countBar)
	ours.Send *= factor(countBar)
	return ours
}

func TestDeviationsAreCountedInBars(t *testing.T) {
	same := func(bar float64) float64 { return bar }
	inverse := func(bar float64) float64 { return 1 / bar }
	minus := func(bar float64) float64 { return -bar }
	for _, fit := range Fits() {
		for _, target := range fit.Targets {
			numbers := []string{"efficiency", "idle", "bal", "send"}
			if target.Table == 4 {
				numbers[2] = "info"
			}
			if target.ByLosses {
				numbers[0] = "lost"
			}
			for _, c := range []struct {
				ours reproduce.Row
				size float64
			}{
				{target.Row, 0},
				{at(target, same, same), 1},
				{at(target, minus, inverse), -1},
			} {
				var names []string
				for _, d := range target.Deviations(c.ours) {
					names = append(names, d.Name)
					if math.Abs(d.Size-c.size) > 1e-9 {
						t.Errorf("%s, %s: %s (%s) is %v bars off, want %v", fit.Name, target.Topology, d.Name, d.Text, d.Size, c.size)
					}
				}
				if diff := cmp.Diff(numbers, names); diff != "" {
					t.Errorf("%s, %s: (-want +compared):\n%s", fit.Name, target.Topology, diff)
				}
			}
		}
	}
}

func TestMissedAreTheNumbersBeyondTheirBars(t *testing.T) {
	target := ladeFit().Targets[0] // 81.3 %, idle 3.7 s, info 3025, send 2446
	ours := target.Row
	ours.Efficiency, ours.Idle, ours.Info, ours.Send = 83.7, 5.6, 1512, 0
	var missed []string
	for _, d := range target.Missed(ours) {
		missed = append(missed, d.Name+" "+d.Text)
	}
	if diff := cmp.Diff([]string{"idle × 1.51", "info × 0.50", "send × 0.00"}, missed); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestObjectiveIsOneAtTheBars(t *testing.T) {
	double := func(bar float64) float64 { return bar * bar }
	for _, fit := range Fits() {
		ours := make([]*reproduce.Row, len(fit.Targets))
		for i, target := range fit.Targets {
			row := at(target, func(bar float64) float64 { return bar }, func(bar float64) float64 { return bar })
			if !target.Used { // of no account
				row = at(target, double, double)
			}
			ours[i] = &row
		}
		if got := Objective(fit.Targets, ours); math.Abs(got-1) > 1e-9 {
			t.Errorf("%s: %v, want 1", fit.Name, got)
		}
		used := slices.IndexFunc(fit.Targets, func(t Target) bool { return t.Used })
		ours[used] = nil
		if got := Objective(fit.Targets, ours); !math.IsInf(got, 1) {
			t.Errorf("%s: %v without a row that is used, want +Inf", fit.Name, got)
		}
	}
}

func TestTimesGiveThePapersSequentialTimes(t *testing.T) {
	sizes := []Size{{Sample: reproduce.Sample350, Work: 2.2e9, Nodes: 1.2e7}, {Sample: reproduce.Sample400, Work: 7e8, Nodes: 3.3e6}}
	times, err := solve(sizes)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sizes {
		got, want := s.Work*times.WorkTime+s.Nodes*times.NodeTime, reproduce.Sequential(s.Sample)
		if math.Abs(got/want-1) > 1e-9 {
			t.Errorf("%s: %v s, want %v s", s.Sample, got, want)
		}
	}
	sizes[1].Work, sizes[1].Nodes = sizes[0].Work/4, sizes[0].Nodes/4
	if _, err := solve(sizes); !errors.Is(err, errAlike) {
		t.Errorf("error %v for two samples alike, want %v", err, errAlike)
	}
}

// Two rows determine what a message costs, and the hypercube, with three times as many, confirms it.
func TestLossesOfTwoRowsPredictTheOthers(t *testing.T) {
	l := losses(ladeFit().Targets)
	if l.Message < 2.7e-3 || l.Message > 2.9e-3 || l.Nodes < 7 || l.Nodes > 8 {
		t.Errorf("%.2f ms a message and %.1f s besides; want about 2.8 and 7.4", 1e3*l.Message, l.Nodes)
	}
	for _, target := range l.Targets {
		off := l.predicted(target)/lostOf(target) - 1
		switch {
		case target.Used && math.Abs(off) > 1e-9:
			t.Errorf("%s, which is used, is %+.1f %% off", target.Topology, 100*off)
		case !target.Used && (off == 0 || math.Abs(off) > 0.05):
			t.Errorf("%s is %+.1f %% off, want up to 5 %%", target.Topology, 100*off)
		}
	}
	if got := l.takeTime(256e3) / l.Nodes; math.Abs(got-1e-3) > 1e-12 {
		t.Errorf("with 1000 nodes a processor, taking one takes %v of the whole", got)
	}
}

func TestChosenFormulasRepresentAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		works := rapid.SliceOfN(rapid.Int64Range(1, 1e6), 8, 60).Draw(t, "works")
		var all []weighed
		for i, work := range works {
			all = append(all, weighed{input.Formula{Name: fmt.Sprint(i)}, work, work})
		}
		n := rapid.IntRange(1, len(all)).Draw(t, "n")
		some := represent(all, n)
		names := map[string]bool{}
		for i, w := range some {
			names[w.Name] = true
			if i > 0 && w.work < some[i-1].work {
				t.Errorf("formula %s has less work than the one before", w.Name)
			}
		}
		if len(names) != n {
			t.Errorf("%d different formulas, want %d", len(names), n)
		}
		if n == len(all) && meanSize(some).Work != meanSize(slices.SortedFunc(slices.Values(all), func(a, b weighed) int { return int(a.work - b.work) })).Work {
			t.Error("all of the formulas do not have the mean of all")
		}
	})
}

// bench has small formulas, of the shape of 400-2000-3, in place of the paper's.
func bench() *Bench {
	return &Bench{
		Trees:    &treecache.Store{Rule: "lex", MaxNodes: 1e6, Hold: true, Warn: func(string) {}},
		Formulas: 2, MaxSeeds: 2, Seed: 7, Threads: 2,
		Instead: map[string]string{reproduce.Sample350: "130-650-3", reproduce.Sample400: "150-750-3"},
	}
}

func TestEvaluateIsTheMeanOfRuns(t *testing.T) {
	fit, b := ladeFit(), bench()
	s, err := fit.Preset()
	if err != nil {
		t.Fatal(err)
	}
	ours, err := b.Evaluate(t.Context(), fit.Targets, s, true)
	if err != nil {
		t.Fatal(err)
	}
	formulas, err := b.formulas(t.Context(), reproduce.Sample400)
	if err != nil || len(formulas) != 2 {
		t.Fatalf("%d formulas, error %v", len(formulas), err)
	}
	for i, target := range fit.Targets {
		if !target.Used {
			if ours[i] != nil {
				t.Errorf("%s is not used, and has a row", target.Topology)
			}
			continue
		}
		want := target.Row
		want.Time, want.Idle, want.Info, want.Send, want.Phases = 0, 0, 0, 0, 0
		runs, sequential := 0.0, 0.0
		for _, formula := range formulas {
			for k := range min(target.Seeds, b.MaxSeeds) {
				r := simulateAlone(t, b, formula, target, s, b.Seed+uint64(k))
				runs++
				sequential += float64(r.Sequential) / 1e9
				want.Time += r.Seconds()
				want.Idle += r.MeanSeconds(r.Idle)
				want.Info += r.PerProc(r.Messages)
				want.Send += r.PerProc(r.Sent)
				want.Phases += r.PerProc(r.Phases)
			}
		}
		want.Efficiency = 100 * sequential / (256 * want.Time)
		for _, sum := range []*float64{&want.Time, &want.Idle, &want.Info, &want.Send, &want.Phases} {
			*sum /= runs
		}
		if diff := cmp.Diff(want, *ours[i], cmpopts.EquateNaNs(), cmpopts.EquateApprox(1e-9, 0)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", target.Topology, diff)
		}
	}
}

// simulateAlone runs one simulation.
func simulateAlone(t *testing.T, b *Bench, formula input.Formula, target Target, s Settings, seed uint64) sim.Result {
	t.Helper()
	f, err := formula.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := b.Trees.Tree(t.Context(), formula.Name, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	x, err := setup(target.Row, s)
	if err != nil {
		t.Fatal(err)
	}
	maker, err := x.Policy.For(x.Topology)
	if err != nil {
		t.Fatal(err)
	}
	r, err := sim.Run(t.Context(), sim.Config[tree.Node]{
		Tree: recorded, Topology: x.Topology, Physical: x.Physical, Cost: x.Cost, Policy: maker,
		Received: x.Policy.Spec.Received, Estimate: x.Estimate, Grain: x.Grain, Seed: seed,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRepeatIsTheSameOnAnyNumberOfThreads(t *testing.T) {
	var reports []*Report
	for _, threads := range []int{1, 3} {
		b := bench()
		b.Formulas, b.MaxSeeds, b.Threads = 1, 1, threads
		report, err := b.Repeat(t.Context(), ladeFit(), 6, nil)
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, report)
	}
	ignore := cmpopts.IgnoreFields(Report{}, "Fit")
	if diff := cmp.Diff(reports[0], reports[1], ignore, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("(-1 thread +3 threads):\n%s", diff)
	}
	again := reports[0].Repeated
	if again.Evaluations != 6 || again.Complete || again.Found.Objective > again.Start || again.Found.Ours[0] == nil {
		t.Errorf("%+v: want 6 evaluations, none worse than the start kept, and all rows", again)
	}
}

func TestRepeatKeepsWhatItHasWhenInterrupted(t *testing.T) {
	b := bench()
	b.Formulas, b.MaxSeeds = 1, 1
	ctx, cancel := context.WithCancel(t.Context())
	report, err := b.Repeat(ctx, ladeFit(), 100, func(evaluations int, _ float64) {
		if evaluations == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || report.Repeated == nil || report.Repeated.Evaluations != 3 {
		t.Fatalf("error %v, %+v; want what 3 evaluations brought", err, report.Repeated)
	}
	if len(report.Sheets()) != 4 {
		t.Errorf("%d sheets, want those of losses, of what follows, of parameters and of rows", len(report.Sheets()))
	}
}
