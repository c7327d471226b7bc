package experiment

import (
	"os"
	"slices"
	"testing"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/treecache"
)

// A policy with a period that is far too long gets a shorter one, a thief keeps what it has, and the tree that is compared is none
// of those that were tuned on.
func TestTunerFindsBetterPeriods(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	var policies []balance.Chosen
	for _, name := range []string{"lade:period=8", "steal"} {
		chosen, err := balance.Choose(name)
		if err != nil {
			t.Fatal(err)
		}
		policies = append(policies, chosen)
	}
	o := compare.Defaults(policies...)
	o.Sides = []int{4, 4}
	setups, err := o.Setups()
	if err != nil {
		t.Fatal(err)
	}
	tuner := Tuner{Store: &treecache.Store{Rule: "lex", Threads: 1, Warn: func(text string) { t.Log(text) }}, Threads: 2}
	found, err := input.Finder{Warn: tuner.Store.Warn}.Find("uts-t1/4")
	if err != nil {
		t.Fatal(err)
	}
	copied, err := Load(t.Context(), found[0], tuner.Store, nil)
	if err != nil {
		t.Fatal(err)
	}
	tuner.samples = []tuningTree{{name: "uts-t1/5"}, {name: "uts-t1/4"}, {name: "uts-t2/6"}}
	tuned, err := tuner.Tune(t.Context(), setups, []*Tree{{Name: "a copy", Nodes: copied.Nodes, CriticalPath: copied.CriticalPath}})
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(tuned[0].Trees, "uts-t1/4") || len(tuned[0].Trees) != 2 {
		t.Errorf("tuned on %v", tuned[0].Trees)
	}
	if period := tuned[0].Best.Policy.Values["period"]; period >= 8 {
		t.Errorf("lade has a period of %v s", period)
	}
	if got := tuned[1].Best.Policy.String(); got != "steal" {
		t.Errorf("steal becomes %s", got)
	}
	if tuned[0].Usual.Policy.Values["period"] != 8 || setups[0].Policy.Values["period"] != 8 {
		t.Error("the setup that was given has changed")
	}
}

// The trees that are tuned on have the nodes that the list says, so that those of other sizes need not be read.
func TestTuningTreesHaveTheNodesListed(t *testing.T) {
	const largest = 1_000_000 // without TRANSAT_TEST_MORE
	for _, listed := range tunedOn() {
		if listed.nodes > largest && os.Getenv("TRANSAT_TEST_MORE") == "" {
			continue
		}
		found, err := input.Finder{}.Find(listed.name)
		if err != nil {
			t.Fatal(err)
		}
		w, err := Load(t.Context(), found[0], &treecache.Store{Rule: "lex", Threads: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if w.Nodes != listed.nodes {
			t.Errorf("%s has %d nodes, listed: %d", listed.name, w.Nodes, listed.nodes)
		}
	}
}
