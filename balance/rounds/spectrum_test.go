package rounds

import (
	"fmt"
	"math"
	"testing"
)

func TestMeasuredFactorIsTheExactOne(t *testing.T) {
	for _, policy := range []string{"adf", "adf:damping=0.2", "diffusion", "diffusion:alpha=0.1", "second-order", "dimension-exchange"} {
		for _, c := range []struct {
			kind  string
			sides []int
		}{
			{"ring", []int{16}}, {"ring", []int{31}}, {"line", []int{20}}, {"torus", []int{9, 9}}, {"torus", []int{8, 6}}, {"torus", []int{5, 3, 7}},
			{"mesh", []int{6, 11}}, {"mesh", []int{8, 8}}, {"mesh", []int{4, 3, 5}}, {"hypercube", []int{64}}, {"tree", []int{40}}, {"debruijn", []int{32}},
		} {
			n := network(t, c.kind, c.sides...)
			t.Run(fmt.Sprint(policy, " on ", n), func(t *testing.T) {
				exact, err := ExactFactor(n, choose(t, policy))
				if err != nil {
					t.Skip(err)
				}
				measured, err := MeasuredFactor(n, choose(t, policy), 4000, 1)
				if err != nil {
					t.Fatal(err)
				}
				t.Log(exact, measured)
				if math.Abs(measured-exact) > 0.01*exact+1e-9 {
					t.Errorf("measured %v, exact %v", measured, exact)
				}
			})
		}
	}
}
