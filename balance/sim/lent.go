package sim

import (
	"fmt"
	"math/rand/v2"

	"transat/balance"
)

// The methods by which a processor implements balance.Proc.

// Rank implements balance.Proc.
func (p *proc[E]) Rank() int { return int(p.rank) }

// Procs implements balance.Proc.
func (p *proc[E]) Procs() int { return len(p.sim.procs) }

// Neighbours implements balance.Proc.
func (p *proc[E]) Neighbours() []int { return p.sim.ends[p.rank] }

// Load implements balance.Proc.
func (p *proc[E]) Load() float64 { return float64(p.load) / unit }

// Len implements balance.Proc.
func (p *proc[E]) Len() int { return p.list.visible() }

// Busy implements balance.Proc.
func (p *proc[E]) Busy() bool { return p.busy }

// Working implements balance.Proc.
func (p *proc[E]) Working() float64 {
	if !p.busy {
		return 0
	}
	return float64(p.taken) / unit
}

// Now implements balance.Proc.
func (p *proc[E]) Now() balance.Ticks { return p.sim.now }

// Rand implements balance.Proc.
func (p *proc[E]) Rand() *rand.Rand {
	if p.random == nil {
		p.random = stream(p.sim.cfg.Seed, uint64(p.rank)+1)
	}
	return p.random
}

// stream returns a random source that has nothing to do with those of other seeds and numbers.
func stream(seed, number uint64) *rand.Rand { return rand.New(rand.NewPCG(mix(seed), mix(number))) }

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
	p.sim.queue.setTimer(p.sim.now+d, p.rank)
}

// SetGrain implements balance.Proc.
func (p *proc[E]) SetGrain(load float64) { p.grain = p.sim.fixed(load) }

// CountPhase implements balance.Proc.
func (p *proc[E]) CountPhase() {
	p.sim.total.phases++
	p.sim.moment(MomentPhase, int(p.rank), int(p.rank), 0)
}

// Send implements balance.Proc.
func (p *proc[E]) Send(to int, m balance.Message) {
	s := p.sim
	s.total.messages++
	s.moment(MomentMessage, int(p.rank), to, 0)
	s.total.message += s.cfg.Machine.MessageCPU
	i, parcel := s.net.parcel(int(p.rank), to)
	parcel.message = m
	parcel.bytes = balance.MessageBytes
	s.net.forward(i, p.charge(s.now, s.cfg.Machine.MessageCPU))
}

// Transfer implements balance.Proc.
func (p *proc[E]) Transfer(to, n int) int {
	n = min(n, p.Len())
	if n <= 0 {
		return 0
	}
	i, parcel := p.sim.net.parcel(int(p.rank), to)
	for range n {
		p.pack(parcel, 0)
	}
	p.ship(i, parcel)
	return n
}

// TransferLoad implements balance.Proc.
func (p *proc[E]) TransferLoad(to int, atLeast, atMost float64) float64 {
	if atLeast <= 0 || p.Len() == 0 {
		return 0
	}
	i, parcel := p.sim.net.parcel(int(p.rank), to)
	sent := int64(0)
	for at := 0; at < p.Len() && float64(sent)/unit < atLeast; {
		w := p.sim.weight(p.list.at(at).level)
		if float64(sent+w)/unit > atMost {
			at++
			continue
		}
		p.pack(parcel, at)
		sent += w
	}
	if len(parcel.elements) == 0 {
		p.sim.net.release(i)
		return 0
	}
	p.ship(i, parcel)
	return float64(sent) / unit
}

// pack moves a waiting element into a parcel.
func (p *proc[E]) pack(parcel *parcel[E], at int) {
	x := p.list.remove(at)
	p.load -= p.sim.weight(x.level)
	work := p.sim.below(x.e)
	p.remaining -= work
	parcel.work += work
	x.received = true
	parcel.elements = append(parcel.elements, x)
	parcel.bytes += p.sim.cfg.Machine.ElementBytes + int(x.level)*p.sim.cfg.Machine.LevelBytes
}

// ship sends a parcel of elements off.
func (p *proc[E]) ship(i int32, parcel *parcel[E]) {
	s, m := p.sim, &p.sim.cfg.Machine
	cpu := m.MessageCPU + balance.Ticks(len(parcel.elements))*m.ElementCPU
	s.total.sent += int64(len(parcel.elements))
	s.moment(MomentSent, int(p.rank), int(parcel.to), len(parcel.elements))
	s.total.message += cpu
	s.net.forward(i, p.charge(s.now, cpu))
	if bound := p.bound(); bound != never { // with fewer elements, it may run out earlier
		s.checks.notAfter(p.rank, bound)
	}
}
