package phases

import "math"

// Statistics describe numbers, under the names that LBAF gives them. Variance is that of the whole population, and skewness and
// kurtosis are those of the population, too: NaN if all numbers are alike.
type Statistics struct {
	Cardinality                        int
	Sum, Minimum, Average, Maximum     float64
	Imbalance                          float64 // maximum/average - 1; NaN if the average is 0
	Variance, StandardDeviation        float64
	Skewness, Kurtosis, KurtosisExcess float64
}

// Describe returns the statistics of numbers; all but Cardinality are NaN if there are none.
func Describe(numbers []float64) Statistics {
	n := float64(len(numbers))
	s := Statistics{Cardinality: len(numbers), Minimum: math.NaN(), Maximum: math.NaN()}
	for i, x := range numbers {
		s.Sum += x
		if i == 0 {
			s.Minimum, s.Maximum = x, x
		}
		s.Minimum, s.Maximum = min(s.Minimum, x), max(s.Maximum, x)
	}
	s.Average = s.Sum / n
	// Differences from the minimum lose less than those from a mean that is itself rounded.
	above := 0.0
	for _, x := range numbers {
		above += (x - s.Minimum) / n
	}
	var second, third, fourth float64
	for _, x := range numbers {
		d := x - s.Minimum - above
		second += d * d
		third += d * d * d
		fourth += d * d * d * d
	}
	s.Variance = second / n
	s.StandardDeviation = math.Sqrt(s.Variance)
	s.Imbalance, s.Skewness, s.Kurtosis = math.NaN(), math.NaN(), math.NaN()
	if s.Average > 0 {
		s.Imbalance = s.Maximum/s.Average - 1
	}
	if s.Variance > 0 && s.Minimum < s.Maximum {
		s.Skewness = third / n / (s.Variance * s.StandardDeviation)
		s.Kurtosis = fourth / n / (s.Variance * s.Variance)
	}
	s.KurtosisExcess = s.Kurtosis - 3
	if len(numbers) == 0 {
		s.Sum = math.NaN()
	}
	return s
}

// Quantity is one thing that LBAF describes in a phase.
type Quantity struct {
	Name   string
	Values []float64
}

// Quantities returns, for a phase as recorded, what LBAF describes of its objects and its ranks: loads are times, memory is in bytes.
func (p *Application) Quantities(k int) []Quantity {
	phase := &p.Phases[k]
	loads, level, overhead, shared := make([]float64, p.Ranks), make([]float64, p.Ranks), make([]float64, p.Ranks), make([]float64, p.Ranks)
	objects := [3]Quantity{{Name: "object loads"}, {Name: "object sizes"}, {Name: "object overheads"}}
	type block struct {
		rank   int
		number int64
	}
	blocks := map[block]bool{}
	for _, o := range phase.Objects {
		for i, value := range []float64{o.Time, o.Memory.Footprint, o.Memory.Overhead} {
			objects[i].Values = append(objects[i].Values, value)
		}
		loads[o.Rank] += o.Time
		level[o.Rank] += o.Memory.Footprint
		overhead[o.Rank] = max(overhead[o.Rank], o.Memory.Overhead)
		if b := (block{o.Rank, o.Memory.Block}); b.number >= 0 && !blocks[b] {
			blocks[b] = true
			shared[o.Rank] += o.Memory.Shared
		}
	}
	most := make([]float64, p.Ranks)
	for r := range most {
		level[r] += overhead[r]
		most[r] = phase.Working[r] + shared[r] + level[r]
	}
	return append(objects[:],
		Quantity{"rank load", loads},
		Quantity{"rank object-level memory", level},
		Quantity{"rank working memory", phase.Working},
		Quantity{"rank shared memory", shared},
		Quantity{"rank maximum memory usage", most},
		Quantity{"sent volumes", phase.volumes()},
	)
}

// volumes returns, for each two ranks that talk to each other, the bytes of the direction with more. Of what one object sends to another,
// the last entry counts, as with LBAF.
func (x *Phase) volumes() []float64 {
	ranks := make(map[uint64]int, len(x.Objects))
	for _, o := range x.Objects {
		ranks[o.ID] = o.Rank
	}
	last := map[[2]uint64]int{}
	for i, m := range x.Messages {
		last[[2]uint64{m.From, m.To}] = i
	}
	at := map[[2]int]int{} // by ranks, the lower first
	var both [][2]float64
	for i, m := range x.Messages {
		from, known := ranks[m.From]
		to, there := ranks[m.To]
		if !known || !there || from == to || last[[2]uint64{m.From, m.To}] != i {
			continue
		}
		pair, direction := [2]int{from, to}, 0
		if from > to {
			pair, direction = [2]int{to, from}, 1
		}
		if _, seen := at[pair]; !seen {
			at[pair] = len(both)
			both = append(both, [2]float64{})
		}
		both[at[pair]][direction] += m.Bytes
	}
	volumes := make([]float64, len(both))
	for i, b := range both {
		volumes[i] = max(b[0], b[1])
	}
	return volumes
}
