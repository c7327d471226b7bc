package plb

import (
	"testing"

	"transat/balance/sim"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestPLBSection1RoundsOfSATRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a second")
	}
	r := reproducetest.Found(t, roundsItem())
	reproducetest.WantClaim(t, r, "§1", "fewer than Δ most of the time", reproduce.Holds)
}

func TestRoundsVerdictDependsOnTheRows(t *testing.T) {
	for _, tc := range []struct {
		name string
		by   []int
		want string
	}{
		{"mostly fewer", []int{0, 3, 0, 2}, "holds"},
		{"half of them", []int{0, 2, 0, 2}, "does not hold"},
		{"more than Δ", []int{0, 3, 0, 0, 1}, "does not hold"},
	} {
		row := roundsRow{kind: "line", procs: 4, roundsRun: roundsRun{links: 3, byRounds: tc.by}}
		reproducetest.WantVerdict(t, tc.name, satRoundsClaim([]roundsRow{row}), tc.want)
	}
	uneven := func(sum float64) reproduce.Claim {
		return notUniformClaim([]roundsRow{{kind: "line", roundsRun: roundsRun{uneven: sum, looked: 10}}})
	}
	reproducetest.WantVerdict(t, "uneven", uneven(1.1), "holds")
	reproducetest.WantVerdict(t, "nearly even", uneven(0.9), "does not hold")
}

func TestOutOfWork(t *testing.T) {
	for _, tc := range []struct {
		name    string
		waiting []int
		busy    []bool
		want    bool
	}{
		{"all have some", []int{1, 2}, []bool{true, true}, false},
		{"one has only the element that it works on", []int{0, 2}, []bool{true, true}, false},
		{"one has none", []int{0, 2}, []bool{false, true}, true},
	} {
		if got := outOfWork(&sim.View{Waiting: tc.waiting, Busy: tc.busy}); got != tc.want {
			t.Errorf("%s: %t", tc.name, got)
		}
	}
}
