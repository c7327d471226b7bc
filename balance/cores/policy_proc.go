package cores

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"

	"transat/balance"
)

// The methods by which a processor implements balance.Proc.

// policyState has the values that a processor keeps for its policy.
type policyState struct {
	timers     timers
	neighbours []int
	random     *rand.Rand // nil until asked for
	weights    []float64  // load of an element per level
	grain      float64
	picked     []int // scratch space of TransferLoad
	tag        uint8 // of what it transfers next
	arriving   uint8 // the tag of the elements whose arrival the policy is told of
}

// Rank implements balance.Proc.
func (p *proc[E]) Rank() int { return p.rank }

// Procs implements balance.Proc.
func (p *proc[E]) Procs() int { return len(p.machine.at) }

// Neighbours implements balance.Proc.
func (p *proc[E]) Neighbours() []int {
	if p.neighbours == nil {
		p.neighbours = p.machine.cfg.Topology.Neighbours(p.rank)
	}
	return p.neighbours
}

// Load implements balance.Proc.
func (p *proc[E]) Load() float64 {
	p.list.update(p)
	return p.list.load
}

// Len implements balance.Proc.
func (p *proc[E]) Len() int {
	p.list.update(p)
	return len(p.list.row)
}

// Busy implements balance.Proc.
func (p *proc[E]) Busy() bool { return p.running }

// Working implements balance.Proc. What the search is at is about as large as the branch that it has left
// last of those that are waiting, or would be, were they older.
func (p *proc[E]) Working() float64 {
	switch l := &p.list; {
	case !p.running:
		return 0
	case l.lasting < len(l.open):
		return p.openLoad(l.lasting)
	case l.lasting > 0:
		return p.openLoad(l.lasting - 1)
	default:
		return p.begun
	}
}

// Now implements balance.Proc.
func (p *proc[E]) Now() balance.Ticks { return p.timers.now }

// Rand implements balance.Proc.
func (p *proc[E]) Rand() *rand.Rand {
	if p.random == nil {
		var seed [32]byte
		binary.LittleEndian.PutUint64(seed[:], p.machine.cfg.Seed)
		binary.LittleEndian.PutUint64(seed[8:], uint64(p.rank))
		p.random = rand.New(rand.NewChaCha8(seed))
	}
	return p.random
}

// WakeAfter implements balance.Proc.
func (p *proc[E]) WakeAfter(d balance.Ticks) {
	if d < 0 {
		panic(fmt.Sprintf("cores: processor %d asks to be woken %d ns ago", p.rank, -d))
	}
	p.timers.set(d)
}

// CountPhase implements balance.Proc.
func (p *proc[E]) CountPhase() { p.share.Phases++ }

// SetGrain implements balance.Proc.
func (p *proc[E]) SetGrain(load float64) {
	if load != p.grain && !p.machine.cfg.FixedGrain {
		p.grain = load
		p.list.stale = true
		p.shareGrain()
	}
}

// shareGrain tells the search of the grain, if it wants to know.
func (p *proc[E]) shareGrain() {
	if s, ok := p.search.(Grained); ok && !p.list.measured { // which has nothing to do with levels
		load := p.machine.cfg.Estimate.Load
		below := sort.Search(deepest+1, func(level int) bool { return load(level) < p.grain })
		if below > deepest {
			below = math.MaxInt
		}
		s.SetGrain(below - 1)
	}
}

// Send implements balance.Proc.
func (p *proc[E]) Send(to int, m balance.Message) {
	p.share.Messages++
	if q := p.machine.at[to]; q != nil {
		q.box.post(parcel[E]{from: p.rank, message: m})
	} else {
		p.machine.cfg.Elsewhere.Send(p.rank, to, m)
	}
}

// SetTag implements balance.Proc.
func (p *proc[E]) SetTag(tag uint8) { p.tag = tag }

// Tag implements balance.Proc.
func (p *proc[E]) Tag() uint8 { return p.arriving }

// Transfer implements balance.Proc.
func (p *proc[E]) Transfer(to, n int) int {
	defer p.SetTag(0)
	n = min(n, p.Len())
	if n <= 0 {
		return 0
	}
	p.picked = p.picked[:0]
	for i := range n {
		p.picked = append(p.picked, i)
	}
	p.ship(to)
	return n
}

// TransferLoad implements balance.Proc.
func (p *proc[E]) TransferLoad(to int, atLeast, atMost float64) float64 {
	defer p.SetTag(0)
	p.list.update(p)
	p.picked = p.picked[:0]
	sent := 0.0
	for i, x := range p.list.row {
		if sent >= atLeast {
			break
		}
		if sent+x.load <= atMost {
			sent += x.load
			p.picked = append(p.picked, i)
		}
	}
	if len(p.picked) > 0 {
		p.ship(to)
	}
	return sent
}

// ship sends the elements that were picked from the row.
func (p *proc[E]) ship(to int) {
	p.lap(&p.share.Balance)
	taken := p.list.lasting
	batch := p.list.pack(p.search, p.picked)
	p.machine.alive.Add(int64(taken - p.list.lasting)) // branches have become elements
	p.lap(&p.share.Install)
	p.share.Sent += int64(len(batch))
	if q := p.machine.at[to]; q != nil {
		q.box.post(parcel[E]{from: p.rank, elements: batch, tag: p.tag})
	} else {
		p.machine.alive.Add(-int64(len(batch)))
		p.machine.cfg.Elsewhere.Ship(p.rank, to, p.tag, batch)
	}
}

// deepest is a level from which on the load of an element no longer falls.
const deepest = 1 << 12

// weight returns the load of an element at a level.
func (p *proc[E]) weight(level int) float64 {
	level = min(max(level, 0), deepest)
	for level >= len(p.weights) {
		p.weights = append(p.weights, p.machine.cfg.Estimate.Load(len(p.weights)))
	}
	return p.weights[level]
}
