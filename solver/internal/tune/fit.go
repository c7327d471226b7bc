//go:build tune

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"transat/solver/internal/solvertest"
)

// fitSizes are the variables and clauses of the formulas that estimates are fitted to.
func fitSizes(k int) [][2]int {
	return map[int][][2]int{
		3: {
			{200, 800},
			{200, 860},
			{200, 1200},
			{250, 1075},
			{250, 1250},
			{300, 1260},
			{300, 1290},
			{350, 1505},
			{350, 1750},
			{400, 1720},
			{400, 2000},
			{450, 1935},
			{450, 2250},
		},
		4: {{70, 693}, {80, 792}, {90, 945}, {100, 1100}},
		5: {{50, 1050}, {55, 1210}, {60, 1440}},
		6: {{40, 1760}, {44, 2024}},
		7: {{30, 2640}, {34, 3094}},
	}[k]
}

// fit searches frozen subtrees at random places of random formulas, and prints the regression of the logarithms of their sizes.
func (t training[N]) fit() error {
	var rows [][]float64
	var logs []float64
	for _, s := range fitSizes(t.length) {
		for seed := range uint64(15) {
			e, err := t.build(solvertest.RandomKSAT(1000+seed, s[0], s[1], t.length))
			if err != nil {
				return err
			}
			e.NeverFreeze()
			places := solvertest.FrozenPlaces{Engine: e, Freeze: e.Freeze, Unfreeze: e.Unfreeze}
			for i := range uint64(3) {
				places.Sample(rand.New(rand.NewPCG(seed, i)), func(depth, nodes int) {
					rows, logs = append(rows, e.Features(depth)), append(logs, math.Log(float64(nodes)))
				})
			}
		}
	}
	c, r2, err := regress(rows, logs)
	fmt.Printf("%d subtrees of %d-SAT: %.4f, R² %.3f\n", len(rows), t.length, c, r2)
	return err
}

// costs measures what the parts of an effort cost: it searches formulas with random numbers, and prints a regression.
func (t training[N]) costs(seed uint64) error {
	engines, err := t.engines(seed)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(seed, 3))
	begin := engines[0].Numbers()
	all := tunables(begin)
	even, err := newEven(t, all)
	if err != nil {
		return err
	}
	var rows [][]float64
	for _, e := range engines {
		for range 5 {
			x := make([]float64, len(all))
			for i := range x {
				x[i] = 2 * rng.NormFloat64()
			}
			n, _ := vary(begin, all, x)
			even.settle(&n, 3*rng.Float64()-1.5)
			row := effortOf(e, n, math.Inf(1))
			took := math.Inf(1)
			for range 3 {
				from := time.Now()
				e.Reset()
				solvertest.Refutes(e)
				took = min(took, float64(time.Since(from).Nanoseconds()))
			}
			for i := range row {
				row[i] /= took
			}
			rows = append(rows, row)
		}
	}
	ones := slices.Repeat([]float64{1}, len(rows))
	ones[0] += 1e-9 // without any difference, there is no R²
	costs, _, err := regress(rows, ones)
	fmt.Printf("nanoseconds of each part of an effort: %.2f; the program has %.2f\n", costs, engines[0].Costs())
	return err
}

// regress returns the coefficients of the least squares, and R².
func regress(rows [][]float64, sizes []float64) (coefficients []float64, r2 float64, err error) {
	x, y := mat.NewDense(len(rows), len(rows[0]), nil), mat.NewVecDense(len(sizes), sizes)
	for i, row := range rows {
		x.SetRow(i, row)
	}
	var c, off mat.VecDense
	if err := c.SolveVec(x, y); err != nil {
		return nil, 0, err
	}
	off.MulVec(x, &c)
	off.SubVec(y, &off)
	mean := mat.Sum(y) / float64(y.Len())
	all := mat.Dot(y, y) - mean*mean*float64(y.Len())
	return c.RawVector().Data, 1 - mat.Dot(&off, &off)/all, nil
}
