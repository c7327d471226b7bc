package sim

import (
	"math/bits"

	"transat/balance"
)

// Processors that are not equally fast have clocks of their own. A clock shows the CPU time that its processor has had, as the time that
// a processor of the machine's speed would have needed for the same work:
//
//	clock      ╱ fast                  a processor of speed 2 that joins at time j, and is slow between a and b
//	         ╱
//	     __╱  slow
//	    ╱                              workEnd, cpuFree, idleSince and what lies late are times of the clock;
//	___╱                               s.now, messages, timers and policies have the time of the machine
//	   j a  b      time
//
// So a worker is simulated as ever, and the loops that take most of a simulation's time know nothing of speeds. Where the two kinds of
// time meet, local and global translate. Everything that a processor does with its CPU takes longer when it is slow: nodes, the list,
// messages.
//
// What a clock shows at the end of a run is what its processor could have done. The sum over all is the capacity of the machine, and all
// that a Result counts as the time of processors is in these terms. So it adds up to the capacity, and the efficiency is the sequential
// time, on one processor of the machine's speed, as a share of it.

// clock is the clock of a processor.
type clock struct {
	join         balance.Ticks // before, it does not run
	speed, slow  uint64        // in millionths, usually and while it is slow
	first        balance.Ticks // when it is slow for the first time,
	lasts, every balance.Ticks // for so long, and again after so long; 0: never, and once
}

// at returns what the clock shows at a time.
func (c *clock) at(t balance.Ticks) balance.Ticks {
	if t <= c.join {
		return 0
	}
	slow := balance.Ticks(0)
	if c.lasts > 0 {
		slow = c.slowUntil(t) - c.slowUntil(c.join)
	}
	hi, lo := bits.Mul64(uint64(t-c.join-slow), c.speed)
	slowHi, slowLo := bits.Mul64(uint64(slow), c.slow)
	lo, carry := bits.Add64(lo, slowLo, 0)
	hi += slowHi + carry
	if hi >= million {
		return latest
	}
	shows, _ := bits.Div64(hi, lo, million)
	return balance.Ticks(min(shows, uint64(latest)))
}

// slowUntil is how much of the time up to t it is slow.
func (c *clock) slowUntil(t balance.Ticks) balance.Ticks {
	t -= c.first // which is negative if it began before the run
	switch {
	case t <= 0:
		return 0
	case c.every == 0:
		return min(t, c.lasts)
	default:
		return t/c.every*c.lasts + min(t%c.every, c.lasts)
	}
}

// when returns the first time at which the clock shows that much.
func (c *clock) when(shows balance.Ticks) balance.Ticks {
	if c.lasts > 0 {
		return firstTime(func(t balance.Ticks) bool { return c.at(t) >= shows })
	}
	if shows <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(shows), million)
	if hi >= c.speed {
		return latest
	}
	t, rest := bits.Div64(hi, lo, c.speed)
	if rest > 0 {
		t++
	}
	return min(latest, c.join+balance.Ticks(min(t, uint64(latest))))
}

// speedAt is the speed of the processor at a time, in millionths.
func (c *clock) speedAt(t balance.Ticks) uint64 {
	if c.slowUntil(t+1) > c.slowUntil(t) {
		return c.slow
	}
	return c.speed
}

// firstTime returns the first time at which something holds that holds from then on; latest, if it never does.
func firstTime(holds func(t balance.Ticks) bool) balance.Ticks {
	step := balance.Ticks(1)
	for step < latest && !holds(step) {
		step *= 2
	}
	low, high := balance.Ticks(0), min(step, latest)
	if step > 1 {
		low = step / 2
	}
	for low < high {
		if middle := low + (high-low)/2; holds(middle) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// clocksAt returns the clocks of a run by rank, of which each lies at a place of the grid. They are nil if all processors are equally fast.
func (s *Speeds) clocksAt(place []int, seed uint64) ([]clock, error) {
	if !s.Uneven() {
		return nil, nil
	}
	if err := s.Check(len(place)); err != nil {
		return nil, err
	}
	onGrid, all := s.clocks(len(place), seed), make([]clock, len(place))
	for rank, at := range place {
		all[rank] = onGrid[at]
	}
	return all, nil
}

// local returns what the clock of a processor shows at a time.
func (p *proc[E]) local(t balance.Ticks) balance.Ticks {
	if p.sim.clocks == nil {
		return t
	}
	return p.shows(t)
}

func (p *proc[E]) shows(t balance.Ticks) balance.Ticks { return p.sim.clocks[p.rank].at(t) }

// global returns when the clock of a processor shows that much: now, if it does so now.
func (p *proc[E]) global(shows balance.Ticks) balance.Ticks {
	if p.sim.clocks == nil {
		return shows
	}
	return p.when(shows)
}

func (p *proc[E]) when(shows balance.Ticks) balance.Ticks {
	return p.sim.clocks[p.rank].from(p.sim.now, shows)
}

// from is when, of a clock that may show that much now.
func (c *clock) from(now, shows balance.Ticks) balance.Ticks {
	if c.at(now) == shows {
		return now
	}
	return c.when(shows)
}

// boundByClock is bound where processors are not equally fast, of what their clocks show. One that has not joined runs out when it does.
func (p *proc[E]) boundByClock(bound balance.Ticks) balance.Ticks {
	switch s := p.sim; {
	case p.busy:
		return max(s.now, p.when(bound))
	case s.isAbsent(p.rank):
		return s.clocks[p.rank].join
	default:
		return s.now
	}
}

// capacity is what all processors could have done by time t; 0 if they are equally fast.
func capacity(clocks []clock, t balance.Ticks) balance.Ticks {
	sum := balance.Ticks(0)
	for i := range clocks {
		sum += clocks[i].at(t)
	}
	return sum
}
