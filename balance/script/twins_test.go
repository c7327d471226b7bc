package script_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/script"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/instances"
	"transat/solver/tree"
)

// twin is a script that is shipped, and the policy that it is named after.
type twin struct {
	name         string
	script, true balance.Spec
}

func twins(t testing.TB) []twin {
	t.Helper()
	specs, err := script.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	var all []twin
	for _, spec := range specs {
		name := strings.TrimSuffix(spec.Name, ".star")
		chosen, err := balance.Choose(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, twin{name, spec, chosen.Spec})
	}
	return all
}

func TestWhichScriptsAreShipped(t *testing.T) {
	var names []string
	for _, x := range twins(t) {
		names = append(names, x.name)
	}
	want := strings.Fields(`acwn bidding cluster-steal cwn diffusion dn drafting edge-colours flow gossip gradient hbm lade level-steal
		lifeline liquid-c5 local-change matching multilevel near-steal none optimal plb rid steal-half steal threshold-receiver
		threshold-sender threshold-shortest threshold-symmetric`)
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Every policy is there as a script, or it is known why not; one that the language does not allow says so in its essay.
func TestWhichPoliciesAreNoScripts(t *testing.T) {
	const frontEnd, static = "has no word for a front end", "No script: "
	const unwritten = "" // the language allows it
	reasons := map[string]string{
		"gp": frontEnd, "ngp": frontEnd, "physical": static, "ideal": static,
		"adaptive": unwritten, "adf": unwritten, "alpha-splitting": unwritten, "an": unwritten, "an-2": unwritten,
		"dimension-exchange": unwritten, "dnr": unwritten, "global-round-robin": unwritten, "liquid-c0": unwritten, "liquid-c1": unwritten,
		"liquid-c2": unwritten, "liquid-c3": unwritten, "liquid-c4": unwritten, "nna-async": unwritten, "nna-sync": unwritten,
		"random-polling": unwritten, "round-robin": unwritten, "second-order": unwritten,
	}
	for _, spec := range balance.Policies() {
		_, shipped := script.Source(spec.Name)
		reason, known := reasons[spec.Name]
		if shipped == known {
			t.Errorf("%s: there is a script: %v, and it is known why there is none: %v", spec.Name, shipped, known)
		}
		if !strings.Contains(spec.Essay, reason) || strings.Contains(spec.Essay, "No script") && reason == unwritten {
			t.Errorf("the essay of %s does not say why there is no script", spec.Name)
		}
		delete(reasons, spec.Name)
	}
	for name := range reasons {
		t.Errorf("there is no policy %s", name)
	}
}

// A script says of itself what its twin does, but for the words and the kinds of topology that plb leaves out.
func TestTwinsDescribeThemselvesAlike(t *testing.T) {
	for _, x := range twins(t) {
		a, b := x.true, x.script
		if diff := cmp.Diff(a.Params, b.Params); diff != "" {
			t.Errorf("%s: parameters (-Go +script):\n%s", x.name, diff)
		}
		if x.name != "plb" {
			if a.Title != b.Title || a.Source != b.Source || a.Uses != b.Uses {
				t.Errorf("%s: %q %q %q, the script: %q %q %q", x.name, a.Title, a.Source, a.Uses, b.Title, b.Source, b.Uses)
			}
			if diff := cmp.Diff(a.Kinds, b.Kinds); diff != "" || a.Anywhere != b.Anywhere {
				t.Errorf("%s: topologies (-Go +script):\n%s", x.name, diff)
			}
		}
		if a.Estimate != b.Estimate || a.Received != b.Received {
			t.Errorf("%s: %s, %v; the script: %s, %v", x.name, a.Estimate, a.Received, b.Estimate, b.Received)
		}
	}
}

// enough is the number of callbacks that are compared: towards the end of a small tree, thieves ask for ever.
const enough = 20_000

var errEnough = errors.New("there were enough callbacks")

// events returns what happens in a simulation, and its result.
func events[E any](t *testing.T, tree balance.Tree[E], spec balance.Spec, params string, g topology.Network,
	seed uint64,
) ([]sim.Event, balance.Result) {
	t.Helper()
	chosen, err := spec.Choose(params)
	if err != nil {
		t.Fatal(err)
	}
	maker, err := chosen.For(g)
	if err != nil {
		t.Fatal(err)
	}
	physical, err := balancetest.Mesh(g)
	if err != nil {
		t.Fatal(err)
	}
	estimate, err := balance.ChooseEstimate(spec.Estimate)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	var all []sim.Event
	result, err := sim.Run(ctx, sim.Config[E]{
		Tree: tree, Topology: g, Physical: physical, Cost: sim.CostModels()[0],
		Policy: maker, Received: spec.Received, Estimate: estimate, Grain: 0.05, Seed: seed,
		Trace: func(e sim.Event) {
			if len(all) == enough {
				cancel(errEnough)
				return
			}
			all = append(all, e)
		},
	})
	if err != nil && !errors.Is(err, errEnough) {
		t.Fatal(err)
	}
	if err != nil {
		result = balance.Result{}
	}
	return all, result
}

// sameEvents compares a script with its twin on a tree.
func sameEvents[E any](t *testing.T, tree balance.Tree[E], x twin, params string, g topology.Network, seed uint64) {
	t.Helper()
	want, one := events(t, tree, x.true, params, g, seed)
	got, other := events(t, tree, x.script, params, g, seed)
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			t.Fatalf("%s, seed %d: event %d differs\nGo:     %+v\nscript: %+v", x.name, seed, i, want[i], got[i])
		}
	}
	if len(want) != len(got) || one != other {
		t.Fatalf("%s, seed %d: %d events, the script: %d\nGo:     %+v\nscript: %+v", x.name, seed, len(want), len(got), one, other)
	}
	if x.name != "none" && len(want) < 100 {
		t.Errorf("%s, seed %d: only %d events", x.name, seed, len(want))
	}
}

// The scripts do the same as their twins, event for event: that proves that the contract is complete.
func TestTwinsAgreeEventForEvent(t *testing.T) {
	balancetest.SkipShort(t)
	recorded, uts := trees(t)
	seeds := uint64(1)
	first := []string{"lade", "liquid-c5", "none", "plb", "steal"} // tried on more networks
	if os.Getenv("TRANSAT_TEST_MORE") != "" {
		seeds = 3
	}
	for _, x := range twins(t) {
		params := ""
		for _, p := range x.true.Params {
			if p.Name == "period" {
				params = "period=0.05"
			}
		}
		kinds, both := []string{"mesh", "torus", "ring", "line", "hypercube", "tree", "clique"}, true
		switch {
		case seeds > 1:
		case slices.Contains(first, x.name):
			kinds = kinds[:5]
		default:
			kinds, both = []string{"torus", "hypercube", "tree"}, false
			if x.true.Anywhere {
				kinds = []string{"torus", "tree"}
			}
		}
		for _, kind := range kinds {
			g, err := topology.New(kind, 4, 4)
			if err != nil {
				t.Fatal(err)
			}
			chosen, err := x.script.Choose("")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := chosen.For(g); err != nil {
				continue
			}
			t.Run(fmt.Sprint(x.name, " ", g), func(t *testing.T) {
				for seed := range seeds {
					if both || kind == "torus" {
						sameEvents(t, recorded, x, params, g, seed+1)
					}
					if both || kind != "torus" {
						sameEvents(t, uts, x, params, g, seed+1)
					}
				}
				if x.name == "plb" {
					sameEvents(t, recorded, x, params+":few=2:share=0.1:own=1", g, 1)
				}
			})
		}
	}
}

// Thieves ask ever more slowly after a thousand vain tries: two processors, and an element that takes long.
func TestTwinsOfThievesAskMoreSlowly(t *testing.T) {
	balancetest.SkipShort(t)
	g, err := topology.New("line", 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range twins(t) {
		if !strings.HasSuffix(x.name, "steal") && x.name != "steal-half" {
			continue
		}
		params := ""
		if x.name == "cluster-steal" {
			params = "block=1"
		}
		sameEvents(t, long{}, x, params, g, 1)
		all, _ := events(t, long{}, x.script, params, g, 1)
		if n := len(all); n < 5000 || n >= enough {
			t.Errorf("%s: %d events", x.name, n)
		}
	}
}

// long is a tree of a single node of much work.
type long struct{}

func (long) Root() int32 { return 0 }

func (long) Expand(_ int32, dst []int32) (children []int32, work, nodes int64, found bool) {
	return dst, 30_000, 1, false
}

func (long) Finish(int32) (work, nodes int64, found bool) { return 30_000, 1, false }
func (long) Level(int32) int                              { return 0 }
func (long) Subtree(int32) (work, nodes, elements int64)  { return 30_000, 1, 1 }

// trees are the recorded search tree of a formula, and the record of a UTS tree.
func trees(t *testing.T) (*tree.Tree, *instances.UTSRecord) {
	t.Helper()
	f, err := open(t, "120-516-3/1").Formula()
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := tree.Record(t.Context(), f, tree.Options{Rule: "lex"})
	if err != nil {
		t.Fatal(err)
	}
	uts, err := open(t, "uts-default").Tree.Record(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return recorded, uts
}

func open(t *testing.T, name string) instances.Instance {
	t.Helper()
	set, err := instances.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return set.Instances[0]
}

// A policy takes fewer than 60 lines from its first function on, or the contract lacks a word; and so does the file that some load.
func TestTwinsAreShort(t *testing.T) {
	files, err := filepath.Glob("policies/*.star")
	parts, partsErr := filepath.Glob("policies/parts/*.star")
	if err != nil || partsErr != nil || len(files) == 0 || len(parts) == 0 {
		t.Fatal(files, parts, err, partsErr)
	}
	for _, name := range append(files, parts...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines, begun := 0, false
		for line := range strings.Lines(string(text)) {
			begun = begun || strings.HasPrefix(line, "def ") || strings.Contains(line, "= lambda ")
			line = strings.TrimSpace(line)
			if begun && line != "" && !strings.HasPrefix(line, "#") {
				lines++
			}
		}
		if lines >= 60 {
			t.Errorf("%s takes %d lines", name, lines)
		}
	}
}

// A copy of a script, in a folder of its own, is a policy: what it loads comes with the program.
func TestCopiesOfScriptsCanBeOpened(t *testing.T) {
	for _, name := range script.Names() {
		text, _ := script.Source(name)
		if _, err := script.OpenFS(fstest.MapFS{"mine.star": {Data: []byte(text)}}, "mine.star", nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What a script loads may be shipped; a file of its own folder comes first, and the script itself must be there.
func TestShippedScriptsCanBeLoaded(t *testing.T) {
	text, _ := script.Source("threshold-symmetric")
	if _, err := script.OpenFS(fstest.MapFS{"mine.star": {Data: []byte(text)}}, "mine.star", nil); err != nil {
		t.Error(err)
	}
	folder := fstest.MapFS{"mine.star": {Data: []byte(text)}, "threshold-sender.star": {Data: []byte("x = 1\n")}}
	_, err := script.OpenFS(folder, "mine.star", nil)
	if err == nil || !strings.Contains(err.Error(), "not found in module threshold-sender.star") {
		t.Errorf("error %v, want one of the file in the folder", err)
	}
	if _, err := script.OpenFS(fstest.MapFS{}, "steal.star", nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want that there is no such file", err)
	}
}
