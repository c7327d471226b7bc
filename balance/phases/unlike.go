package phases

import (
	"cmp"
	"math"
	"slices"

	"transat/balance"
)

// Ranks that are not equally fast, or not always: a rank of half the speed takes twice as long for each of its objects, and one that joins
// late computes nothing before. The clock of the program is that of its phases; balancing between two of them takes none of its time.
//
//	rank 0, speed 1    ├─ a ─┼─ b ─┤       a phase takes as long as the rank that is done last
//	rank 1, speed 0.5  ├──── c ────┤       c is measured with twice the time of a, and that is what policies know of it
//
// Policies are not told the speeds. An object that a slow rank had, and that moves to a quick one, seems longer than it will be.

// checkSpeeds says why phase k cannot run at such speeds.
func (s *Setup) checkSpeeds(p *Application, k int) error {
	if !s.Speeds.Uneven() {
		return nil
	}
	return cmp.Or(s.Speeds.Check(p.Ranks), p.Phases[k].simulated())
}

// times are the time of a phase with loads of the ranks, in seconds, the time in which they could do the work if they shared it evenly,
// and how many times longer objects take on each rank than on one of speed 1; nil if all ranks are alike.
func (s *Setup) times(loads []float64) (most, mean float64, longer []float64) {
	if !s.Speeds.Uneven() {
		for _, load := range loads {
			mean += load / float64(len(loads))
		}
		return slices.Max(loads), mean, nil
	}
	work, sum := make([]balance.Ticks, len(loads)), balance.Ticks(0)
	for rank, load := range loads {
		work[rank] = ticks(load)
		sum += work[rank]
	}
	all, joined := s.Speeds.Takes(work, s.Seed)
	longer = make([]float64, len(loads))
	for rank := range loads {
		if longer[rank] = 1; work[rank] > 0 {
			longer[rank] = float64(joined[rank]) / float64(work[rank])
		}
	}
	return slices.Max(all).Seconds(), s.Speeds.Shortest(len(loads), s.Seed, sum, 0).Seconds(), longer
}

// asMeasured is a copy of the program whose times are to be those that are measured in a run.
func (p *Application) asMeasured() *Application {
	seen := *p
	seen.Phases = slices.Clone(p.Phases)
	return &seen
}

// measured makes the times of phase k longer, where its objects lay.
func (p *Application) measured(k int, ranks []int, longer []float64) {
	if longer == nil {
		return
	}
	objects := slices.Clone(p.Phases[k].Objects)
	for i := range objects {
		objects[i].Time *= longer[ranks[i]]
	}
	p.Phases[k].Objects = objects
}

func ticks(seconds float64) balance.Ticks {
	return balance.Ticks(math.Round(seconds * float64(balance.Second)))
}
