package balance_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/topology"
)

// ruled are the policies that have a rule, once as they are, and once with other parameters.
func ruled() []string {
	var names []string
	for _, spec := range balance.Policies() {
		if spec.Rule != nil {
			names = append(names, spec.Name)
		}
	}
	return append(names, "diffusion:alpha=0.05", "second-order:alpha=0.05:beta=1.9", "adf:damping=0.3",
		"adf:c=0.1", "alpha-splitting:alpha=0.9", "dimension-exchange:exchange=0.9")
}

// drawRule draws a policy with a rule, and a network on which it is defined.
func drawRule(t *rapid.T) (string, topology.Network) {
	policy := rapid.SampledFrom(ruled()).Draw(t, "policy")
	chosen := mustChoose(t, policy)
	g := drawNetwork(t, chosen.Spec.Kinds...)
	if _, err := chosen.For(g); err != nil {
		t.Skip(err)
	}
	return policy, g
}

// A tenth of 12 less a tenth of 2 is 1.0000000000000002 in floating-point numbers, and that of 43 less that of 23 is
// 1.9999999999999996: what is whole but for such errors is neither rounded up nor down.
func TestWholeAmountsAreNotRoundedForFloatingPointErrors(t *testing.T) {
	line, err := topology.New("line", 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rank       int // 0 sends up, 1 down
		own, other float64
		want       float64
	}{
		{0, 12, 2, 1},
		{1, 43, 23, 2},
		{0, 12, 1, 2}, // 1.1 is rounded up
		{1, 43, 22, 2},
	} {
		chosen := mustChoose(t, "diffusion:alpha=0.1")
		send := []float64{math.NaN()}
		chosen.Spec.Rule(line, chosen.Values)(c.rank).Flow(0, 0, c.own, []float64{c.other}, true, send)
		if send[0] != c.want {
			t.Errorf("processor %d with %v sends %v to one with %v, want %v", c.rank, c.own, send[0], c.other, c.want)
		}
	}
}

// Rules never lose or invent load: step checks that whole amounts are whole, and no more than there is.
func TestRulesConserveLoad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		policy, g := drawRule(t)
		loads := drawLoads(t, g.Procs(), 1000)
		want := total(loads)
		whole := newLockstepMachine(t, policy, g, true, loads...)
		divisible := newLockstepMachine(t, policy, g, false, loads...)
		for range 20 {
			whole.step()
			divisible.step()
			if slices.Min(whole.loads) < 0 {
				t.Fatalf("%s on %v: a load is negative: %v", policy, g, whole.loads)
			}
		}
		if got := total(whole.loads); got != want {
			t.Fatalf("%s on %v: %v elements become %v", policy, g, want, got)
		}
		if got := total(divisible.loads); math.Abs(got-want) > 1e-9*want {
			t.Fatalf("%s on %v: a load of %v becomes %v", policy, g, want, got)
		}
	})
}

func total(loads []float64) float64 {
	sum := 0.0
	for _, l := range loads {
		sum += l
	}
	return sum
}

// A rule hears only those who tell it.
func TestRulesHearWhoTells(t *testing.T) {
	for _, policy := range ruled() {
		for _, g := range sampleNetworks(t, policy) {
			rules := newLockstepMachine(t, policy, g, true, make([]float64, g.Procs())...).rules
			for rank, rule := range rules {
				for substep := range rule.Substeps() {
					for _, link := range rule.Links(substep) {
						back := rules[link.To].Links(substep)
						told := slices.ContainsFunc(back, func(b balance.Link) bool { return b.To == rank && b.Tells })
						if link.Hears && !told {
							t.Errorf("%s on %v, substep %d: %d hears %d, which does not tell", policy, g, substep, rank, link.To)
						}
					}
				}
			}
		}
	}
}

func TestFlowDoesNotAllocate(t *testing.T) {
	for _, policy := range ruled() {
		g := sampleNetworks(t, policy)[0]
		rule := newLockstepMachine(t, policy, g, true, make([]float64, g.Procs())...).rules[0]
		loads, send := make([]float64, g.Procs()), make([]float64, g.Procs())
		step := 0
		allocations := testing.AllocsPerRun(100, func() {
			for substep := range rule.Substeps() {
				n := len(rule.Links(substep))
				rule.Flow(step, substep, 100, loads[:n], true, send[:n])
			}
			step++
		})
		if allocations != 0 {
			t.Errorf("%s: %v allocations a step", policy, allocations)
		}
	}
}

// sampleNetworks returns small networks on which a policy is defined.
func sampleNetworks(t *testing.T, policy string) []topology.Network {
	t.Helper()
	chosen := mustChoose(t, policy)
	var all []topology.Network
	for _, kind := range chosen.Spec.Kinds {
		for _, sides := range [][]int{{1}, {2}, {8}, {3, 5}, {4, 4}, {2, 4, 6}} {
			g, err := topology.New(kind, sides...)
			if err != nil {
				continue
			}
			if _, err := chosen.For(g); err == nil {
				all = append(all, g)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b topology.Network) int { return b.Procs() - a.Procs() })
	return all
}

// What a Linear rule says of itself is what it does.
func TestLinearSharesAreWhatFlows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		policy, g := drawRule(t)
		loads := drawLoads(t, g.Procs(), 1000)
		m := newLockstepMachine(t, policy, g, false, loads...)
		if _, ok := m.rules[0].(*balance.Linear); !ok {
			return
		}
		previous, now := loads, loads
		for step := range 5 {
			expected := slices.Clone(now)
			for substep := range m.rules[0].Substeps() {
				expected = linearSubstep(m.rules, substep, expected)
			}
			if beta := m.rules[0].(*balance.Linear).Beta(); step > 0 {
				for i := range expected {
					expected[i] = beta*expected[i] + (1-beta)*previous[i]
				}
			}
			m.step()
			previous, now = now, slices.Clone(m.loads)
			if diff := farApart(expected, now); diff > 1e-6 {
				t.Fatalf("%s on %v, step %d: %v, want %v", policy, g, step, now, expected)
			}
		}
	})
}

// linearSubstep applies u ← u − Σ (Out·u − In·v).
func linearSubstep(rules []balance.Rule, substep int, loads []float64) []float64 {
	next := slices.Clone(loads)
	for rank, rule := range rules {
		shares := rule.(*balance.Linear).Shares(substep)
		for i, link := range rule.Links(substep) {
			next[rank] += shares[i].In*loads[link.To] - shares[i].Out*loads[rank]
		}
	}
	return next
}

func farApart(a, b []float64) float64 {
	most := 0.0
	for i := range a {
		most = max(most, math.Abs(a[i]-b[i]))
	}
	return most
}

// One of the two ends of a link finds that it leads up, and In is the other's Out.
func TestLinearSharesOfTheTwoEnds(t *testing.T) {
	for _, policy := range []string{"diffusion", "nna-sync", "adf:damping=0.5", "adf:c=0.1", "dimension-exchange"} {
		for _, g := range sampleNetworks(t, policy) {
			rules := newLockstepMachine(t, policy, g, true, make([]float64, g.Procs())...).rules
			for rank, rule := range rules {
				for substep := range rule.Substeps() {
					for i, link := range rule.Links(substep) {
						share := rule.(*balance.Linear).Shares(substep)[i]
						other := shareTo(rules[link.To], substep, rank)
						if share.In != other.Out || share.Up == other.Up {
							t.Errorf("%s on %v: from %d to %d %+v, back %+v", policy, g, rank, link.To, share, other)
						}
					}
				}
			}
		}
	}
}

func shareTo(rule balance.Rule, substep, to int) balance.Share {
	for i, link := range rule.Links(substep) {
		if link.To == to {
			return rule.(*balance.Linear).Shares(substep)[i]
		}
	}
	return balance.Share{}
}

// An element in excess goes round a ring upwards, until it falls into a gap.
func TestLinearSection5RoundingFillsGapsOfARing(t *testing.T) {
	for _, policy := range []string{"diffusion", "nna-sync"} {
		for _, p := range []int{5, 16, 33} {
			t.Run(fmt.Sprint(policy, p), func(t *testing.T) {
				m := newLockstepMachine(t, policy, grid(t, "ring", p), true, point(p, 5)...)
				for steps := 0; m.spread() > 0; steps++ {
					if steps > 100*p {
						t.Fatalf("not balanced after %d steps: %v", steps, m.loads)
					}
					m.step()
				}
			})
		}
	}
}

// Amounts are rounded up upwards and down downwards; a neighbour without load gets something, unless
// it would be the last element; what is left is divided in the order of the links.
func TestLinearWholeAmounts(t *testing.T) {
	for _, c := range []struct {
		policy      string
		own         float64
		loads, want []float64 // down and up, in each dimension
	}{
		{"diffusion:alpha=0.2", 10, []float64{4, 4, 4, 4}, []float64{1, 2, 1, 2}},
		{"diffusion:alpha=0.2", 10, []float64{5, 5, 10, 11}, []float64{1, 1, 0, 0}},
		{"diffusion:alpha=0.2", 3, []float64{0, 3, 0, 3}, []float64{1, 0, 1, 0}},
		{"diffusion:alpha=0.2", 2, []float64{0, 2, 0, 2}, []float64{1, 0, 0, 0}},
		{"diffusion:alpha=0.2", 1, []float64{0, 1, 0, 1}, []float64{0, 0, 0, 0}},
		{"diffusion:alpha=0.2", 1, []float64{0, 0, 0, 0}, []float64{0, 1, 0, 0}},
		{"nna-sync", 12, []float64{0, 0, 0, 0}, []float64{2, 3, 2, 3}},
		{"nna-sync", 3, []float64{0, 0, 0, 0}, []float64{0, 1, 0, 1}},
		{"nna-async", 10, []float64{5, 5, 5, 5}, []float64{1, 1, 1, 1}},
		{"nna-async", 11, []float64{5, 5, 5, 5}, []float64{1, 2, 1, 2}},
		{"second-order:alpha=0.2", 10, []float64{4, 4, 0, 9}, []float64{1, 1, 2, 0}},
		{"adf:damping=0.2", 10, []float64{4, 4, 4, 4}, []float64{1, 2, 1, 2}},
	} {
		rule := newLockstepMachine(t, c.policy, grid(t, "torus", 4, 4), true, make([]float64, 16)...).rules[5]
		got := make([]float64, 4)
		rule.Flow(0, 0, c.own, c.loads, true, got)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s with %v and neighbours with %v (-want +got):\n%s", c.policy, c.own, c.loads, diff)
		}
	}
}
