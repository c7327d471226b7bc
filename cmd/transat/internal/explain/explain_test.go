package explain

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/experiment"
)

func chosen(t *testing.T, name string) balance.Chosen {
	t.Helper()
	c, err := balance.Choose(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func setups(t *testing.T, change func(o *compare.Options), policies ...balance.Chosen) []compare.Setup {
	t.Helper()
	o := compare.Defaults(policies...).AsPublished() // so that settings differ
	o.Sides = []int{6, 6}
	if change != nil {
		change(&o)
	}
	all, err := o.Setups()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func testTree() *balancetest.Tree { return &balancetest.Tree{Nodes: 20_000, Seed: 3} }

func explained(t *testing.T, o Options) Pair {
	t.Helper()
	tree := testTree()
	r, err := Run(t.Context(), experiment.Of("a tree", tree, nil), o)
	if err != nil {
		t.Fatal(err)
	}
	return r.Pairs[0]
}

func TestPartsAddUpToTheNanosecond(t *testing.T) {
	for _, names := range [][2]string{{"plb", "lade"}, {"steal", "liquid-c5"}, {"none", "physical"}} {
		for _, start := range sim.Starts() {
			some := setups(t, func(o *compare.Options) { o.Start = start }, chosen(t, names[0]), chosen(t, names[1]))
			p := explained(t, Options{Setups: some, Seeds: 2, Depth: Quick})
			var first, second int64
			var difference float64
			for _, part := range p.Parts {
				first, second, difference = first+part.FirstSum, second+part.SecondSum, difference+part.Saved
			}
			for i, side := range []Side{p.First, p.Second} {
				var want balance.Ticks
				for seed := range uint64(2) {
					s := some[i]
					s.Seed += seed
					r, err := compare.Simulate(t.Context(), s, testTree(), compare.Watch{})
					if err != nil {
						t.Fatal(err)
					}
					want += balance.Ticks(r.Procs) * r.Time
				}
				if got := []int64{first, second}[i]; got != int64(want) {
					t.Errorf("%s: parts of %d ns, want %d", side.Policy, got, want)
				}
			}
			if math.Abs(difference-p.Difference) > 1e-9 {
				t.Errorf("%v: parts differ by %v s, times by %v", names, difference, p.Difference)
			}
		}
	}
}

// The runs with settings of the other are those that compare makes with these flags.
func TestEqualSettingsAreThoseOfTheFlags(t *testing.T) {
	some := setups(t, nil, chosen(t, "plb"), chosen(t, "lade"))
	p := explained(t, Options{Setups: some, Seeds: 1, Depth: Usual})
	time := func(policy string, change func(o *compare.Options)) float64 {
		r, err := compare.Simulate(t.Context(), setups(t, change, chosen(t, policy))[0], testTree(), compare.Watch{})
		if err != nil {
			t.Fatal(err)
		}
		return r.Seconds()
	}
	step := func(changed, setting string) ChainStep {
		i := slices.IndexFunc(p.Merit.Steps, func(s ChainStep) bool { return s.Changed == changed && s.Setting == setting })
		if i < 0 {
			t.Fatalf("no step %s %s: %+v", changed, setting, p.Merit.Steps)
		}
		return p.Merit.Steps[i]
	}
	mesh := func(o *compare.Options) { o.Topology = "mesh" }
	meshAlpha := func(o *compare.Options) { o.Topology, o.Load = "mesh", "alpha" }
	torus := func(o *compare.Options) { o.Topology = "torus" }
	torusCount := func(o *compare.Options) { o.Topology, o.Load = "torus", "count" }
	got := []float64{
		*step("lade", "topology").Second, *step("lade", "load").Second,
		*step("plb", "topology").First, *step("plb", "load").First,
	}
	want := []float64{time("lade", mesh), time("lade", meshAlpha), time("plb", torus), time("plb", torusCount)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-compare +explain:\n%s", diff)
	}
	grain := step("lade", "grain")
	share := strings.Fields(strings.TrimPrefix(grain.Text, "with a grain of "))[0]
	withGrain := func(o *compare.Options) {
		meshAlpha(o)
		for _, s := range []string{strings.TrimSuffix(share, ",")} {
			o.Grain = parse(t, s)
		}
	}
	if want := time("lade", withGrain); *grain.Second != want {
		t.Errorf("with a grain of %s: %v s, compare says %v", share, *grain.Second, want)
	}
}

func TestSharesAddUpToTheDifference(t *testing.T) {
	for _, depth := range []Depth{Usual, Quick, Deep} {
		p := explained(t, Options{Setups: setups(t, nil, chosen(t, "plb"), chosen(t, "lade")), Seeds: 2, Depth: depth, Threads: 2})
		sum := *p.Merit.Rule
		for _, s := range p.Merit.Settings {
			sum += *s.Share
		}
		if math.Abs(sum-p.Difference) > 1e-9 || p.Merit.Shapley != (depth == Deep) || len(p.Merit.Settings) != 5 {
			t.Errorf("depth %d: shares of %v s in all, want %v: %+v", depth, sum, p.Difference, p.Merit)
		}
	}
}

// With one thing changed after the other, in all orders, by hand: two things of which the second only matters with the
// first.
func TestWeightsAreThoseOfAllOrders(t *testing.T) {
	for n := 1; n <= 6; n++ {
		sum, choose := 0.0, 1.0 // over all sets of the others
		for before := range n {
			sum += choose * weight(before, n)
			choose = choose * float64(n-1-before) / float64(before+1)
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("%d things: weights of %v", n, sum)
		}
	}
	if weight(0, 3) != 1.0/3 || math.Abs(weight(1, 3)-1.0/6) > 1e-15 || math.Abs(weight(2, 3)-1.0/3) > 1e-15 {
		t.Errorf("three things: %v %v %v", weight(0, 3), weight(1, 3), weight(2, 3))
	}
}

func TestTheSameRuleTwiceIsATie(t *testing.T) {
	other := chosen(t, "steal")
	other.Spec.Name = "theft"
	p := explained(t, Options{Setups: setups(t, nil, chosen(t, "steal"), other), Seeds: 2})
	if !p.Tie || p.Difference != 0 || len(p.Reasons) > 0 || len(p.Merit.Settings) > 0 {
		t.Errorf("%+v", p)
	}
	if !strings.Contains(p.Headline, "same time") {
		t.Error(p.Headline)
	}
	for _, c := range p.Turn.Cells {
		if c.Winner != "" {
			t.Errorf("%+v", c)
		}
	}
}

func TestADifferenceBelowThatOfTheSeedsIsATie(t *testing.T) {
	times := func(all ...balance.Ticks) *Measured {
		m := &Measured{}
		for _, x := range all {
			m.add(balance.Result{Procs: 1, Time: x * balance.Second})
		}
		return m
	}
	for _, x := range []struct {
		a, b *Measured
		tie  bool
	}{
		{times(10, 12, 11), times(12, 13, 13), true},
		{times(10, 12, 11), times(13, 15, 14), false},
		{times(10), times(11), false},
		{times(10), times(10), true},
	} {
		c := &comparison{first: party{run: x.a}, second: party{run: x.b}}
		c.fast, c.slow = &c.first, &c.second
		if c.tie() != x.tie {
			t.Errorf("%v and %v: tie %v", x.a.Times, x.b.Times, c.tie())
		}
	}
}

// Another Proc in between changes nothing of a run.
func TestWatchingAPolicyChangesNothing(t *testing.T) {
	for _, name := range []string{"plb", "dn", "steal"} {
		s := setups(t, nil, chosen(t, name))[0]
		want, err := compare.Simulate(t.Context(), s, testTree(), compare.Watch{})
		if err != nil {
			t.Fatal(err)
		}
		grains := &grainWatch{}
		s.Policy = grains.watch(s.Policy)
		got, err := compare.Simulate(t.Context(), s, testTree(), compare.Watch{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-alone +watched):\n%s", name, diff)
		}
		if grains.set != (name == "plb") || (grains.mean(got) > 0) != (name == "plb") {
			t.Errorf("%s: grain %v %v", name, grains.set, grains.mean(got))
		}
	}
}

func TestRunRefusesWhatItCannotExplain(t *testing.T) {
	tree := testTree()
	w := experiment.Of("a tree", tree, nil)
	lockstep := setups(t, func(o *compare.Options) {
		var err error
		if o.Machine, err = compare.ChoosePreset("maspar-mp1"); err != nil {
			t.Fatal(err)
		}
	}, chosen(t, "liquid-c5"), chosen(t, "liquid-c4"))
	for what, some := range map[string][]compare.Setup{
		"at least two": setups(t, nil, chosen(t, "plb")),
		"bound":        setups(t, nil, chosen(t, "plb"), chosen(t, "ideal")),
		"lockstep":     lockstep,
	} {
		if _, err := Run(t.Context(), w, Options{Setups: some}); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: error %v", what, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, w, Options{Setups: setups(t, nil, chosen(t, "plb"), chosen(t, "lade"))}); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// A policy that is not defined on the other's network leaves a direction out, and says so.
func TestUndefinedSettingsLeaveADirectionOut(t *testing.T) {
	p := explained(t, Options{Setups: setups(t, nil, chosen(t, "steal"), chosen(t, "liquid-c5")), Seeds: 1})
	if p.Merit.RuleWithFirst != nil || p.Merit.RuleWithSecond == nil {
		t.Errorf("%+v", p.Merit)
	}
	said := false
	for _, text := range p.Paragraphs {
		said = said || strings.Contains(text.Text, "liquid-c5 cannot be given the settings of steal")
	}
	if !said {
		t.Errorf("%+v", p.Paragraphs)
	}
}
