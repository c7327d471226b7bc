package frontend

import (
	"testing"

	"transat/balance"
	"transat/balance/simd"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestMatchingsAndTriggers(t *testing.T) {
	r := reproducetest.Found(t, triggersItem())
	for _, c := range []struct{ section, words string }{
		{"matching", "fewer phases"}, {"matching", "the same phases"}, {"triggers", "at least as good"}, {"triggers", "at most twice"},
	} {
		reproducetest.WantClaim(t, r, c.section, c.words, reproduce.Holds)
	}
}

// Verdicts follow the numbers.
func TestClaimsCanFail(t *testing.T) {
	made := func(matching, trigger string, x float64, phases int, time balance.Ticks) row {
		return row{run{matching, trigger, x, 1}, simd.Result{
			Balances: phases, Steps: 1, Result: balance.Result{Procs: 1, Time: time, Sequential: 100},
		}}
	}
	rows := func(high, half int, dP, dK balance.Ticks) []row {
		return []row{
			made("ngp", "S^0.5", 0.5, half, 300), made("ngp", "S^0.9", 0.9, high, 300),
			made("ngp", "D^P", 0, 9, dP), made("ngp", "D^K", 0, 9, dK),
			made("gp", "S^0.5", 0.5, 20, 160), made("gp", "S^0.9", 0.9, 10, 150),
			made("gp", "D^P", 0, 9, dP), made("gp", "D^K", 0, 9, dK),
		}
	}
	for _, c := range []struct {
		name  string
		claim reproduce.Claim
		want  string
	}{
		{"fewer phases", matchingClaim(rows(11, 20, 200, 200)), "holds"},
		{"as many", matchingClaim(rows(10, 20, 200, 200)), "does not hold"},
		{"the same", halfClaim(rows(11, 21, 200, 200)), "holds"},
		{"others", halfClaim(rows(11, 22, 200, 200)), "does not hold"},
		{"as good", powleyClaim(rows(11, 20, 200, 200)), "holds"},
		{"worse", powleyClaim(rows(11, 20, 199, 200)), "does not hold"},
		{"twice", twiceClaim(rows(11, 20, 200, 200)), "holds"},
		{"more", twiceClaim(rows(11, 20, 200, 201)), "does not hold"},
		{"never worse", neverWorseClaim(rows(11, 20, 200, 200)), "holds"},
	} {
		reproducetest.WantVerdict(t, c.name, c.claim, c.want)
	}
	worse := rows(11, 20, 200, 200)
	worse[0].Time = 150
	reproducetest.WantVerdict(t, "worse than ngp", neverWorseClaim(worse), "does not hold")
}
