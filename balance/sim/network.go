package sim

import (
	"fmt"
	"slices"

	"transat/balance"
	"transat/balance/topology"
)

// network is the physical network: links, and the parcels under way on them. T is the type of their contents.
type network[T any] struct {
	grid    *topology.Grid
	procs   int
	place   []int32         // per rank of the policy's topology, its physical processor; nil if that is the same
	back    []int32         // the inverse
	free    []balance.Ticks // per directed link, lane or adapter, when it has passed on all it has accepted
	ports   int             // links per processor
	open    bool            // the grid has borders, and no way leads round a ring
	strides []uint32        // per dimension of the grid, by how much ranks one apart in it differ
	levels  levels          // of a machine that is no grid

	cost    *CostModel
	queue   *queue        // where parcels under way are events
	control balance.Ticks // time of a control message on a link
	hops    int64         // links that parcels went over

	parcels  []parcel
	released []int32 // parcels that may be used again
	batches  []batch[T]
	emptied  []int32 // batches that may be used again
}

// parcel is a control message or a batch of elements. It has the size of a cache line.
type parcel struct {
	from, to int32 // ranks
	at, goal int32 // physical processors: the one reached, and the last one
	batch    int32 // the elements; 0 in a control message, and isNews in one of the machine's own

	// The next hops are alike: this many, each of which adds step to at, over this link of each processor. On a machine of two levels, ahead
	// says where the parcel is.
	ahead, step, port int32

	onLink  balance.Ticks   // time on each link, lane or adapter
	message balance.Message // of elements, the Kind is their tag
}

// batch is what a parcel of elements carries.
type batch[T any] struct {
	elements []T   // the oldest first
	whole    int32 // if a transfer is several parcels: its elements, in its last parcel; otherwise 0
}

func newNetwork[T any](grid *topology.Grid, place []int, cost *CostModel, queue *queue) network[T] {
	net := network[T]{
		grid: grid, procs: len(place), ports: 2 * len(grid.Sides()),
		open: grid.Kind() == "mesh" || grid.Kind() == "line",
		cost: cost, queue: queue, control: cost.transfer(balance.MessageBytes),
		batches: make([]batch[T], 1),
	}
	stride := grid.Procs()
	for _, side := range grid.Sides() {
		stride /= side
		net.strides = append(net.strides, uint32(stride))
	}
	for v, p := range place {
		if v != p && net.place == nil {
			net.place, net.back = make([]int32, len(place)), make([]int32, len(place))
		}
	}
	for v := range net.place {
		net.place[v] = int32(place[v])
		net.back[place[v]] = int32(v)
	}
	if cost.Computer > 0 {
		net.newLevels()
		return net
	}
	net.free = make([]balance.Ticks, grid.Procs()*net.ports)
	return net
}

// physical returns the physical processor of a rank.
func (net *network[T]) physical(rank int32) int32 {
	if net.place == nil {
		return rank
	}
	return net.place[rank]
}

// rank returns the rank of a physical processor.
func (net *network[T]) rank(physical int32) int32 {
	if net.back == nil {
		return physical
	}
	return net.back[physical]
}

// parcel returns an empty parcel, which is valid until the next call.
func (net *network[T]) parcel(from int32, to int) (int32, *parcel) {
	if to < 0 || to >= net.procs {
		panic(fmt.Sprintf("sim: processor %d sends to %d of %d", from, to, net.procs))
	}
	var i int32
	if last := len(net.released) - 1; last >= 0 {
		i, net.released = net.released[last], net.released[:last]
	} else {
		i = int32(len(net.parcels))
		if i == int32(cap(net.parcels)) {
			// In large steps: growing little by little, a million would take three times as much.
			net.parcels = slices.Grow(net.parcels, max(len(net.parcels)/2, net.procs/4))
		}
		net.parcels = append(net.parcels, parcel{})
	}
	x := &net.parcels[i]
	x.from, x.to = from, int32(to)
	x.at, x.goal = net.physical(from), net.physical(int32(to))
	x.batch, x.ahead = 0, 0
	return i, x
}

// load returns the empty batch of a parcel that is to carry elements. It is valid until the next call.
func (net *network[T]) load(x *parcel) *batch[T] {
	if last := len(net.emptied) - 1; last >= 0 {
		x.batch, net.emptied = net.emptied[last], net.emptied[:last]
	} else {
		x.batch = int32(len(net.batches))
		net.batches = append(net.batches, batch[T]{})
	}
	b := &net.batches[x.batch]
	*b = batch[T]{elements: b.elements[:0]}
	return b
}

// release says that a parcel and its contents are no longer needed.
func (net *network[T]) release(i int32) {
	net.released = append(net.released, i)
	if b := net.parcels[i].batch; b > 0 {
		net.emptied = append(net.emptied, b)
	}
}

// post sends off a control message at time t.
func (net *network[T]) post(from int32, to int, m balance.Message, t balance.Ticks) {
	i, x := net.parcel(from, to)
	x.message, x.onLink = m, net.control
	if net.levels.computer > 0 {
		x.onLink = net.occupies(x, balance.MessageBytes)
	}
	net.forward(i, x, t)
}

// forward hands a parcel to the next link on its way at time t; one that has arrived is delivered
// then.
func (net *network[T]) forward(i int32, x *parcel, t balance.Ticks) {
	if x.at != x.goal {
		if net.levels.computer > 0 {
			net.straight(i, x, t)
			return
		}
		if x.ahead == 0 {
			net.steer(x)
		}
		link := &net.free[int(x.at)*net.ports+int(x.port)]
		t = max(t, *link) + x.onLink
		*link = t
		x.at += x.step
		x.ahead--
		net.hops++
	}
	net.queue.setParcel(t, i)
}

// steer works out the next hops of a parcel. Without rings, all of one dimension are alike.
func (net *network[T]) steer(x *parcel) {
	if !net.open {
		next, port := net.grid.Route(int(x.at), int(x.goal))
		x.step, x.port, x.ahead = int32(next)-x.at, int32(port), 1
		return
	}
	at, goal := uint32(x.at), uint32(x.goal)
	for d, stride := range net.strides {
		if x.ahead = int32(goal/stride) - int32(at/stride); x.ahead != 0 {
			x.step, x.port = int32(stride), int32(2*d+1)
			if x.ahead < 0 {
				x.ahead, x.step, x.port = -x.ahead, -x.step, x.port-1
			}
			return
		}
		at, goal = at%stride, goal%stride
	}
}

// reach is the event of a parcel having come over a link: it is passed on, or delivered.
func (s *sim[E]) reach(i int32) {
	x := &s.net.parcels[i]
	if x.at != x.goal {
		t := s.now
		if cpu := s.cfg.Cost.RouteCPU; cpu > 0 && !s.isAbsent(s.net.rank(x.at)) {
			p := &s.procs[s.net.rank(x.at)]
			p.pass()
			t = p.charge(t, cpu)
			s.total.route += cpu
		}
		s.net.forward(i, x, t)
		return
	}
	if s.isAbsent(x.to) {
		s.absent[x.to] = append(s.absent[x.to], i)
		return
	}
	p := &s.procs[x.to]
	p.meet()
	if s.finished {
		return
	}
	why := aMessage
	if x.batch > 0 {
		why = anElement
	}
	if s.putsOff(p, why) {
		x := &s.pauses.all[p.rank]
		x.parcels = append(x.parcels, i)
		return
	}
	m := &s.cfg.Cost
	from := int(x.from)
	if x.batch == 0 {
		s.total.message += m.MessageCPU
		p.charge(s.now, m.MessageCPU)
		message := x.message
		s.net.release(i)
		s.trace(p, EventReceive, from, message, 0)
		s.spoken(MessageReceived, int(p.rank), from, message)
		p.policy.Receive(p, from, message)
		p.called()
		return
	}
	if x.batch == isNews {
		number := int(x.message.Round)
		s.net.release(i)
		s.hear(p, from, number)
		return
	}
	if s.cfg.Received != balance.Bottom {
		p.update()
	}
	b := &s.net.batches[x.batch]
	n, tag := len(b.elements), x.message.Kind
	cpu := m.MessageCPU + balance.Ticks(n)*m.ElementCPU
	s.total.message += cpu
	p.charge(s.now, cpu)
	p.insert(b.elements)
	s.net.release(i)
	s.trace(p, EventArrived, from, balance.Message{Kind: tag}, n)
	s.event(ElementsArrived, int(p.rank), from, n)
	s.tag = tag
	p.policy.Arrived(p, from)
	s.tag = 0
	p.resume(s.now)
}
