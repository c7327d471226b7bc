package sim

import "transat/balance"

// checks holds for each processor the earliest time at which it may run out of elements, or not at
// all. It is a heap with four children a node, ordered by (time, rank), that knows where each rank
// is.
type checks struct {
	heap []check
	at   []int32 // per rank, its index in heap, or -1
}

type check struct {
	time balance.Ticks
	rank int32
}

func newChecks(procs int) *checks {
	c := &checks{heap: make([]check, 0, procs), at: make([]int32, procs)}
	for i := range c.at {
		c.at[i] = -1
	}
	return c
}

func (a check) before(b check) bool {
	return a.time < b.time || a.time == b.time && a.rank < b.rank
}

// peek returns the earliest time, or never.
func (c *checks) peek() balance.Ticks {
	if len(c.heap) == 0 {
		return never
	}
	return c.heap[0].time
}

// first returns the rank with the earliest time.
func (c *checks) first() int32 { return c.heap[0].rank }

// notAfter sees to it that rank is looked at no later than time.
func (c *checks) notAfter(rank int32, time balance.Ticks) {
	i := int(c.at[rank])
	if i < 0 {
		i = len(c.heap)
		c.heap = append(c.heap, check{})
	} else if c.heap[i].time <= time {
		return
	}
	c.up(i, check{time, rank})
}

// replaceFirst puts off the first check to a later time, or drops it if that is never.
func (c *checks) replaceFirst(time balance.Ticks) {
	x := check{time, c.heap[0].rank}
	if time == never {
		c.at[x.rank] = -1
		last := len(c.heap) - 1
		x = c.heap[last]
		c.heap = c.heap[:last]
		if last == 0 {
			return
		}
	}
	c.down(0, x)
}

func (c *checks) up(i int, x check) {
	for i > 0 {
		parent := (i - 1) / 4
		if !x.before(c.heap[parent]) {
			break
		}
		c.put(i, c.heap[parent])
		i = parent
	}
	c.put(i, x)
}

func (c *checks) down(i int, x check) {
	for {
		least := -1
		for child := 4*i + 1; child <= 4*i+4 && child < len(c.heap); child++ {
			if least < 0 || c.heap[child].before(c.heap[least]) {
				least = child
			}
		}
		if least < 0 || !c.heap[least].before(x) {
			break
		}
		c.put(i, c.heap[least])
		i = least
	}
	c.put(i, x)
}

func (c *checks) put(i int, x check) {
	c.heap[i] = x
	c.at[x.rank] = int32(i)
}
