package balance_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/topology"
)

// Driven by messages, which all arrive within a period, a rule does what it does in lockstep. Substeps
// that follow each other at once are another matter: what is sent in one arrives too late for the next.
func TestPoliciesFollowTheirRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		policy, g := drawRule(t)
		loads := drawLoads(t, g.Procs(), 20)
		m := newLockstepMachine(t, policy, g, true, loads...)
		if m.rules[0].Substeps() > 1 && !strings.HasPrefix(policy, "dimension-exchange") {
			return
		}
		script := scripted(t, policy, g, loads)
		for step := range 6 {
			m.step()
			for substep := range m.rules[0].Substeps() {
				if step+substep == 0 {
					script.StartAll()
				} else {
					script.WakeAll()
				}
				if left := script.Deliver(100000); left > 0 {
					t.Fatalf("%s on %v: %d parcels are still under way", policy, g, left)
				}
			}
			if diff := cmp.Diff(m.loads, loadsOf(script, g)); diff != "" {
				t.Fatalf("%s on %v, step %d (-lockstep +by messages):\n%s", policy, g, step, diff)
			}
		}
	})
}

// scripted is a network on which nothing happens by itself, with elements of load 1.
func scripted(t tester, policy string, g topology.Network, loads []float64) *balancetest.Script {
	t.Helper()
	chosen := mustChoose(t, policy)
	script, err := balancetest.NewScript(chosen, g, 1)
	if err != nil {
		t.Fatal(err)
	}
	for rank, load := range loads {
		script.SetList(rank, slices.Repeat([]float64{1}, int(load))...)
	}
	return script
}

func loadsOf(script *balancetest.Script, g topology.Network) []float64 {
	loads := make([]float64, g.Procs())
	for rank := range loads {
		loads[rank] = script.Load(rank)
	}
	return loads
}

// Who tells a neighbour and waits for none may be several steps ahead: then its later load counts.
func TestLockstepTakesTheLaterOfManyLoads(t *testing.T) {
	script := scripted(t, "liquid-c5", grid(t, "ring", 8), []float64{0, 3, 0, 0, 0, 0, 0, 0})
	script.Start(1)
	for round, load := range []float64{4, 4, 0, 4} {
		script.Receive(1, 2, balance.Message{Round: uint32(round + 1), A: load})
	}
	for range 3 {
		script.Wake(1)
	}
	want := []string{
		"1: send 0 kind0 A=3 B=0 round=1",
		"1: wake after 0.1s", // 4 is more
		"1: send 0 kind0 A=3 B=0 round=2",
		"1: wake after 0.1s", // that of step 4: 4 is more
		"1: send 0 kind0 A=3 B=0 round=3",
		"1: transfer 1 to 2",
		"1: phase",
		"1: wake after 0.1s",
		"1: send 0 kind0 A=2 B=0 round=4",
		"1: wake after 0.1s",
	}
	if diff := cmp.Diff(want, script.Effects()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestLockstepOnOneProcessorDoesNothing(t *testing.T) {
	for _, spec := range balance.Policies() {
		if spec.Rule == nil {
			continue
		}
		script := scripted(t, spec.Name, grid(t, spec.Kinds[0], 1), []float64{5})
		script.Start(0)
		if effects := script.Effects(); len(effects) > 0 {
			t.Errorf("%s: %v", spec.Name, effects)
		}
	}
}
