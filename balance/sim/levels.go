package sim

import (
	"fmt"
	"math/bits"

	"transat/balance"
	"transat/balance/topology"
)

// A machine of two levels: the cores of a computer share memory, and computers are joined by a network. A message goes straight to
// its receiver, from every processor to every other one:
//
//	computer 0                    switches                    computer 1
//	core 0 ─┬─ lane ─ memory                            memory ─ lane ─┬─ core 16
//	core 1 ─┤                                                          ├─ core 17
//	  ⋮     └─ adapter out ──────── latency ──────────── adapter in ───┘    ⋮
//
// Within a computer, a message takes the lane of its sender for a time, then the latency. To another computer, it takes the adapter that
// all cores of the computer share, for a time, then the latency of the network, and then the adapter of the other computer, for the same
// time. Lanes and adapters take one message at a time, in order; the latency is nobody's time, and any number of messages may be in it.
// So the messages from one processor to another keep their order. Ranks next to each other on the machine's grid are of the same
// computer.

// Level is what messages meet on one of the two levels.
type Level struct {
	Gap       balance.Ticks // time that a message takes a lane, or an adapter, besides its bytes
	Latency   balance.Ticks // time on its way after that
	Bandwidth int64         // bytes a microsecond
}

// occupies is the time for which a message of that many bytes takes a lane or an adapter.
func (l *Level) occupies(bytes int) balance.Ticks {
	return l.Gap + balance.Ticks((int64(bytes)*1000+l.Bandwidth-1)/l.Bandwidth)
}

// check says what makes a level unusable.
func (l *Level) check(machine, name string) error {
	switch {
	case l.Gap < 0 || l.Latency < 0 || l.Gap+l.Latency < 1:
		return fmt.Errorf("machine %s: %s it has a gap of %d ns and a latency of %d ns: want neither negative, and 1 ns together",
			machine, name, l.Gap, l.Latency)
	case l.Bandwidth < 1:
		return fmt.Errorf("machine %s: %s it passes %d bytes a microsecond, must be at least 1", machine, name, l.Bandwidth)
	}
	return nil
}

// checkLevels says what makes the two levels of a cost model unusable.
func (c *CostModel) checkLevels() error {
	switch {
	case c.Computer < 0 || c.Computer > topology.MaxProcs:
		return fmt.Errorf("machine %s: computers of %d processors: want 1 to %d", c.Name, c.Computer, topology.MaxProcs)
	case c.LinkTime != 0 || c.ByteTime != 0 || c.RouteCPU != 0:
		return fmt.Errorf("machine %s: a machine of computers has no links: LinkTime, ByteTime and RouteCPU must be 0", c.Name)
	}
	if err := c.Inside.check(c.Name, "inside a computer"); err != nil {
		return err
	}
	return c.Between.check(c.Name, "between computers")
}

// computers returns how many computers that many processors are in.
func (c *CostModel) computers(procs int) int { return (procs + c.Computer - 1) / c.Computer }

// announceLevels is the time of a wave to all processors, which goes from computer to computer first and then on to the cores: each that
// has heard tells another one, so their number doubles.
func (c *CostModel) announceLevels(procs int) balance.Ticks {
	rounds := func(n int) balance.Ticks { return balance.Ticks(bits.Len(uint(n - 1))) }
	far := 2*(c.MessageCPU+c.Between.occupies(balance.MessageBytes)) + c.Between.Latency
	near := 2*c.MessageCPU + c.Inside.occupies(balance.MessageBytes) + c.Inside.Latency
	return rounds(c.computers(procs))*far + rounds(min(procs, c.Computer))*near
}

// levels are the lanes and adapters of a machine of two levels.
type levels struct {
	computer int32 // processors of each; 0: the network is a grid of links
	out, in  int32 // where the adapters begin in network.free, behind the lanes
}

// newLevels makes the lanes and adapters of a machine of two levels.
func (net *network[T]) newLevels() {
	c := int32(net.cost.Computer)
	computers := int32(net.cost.computers(net.procs))
	n := int32(net.procs)
	net.levels = levels{computer: c, out: n, in: n + computers}
	net.ports, net.free = 1, make([]balance.Ticks, n+2*computers)
}

// far reports whether a parcel goes to another computer.
func (net *network[T]) far(x *parcel) bool {
	return x.at/net.levels.computer != x.goal/net.levels.computer
}

// occupies is the time for which a parcel of that many bytes takes each link, lane or adapter on its way.
func (net *network[T]) occupies(x *parcel, bytes int) balance.Ticks {
	switch {
	case net.levels.computer == 0:
		return net.cost.transfer(bytes)
	case net.far(x):
		return net.cost.Between.occupies(bytes)
	default:
		return net.cost.Inside.occupies(bytes)
	}
}

// Where a parcel for another computer is.
const (
	atSender int32 = iota
	atAdapter
	onNetwork
)

// straight hands a parcel on at time t, on a machine of two levels: to the lane of its sender, or to the adapter of a computer, of which
// the second takes it when it has come over the network.
func (net *network[T]) straight(i int32, x *parcel, t balance.Ticks) {
	l := &net.levels
	way, latency := x.at, net.cost.Inside.Latency
	switch far := net.far(x); {
	case !far:
		x.at = x.goal
	case x.ahead == atSender: // others of the computer may come to the adapter before it
		x.ahead = atAdapter
		net.queue.setParcel(t, i)
		return
	case x.ahead == atAdapter:
		way, latency = l.out+x.at/l.computer, net.cost.Between.Latency
		x.ahead = onNetwork
	default:
		way, latency = l.in+x.goal/l.computer, 0
		x.at, x.ahead = x.goal, atSender
	}
	t = max(t, net.free[way]) + x.onLink
	net.free[way] = t
	net.hops++
	net.queue.setParcel(t+latency, i)
}
