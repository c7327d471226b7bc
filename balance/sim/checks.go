package sim

import "transat/balance"

// checks holds for each processor the earliest time at which it may run out of elements, or not at
// all. It is a tournament: of eight times next to each other, which are one cache line, the least goes on to the next round.
//
//	rounds[2]   3
//	rounds[1]   3 ─────────────── 5 ─────────────── …
//	rounds[0]   7 3 never 4 9 … │ 8 never 5 5 … │ …     by rank
//
// The first of those with the least time is found on the way down, which is the one with the lowest rank.
type checks struct {
	rounds [][]balance.Ticks // each as long as whole groups need; the last is one group
	least  balance.Ticks
}

// groupSize is the number of times in a group.
const groupSize = 8

func newChecks(procs int) *checks {
	c := &checks{least: never}
	for n, last := procs, false; !last; {
		groups := (n + groupSize - 1) / groupSize
		round := make([]balance.Ticks, groups*groupSize)
		for i := range round {
			round[i] = never
		}
		c.rounds = append(c.rounds, round)
		n, last = groups, groups == 1
	}
	return c
}

// peek returns the earliest time, or never.
func (c *checks) peek() balance.Ticks { return c.least }

// first returns the rank with the earliest time.
func (c *checks) first() int32 {
	i := 0
	for r := len(c.rounds) - 1; r >= 0; r-- {
		i *= groupSize
		for c.rounds[r][i] != c.least {
			i++
		}
	}
	return int32(i)
}

// notAfter sees to it that rank is looked at no later than time.
func (c *checks) notAfter(rank int32, time balance.Ticks) {
	i := uint(rank)
	for _, round := range c.rounds {
		if round[i] <= time {
			return
		}
		round[i] = time
		i /= groupSize
	}
	c.least = min(c.least, time)
}

// putOff sets the check of a rank to a later time, or drops it if that is never.
func (c *checks) putOff(rank int32, time balance.Ticks) {
	i := uint(rank)
	for _, round := range c.rounds {
		if round[i] == time {
			return
		}
		round[i] = time
		i /= groupSize
		g := (*[groupSize]balance.Ticks)(round[i*groupSize:])
		time = min(g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7])
	}
	c.least = time
}
