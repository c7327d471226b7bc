package balance_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance/topology"
)

// place runs the Place of physical for procs processors on a line.
func place(t rapid.TB, policy string, procs int, loads []float64) []int {
	t.Helper()
	chosen := mustChoose(t, policy)
	line, err := topology.New("line", procs)
	if err != nil {
		t.Fatal(err)
	}
	return chosen.Spec.Place(line, chosen.Values, loads, 1)
}

func TestPhysicalSection1112KeepsNeighboursTogether(t *testing.T) {
	for _, tc := range []struct {
		name   string
		policy string
		loads  []float64
		want   []int
	}{
		{"equal loads", "physical", []float64{1, 1, 1, 1, 1, 1}, []int{0, 0, 1, 1, 2, 2}},
		{"a heavy one", "physical", []float64{1, 1, 1, 1, 4, 4}, []int{0, 0, 0, 0, 1, 2}},
		{"nothing weighs anything", "physical", []float64{0, 0, 0}, []int{0, 1, 2}},
		{"togetherness is all", "physical:mu=1000", []float64{1, 1, 1}, []int{0, 0, 0}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := place(t, tc.policy, 3, tc.loads)
			if diff := cmp.Diff(tc.want, renumbered(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// renumbered gives ranks new numbers in the order in which they turn up.
func renumbered(ranks []int) []int {
	var seen, out []int
	for _, r := range ranks {
		i := slices.Index(seen, r)
		if i < 0 {
			i = len(seen)
			seen = append(seen, r)
		}
		out = append(out, i)
	}
	return out
}

// Loads that do not divide evenly are still spread so that no processor has much more than the mean.
func TestPhysicalSection1112EqualWork(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		procs := rapid.IntRange(1, 8).Draw(t, "procs")
		n := 8 * procs
		loads := rapid.SliceOfN(rapid.Float64Range(0.5, 1), n, n).Draw(t, "loads")
		work, sum := make([]float64, procs), 0.0
		for i, r := range place(t, "physical:mu=0", procs, loads) {
			work[r] += loads[i]
			sum += loads[i]
		}
		if largest := slices.Max(work); largest > 1.25*sum/float64(procs) {
			t.Fatalf("the largest load is %v, the mean %v", largest, sum/float64(procs))
		}
	})
}
