package calibrate

import (
	"maps"
	"math"
	"strconv"

	"transat/balance"
	"transat/balance/sim"
)

// Parameter is a number that a fit has set: a time of the machine, or a parameter of the policy. All are
// above 0, and vary by factors.
type Parameter struct {
	Name  string // of the field of sim.CostModel, or of the policy's parameter
	Unit  string // "ms", "s", or "" for a pure number
	Start float64
	// Min and Max bound the search.
	Min, Max float64

	field func(*sim.CostModel) *balance.Ticks // nil for a parameter of the policy
}

// cost is a time of the machine, in milliseconds.
func cost(name string, start float64, field func(*sim.CostModel) *balance.Ticks) Parameter {
	return Parameter{Name: name, Unit: "ms", Start: start, Min: 0.02, Max: 50, field: field}
}

// notchesPerDouble is the number of steps, up or down, in which a parameter doubles: a step is 9 %.
const notchesPerDouble = 8

// at is the value that many steps from the start, to three digits.
func (p Parameter) at(notch int) float64 {
	x := p.Start * math.Exp2(float64(notch)/notchesPerDouble)
	return min(max(rounded(x), p.Min), p.Max)
}

// notches are the numbers of steps from the start to the bounds.
func (p Parameter) notches() (least, most int) {
	steps := func(bound float64) float64 { return notchesPerDouble * math.Log2(bound/p.Start) }
	return int(math.Floor(steps(p.Min))), int(math.Ceil(steps(p.Max)))
}

// rounded is x to three digits.
func rounded(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	if err != nil {
		panic(err) // it was a number
	}
	return y
}

// Settings are what Parameters are parameters of.
type Settings struct {
	Cost   sim.CostModel
	Policy balance.Chosen
}

// Preset returns the settings as they are unless others are asked for.
func (f Fit) Preset() (Settings, error) {
	m, err := sim.ChooseCostModel(f.Machine)
	if err != nil {
		return Settings{}, err
	}
	policy, err := balance.Choose(f.Policy)
	return Settings{m, policy}, err
}

// With returns the preset with other values of the fit's parameters.
func (f Fit) With(values []float64) (Settings, error) {
	s, err := f.Preset()
	s.Policy.Values = maps.Clone(s.Policy.Values)
	for i, p := range f.Parameters {
		if p.field != nil {
			*p.field(&s.Cost) = balance.Ticks(math.Round(values[i] * float64(balance.Millisecond)))
		} else {
			s.Policy.Values[p.Name] = values[i]
		}
	}
	return s, err
}

// Values returns the values that the fit's parameters have in s.
func (f Fit) Values(s Settings) []float64 {
	var values []float64
	for _, p := range f.Parameters {
		if p.field != nil {
			values = append(values, float64(*p.field(&s.Cost))/float64(balance.Millisecond))
		} else {
			values = append(values, s.Policy.Values[p.Name])
		}
	}
	return values
}

// values are those of the parameters at a point of the search, which is a number of steps for each.
func (f Fit) values(point []int) []float64 {
	var values []float64
	for i, p := range f.Parameters {
		values = append(values, p.at(point[i]))
	}
	return values
}
