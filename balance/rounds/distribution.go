package rounds

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"transat/balance"
)

// Distribution says how the loads lie at the start.
type Distribution struct {
	Name, Title string
	Params      []balance.Param
	// Values are the values of the Params, in their order.
	Values []float64

	check func(d Distribution) string // what is wrong with Values, or ""
	loads func(d Distribution, n int, whole bool, rng *rand.Rand) ([]float64, error)
}

// Distributions returns all distributions, with their defaults as values: the table that help, listing
// and ChooseDistribution read. Loads can also come from a file.
func Distributions() []Distribution {
	table := []Distribution{
		{
			Name: "point", Title: "all load on one processor: the worst case",
			Params: []balance.Param{
				{Name: "mean", Title: "load of all, divided by the number of processors, c", Default: 5, Max: 1e9},
				{Name: "rank", Title: "the processor that has it", Default: 0, Max: math.MaxInt32},
			},
			loads: point,
		},
		{
			Name: "uniform", Title: "every load between two bounds is equally likely",
			Params: []balance.Param{
				{Name: "low", Title: "lower bound", Default: 0, Max: MaxWhole},
				{Name: "high", Title: "upper bound", Default: 100, Max: MaxWhole},
			},
			check: ordered, loads: uniform,
		},
		{
			Name: "normal", Title: "normally distributed loads; what would be below 0 is 0",
			Params: []balance.Param{
				{Name: "mean", Title: "mean, before the cut at 0", Default: 50, Max: 1e8},
				{Name: "std", Title: "standard deviation, before the cut at 0", Default: 10, Max: 1e8},
			},
			loads: normal,
		},
	}
	for i := range table {
		for _, p := range table[i].Params {
			table[i].Values = append(table[i].Values, p.Default)
		}
	}
	return table
}

// ChooseDistribution reads a distribution: a name from the table, followed by values for the first or
// all of its parameters, as in "point:5" or "uniform:0,100". Any other name is that
// of a file, which has the loads themselves (see ReadLoads); "./point" is a file in any case.
func ChooseDistribution(s string, open func(name string) (io.ReadCloser, error)) (Distribution, error) {
	name, rest, given := strings.Cut(s, ":")
	table := Distributions()
	i := slices.IndexFunc(table, func(d Distribution) bool { return d.Name == name })
	if i < 0 {
		return fromFile(s, table, open)
	}
	d := table[i]
	if given {
		if err := d.set(rest); err != nil {
			return Distribution{}, err
		}
	}
	if d.check != nil {
		if wrong := d.check(d); wrong != "" {
			return Distribution{}, fmt.Errorf("distribution %s: %s", s, wrong)
		}
	}
	return d, nil
}

// set reads values for the first or all parameters, separated by commas.
func (d Distribution) set(values string) error {
	texts := strings.Split(values, ",")
	if len(texts) > len(d.Params) {
		return fmt.Errorf("distribution %s:%s: %d values; it has %d: %s", d.Name, values, len(texts), len(d.Params), d.usage())
	}
	for i, text := range texts {
		p := d.Params[i]
		x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || math.IsNaN(x) || x < p.Min || x > p.Max {
			return fmt.Errorf("distribution %s: %s=%q: want a number from %v to %v", d.Name, p.Name, text, p.Min, p.Max)
		}
		d.Values[i] = x
	}
	return nil
}

// usage is the name and its parameters: "uniform:low,high".
func (d Distribution) usage() string {
	names := make([]string, len(d.Params))
	for i, p := range d.Params {
		names[i] = p.Name
	}
	return d.Name + ":" + strings.Join(names, ",")
}

// String is the inverse of ChooseDistribution, with all values; of a file it is the name.
func (d Distribution) String() string {
	texts := make([]string, len(d.Values))
	for i, x := range d.Values {
		texts[i] = strconv.FormatFloat(x, 'g', -1, 64)
	}
	if len(texts) == 0 {
		return d.Name
	}
	return d.Name + ":" + strings.Join(texts, ",")
}

// Loads returns loads for n processors, whole or real. The same distribution, numbers and seed give
// the same loads.
func (d Distribution) Loads(n int, whole bool, seed uint64) ([]float64, error) {
	return d.loads(d, n, whole, rand.New(rand.NewPCG(seed, 0)))
}

// point puts everything on one processor.
func point(d Distribution, n int, whole bool, _ *rand.Rand) ([]float64, error) {
	load, rank := d.Values[0]*float64(n), d.Values[1]
	if rank >= float64(n) || rank != math.Trunc(rank) {
		return nil, fmt.Errorf("distribution %v: there is no processor %v; ranks go from 0 to %d", d, rank, n-1)
	}
	if whole {
		load = math.Round(load)
	}
	loads := make([]float64, n)
	loads[int(rank)] = load
	return loads, nil
}

func ordered(d Distribution) string {
	if d.Values[0] > d.Values[1] {
		return fmt.Sprintf("the lower bound %v is above the upper bound %v", d.Values[0], d.Values[1])
	}
	return ""
}

// uniform draws from [low, high], or from its whole numbers.
func uniform(d Distribution, n int, whole bool, rng *rand.Rand) ([]float64, error) {
	low, high := d.Values[0], d.Values[1]
	draw := func() float64 { return low + (high-low)*rng.Float64() }
	if whole {
		low, high = math.Ceil(low), math.Floor(high)
		if low > high {
			return nil, fmt.Errorf("distribution %v: there is no whole number between the bounds", d)
		}
		draw = func() float64 { return low + float64(rng.Int64N(int64(high-low)+1)) }
	}
	return filled(n, draw), nil
}

// normal draws from a normal distribution. Whole loads are rounded.
func normal(d Distribution, n int, whole bool, rng *rand.Rand) ([]float64, error) {
	return filled(n, func() float64 {
		load := max(0, d.Values[0]+d.Values[1]*rng.NormFloat64())
		if whole {
			load = math.Round(load)
		}
		return load
	}), nil
}

func filled(n int, draw func() float64) []float64 {
	loads := make([]float64, n)
	for i := range loads {
		loads[i] = draw()
	}
	return loads
}
