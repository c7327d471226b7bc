package sweep

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/topology"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
)

func TestGridIsAsSquareAsCanBe(t *testing.T) {
	for n, want := range map[int]string{
		1: "1x1", 2: "1x2", 7: "1x7", 8: "2x4", 12: "3x4", 16: "4x4", 1 << 20: "1024x1024", 1 << 21: "1024x2048",
	} {
		if got := topology.FormatSides(Grid(n)); got != want {
			t.Errorf("%d processors: %s, want %s", n, got, want)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		first, last int
		want        []int
	}{{16, 1024, []int{16, 64, 256, 1024}}, {8, 100, []int{8, 32}}, {5, 5, []int{5}}} {
		if diff := cmp.Diff(c.want, Sizes(c.first, c.last)); diff != "" {
			t.Errorf("%d to %d: -want +got:\n%s", c.first, c.last, diff)
		}
	}
}

// outcome is a plan of steal on 4 and 16 processors with two formulas, of which the first took that many seconds,
// 0 for not finished, and the second twice as many.
func outcome(t *testing.T, seconds4, seconds16 int64, why4, why16 experiment.GivenUp) (*experiment.Plan, *experiment.PlanResult) {
	t.Helper()
	steal, err := balance.Choose("steal")
	if err != nil {
		t.Fatal(err)
	}
	plan := &experiment.Plan{Formulas: make([]input.Formula, 2), Patience: &experiment.Patience{Efficiency: 0.02}}
	o := &experiment.PlanResult{Trees: []*experiment.Tree{{}, {}}}
	for _, c := range []struct {
		side    int
		seconds int64
		why     experiment.GivenUp
	}{{2, seconds4, why4}, {4, seconds16, why16}} {
		mesh, err := topology.NewGrid("mesh", c.side, c.side)
		if err != nil {
			t.Fatal(err)
		}
		plan.Setups = append(plan.Setups, experiment.Setup{Policy: steal, Topology: mesh, Physical: mesh})
		results := make([]*balance.Result, 2)
		for i := range results {
			if s := balance.Ticks(c.seconds) * balance.Ticks(i+1); s > 0 {
				results[i] = &balance.Result{Procs: mesh.Procs(), Time: s * balance.Second, Sequential: 16 * balance.Second}
			}
		}
		o.Results = append(o.Results, results)
		o.GivenUp = append(o.GivenUp, []experiment.GivenUp{experiment.NotGivenUp, c.why})
	}
	return plan, o
}

func TestPoints(t *testing.T) {
	const none = experiment.NotGivenUp
	for _, c := range []struct {
		name                string
		seconds4, seconds16 int64
		why4, why16         experiment.GivenUp
		want                []string
	}{
		{"all", 8, 4, none, none, []string{"37.5 %", "18.8 %"}},
		{"one given up", 8, 4, none, experiment.TooSlow, []string{"37.5 %", "< 2 %"}},
		{"none but those given up", 0, 0, experiment.TooLong, experiment.TooLarge, []string{"too long", "no memory"}},
		{"restless", 0, 4, experiment.Restless, none, []string{"restless", "18.8 %"}},
		{"one not finished", 8, 0, none, none, []string{"37.5 %"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, o := outcome(t, c.seconds4, c.seconds16, c.why4, c.why16)
			var got []string
			for _, p := range Measurements("x", plan, o) {
				got = append(got, p.mark())
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// A point that was given up has the work of its tree, as other points tell it, and an efficiency that is not known.
func TestNeedsKnowOfPointsThatWereGivenUp(t *testing.T) {
	plan, o := outcome(t, 4, 2, experiment.NotGivenUp, experiment.TooSlow)
	points := Measurements("x", plan, o)
	got := scalings(points, 0.5)
	want := []Need{{4, 16, AtMost}, {16, 16, MoreThan}}
	if len(got) != 1 || got[0].policy != "steal" {
		t.Fatalf("got %+v, want a line for steal", got)
	}
	if diff := cmp.Diff(want, got[0].needs); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestChartHasACurveForEachPolicyAndTree(t *testing.T) {
	plan, o := outcome(t, 8, 4, experiment.NotGivenUp, experiment.TooSlow)
	points := append(Measurements("x", plan, o), Measurements("y", plan, o)...)
	chart := Chart(points, "")
	var names []string
	for _, s := range chart.Series {
		names = append(names, fmt.Sprint(s.Name, ", ", s.Group, ", dashes ", s.Dash))
		if s.Policy != "steal" || len(s.Points) != 1 || s.Points[0].X != 4 || s.Points[0].Y != 37.5 {
			t.Errorf("%s: that of %s, points %v; want that of steal, and 37.5 %% at 4", s.Name, s.Policy, s.Points)
		}
	}
	if diff := cmp.Diff([]string{"steal, x, dashes 0", "steal, y, dashes 1"}, names); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]float64{4, 16}, chart.X.Ticks); diff != "" {
		t.Errorf("ticks: -want +got:\n%s", diff)
	}
	if one := Chart(Measurements("x", plan, o), "").Series[0]; one.Group != "" {
		t.Errorf("a single tree is named: %q", one.Group)
	}
}
