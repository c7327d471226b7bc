package liquid

import (
	"testing"

	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestLiquidSection32BusyProcessorsStayBusy(t *testing.T) {
	var cases []idleCase
	for _, c := range idleCases() {
		c, err := tryIdle(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
		// C0 and C5 give the last element away.
		if takesLast := c.policy == "liquid-c0" || c.policy == "liquid-c5"; takesLast != (c.robbed > 0) {
			t.Errorf("%s on %v: %d of %d busy processors become idle", c.policy, c.sides, c.robbed, c.busy)
		}
	}
	reproducetest.WantVerdict(t, "C1 and C2", idleClaim(cases), "holds")
	cases[2].robbed++
	reproducetest.WantVerdict(t, "C1 once", idleClaim(cases), "does not hold")
}
