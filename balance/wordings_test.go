package balance_test

import (
	"regexp"
	"strings"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/sim"
	"transat/balance/topology"
)

// A policy has words for all of the messages that it sends, or for none. They name nothing but what there is to fill in.
func TestEveryMessageHasWords(t *testing.T) {
	known := regexp.MustCompile(`\{(peer|A|B|Round|phase)\}`)
	worded := 0
	for _, spec := range balance.Policies() {
		if spec.Bound || len(spec.Wordings.Kinds) == 0 && spec.Wordings.Quiet == "" {
			continue
		}
		worded++
		t.Run(spec.Name, func(t *testing.T) {
			if spec.Wordings.Quiet == "" {
				t.Error("there are no words for when nothing is said")
			}
			doing := []string{spec.Wordings.Quiet}
			for _, s := range spec.Wordings.Kinds {
				doing = append(doing, s.Doing)
				for _, text := range []string{s.Sent, s.Heard, s.Doing} {
					if rest := known.ReplaceAllString(text, ""); text == "" || regexp.MustCompile(`[{}]`).MatchString(rest) {
						t.Errorf("%q: want words, with {peer}, {A}, {B}, {Round} and {phase}", text)
					}
				}
			}
			for _, text := range doing { // the page adds how many have no work
				if strings.Contains(text, "everyone") {
					t.Errorf("%q says what all processors do, which the number without work then contradicts", text)
				}
			}
			kinds := saidBy(t, spec)
			steps := spec.Rule != nil // then the kinds are substeps, which all have the same words
			if len(kinds) > 0 && len(spec.Wordings.Kinds) == 0 {
				t.Fatalf("it sends messages of the kinds %v, for which there are no words", kinds)
			}
			for kind := range kinds {
				if !steps && int(kind) >= len(spec.Wordings.Kinds) {
					t.Errorf("it sends messages of kind %d, and there are words for %d", kind, len(spec.Wordings.Kinds))
				}
			}
		})
	}
	if worded < 27 {
		t.Errorf("%d policies have words for their messages, want at least 27", worded)
	}
}

// saidBy has the kinds of messages of a run.
func saidBy(t *testing.T, spec balance.Spec) map[uint8]bool {
	t.Helper()
	kinds := map[uint8]bool{}
	chosen, err := balance.Choose(spec.Name)
	if err != nil {
		t.Fatal(err)
	}
	network := balancetest.Networks(chosen, 4, 4)[0]
	maker, err := chosen.For(network)
	if err != nil {
		t.Fatal(err)
	}
	estimate, err := balance.ChooseEstimate(spec.Estimate)
	if err != nil {
		t.Fatal(err)
	}
	if spec.Place != nil { // it sends nothing, and starts where this test has no placement for
		return kinds
	}
	grid, err := topology.NewGrid("mesh", 4, 4)
	if err != nil {
		t.Fatal(err)
	}
	_, err = sim.Run(t.Context(), sim.Config[balancetest.Element]{
		Tree: &balancetest.Tree{Nodes: 3000, Seed: 3}, Topology: network, Physical: grid, Cost: sim.CostModels()[0],
		Policy: maker, Received: spec.Received, Estimate: estimate, Seed: 1,
		Timeline: &sim.Timeline{Event: func(m sim.TimelineEvent) {
			if m.Kind == sim.MessageSent {
				kinds[m.Message.Kind] = true
			}
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return kinds
}
