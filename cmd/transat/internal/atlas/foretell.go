package atlas

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Forecast is the efficiency that a policy is likely to have. With a probability of about 90 % it lies between Low and High.
type Forecast struct {
	Efficiency, Low, High float64
	From                  int // cells that it rests on
}

// leastCells is how many cells a forecast rests on at least.
const leastCells = 6

// Foretell fits a plane through the policy's cells on the same machine and with the same start. Its axes are the nodes of a
// processor and the number of processors, both as logarithms, and its height is the logarithm of efficiency / (1 - efficiency). For a
// dynamic load the first axis is the dynamicity, as a logarithm, and the dispersion is a third one.
// The interval is the usual one of such a fit for a new case. The case itself does not count.
func Foretell(cases []Judged, c Case, policy string) (Forecast, error) {
	place, err := axes(c)
	if err != nil {
		return Forecast{}, err
	}
	var rows, heights []float64
	for _, j := range cases {
		if j.Machine != c.Machine || j.Network != c.Network || j.Start != c.Start || j.Changing() != c.Changing() || j.Case.Name() == c.Name() {
			continue
		}
		row, err := axes(j.Case)
		if err != nil {
			return Forecast{}, err
		}
		for _, cell := range j.Cells {
			if cell.PolicyName() == policy {
				rows = append(rows, row...)
				heights = append(heights, odds(cell.Efficiency))
			}
		}
	}
	n := len(heights)
	if n < leastCells {
		return Forecast{},
			fmt.Errorf("the map has %d cells of %s on machine %s with start %s: want at least %d", n, policy, c.Machine, c.Start, leastCells)
	}
	columns := len(place)
	x, y := mat.NewDense(n, columns, rows), mat.NewVecDense(n, heights)
	var square mat.Dense
	square.Mul(x.T(), x)
	for i := range columns {
		square.Set(i, i, square.At(i, i)+1e-9) // where all cells have the same number of processors
	}
	var inverse mat.Dense
	if err := inverse.Inverse(&square); err != nil {
		return Forecast{}, fmt.Errorf("forecast for %s: %w", c.Name(), err)
	}
	var plane, sum mat.VecDense
	sum.MulVec(x.T(), y)
	plane.MulVec(&inverse, &sum)
	var fitted mat.VecDense
	fitted.MulVec(x, &plane)
	rest := 0.0
	for i := range n {
		rest += math.Pow(y.AtVec(i)-fitted.AtVec(i), 2)
	}
	freedom := float64(n - columns)
	at := mat.NewVecDense(columns, place)
	height := mat.Dot(at, &plane)
	student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}
	half := student.Quantile(0.95) * math.Sqrt(rest/freedom*(1+mat.Inner(at, &inverse, at)))
	return Forecast{Efficiency: share(height), Low: share(height - half), High: share(height + half), From: n}, nil
}

// axes are the place of a case: a constant, two logarithms, and the dispersion of a dynamic load.
func axes(c Case) ([]float64, error) {
	n := math.Log2(float64(c.N))
	load, changing, err := changingLoad(c.Tree)
	if changing {
		return []float64{1, math.Log2(load.dynamicity), n, load.dispersion}, err
	}
	return []float64{1, math.Log2(float64(c.Nodes) / float64(c.N)), n}, nil
}

func odds(efficiency float64) float64 {
	e := min(max(efficiency, 0.001), 0.999)
	return math.Log(e / (1 - e))
}

// share is the inverse of odds.
func share(height float64) float64 { return 1 / (1 + math.Exp(-height)) }

// Covered counts the cases whose efficiency under the policy of the rule lies in the interval that [Foretell] gives from the others.
func Covered(cases, held []Judged, rule *DecisionTree) (inside, all int, err error) {
	for _, j := range held {
		policy, _, err := rule.Take(j.Case)
		if err != nil {
			return 0, 0, err
		}
		f, err := Foretell(cases, j.Case, policy)
		if err != nil {
			continue
		}
		regret, ok := j.Regret(policy)
		if !ok {
			continue
		}
		all++
		if e := j.Cells[0].Efficiency - regret/100; e >= f.Low-1e-9 && e <= f.High+1e-9 {
			inside++
		}
	}
	return inside, all, nil
}
