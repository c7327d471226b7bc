package conformance_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/conformance"
	"transat/balance/script"
)

// The policies that are built in, and some of their twins, do nothing wrong; the other twins do the same as theirs (package script). What
// is no policy cannot be checked.
func TestPoliciesConform(t *testing.T) {
	shipped, err := script.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("TRANSAT_TEST_MORE") == "" {
		some := []string{"lade.star", "none.star", "plb.star", "steal.star"}
		shipped = slices.DeleteFunc(shipped, func(s balance.Spec) bool { return !slices.Contains(some, s.Name) })
	}
	for i, spec := range append(balance.Policies(), shipped...) {
		if testing.Short() && !slices.Contains([]string{"ideal", "physical", "lade", "liquid-c5.star", "steal.star", "plb"}, spec.Name) {
			continue
		}
		t.Run(spec.Name, func(t *testing.T) {
			t.Parallel()
			chosen, err := spec.Choose("")
			if err != nil {
				t.Fatal(err)
			}
			if !balancetest.Thorough(spec) && len(spec.Kinds) > 3 { // what it prefers, most neighbours, and one more
				chosen.Spec.Kinds, chosen.Spec.Anywhere = []string{spec.Kinds[0], "clique", spec.Kinds[1+i%(len(spec.Kinds)-1)]}, false
			}
			report, err := conformance.Check(t.Context(), chosen)
			if spec.Bound || spec.Place != nil {
				if err == nil {
					t.Error("it is checked")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range report.Faults {
				t.Error(f)
			}
			if report.Runs < 10 || len(report.Topologies) == 0 {
				t.Errorf("%d runs, on %v", report.Runs, report.Topologies)
			}
		})
	}
}

// bare is a policy with nothing but what it needs: it says nothing of itself, and its messages have no words. It runs anywhere,
// and is checked everywhere: on a network with so many neighbours, it breaks a rule.
type bare struct{ balance.Base }

func (bare) Start(p balance.Proc) { p.WakeAfter(50 * balance.Millisecond) }

func (b bare) Wake(p balance.Proc) {
	if !p.Busy() {
		for _, n := range p.Neighbours() {
			p.Send(n, balance.Message{Kind: 2, A: 1.5})
		}
		if len(p.Neighbours()) > 6 {
			p.Send(p.Rank(), balance.Message{})
		}
	}
	b.Start(p)
}

func (bare) Receive(p balance.Proc, from int, _ balance.Message) {
	if p.Len() > 1 {
		p.Transfer(from, 1)
	}
}

func bareSpec() balance.Spec {
	return balance.Spec{
		Name: "bare", Kinds: []string{"line"}, Estimate: "count",
		New: func(balance.Topology, balance.Values) balance.Maker {
			return func(int) balance.Policy { return bare{} }
		},
	}
}

func TestPoliciesAreCheckedOnAllTheirTopologies(t *testing.T) {
	for _, c := range []struct {
		anywhere bool
		want     []string
		fault    string
	}{
		{false, []string{"line"}, ""},
		{true, []string{"line", "mesh", "torus", "ring", "hypercube", "debruijn", "tree", "clique"}, "to itself"},
	} {
		spec := bareSpec()
		spec.Anywhere = c.anywhere
		chosen, err := spec.Choose("")
		if err != nil {
			t.Fatal(err)
		}
		report, err := conformance.Check(t.Context(), chosen)
		if err != nil {
			t.Fatal(err)
		}
		if fault := report.Faults; (c.fault == "") != (len(fault) == 0) || c.fault != "" && fault[0].Clause != c.fault {
			t.Errorf("anywhere %t: faults %v", c.anywhere, fault)
		}
		if len(report.Faults) == 0 && !slices.Equal(report.Topologies, c.want) {
			t.Errorf("anywhere %t: on %v, want %v", c.anywhere, report.Topologies, c.want)
		}
		for _, f := range report.Faults {
			story := f.String()
			if !strings.Contains(story, "sends a message of kind 2 (A 1.5) to 2") || strings.Contains(story, "kind=") {
				t.Errorf("story:\n%s", story)
			}
		}
	}
}
