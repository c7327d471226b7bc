package sim

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"transat/balance"
)

// Speeds says that processors are not equally fast, or not always: a value of its own beside the cost model, for any machine. The zero
// value is a machine whose processors are all as fast as its cost model says, from the beginning to the end. See clock.go for how that is
// simulated.
type Speeds struct {
	// Of are speeds, as multiples of the machine's: processor i of the grid has the i-th of them, and behind the last one they begin again.
	Of []float64
	// Range, unless both are 0, is where the speed of each processor is drawn from instead, evenly.
	Range [2]float64

	Slow Slow
	Late Late

	// Since is how long the processors have been at work when a run begins, which is a part of something longer: From of stragglers and At of
	// late ones count from there. Seed, if not 0, is of what is drawn, instead of that of the run, so that all parts have the same speeds.
	Since balance.Ticks
	Seed  uint64
}

// Slow are stragglers: processors that are slow for a time, since something else runs on them.
type Slow struct {
	Share float64       // of the processors, drawn at random, rounded to the nearest number; 0: none
	Speed float64       // meanwhile, as a multiple of the processor's own
	From  balance.Ticks // when that begins
	For   balance.Ticks // how long it lasts, at least 1
	// Every, if above 0, is the time from one such time to the next; it is more than For. Then each processor is slow for the first time at
	// a random time, at most Every after From.
	Every balance.Ticks
}

// Procs is how many of a number of processors are slow: the share of them, rounded.
func (x Slow) Procs(of int) int { return min(of, int(math.Round(x.Share*float64(of)))) }

// Late are processors that join late, those with the last numbers on the grid. Before that, they do nothing: their policies have not
// started, messages and elements wait for them, and the network passes on what goes by without them.
type Late struct {
	Procs int
	At    balance.Ticks
}

// The slowest and the fastest that a processor may be, as multiples of the machine's speed.
const (
	Slowest = 1e-3
	Fastest = 1e3
)

// million is the resolution of speeds.
const million = 1_000_000

// Uneven reports whether anything is uneven.
func (s *Speeds) Uneven() bool {
	return len(s.Of) > 0 || s.Range != [2]float64{} || s.Slow.Share > 0 || s.Late.Procs > 0
}

// Drawn reports whether the speeds depend on the seed.
func (s *Speeds) Drawn() bool { return s.Range[0] != s.Range[1] || s.Slow.Share > 0 }

// String is what is uneven, in the words of the settings: "speeds 1,0.5, late 2:at=5s"; "" if nothing is.
func (s Speeds) String() string {
	var parts []string
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	switch {
	case len(s.Of) > 0:
		var speeds []string
		for _, x := range s.Of {
			speeds = append(speeds, number(x))
		}
		parts = append(parts, "speeds "+strings.Join(speeds, ","))
	case s.Range != [2]float64{}:
		parts = append(parts, "speeds "+number(s.Range[0])+".."+number(s.Range[1]))
	}
	if x := s.Slow; x.Share > 0 {
		text := fmt.Sprintf("stragglers %s:speed=%s:from=%v:for=%v",
			number(x.Share), number(x.Speed), time.Duration(x.From), time.Duration(x.For))
		if x.Every > 0 {
			text += fmt.Sprintf(":every=%v", time.Duration(x.Every))
		}
		parts = append(parts, text)
	}
	if x := s.Late; x.Procs > 0 {
		parts = append(parts, fmt.Sprintf("late %d:at=%v", x.Procs, time.Duration(x.At)))
	}
	return strings.Join(parts, ", ")
}

// Check says what makes speeds unusable on that many processors.
func (s *Speeds) Check(procs int) error {
	usable := func(speed float64) bool { return speed >= Slowest && speed <= Fastest }
	for _, speed := range s.Of {
		if !usable(speed) {
			return fmt.Errorf("speed %v: want %v to %v", speed, Slowest, Fastest)
		}
	}
	if r := s.Range; r != [2]float64{} && !(usable(r[0]) && usable(r[1]) && r[0] <= r[1]) {
		return fmt.Errorf("speeds %v to %v: want the lower one first, both of %v to %v", r[0], r[1], Slowest, Fastest)
	}
	switch x := s.Slow; {
	case x.Share == 0:
	case !(x.Share > 0 && x.Share <= 1):
		return fmt.Errorf("a share of %v of the processors is slow: want 0 to 1", x.Share)
	case !(x.Speed >= Slowest && x.Speed <= 1):
		return fmt.Errorf("stragglers of speed %v: want %v to 1", x.Speed, Slowest)
	case x.From < 0 || x.For < 1 || x.From > latest || x.For > latest:
		return fmt.Errorf("stragglers are slow from %v on, for %v: want a time that is not negative, and at least 1ns",
			time.Duration(x.From), time.Duration(x.For))
	case x.Every != 0 && (x.Every <= x.For || x.Every > latest):
		return fmt.Errorf("stragglers are slow for %v in every %v: want more than the former, or 0",
			time.Duration(x.For), time.Duration(x.Every))
	}
	if s.Since < 0 || s.Since > latest {
		return fmt.Errorf("processors have been at work for %v: want a time that is not negative", time.Duration(s.Since))
	}
	if x := s.Late; x.Procs < 0 || x.Procs > 0 && x.Procs >= procs {
		return fmt.Errorf("%d processors of %d join late: at least one must be there from the beginning", x.Procs, procs)
	} else if x.At < 0 || x.At > latest {
		return fmt.Errorf("processors join at %v: want a time that is not negative", time.Duration(x.At))
	}
	return nil
}

// The numbers of the random streams of speeds, far from those of processors.
const (
	drawSpeeds uint64 = 1<<40 + iota
	drawSlow
)

// clocks returns the clocks of that many processors, by their number on the grid.
func (s *Speeds) clocks(procs int, seed uint64) []clock {
	all := make([]clock, procs)
	seed = cmp.Or(s.Seed, seed)
	random := stream(seed, drawSpeeds)
	for i := range all {
		speed := 1.0
		if len(s.Of) > 0 {
			speed = s.Of[i%len(s.Of)]
		} else if s.Range != [2]float64{} {
			speed = s.Range[0] + (s.Range[1]-s.Range[0])*random.Float64()
		}
		all[i] = clock{speed: max(1, uint64(math.Round(speed*million)))}
		all[i].slow = all[i].speed
		if i >= procs-s.Late.Procs {
			all[i].join = max(0, s.Late.At-s.Since)
		}
	}
	random = stream(seed, drawSlow)
	x := &s.Slow
	order := random.Perm(procs)
	for _, i := range order[:x.Procs(procs)] {
		c := &all[i]
		c.slow = max(1, uint64(math.Round(float64(c.speed)*x.Speed)))
		c.first, c.lasts, c.every = x.From-s.Since, x.For, x.Every
		if x.Every > 0 {
			c.first += balance.Ticks(random.Float64() * float64(x.Every))
		}
	}
	return all
}

// Shortest returns the shortest time in which processors of these speeds can do what takes one of the machine's speed that long, if they
// share it evenly and path of it cannot be shared.
func (s *Speeds) Shortest(procs int, seed uint64, sequential, path balance.Ticks) balance.Ticks {
	clocks := s.clocks(procs, seed)
	return firstTime(func(t balance.Ticks) bool {
		sum, most := balance.Ticks(0), balance.Ticks(0)
		for i := range clocks {
			own := clocks[i].at(t)
			most = max(most, own)
			if sum += min(own, sequential); sum >= sequential && most >= path {
				return true
			}
		}
		return false
	})
}

// Takes returns how long each processor needs for its work, and how long that is after it has joined. Work is what one of the machine's
// speed needs, by number on the grid; without any, a processor needs no time.
func (s *Speeds) Takes(work []balance.Ticks, seed uint64) (all, joined []balance.Ticks) {
	all, joined = make([]balance.Ticks, len(work)), make([]balance.Ticks, len(work))
	for i, c := range s.clocks(len(work), seed) {
		if work[i] > 0 {
			all[i] = c.when(work[i])
			joined[i] = all[i] - c.join
		}
	}
	return all, joined
}

// Capacity returns how much processors of these speeds can do by time t, as the time that one of the machine's speed needs for it.
func (s *Speeds) Capacity(procs int, seed uint64, t balance.Ticks) balance.Ticks {
	return capacity(s.clocks(procs, seed), t)
}
