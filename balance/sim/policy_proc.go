package sim

import (
	"fmt"
	"math"
	"math/rand/v2"

	"transat/balance"
)

// The methods by which a processor implements balance.Proc.

// Rank implements balance.Proc.
func (p *proc[E]) Rank() int { return int(p.rank) }

// Procs implements balance.Proc.
func (p *proc[E]) Procs() int { return len(p.sim.procs) }

// Neighbours implements balance.Proc.
func (p *proc[E]) Neighbours() []int { return p.sim.neighbours.of(p.rank, &p.ends) }

// Load implements balance.Proc.
func (p *proc[E]) Load() float64 {
	p.update()
	load := p.load
	for i := p.shown(); i < p.list.visible(); i++ {
		load -= p.sim.weight(p.list.at(int32(i)).level())
	}
	return float64(load) * p.sim.perUnit
}

// Len implements balance.Proc.
func (p *proc[E]) Len() int {
	p.update()
	return p.shown()
}

// Busy implements balance.Proc. A worker that may have run out of elements has been looked at before the
// policy was called.
func (p *proc[E]) Busy() bool { return p.busy }

// Working implements balance.Proc.
func (p *proc[E]) Working() float64 {
	if !p.busy {
		return 0
	}
	p.update()
	return float64(p.sim.weight(p.level)) * p.sim.perUnit
}

// Now implements balance.Proc.
func (p *proc[E]) Now() balance.Ticks { return p.sim.time() }

// Rand implements balance.Proc.
func (p *proc[E]) Rand() *rand.Rand {
	if p.random == nil {
		p.random = stream(p.sim.cfg.Seed, uint64(p.rank)+1)
	}
	return p.random
}

// stream returns a random source, independent of the sources of other seeds and numbers.
func stream(seed, number uint64) *rand.Rand {
	var s struct { // in one piece of memory
		rand.Rand
		pcg rand.PCG
	}
	s.pcg.Seed(mix(seed), mix(number))
	s.Rand = *rand.New(&s.pcg)
	return &s.Rand
}

// mix spreads a number over all bits (the finaliser of SplitMix64), so that neighbouring seeds and
// ranks give unrelated streams.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// WakeAfter implements balance.Proc.
func (p *proc[E]) WakeAfter(d balance.Ticks) {
	if d < 0 {
		panic(fmt.Sprintf("sim: processor %d asks to be woken %d ns ago", p.rank, -d))
	}
	p.sim.setTimer(p.sim.time()+d, p.rank)
}

// CountPhase implements balance.Proc.
func (p *proc[E]) CountPhase() {
	p.sim.total.phases++
	p.sim.event(PhaseBegan, int(p.rank), int(p.rank), 0)
}

// Send implements balance.Proc.
func (p *proc[E]) Send(to int, m balance.Message) {
	s := p.sim
	s.total.messages++
	s.spoken(MessageSent, int(p.rank), to, m)
	s.total.message += s.cfg.Cost.MessageCPU
	s.net.post(p.rank, to, m, p.charge(s.now, s.cfg.Cost.MessageCPU))
}

// SetGrain implements balance.Proc. What has been begun before is done with the grain of then. With a grain in work it does nothing.
func (p *proc[E]) SetGrain(load float64) {
	grain := p.sim.fixed(load)
	if grain != p.grain && p.sim.cfg.Budget == 0 {
		p.update()
		p.grain = grain
		if bound := p.bound(); bound != never { // an element that is not split takes less time
			p.sim.checks.notAfter(p.rank, bound)
		}
	}
}

// SetTag implements balance.Proc.
func (p *proc[E]) SetTag(tag uint8) {
	s := p.sim
	if s.tags == nil && tag != 0 {
		s.tags = make([]uint8, len(s.procs))
	}
	if s.tags != nil {
		s.tags[p.rank] = tag
	}
}

// Tag implements balance.Proc.
func (p *proc[E]) Tag() uint8 { return p.sim.tag }

// takeTag returns the tag of the present transfer of a processor; later ones have none.
func (s *sim[E]) takeTag(rank int32) (tag uint8) {
	if s.tags != nil {
		tag, s.tags[rank] = s.tags[rank], 0
	}
	return tag
}

// Transfer implements balance.Proc.
func (p *proc[E]) Transfer(to, n int) int {
	tag := p.sim.takeTag(p.rank)
	n = min(n, p.Len())
	if n <= 0 {
		return 0
	}
	i, parcel := p.sim.net.parcel(p.rank, to)
	batch := p.sim.net.load(parcel)
	bytes := 0
	for range n {
		at := 0
		if p.sim.loads.of != nil {
			at = p.largest(math.MaxInt64)
		}
		bytes += p.pack(batch, at)
	}
	p.ship(i, parcel, bytes, tag)
	return n
}

// TransferLoad implements balance.Proc.
func (p *proc[E]) TransferLoad(to int, atLeast, atMost float64) float64 {
	tag := p.sim.takeTag(p.rank)
	if atLeast <= 0 || p.Len() == 0 {
		return 0
	}
	i, parcel := p.sim.net.parcel(p.rank, to)
	batch := p.sim.net.load(parcel)
	bytes, sent := 0, int64(0)
	if p.sim.loads.of != nil {
		sent, bytes = p.packLargest(batch, atLeast, atMost)
	}
	for at := 0; p.sim.loads.of == nil && at < p.shown() && float64(sent)*p.sim.perUnit < atLeast; {
		w := p.sim.weight(p.list.at(int32(at)).level())
		if float64(sent+w)*p.sim.perUnit > atMost {
			at++
			continue
		}
		bytes += p.pack(batch, at)
		sent += w
	}
	if len(batch.elements) == 0 {
		p.sim.net.release(i)
		return 0
	}
	p.ship(i, parcel, bytes, tag)
	return float64(sent) * p.sim.perUnit
}

// pack moves a waiting element into a batch, and returns its size in bytes.
func (p *proc[E]) pack(b *batch[entry[E]], at int) int {
	var x entry[E]
	if p.sim.loads.of != nil {
		x = p.removeLargest(at)
	} else {
		x = p.list.remove(at)
	}
	if p.sim.pauses != nil {
		p.sim.pauses.all[p.rank].lasting--
	}
	p.load -= p.sim.weight(x.level())
	solve, split := p.sim.below(&x)
	p.solve -= solve
	p.split -= split
	x.tag |= received
	b.elements = append(b.elements, x)
	return p.sim.cfg.Cost.ElementBytes + p.sim.level(&x)*p.sim.cfg.Cost.LevelBytes
}

// ship sends a parcel of elements off, with that many bytes. A tag is in its header, which every message has.
func (p *proc[E]) ship(i int32, x *parcel, bytes int, tag uint8) {
	x.message.Kind = tag
	s, m := p.sim, &p.sim.cfg.Cost
	elements := s.net.batches[x.batch].elements
	n := len(elements)
	cpu := m.MessageCPU + balance.Ticks(n)*m.ElementCPU
	s.total.sent += int64(n)
	s.sentElements(p.rank, x.to, elements)
	s.total.message += cpu
	x.onLink = s.net.occupies(x, bytes)
	s.net.forward(i, x, p.charge(s.now, cpu))
	if bound := p.bound(); bound != never { // with fewer elements, it may run out earlier
		s.checks.notAfter(p.rank, bound)
	}
}
