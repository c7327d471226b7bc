package phases

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"transat/balance"
	"transat/balance/sim"
)

// program is one of two ranks with an object of each of some times, in seconds, in three equal phases; those at odd places lie on rank 1.
func program(times ...float64) *Application {
	p := &Application{Name: "by hand", Ranks: 2}
	for k := range 3 {
		phase := Phase{ID: int64(k)}
		for i, time := range times {
			phase.Objects = append(phase.Objects, Object{ID: uint64(i), Rank: i % 2, Migratable: true, Time: time})
		}
		p.Phases = append(p.Phases, phase)
	}
	return p
}

// replayed are the phases of a program under a policy on two processors.
func replayed(t *testing.T, p *Application, policy string, speeds sim.Speeds, within bool) []PhaseResult {
	t.Helper()
	s, err := setup(t), error(nil)
	if s.Physical, err = gridOf(p.Ranks); err != nil {
		t.Fatal(err)
	}
	s.Network, s.Speeds, s.Within = s.Physical, speeds, within
	chosen, err := Choose(balance.Builtin(), policy)
	if err != nil {
		t.Fatal(err)
	}
	run, err := Replay(t.Context(), p, chosen, s)
	if err != nil {
		t.Fatal(err)
	}
	return run.Phases
}

// Times by hand: 2 s on either rank, three times.
func TestTimesOfRanksThatAreNotAlike(t *testing.T) {
	const s = balance.Second
	for _, x := range []struct {
		name   string
		speeds sim.Speeds
		times  []float64 // of the phases
		mean   []float64
	}{
		{"alike", sim.Speeds{}, []float64{2, 2, 2}, []float64{2, 2, 2}},
		{"alike, in words", sim.Speeds{Of: []float64{1}}, []float64{2, 2, 2}, []float64{2, 2, 2}},
		{"all twice as fast", sim.Speeds{Of: []float64{2}}, []float64{1, 1, 1}, []float64{1, 1, 1}},
		{"one of half the speed", sim.Speeds{Of: []float64{1, 0.5}}, []float64{4, 4, 4}, []float64{8 / 3., 8 / 3., 8 / 3.}},
		// both are slow from 3 s on for 2 s: the second phase ends at 5 s, when all of it but 0.5 s is done, and then takes as long
		{
			"stragglers in the second phase",
			sim.Speeds{Slow: sim.Slow{Share: 1, Speed: 0.25, From: 3 * s, For: 2 * s}},
			[]float64{2, 3.5, 2},
			[]float64{2, 3.5, 2},
		},
		{"one joins in the second phase", sim.Speeds{Late: sim.Late{Procs: 1, At: 3 * s}}, []float64{5, 2, 2}, []float64{3.5, 2, 2}},
	} {
		for k, got := range replayed(t, program(1, 1, 1, 1), None, x.speeds, false) {
			if math.Abs(got.Time-x.times[k]) > 1e-6 || math.Abs(got.Mean-x.mean[k]) > 1e-6 {
				t.Errorf("%s: phase %d takes %v s, together %v s; want %v and %v", x.name, k, got.Time, got.Mean, x.times[k], x.mean[k])
			}
		}
	}
}

// Rank 1 takes four times as long, so that its objects of 1 and 2 s seem to be of 4 and 8 s.
func TestPoliciesKnowTimesAsMeasured(t *testing.T) {
	p := program(3, 1, 3, 2)
	for _, x := range []struct {
		speeds []float64
		want   []int // ranks of the objects: the longest first, each on the rank with least
	}{{nil, []int{0, 1, 1, 0}}, {[]float64{1, 0.25}, []int{1, 1, 1, 0}}} {
		if got := replayed(t, p, Greedy, sim.Speeds{Of: x.speeds}, false)[1].Placement; !slices.Equal(got, x.want) {
			t.Errorf("speeds %v: greedy places them on %v, want %v", x.speeds, got, x.want)
		}
	}
	if p.Phases[0].Objects[1].Time != 1 {
		t.Error("the program is another one now")
	}
}

// Under every way and policy, between and within phases, each object is computed once, on some rank, and no phase is shorter than the
// processors need if they share it evenly. Moving helps.
func TestObjectsAreConservedOnUnlikeRanks(t *testing.T) {
	p := HotSpot{Ranks: 4, Objects: 32, Phases: 4, Seed: 1}.Make()
	speeds := sim.Speeds{
		Range: [2]float64{0.25, 2}, Slow: sim.Slow{Share: 0.5, Speed: 0.1, From: 20 * balance.Millisecond, For: 50 * balance.Millisecond},
		Late: sim.Late{Procs: 1, At: 10 * balance.Millisecond},
	}
	total := map[string]float64{}
	for _, within := range []bool{false, true} {
		for _, policy := range []string{None, Greedy, "dn", "adaptive", "steal"} {
			name := fmt.Sprintf("%s, within %v", policy, within)
			for k, got := range replayed(t, p, policy, speeds, within) {
				if len(got.Placement) != 32 || slices.Min(got.Placement) < 0 || slices.Max(got.Placement) > 3 || got.Objects != 32 {
					t.Fatalf("%s: in phase %d objects lie at %v", name, k, got.Placement)
				}
				if got.Time < got.Mean*(1-1e-6) {
					t.Errorf("%s: phase %d takes %v s, and no less than %v s is possible", name, k, got.Time, got.Mean)
				}
				total[name] += got.Time
			}
		}
	}
	if none, steal := total["none, within false"], total["steal, within true"]; steal > 0.8*none {
		t.Errorf("under steal it takes %v s, without moves %v s", steal, none)
	}
}

func TestSpeedsThatDoNotSuitAProgram(t *testing.T) {
	s, err := setup(t), error(nil)
	if s.Physical, err = gridOf(2); err != nil {
		t.Fatal(err)
	}
	s.Network = s.Physical
	none, _ := Choose(balance.Builtin(), None)
	for _, x := range []struct {
		speeds sim.Speeds
		times  []float64
		want   string
	}{
		{
			sim.Speeds{Late: sim.Late{Procs: 2, At: 1}},
			[]float64{1, 1},
			"2 processors of 2 join late: at least one must be there from the beginning",
		},
		{sim.Speeds{Of: []float64{0}}, []float64{1, 1}, "speed 0: want 0.001 to 1000"},
		{sim.Speeds{Of: []float64{0.001}}, []float64{1e300, 1}, "the objects of phase 0 take 1e+300 s together: want at most 1e+06 s"},
	} {
		s.Speeds = x.speeds
		if _, err := Replay(t.Context(), program(x.times...), none, s); err == nil || !strings.HasPrefix(err.Error(), x.want) {
			t.Errorf("error %v, want %s", err, x.want)
		}
	}
}
