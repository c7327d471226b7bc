package plb

import (
	"math/rand/v2"
	"testing"

	"transat/balance/sim"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
	"transat/instances"
)

func TestPLBSection6BranchingRules(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a second")
	}
	r := reproducetest.Found(t, branchingItem())
	if len(r.Tables) != 1 || r.Tables[0].Rows() != 2*len(branchingRules()) {
		t.Errorf("%d tables", len(r.Tables))
	}
	reproducetest.WantClaim(t, r, "§6", "it is as good as", reproduce.Holds)
}

func TestBranchingVerdictsDependOnTheRows(t *testing.T) {
	cost, err := sim.ChooseCostModel(machine)
	if err != nil {
		t.Fatal(err)
	}
	rows := func(probes int, lex, boehm, first, random float64) []branchingRow {
		var all []branchingRow
		for rule, nodes := range map[string]float64{"lex": lex, "boehm": boehm, "jeroslow-wang": 130, "first": first, "random": random} {
			all = append(all, branchingRow{
				sample: "80-400-3", rule: rule, probes: probes, nodes: []float64{nodes}, visits: []float64{1000 * nodes},
			})
		}
		return all
	}
	claims := func(probes int, lex, boehm, first, random float64, which int) reproduce.Claim {
		return branchingClaims(append(rows(0, lex, boehm, first, random), rows(probes, lex, boehm, first, random)...), cost)[which]
	}
	for _, tc := range []struct {
		name  string
		claim reproduce.Claim
		want  string
	}{
		{"far", claims(9, 100, 100, 2000, 3000, 0), "holds"},
		{"a random variable is not far", claims(9, 100, 100, 2000, 900, 0), "does not hold"},
		{"nor is the first one, by its visits", claims(9, 100, 100, 1200, 3000, 0), "does not hold"},
		{"near boehm", claims(9, 100, 90, 2000, 3000, 1), "holds"},
		{"not near boehm", claims(9, 100, 80, 2000, 3000, 1), "does not hold"},
		{"estimates", claims(9, 100, 80, 200_000, 300_000, 2), "holds"},
		{"smaller estimates", claims(9, 100, 80, 99_000, 300_000, 2), "does not hold"},
	} {
		reproducetest.WantVerdict(t, tc.name, tc.claim, tc.want)
	}
}

// The mean of many probes is the size of the tree.
func TestBranchingProbe(t *testing.T) {
	f, err := instances.Sample{Vars: 40, Clauses: 200, K: 3}.Formula(1)
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range branchingRules()[:4] {
		b, err := newBranching(t.Context(), f, rule, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if err := b.search(t.Context()); err != nil || b.found {
			t.Fatal(b.found, err)
		}
		wantNodes, wantVisits := float64(b.nodes), float64(b.visits)
		nodes, visits := 0.0, 0.0
		const probes = 3000
		for range probes {
			n, v := b.probe()
			nodes, visits = nodes+n/probes, visits+v/probes
		}
		if nodes < 0.85*wantNodes || nodes > 1.15*wantNodes || visits < 0.85*wantVisits || visits > 1.15*wantVisits {
			t.Errorf("%s: about %.0f nodes and %.0f visits, want %.0f and %.0f", rule.name, nodes, visits, wantNodes, wantVisits)
		}
	}
}
