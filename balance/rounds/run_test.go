package rounds

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/topology"
)

func network(t testing.TB, kind string, sides ...int) topology.Network {
	t.Helper()
	n, err := topology.New(kind, sides...)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func choose(t testing.TB, s string) balance.Chosen {
	t.Helper()
	c, err := balance.Choose(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func machine(t testing.TB, s Setup) *Machine {
	t.Helper()
	m, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func finish(t testing.TB, m *Machine, c Config) Result {
	t.Helper()
	r, err := m.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestNewRefuses(t *testing.T) {
	ring := network(t, "ring", 4)
	for _, c := range []struct {
		name    string
		network topology.Network
		policy  string
		loads   []float64
		whole   bool
		want    string
	}{
		{
			"no rule", ring, "steal", make([]float64, 4), true,
			"policy steal does not work in synchronous steps, so there is nothing to do in lockstep",
		},
		{"no torus", network(t, "line", 4), "liquid-c5", make([]float64, 4), true, "policy liquid-c5 is not defined on a line"},
		{"bipartite", ring, "adf", make([]float64, 4), false, "it is bipartite"},
		{"too few", ring, "diffusion", make([]float64, 3), false, "3 loads for a ring 4 with 4 processors"},
		{"negative", ring, "diffusion", []float64{0, 0, -1, 0}, false, "load -1 of processor 2: want a number that is not negative"},
		{"no number", ring, "diffusion", []float64{0, math.NaN(), 0, 0}, false, "load NaN of processor 1: want a number that is not negative"},
		{
			"not whole", ring, "diffusion",
			[]float64{0.5, 0, 0, 0},
			true,
			"load 0.5 of processor 0: want a whole number of elements, at most 2147483647",
		},
		{"too high", ring, "diffusion", []float64{1 << 31, 0, 0, 0}, true, "load 2.147483648e+09 of processor 0: want a whole number"},
		{"too much", ring, "diffusion", []float64{1e300, 0, 0, 0}, false, "the loads add up to 1e+300: want at most"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := New(Setup{Network: c.network, Policy: choose(t, c.policy), Loads: c.loads, Whole: c.whole})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
	_, err := New(Setup{Network: ring, Policy: choose(t, "none"), Loads: make([]float64, 4)})
	if wrong := (*balance.NoRuleError)(nil); !errors.As(err, &wrong) || wrong.Policy != "none" {
		t.Errorf("%v is no NoRuleError", err)
	}
}

// The example of the Liquid paper's Algorithm 1 on a ring of four, by hand:
//
//	5 0 0 0   4 1 0 0   3 1 1 0   2 1 1 1     C5: who has as much as the next one shifts
func TestRunByHand(t *testing.T) {
	m := machine(t, Setup{Network: network(t, "ring", 4), Policy: choose(t, "liquid-c5"), Loads: []float64{5, 0, 0, 0}, Whole: true})
	got := finish(t, m, Config{Until: Shared | Balanced, Every: 2})
	std := func(squares float64) float64 { return math.Sqrt(squares / 4) } // of the deviations from 1¼
	want := Result{
		Steps: 3, Traffic: Traffic{Moved: 6, Transfers: 6, Shifts: 3},
		Shared:   Milestone{Reached: true, Step: 3, Shifts: 3},
		Balanced: Milestone{Reached: true, Step: 3, Shifts: 3},
		Stop:     StopReached,
		Records: []Record{
			{Step: 0, Mean: 1.25, Max: 5, Std: std(18.75), Sigma: std(18.75) / 1.25},
			{Step: 2, Mean: 1.25, Max: 3, Std: std(4.75), Sigma: std(4.75) / 1.25, Traffic: Traffic{3, 3, 2}},
			{Step: 3, Mean: 1.25, Min: 1, Max: 2, Std: std(0.75), Sigma: std(0.75) / 1.25, Traffic: Traffic{6, 6, 3}},
		},
	}
	for i := range want.Records {
		want.Records[i].Delta = got.Records[i].Delta // see TestMeasures
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]float64{2, 1, 1, 1}, m.Loads()); diff != "" {
		t.Error(diff)
	}
}

func TestStops(t *testing.T) {
	ring := func(policy string, whole bool, loads ...float64) Setup {
		return Setup{Network: network(t, "ring", len(loads)), Policy: choose(t, policy), Loads: loads, Whole: whole}
	}
	for _, c := range []struct {
		name   string
		setup  Setup
		config Config
		want   Result
	}{
		{"at once", ring("liquid-c5", true, 1, 2, 1), Config{Until: Shared | Balanced}, Result{
			Shared: Milestone{Reached: true}, Balanced: Milestone{Reached: true},
		}},
		{"steps without a goal", ring("liquid-c1", true, 1, 1, 1), Config{MaxSteps: 7}, Result{
			Steps: 7, Stop: StopSteps, Shared: Milestone{Reached: true}, Balanced: Milestone{Reached: true},
		}},
		{"steps before the goal", ring("liquid-c5", true, 9, 0, 0), Config{Until: Balanced, MaxSteps: 1}, Result{
			Steps: 1, Stop: StopSteps, Traffic: Traffic{1, 1, 1},
		}},
		{"standing still", ring("liquid-c1", true, 1, 0, 1), Config{Until: Shared}, Result{
			Steps: 1, Stop: StopCircle, Period: 1, Balanced: Milestone{Reached: true},
		}},
		{"going round", ring("liquid-c5", true, 1, 0, 0), Config{Until: Shared}, Result{
			// marked after 0, 1, 2 and 4 steps
			Steps: 7, Stop: StopCircle, Period: 3, Traffic: Traffic{7, 7, 7}, Balanced: Milestone{Reached: true},
		}},
		{"standing still while flows add up", ring("second-order:alpha=0.1:beta=1.5", true, 6, 2), Config{Until: Balanced, Tolerance: 2}, Result{
			// 0.4, 0.8, 1: a flow below 1 moves nothing, and is remembered
			Steps: 3, Traffic: Traffic{1, 1, 1},
			Shared:   Milestone{Reached: true},
			Balanced: Milestone{Reached: true, Step: 3, Shifts: 1},
		}},
		{"wide tolerance", ring("liquid-c5", true, 9, 0, 0), Config{Until: Balanced, Tolerance: 7}, Result{
			Steps: 2, Traffic: Traffic{3, 3, 2},
			Shared:   Milestone{Reached: true, Step: 2, Shifts: 2},
			Balanced: Milestone{Reached: true, Step: 2, Shifts: 2},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, finish(t, machine(t, c.setup), c.config)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestRunAgainGoesOn(t *testing.T) {
	s := Setup{Network: network(t, "torus", 5, 5), Policy: choose(t, "liquid-c5"), Loads: worst(25, 5), Whole: true}
	whole, parts := machine(t, s), machine(t, s)
	want := finish(t, whole, Config{MaxSteps: 40, Every: 3})
	finish(t, parts, Config{MaxSteps: 13})
	got := finish(t, parts, Config{MaxSteps: 27, Every: 3})
	if got.Steps != want.Steps || got.Traffic != want.Traffic {
		t.Errorf("%d steps and %v, want %d and %v", got.Steps, got.Traffic, want.Steps, want.Traffic)
	}
	if got.Records[0].Step != 13 || got.Records[1].Step != 16 {
		t.Errorf("records after %d and %d steps", got.Records[0].Step, got.Records[1].Step)
	}
}

func TestRunNeedsAnEnd(t *testing.T) {
	m := machine(t, Setup{Network: network(t, "ring", 3), Policy: choose(t, "diffusion"), Loads: worst(3, 1)})
	if _, err := m.Run(context.Background(), Config{}); err == nil {
		t.Error("a run without an end was begun")
	}
}

func TestRunIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m := machine(t, Setup{Network: network(t, "ring", 3), Policy: choose(t, "diffusion"), Loads: worst(3, 1)})
	r, err := m.Run(ctx, Config{MaxSteps: 10, Every: 1})
	if !errors.Is(err, context.Canceled) || r.Stop != StopCanceled || len(r.Records) != 1 {
		t.Errorf("%v %+v", err, r)
	}
}

func TestRecordsAreThinned(t *testing.T) {
	for _, c := range []struct {
		every, keep int
		want        []int
	}{
		{0, 0, nil},
		{1, 0, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}},
		{5, 0, []int{0, 5, 10, 13}},
		{1, 4, []int{0, 4, 8, 12, 13}},
		{1, 1, []int{0, 13}},
		{20, 3, []int{0, 13}},
	} {
		m := machine(t, Setup{Network: network(t, "ring", 3), Policy: choose(t, "diffusion"), Loads: worst(3, 1)})
		var got []int
		for _, r := range finish(t, m, Config{MaxSteps: 13, Every: c.every, Keep: c.keep}).Records {
			got = append(got, r.Step)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("every %d, keep %d: -want +got:\n%s", c.every, c.keep, diff)
		}
	}
}

// Corradi et al., §4.1, on a line of three: the means over neighbourhoods are 1½, 3 and 4½.
func TestMeasures(t *testing.T) {
	m := machine(t, Setup{Network: network(t, "line", 3), Policy: choose(t, "diffusion"), Loads: []float64{0, 3, 6}})
	got := m.Record()
	want := Record{Mean: 3, Max: 6, Std: math.Sqrt(6), Sigma: math.Sqrt(6) / 3, Delta: math.Sqrt(1.5) / 3}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	idle := machine(t, Setup{Network: network(t, "line", 3), Policy: choose(t, "diffusion"), Loads: make([]float64, 3)})
	if diff := cmp.Diff(Record{}, idle.Record()); diff != "" {
		t.Errorf("without load: -want +got:\n%s", diff)
	}
}

// Corradi et al., §4.1, Figure 4: with the same σ, δ tells whether the imbalance is spread evenly.
func TestCorradiSection41DispersionTellsPatternsApart(t *testing.T) {
	chess, halves := make([]float64, 36), make([]float64, 36)
	for i := range chess {
		chess[i] = float64(10 + 10*((i/6+i%6)%2))
		halves[i] = float64(10 + 10*(i/18))
	}
	n := network(t, "mesh", 6, 6)
	even := machine(t, Setup{Network: n, Policy: choose(t, "diffusion"), Loads: chess}).Record()
	apart := machine(t, Setup{Network: n, Policy: choose(t, "diffusion"), Loads: halves}).Record()
	if even.Sigma != apart.Sigma || even.Delta > 0.8*even.Sigma || apart.Delta < 0.8*apart.Sigma {
		t.Errorf("σ %v and %v, δ %v and %v", even.Sigma, apart.Sigma, even.Delta, apart.Delta)
	}
}
