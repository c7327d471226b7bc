package liquid

import (
	"slices"
	"testing"

	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestLiquidSection4RampsOfARing(t *testing.T) {
	for _, tc := range []struct {
		loads []float64
		want  []stretch
	}{
		{[]float64{3, 2, 3, 5, 4}, []stretch{{1, 2}}},
		{[]float64{2, 2, 2}, nil},
		{[]float64{4, 1, 2, 3}, []stretch{{1, 3}}}, // round the end
		{[]float64{1, 2, 1, 2}, []stretch{{0, 1}, {2, 1}}},
	} {
		if got := rampsIn(tc.loads); !slices.Equal(got, tc.want) {
			t.Errorf("%v: ramps %v, want %v", tc.loads, got, tc.want)
		}
	}
	ramp, before := stretch{1, 2}, []float64{3, 2, 3, 5, 4}
	if !ramp.transferred(before, []float64{3, 3, 3, 4, 4}) || ramp.transferred(before, before) {
		t.Error("a transfer is not told from none")
	}
}

func TestLiquidSection33SeriesOfSingleElements(t *testing.T) {
	loads := []float64{3, 1, 1, 0, 2}
	if got, want := chainsIn(loads), []stretch{{0, 3}}; !slices.Equal(got, want) {
		t.Fatalf("series %v, want %v", got, want)
	}
	if c := (stretch{0, 3}); !c.passed(loads, []float64{2, 1, 1, 1, 2}) || c.passed(loads, loads) {
		t.Error("a series that passes an element on is not told from one that does not")
	}
}

func TestLiquidSection4RingsOfATorus(t *testing.T) {
	want := [][]int{{0, 3}, {1, 4}, {2, 5}, {0, 1, 2}, {3, 4, 5}}
	if got := ringsOf([]int{2, 3}); !slices.EqualFunc(got, want, slices.Equal[[]int]) {
		t.Errorf("rings %v, want %v", got, want)
	}
}

func TestLiquidSection4OneStep(t *testing.T) {
	var cases []rampCase
	for _, c := range []rampCase{
		{sides: []int{5}, of: []float64{0, 1, 2, 3}},
		{sides: []int{2, 2}, of: []float64{1, 2, 3, 4}},
	} {
		c, err := tryStep(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	find := func(cases []rampCase, section string) reproduce.Claim {
		all := rampClaims(cases)
		return all[slices.IndexFunc(all, func(c reproduce.Claim) bool { return c.Section == section })]
	}
	for _, section := range []string{"§3.3, Figure 2", "§4, Theorem 1", "§4, Lemma 3", "§4, Figure 4a"} {
		reproducetest.WantVerdict(t, section, find(cases, section), "holds")
	}
	// The verdicts follow what was counted.
	cases[0].untrue, cases[0].broken, cases[1].lemma3, cases[1].widest = 1, 1, 1, 3
	for _, section := range []string{"§3.3, Figure 2", "§4, Theorem 1", "§4, Lemma 3", "§4, Figure 4a"} {
		reproducetest.WantVerdict(t, section, find(cases, section), "does not hold")
	}
	cases[1].wrong = 1
	reproducetest.WantVerdict(t, "Lemma 2 on rings", find(cases, "§4, Lemma 2"), "holds for rings")
	cases[0].wrong = 1
	reproducetest.WantVerdict(t, "Lemma 2 nowhere", find(cases, "§4, Lemma 2"), "does not hold")
}
