package sim

import (
	"fmt"

	"transat/balance"
	"transat/balance/topology"
)

// network is the physical network: links, and the parcels under way on them.
type network[E any] struct {
	grid  *topology.Grid
	place []int           // per rank of the policy's topology, its physical processor
	back  []int           // the inverse
	free  []balance.Ticks // per directed link, when it has passed on all it has accepted
	ports int             // links per processor

	machine *Machine
	queue   *queue // where parcels under way are events
	hops    int64  // links that parcels went over

	parcels  []parcel[E]
	released []int32 // parcels that may be used again
}

// parcel is a control message or a batch of elements.
type parcel[E any] struct {
	from, to int32
	at       int32 // physical processor reached
	bytes    int
	message  balance.Message
	elements []entry[E]    // the oldest first; none in a control message
	work     balance.Ticks // to expand the subtrees of the elements, if the tree knows it
	batch    int32         // if a transfer is several parcels: its elements, in its last parcel; otherwise 0
}

func newNetwork[E any](grid *topology.Grid, place []int, machine *Machine, queue *queue) network[E] {
	net := network[E]{
		grid: grid, place: place, back: make([]int, len(place)), ports: 2 * len(grid.Sides()),
		machine: machine, queue: queue,
	}
	for v, p := range place {
		net.back[p] = v
	}
	net.free = make([]balance.Ticks, grid.Procs()*net.ports)
	return net
}

// parcel returns an empty parcel, which is valid until the next call.
func (net *network[E]) parcel(from, to int) (int32, *parcel[E]) {
	if to < 0 || to >= len(net.place) {
		panic(fmt.Sprintf("sim: processor %d sends to %d of %d", from, to, len(net.place)))
	}
	var i int32
	if last := len(net.released) - 1; last >= 0 {
		i, net.released = net.released[last], net.released[:last]
	} else {
		i = int32(len(net.parcels))
		net.parcels = append(net.parcels, parcel[E]{})
	}
	p := &net.parcels[i]
	*p = parcel[E]{from: int32(from), to: int32(to), at: int32(net.place[from]), elements: p.elements[:0]}
	return i, p
}

func (net *network[E]) release(i int32) { net.released = append(net.released, i) }

// forward hands a parcel to the next link on its way at time t; one that has arrived is delivered
// then.
func (net *network[E]) forward(i int32, t balance.Ticks) {
	x := &net.parcels[i]
	if goal := int32(net.place[x.to]); x.at != goal {
		next, port := net.grid.Route(int(x.at), int(goal))
		link := &net.free[int(x.at)*net.ports+port]
		t = max(t, *link) + net.machine.transfer(x.bytes)
		*link = t
		x.at = int32(next)
		net.hops++
	}
	net.queue.setParcel(t, i)
}

// between returns the rank of the processor that has to pass a parcel on, if it is not at its goal.
func (net *network[E]) between(i int32) (rank int, ok bool) {
	x := &net.parcels[i]
	return net.back[x.at], int(x.at) != net.place[x.to]
}

// reach is the event of a parcel having come over a link: it is passed on, or delivered.
func (s *sim[E]) reach(i int32) {
	if via, ok := s.net.between(i); ok {
		t := s.now
		if cpu := s.cfg.Machine.RouteCPU; cpu > 0 {
			p := &s.procs[via]
			p.catchUp()
			t = p.charge(t, cpu)
			s.total.route += cpu
		}
		s.net.forward(i, t)
		return
	}
	x := &s.net.parcels[i]
	p := &s.procs[x.to]
	p.catchUp()
	if s.finished {
		return
	}
	m := &s.cfg.Machine
	cpu := m.MessageCPU + balance.Ticks(len(x.elements))*m.ElementCPU
	s.total.message += cpu
	p.charge(s.now, cpu)
	from := int(x.from)
	if n := len(x.elements); n > 0 {
		p.insert(x.elements, x.work)
		s.net.release(i)
		s.trace(p, EventArrived, from, balance.Message{}, n)
		s.moment(MomentArrived, int(p.rank), from, n)
		p.policy.Arrived(p, from)
		p.resume(s.now)
		return
	}
	message := x.message
	s.net.release(i)
	s.trace(p, EventReceive, from, message, 0)
	p.policy.Receive(p, from, message)
}
