package phases

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// By hand: 3 s must stay on rank 0, so 2 s goes to rank 1, and then 1 s does; now both have 3 s, and the last goes to rank 0.
func TestGreedyTakesTheLongestFirst(t *testing.T) {
	p := &Application{Ranks: 2, Phases: []Phase{{Objects: []Object{
		{ID: 1, Time: 3}, {ID: 2, Migratable: true, Time: 0.5}, {ID: 3, Migratable: true, Time: 2}, {ID: 4, Migratable: true, Time: 1},
	}}}}
	got := greedy(p, 0, []int{1, 2, 3}, make([]int, 4))
	if diff := cmp.Diff([]int{0, 1, 1}, got); diff != "" {
		t.Error(diff)
	}
}

// Ten ranks of ten equal objects each: every rank gets ten, whatever the heap does.
func TestGreedyIsEven(t *testing.T) {
	p := &Application{Ranks: 10, Phases: make([]Phase, 1)}
	free := make([]int, 100)
	for i := range free {
		free[i] = i
		p.Phases[0].Objects = append(p.Phases[0].Objects, Object{ID: uint64(i), Migratable: true, Time: 1})
	}
	count := make([]int, p.Ranks)
	for _, rank := range greedy(p, 0, free, make([]int, len(free))) {
		count[rank]++
	}
	if slices.Min(count) != 10 || slices.Max(count) != 10 {
		t.Errorf("objects a rank %v: want 10 each", count)
	}
}

// By hand: ranks 0 and 1 send 30 and 25 bytes to each other, ranks 1 and 2 only 7 one way, and what stays on a rank does not count. Of what
// one object sends to another twice, the later counts, and an object that is not there does not.
func TestSentVolumes(t *testing.T) {
	p := &Application{Ranks: 3, Phases: []Phase{{
		Objects: []Object{{ID: 1}, {ID: 2, Rank: 1}, {ID: 3, Rank: 1}, {ID: 4, Rank: 2}}, Working: make([]float64, 3),
		Messages: []Message{
			{1, 2, 500, 1}, {1, 2, 10, 1}, {1, 3, 20, 1}, {2, 1, 25, 1}, {2, 3, 99, 1}, {4, 3, 7, 1}, {4, 9, 99, 1}, {9, 4, 99, 1},
		},
	}}}
	all := p.Quantities(0)
	last := all[len(all)-1]
	if diff := cmp.Diff(Quantity{"sent volumes", []float64{30, 7}}, last); diff != "" {
		t.Error(diff)
	}
}

// In exact arithmetic: numbers that differ little, where rounding the mean would cost most digits of the skewness.
func TestStatisticsAgreeWithExactArithmetic(t *testing.T) {
	values := []float64{1e6 + 0.25, 1e6 + 1.125, 1e6 + 0.7, 1e6 + 5.3, 1e6 + 0.1}
	var moments [5]float64
	n, sum := big.NewRat(int64(len(values)), 1), new(big.Rat)
	for _, v := range values {
		sum.Add(sum, new(big.Rat).SetFloat64(v))
	}
	mean := new(big.Rat).Quo(sum, n)
	for power := 2; power <= 4; power++ {
		sum := new(big.Rat)
		for _, v := range values {
			d, product := new(big.Rat).Sub(new(big.Rat).SetFloat64(v), mean), big.NewRat(1, 1)
			for range power {
				product.Mul(product, d)
			}
			sum.Add(sum, product)
		}
		moments[power], _ = sum.Quo(sum, n).Float64()
	}
	got := Describe(values)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"variance", got.Variance, moments[2]},
		{"skewness", got.Skewness, moments[3] / math.Pow(moments[2], 1.5)},
		{"kurtosis", got.Kurtosis, moments[4] / (moments[2] * moments[2])},
	} {
		if math.Abs(c.got-c.want) > 1e-12*math.Abs(c.want) {
			t.Errorf("%s %v: want %v", c.name, c.got, c.want)
		}
	}
}
