package atlas

import (
	"slices"
	"testing"
)

// What help atlas begins with: over the trees under all policies adaptive has the least mean regret, and on two levels, on formulas and
// synthetic trees, it is at most half a point behind the policy that has.
func TestAdaptiveIsBestOnAverage(t *testing.T) {
	trees, _ := Kinds(Judge(Map()))
	crowded := Crowded(trees)
	if len(crowded) < 175 {
		t.Errorf("%d cases under all policies, want 175", len(crowded))
	}
	if behind := behindLeast(t, crowded); behind > 0 {
		t.Errorf("adaptive is %.2f points behind the least mean regret of %d cases", behind, len(crowded))
	}
	levels := slices.DeleteFunc(slices.Clone(crowded), func(j Judged) bool { return j.Machine != TwoLevel || j.Workload() != Formulas })
	if len(levels) < 50 {
		t.Errorf("%d cases on two levels, want 50", len(levels))
	}
	if behind := behindLeast(t, levels); behind > 0.5 {
		t.Errorf("on two levels adaptive is %.2f points behind the least mean regret, want at most 0.5", behind)
	}
}

// behindLeast is how much larger the mean regret of adaptive is than the least of all policies.
func behindLeast(t *testing.T, cases []Judged) float64 {
	t.Helper()
	records := Records(cases)
	mine := slices.IndexFunc(records, func(r RegretStats) bool { return r.Policy == "adaptive" })
	if mine < 0 || records[mine].Cases != len(cases) {
		t.Fatalf("adaptive did not run in all of %d cases", len(cases))
	}
	least := records[mine].Mean
	for _, r := range records {
		least = min(least, r.Mean)
	}
	return records[mine].Mean - least
}
