package sim

import (
	"fmt"

	"transat/balance"
)

// CostModel is all that a simulation knows of a machine that passes messages. Links are as in a transputer: each joins
// two neighbours on the physical grid and carries one message at a time in each direction; a message to a processor
// farther away is received whole and sent on at each processor in between. If Computer is above 0, the machine has two levels
// instead, and no links: see levels.go.
//
// The worker and the balancer of a processor share one CPU, and the balancer goes first: CPU time
// spent on messages delays the element being worked on.
type CostModel struct {
	Name, Title, Source string
	Era                 string // whose seconds its times are, for a caption: "a parallel computer of 1996"; "" if nobody has to know

	WorkTime    balance.Ticks // worker: for one unit of counted work
	NodeTime    balance.Ticks // worker: for expanding one node, besides its work
	TakeTime    balance.Ticks // worker: taking an element from the list, and listing its children
	InstallTime balance.Ticks // worker: taking an element that came from another processor, besides

	MessageCPU balance.Ticks // balancer: handling a message, at each of its ends
	ElementCPU balance.Ticks // balancer: packing or unpacking one element, at each end
	RouteCPU   balance.Ticks // balancer: passing a message on, at each processor in between

	LinkTime     balance.Ticks // link: start-up of a message, per hop
	ByteTime     balance.Ticks // link: per byte and hop
	ElementBytes int           // size of an element without its assignment
	LevelBytes   int           // and for each assigned variable

	// Of a machine of two levels. LinkTime, ByteTime and RouteCPU are 0 then.
	Computer int   // processors of a computer; 0: the machine is a grid with links
	Inside   Level // messages between processors of a computer
	Between  Level // messages between computers
}

// Expand is the time that a worker needs for nodes with that much work together, without any list of
// elements.
func (c *CostModel) Expand(work, nodes int64) balance.Ticks {
	return balance.Ticks(work)*c.WorkTime + balance.Ticks(nodes)*c.NodeTime
}

// transfer is the time a message of that many bytes occupies a link. On a machine of two levels, it is the time from one processor of a
// computer to another.
func (c *CostModel) transfer(bytes int) balance.Ticks {
	if c.Computer > 0 {
		return c.Inside.occupies(bytes) + c.Inside.Latency
	}
	return c.LinkTime + balance.Ticks(bytes)*c.ByteTime
}

// Check says what makes the cost model unusable.
func (c *CostModel) Check() error {
	if c.WorkTime < 1 {
		return fmt.Errorf("machine %s: WorkTime is %d ns, must be at least 1 ns", c.Name, c.WorkTime)
	}
	if c.Computer != 0 {
		if err := c.checkLevels(); err != nil {
			return err
		}
	} else if c.LinkTime < 1 {
		return fmt.Errorf("machine %s: LinkTime is %d ns, must be at least 1 ns: policies may ask again and again in no time", c.Name, c.LinkTime)
	}
	for _, t := range []balance.Ticks{c.NodeTime, c.TakeTime, c.InstallTime, c.MessageCPU, c.ElementCPU, c.RouteCPU, c.ByteTime} {
		if t < 0 {
			return fmt.Errorf("machine %s: a time of its cost model is negative", c.Name)
		}
	}
	return nil
}

// MoveTime is how long it takes to move an element with no assigned variables to a neighbour: the CPU time at both ends, that on the
// link, and its installation.
func (c *CostModel) MoveTime() balance.Ticks {
	return 2*(c.MessageCPU+c.ElementCPU) + c.transfer(c.ElementBytes) + c.InstallTime
}
