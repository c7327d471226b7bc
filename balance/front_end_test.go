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

func chain(t testing.TB, procs int) topology.Network {
	t.Helper()
	n, err := topology.New("line", procs)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func frontEnd(t rapid.TB, policy string) *balance.FrontEnd {
	t.Helper()
	chosen, err := balance.Choose(policy)
	if err != nil {
		t.Fatal(err)
	}
	return chosen.Spec.FrontEnd(chosen.Values)
}

// matched are the pairs of a matching: who gives to whom.
func matched(f *balance.FrontEnd, donors, idle []int32) [][2]int32 {
	first, pairs := f.Match(donors, idle)
	var all [][2]int32
	for i := range pairs {
		all = append(all, [2]int32{donors[(first+i)%len(donors)], idle[i]})
	}
	return all
}

// The picture of the essay, and what follows it: the pointer goes on from phase to phase, past the end.
func TestFrontEndMatches(t *testing.T) {
	donors, idle := []int32{0, 2, 5, 7}, []int32{1, 3, 4}
	for policy, want := range map[string][][][2]int32{
		"ngp": {{{0, 1}, {2, 3}, {5, 4}}, {{0, 1}, {2, 3}, {5, 4}}},
		"gp":  {{{0, 1}, {2, 3}, {5, 4}}, {{7, 1}, {0, 3}, {2, 4}}, {{5, 1}, {7, 3}, {0, 4}}},
	} {
		f := frontEnd(t, policy)
		for phase, pairs := range want {
			if diff := cmp.Diff(pairs, matched(f, donors, idle)); diff != "" {
				t.Errorf("%s, phase %d: -want +got:\n%s", policy, phase, diff)
			}
		}
	}
	f := frontEnd(t, "gp")
	matched(f, []int32{1, 4, 6}, []int32{0, 2})
	if got := matched(f, []int32{2, 5}, []int32{0, 1, 3, 4}); !slices.Equal(got, [][2]int32{{5, 0}, {2, 1}}) {
		t.Errorf("behind donor 4, those that can give now give as %v", got)
	}
}

// Karypis and Kumar's claim: with at least (1 − x)·P idle processors in each phase, every one that can give all the time has given after
// ⌈1/(1 − x)⌉ phases under gp. Under ngp the last ones need not give at all.
func TestGlobalPointerReachesAllDonors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(0.5, 0.95).Draw(t, "x")
		procs := rapid.IntRange(2, 200).Draw(t, "processors")
		f := frontEnd(t, "gp")
		for range rapid.IntRange(0, 3).Draw(t, "phases before") {
			matched(f, upTo(procs), upTo(rapid.IntRange(1, procs).Draw(t, "idle before")))
		}
		able := rapid.SliceOfN(rapid.Bool(), procs, procs)
		always := able.Draw(t, "always")
		gave := make([]bool, procs)
		idlers := int(math.Ceil((1 - x) * float64(procs)))
		for range int(math.Ceil(1 / (1 - x))) {
			var donors []int32
			for rank, too := range able.Draw(t, "able") {
				if too || always[rank] {
					donors = append(donors, int32(rank))
				}
			}
			if len(donors) == 0 {
				return
			}
			for _, pair := range matched(f, donors, upTo(idlers)) {
				gave[pair[0]] = true
			}
		}
		for rank, able := range always {
			if able && !gave[rank] {
				t.Fatalf("%d of %d could always give, and has not", rank, procs)
			}
		}
	})
	f := frontEnd(t, "ngp")
	for range 100 {
		for _, pair := range matched(f, upTo(10), upTo(2)) {
			if pair[0] > 1 {
				t.Errorf("ngp: %d gives, though 0 and 1 can", pair[0])
			}
		}
	}
}

// upTo are the ranks below n.
func upTo(n int) []int32 {
	ranks := make([]int32, n)
	for i := range ranks {
		ranks[i] = int32(i)
	}
	return ranks
}

func TestTriggers(t *testing.T) {
	const cost = 30
	all := balance.SearchPhase{Procs: 10, Active: 10, Time: 1, Work: 10}
	for _, c := range []struct {
		policy string
		phase  balance.SearchPhase
		want   bool
	}{
		{"gp:trigger=0:x=0.7", balance.SearchPhase{Procs: 10, Active: 7}, true},
		{"gp:trigger=0:x=0.7", balance.SearchPhase{Procs: 10, Active: 8}, false},
		{"gp:trigger=0:x=0", balance.SearchPhase{Procs: 10, Active: 1}, false},
		// 10 have worked for 100, and 5 for 20 more: in 120 + 30 that is 7.3 a unit of time, more than 5.
		{"gp:trigger=1", balance.SearchPhase{Procs: 10, Active: 5, Time: 120, Work: 1100, Idle: 100}, true},
		{"gp:trigger=1", balance.SearchPhase{Procs: 10, Active: 8, Time: 120, Work: 1100, Idle: 100}, false},
		{"gp:trigger=1", balance.SearchPhase{Procs: 10, Active: 5, Time: 120, Work: 600, Idle: 600}, false}, // 5 all the time
		{"gp:trigger=1", balance.SearchPhase{Procs: 10, Active: 4, Time: 120, Work: 600, Idle: 600}, true},  // 4 = 600 / 150
		{"gp", balance.SearchPhase{Procs: 10, Active: 9, Time: 300, Work: 2700, Idle: 300}, true},           // 300 = 10 · 30
		{"gp", balance.SearchPhase{Procs: 10, Active: 1, Time: 33, Work: 33, Idle: 299}, false},
	} {
		f := frontEnd(t, c.policy)
		f.Due(all) // from here on, a dynamic trigger counts
		f.Ended(cost)
		if got := f.Due(c.phase); got != c.want {
			t.Errorf("%s: %+v after a phase of %d: due %t, want %t", c.policy, c.phase, cost, got, c.want)
		}
	}
	for _, policy := range []string{"gp:trigger=1", "gp:trigger=2"} {
		f := frontEnd(t, policy)
		f.Ended(1e9)
		for active := 1; active <= 10; active++ { // x is 0.85
			if got := f.Due(balance.SearchPhase{Procs: 10, Active: active, Time: 1, Work: 1}); got != (active <= 8) {
				t.Errorf("%s: %d of 10 have work, the most so far: due %t", policy, active, got)
			}
		}
		if f.Due(balance.SearchPhase{Procs: 10, Active: 8, Time: 1, Work: 8, Idle: 2}) {
			t.Errorf("%s: due at once, though once 9 of 10 had work", policy)
		}
	}
}

func TestFrontEndRefuses(t *testing.T) {
	for _, policy := range []string{"gp:trigger=1.5", "ngp:transfers=2.5"} {
		chosen, err := balance.Choose(policy)
		if err != nil {
			t.Fatal(err)
		}
		_, err = chosen.For(chain(t, 3))
		want := fmt.Sprintf("policy %s is not defined on this line: trigger and transfers must be whole numbers", chosen.Spec.Name)
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", policy, err, want)
		}
	}
	for _, policy := range []string{"gp:trigger=3", "gp:x=1.1", "gp:transfers=0", "gp:pause=1"} {
		if _, err := balance.Choose(policy); err == nil {
			t.Errorf("%s is taken", policy)
		}
	}
	chosen, err := balance.Choose("gp")
	if err != nil {
		t.Fatal(err)
	}
	_, err = chosen.Rules(chain(t, 3))
	want := "policy gp is that of a front end, which sees all who are idle: it has no steps between neighbours"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
