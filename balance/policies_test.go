package balance_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/topology"
)

func TestEveryPolicyIsDescribed(t *testing.T) {
	var kinds []string
	for _, k := range topology.Kinds() {
		kinds = append(kinds, k.Name)
	}
	seen := map[string]bool{}
	for _, spec := range balance.Policies() {
		t.Run(spec.Name, func(t *testing.T) {
			if seen[spec.Name] {
				t.Error("there are two policies of this name")
			}
			seen[spec.Name] = true
			if spec.Title == "" || spec.Source == "" || spec.Uses == "" {
				t.Errorf("something is not described: title %q, source %q, uses %q", spec.Title, spec.Source, spec.Uses)
			}
			if !slices.Contains(balance.Families(), spec.Family) {
				t.Errorf("%q is no family", spec.Family)
			}
			if len(spec.Kinds) == 0 {
				t.Error("it is defined on no topology")
			}
			for _, k := range spec.Kinds {
				if !slices.Contains(kinds, k) {
					t.Errorf("%q is no kind of topology", k)
				}
			}
			if _, err := balance.ChooseEstimate(spec.Estimate); err != nil {
				t.Error(err)
			}
			checkParams(t, spec.Params)
		})
	}
}

// The policies are listed family by family, in the order of the registry within each; foreign families first, and none last.
func TestPoliciesByFamily(t *testing.T) {
	foreign := balance.Spec{Name: "foreign", Family: "foreign"}
	alone := balance.Spec{Name: "alone"}
	sorted := balance.ByFamily(append([]balance.Spec{alone, foreign}, balance.Policies()...))
	var families, stealing []string
	for _, spec := range sorted {
		if len(families) == 0 || families[len(families)-1] != spec.Family {
			families = append(families, spec.Family)
		}
		if strings.HasPrefix(spec.Family, "stealing:") {
			stealing = append(stealing, spec.Name)
		}
	}
	if diff := cmp.Diff(slices.Concat([]string{"foreign"}, balance.Families(), []string{""}), families); diff != "" {
		t.Errorf("families (-want +got):\n%s", diff)
	}
	if len(stealing) < 9 || stealing[0] != "steal" {
		t.Errorf("stealing: %v", stealing)
	}
}

// Every policy has an essay, at the head of its file, that tells its parameters, what it sends and where it comes from.
func TestEveryPolicyHasAnEssay(t *testing.T) {
	for _, spec := range balance.Policies() {
		essay := spec.Essay
		if len(essay) < 100 || strings.Contains(essay, "//") || strings.Contains(essay, "func ") {
			t.Errorf("%s: %q", spec.Name, essay)
		}
		if spec.Name != "none" && (!strings.Contains(essay, "\nMessages: ") || !strings.Contains(essay, "Source: ")) {
			t.Errorf("%s: the essay does not tell messages and source:\n%s", spec.Name, essay)
		}
		for _, p := range spec.Params {
			if !strings.Contains(essay, p.Name) && !strings.Contains(essay, "as in") {
				t.Errorf("%s: the essay does not mention the parameter %s", spec.Name, p.Name)
			}
		}
	}
}

// A present-day cluster is 10,000 times as fast as a transputer grid: each parameter that is a time can be that
// much shorter, too.
func TestTimesSuitAnyMachine(t *testing.T) {
	for _, spec := range balance.Policies() {
		for _, p := range spec.Params {
			if p.Unit == "s" && (p.Min > 1e-6 || p.Max < 3600) {
				t.Errorf("%s: %s goes from %v to %v s", spec.Name, p.Name, p.Min, p.Max)
			}
		}
	}
}

// A policy that does not look at the topology is defined on all of them.
func TestNoneIsDefinedOnEveryTopology(t *testing.T) {
	for _, k := range topology.Kinds() {
		network, err := topology.New(k.Name, 2, 4)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := mustChoose(t, "none").For(network); err != nil {
			t.Error(err)
		}
	}
}

func TestEveryEstimateIsDescribed(t *testing.T) {
	for _, e := range balance.Estimates() {
		if e.Title == "" || e.Source == "" {
			t.Errorf("%s: title %q, source %q", e.Name, e.Title, e.Source)
		}
		checkParams(t, e.Params)
	}
}

func checkParams(t *testing.T, params []balance.Param) {
	t.Helper()
	for _, p := range params {
		if p.Title == "" {
			t.Errorf("parameter %s has no title", p.Name)
		}
		if !(p.Min <= p.Default && p.Default <= p.Max) {
			t.Errorf("parameter %s: default %v is not from %v to %v", p.Name, p.Default, p.Min, p.Max)
		}
		if p.Unit != "" && p.Unit != "s" {
			t.Errorf("parameter %s has the unit %q", p.Name, p.Unit)
		}
	}
}

func TestChooseGivesDefaults(t *testing.T) {
	for _, spec := range balance.Policies() {
		want := balance.Values{}
		for _, p := range spec.Params {
			want[p.Name] = p.Default
		}
		chosen := mustChoose(t, spec.Name)
		if diff := cmp.Diff(want, chosen.Values); diff != "" {
			t.Errorf("%s (-defaults +chosen):\n%s", spec.Name, diff)
		}
		if got := chosen.String(); got != spec.Name {
			t.Errorf("%s is written as %q", spec.Name, got)
		}
	}
}

func TestChooseReadsWhatStringWrites(t *testing.T) {
	specs := balance.Policies()
	rapid.Check(t, func(t *rapid.T) {
		spec := rapid.SampledFrom(specs).Draw(t, "policy")
		chosen := balance.Chosen{Spec: spec, Values: balance.Values{}}
		for _, p := range spec.Params {
			chosen.Values[p.Name] = rapid.Float64Range(p.Min, p.Max).Draw(t, p.Name)
		}
		again, err := balance.Choose(chosen.String())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(chosen.Values, again.Values); diff != "" {
			t.Fatalf("%v (-written +read):\n%s", chosen, diff)
		}
	})
}

func TestChooseAcceptsUnitsAndBounds(t *testing.T) {
	for in, want := range map[string]string{
		"plb:period=0.25s":           "plb:period=0.25",
		"plb:period=250ms":           "plb:period=0.25",
		"plb:period=1m1.5s":          "plb:period=61.5",
		"plb:gamma=0.62:period=0.25": "plb:period=0.25:gamma=0.62",
		"plb:gamma=0.5":              "plb",
		"plb:beta=0":                 "plb:beta=0",
		"plb:beta=100":               "plb:beta=100",
	} {
		chosen, err := balance.Choose(in)
		if err != nil {
			t.Error(err)
		} else if got := chosen.String(); got != want {
			t.Errorf("%s is read as %s, want %s", in, got, want)
		}
	}
}

func TestChooseRefuses(t *testing.T) {
	for in, want := range map[string]string{
		"liqid":           `unknown policy "liqid"`,
		"":                `unknown policy ""`,
		"plb:delta=1":     `unknown parameter of policy plb "delta"`,
		"none:x=1":        `unknown parameter of policy none "x"`,
		"plb:":            "", // nothing after the colon: no parameters
		"plb:gamma":       `policy plb: gamma="": want a number from 0 to 100`,
		"plb:gamma=-0.1":  `policy plb: gamma="-0.1": want a number from 0 to 100`,
		"plb:gamma=101":   `policy plb: gamma="101": want a number from 0 to 100`,
		"plb:gamma=NaN":   `policy plb: gamma="NaN": want a number from 0 to 100`,
		"plb:gamma=big":   `policy plb: gamma="big": want a number from 0 to 100`,
		"plb:period=0":    `policy plb: period="0": want a number from 1e-06 to 3600 s`,
		"lade:period=4e3": `policy lade: period="4e3": want a number from 1e-06 to 3600 s`,
	} {
		_, err := balance.Choose(in)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestUnknownNamesListTheKnown(t *testing.T) {
	var names []string
	for _, spec := range balance.Policies() {
		names = append(names, spec.Name)
	}
	for in, want := range map[string]*balance.UnknownError{
		"liqid": {What: "policy", Name: "liqid", Known: names},
		"plb:delta=1": {
			What: "parameter of policy plb", Name: "delta", Known: []string{"period", "again", "beta", "gamma", "few", "share", "own"},
		},
	} {
		_, err := balance.Choose(in)
		var got *balance.UnknownError
		if !errors.As(err, &got) {
			t.Fatalf("%s: %v", in, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", in, diff)
		}
	}
}

func TestForRefusesOtherTopologies(t *testing.T) {
	for _, spec := range balance.Policies() {
		chosen := mustChoose(t, spec.Name)
		for _, k := range topology.Kinds() {
			g, err := topology.New(k.Name, 2, 4)
			if err != nil {
				t.Fatal(err)
			}
			maker, err := chosen.For(g)
			var refusal *balance.KindError
			switch errors.As(err, &refusal); {
			case err == nil && maker(0) == nil, err != nil && refusal == nil:
				t.Errorf("%s on %v: error %v; want a policy or a KindError", spec.Name, g, err)
			case !slices.Contains(spec.KindsAmong(topology.Names()), k.Name) && err == nil:
				t.Errorf("%s is made for %v; its kinds are %v", spec.Name, g, spec.Kinds)
			case slices.Contains(spec.KindsAmong(topology.Names()), k.Name) && refusal != nil && refusal.Reason == "":
				t.Errorf("%s on %v: %v; its kinds are %v", spec.Name, g, err, spec.Kinds)
			case refusal != nil && refusal.Reason != "" && spec.Refuses == nil:
				t.Errorf("%s on %v: %v, and yet it refuses nothing", spec.Name, g, err)
			}
		}
	}
}

func TestForSaysWhyNot(t *testing.T) {
	for _, c := range []struct {
		policy, kind string
		want         string
	}{
		{"liquid-c5", "mesh", "policy liquid-c5 is not defined on a mesh: its dimensions are no rings; it runs on: torus, ring, hypercube"},
		{"liquid-c5", "tree", "policy liquid-c5 is not defined on a tree: it has no rings; it runs on: torus, ring, hypercube"},
		{"adf", "torus", "policy adf is not defined on this torus: it is bipartite, so that loads swing between its two halves for ever; " +
			"a damping above 0 helps"},
		{"adf", "debruijn", "policy adf is not defined on a debruijn: its processors differ in their numbers of neighbours, so that the sum " +
			"of all loads would change; it runs on: torus, ring, hypercube, clique"},
		{"dimension-exchange", "debruijn", "policy dimension-exchange is not defined on a debruijn: it has no dimensions along which pairs " +
			"could be formed; it runs on: mesh, torus, line, ring, hypercube"},
		{"alpha-splitting", "torus", "policy alpha-splitting is not defined on a torus: it is not one ring; it runs on: ring"},
	} {
		_, err := mustChoose(t, c.policy).For(grid(t, c.kind, 2, 4))
		if err == nil || err.Error() != c.want {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

func TestEstimates(t *testing.T) {
	for _, c := range []struct {
		estimate string
		level    int
		want     float64
	}{
		{"count", 0, 1},
		{"count", 300, 1},
		{"alpha", 0, 1},
		{"alpha", 100, math.Pow(1.04, -100)},
		{"alpha:alpha=2", 10, 1. / 1024},
		{"alpha:alpha=1", 10, 1},
	} {
		e, err := balance.ChooseEstimate(c.estimate)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Load(c.level); got != c.want {
			t.Errorf("%v of level %d is %v, want %v", e, c.level, got, c.want)
		}
		if e.String() != c.estimate {
			t.Errorf("%s is written as %v", c.estimate, e)
		}
	}
	for in, want := range map[string]string{
		"alhpa":         `unknown load estimate "alhpa"`,
		"alpha:alpha=5": `load estimate alpha: alpha="5": want a number from 1 to 4`,
	} {
		if _, err := balance.ChooseEstimate(in); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
}

// Loads are positive, at most 1, and do not grow with the level.
func TestEstimatesShrink(t *testing.T) {
	for _, e := range balance.Estimates() {
		e, err := balance.ChooseEstimate(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		for level := range 1000 {
			load, next := e.Load(level), e.Load(level+1)
			if !(0 < next && next <= load && load <= 1) {
				t.Fatalf("%v: level %d has load %v, the next %v", e, level, load, next)
			}
		}
	}
}

func TestSecondsRound(t *testing.T) {
	if got, want := (balance.Values{"period": 0.1}).Seconds("period"), 100*balance.Millisecond; got != want {
		t.Errorf("0.1 s are %d ns, want %d", got, want)
	}
}

// The network of a policy is the first of its kinds that can be built and that it does not refuse.
func TestOwnNetwork(t *testing.T) {
	policy := func(kinds ...string) balance.Chosen {
		return balance.Chosen{Spec: balance.Spec{
			Name: "choosy", Kinds: kinds,
			Refuses: func(network balance.Topology, _ balance.Values) string {
				if network.Kind() == "torus" {
					return "it goes round"
				}
				return ""
			},
			New: func(balance.Topology, balance.Values) balance.Maker { return nil },
		}}
	}
	for _, tc := range []struct{ name, kinds, want, refusal, err string }{
		{name: "the first", kinds: "mesh torus", want: "mesh"},
		{name: "refused", kinds: "torus mesh ring", want: "mesh", refusal: "policy choosy is not defined on this torus: it goes round"},
		{name: "cannot be built", kinds: "star torus mesh", want: "mesh", refusal: "no star"},
		{
			name: "none", kinds: "torus star", refusal: "policy choosy is not defined on this torus: it goes round",
			err: "policy choosy is not defined on this torus: it goes round",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			network, refusal, err := balance.OwnNetwork(policy(strings.Fields(tc.kinds)...), func(kind string) (topology.Network, error) {
				if kind == "star" {
					return nil, errors.New("no star")
				}
				return topology.New(kind, 3, 3)
			})
			if text(refusal) != tc.refusal || text(err) != tc.err {
				t.Errorf("refusal %q, error %q", text(refusal), text(err))
			}
			if err == nil && network.Kind() != tc.want {
				t.Errorf("a %s, want a %s", network.Kind(), tc.want)
			}
		})
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
